/**
 * Random kernels whose blocks do one to four algorithms after each other on an array in shared memory, static or dynamic, of any kind, length and bounds: scans, sorts, transposes, products of tiles,
 * histograms, stencils, sums, gathers, compactions; by as many threads as it has elements, by fewer and by more.
 */
import { type Random, randomSource } from '../back/random-kernel.ts';
import { type RandomKernel, type RandomSource, sourceOf } from './kernel-source.ts';
import { pick } from './source-values.ts';
import type { Dims } from './threads.ts';

export function blockAlgorithms(from: number, to: number): RandomSource {
  const kernels: RandomKernel[] = [];
  const parts: string[] = [];
  for (let seed = from; seed < to; seed++) {
    const r = randomSource(seed * 43 + 29);
    const plan = planOf(r);
    const { block, length, tiles, isDynamic } = plan;
    const grid = 1 + r(3);
    kernels.push({
      name: `kernel${seed}`,
      grid: [grid, 1, 1],
      block,
      n: isDynamic ? length : length * Math.max(tiles, grid) - r(length),
      elements: length * Math.max(tiles, grid) + 64,
      ...(isDynamic && { dynamic: 40 * length + 64 }),
    });
    parts.push(new Kernel(r, plan).text(`kernel${seed}`));
  }
  return sourceOf(kernels, parts);
}

type Kind = 'i1' | 'i2' | 'i4' | 'i8' | 'r4' | 'r8' | 'c4';
const types: Readonly<Record<Kind, string>> = {
  i1: 'integer(1)',
  i2: 'integer(2)',
  i4: 'integer',
  i8: 'integer(8)',
  r4: 'real',
  r8: 'real(8)',
  c4: 'complex',
};

/** `rows` of `columns` make the array; `tiles`: how many a kernel goes through in a loop, or 0. */
type Plan = {
  readonly kind: Kind;
  readonly block: Dims;
  readonly threads: number;
  readonly rows: number;
  readonly columns: number;
  readonly length: number;
  readonly isPlane: boolean;
  readonly isDynamic: boolean;
  readonly tiles: number;
};

function planOf(r: Random): Plan {
  const kind = pick(r, ['i1', 'i2', 'i4', 'i4', 'i4', 'i8', 'r4', 'r4', 'r8', 'c4'] as const);
  const [columns, rows] = pick(r, [
    [8, 8],
    [16, 4],
    [32, 2],
    [64, 1],
    [12, 12],
    [24, 2],
    [33, 1],
    [48, 1],
    [7, 9],
    [4, 4],
    [32, 3],
    [16, 16],
    [33, 4],
    [100, 1],
    [10, 1],
  ] as const);
  const length = columns * rows;
  const block = pick<Dims>(r, [
    [columns, rows, 1],
    [columns, rows, 1],
    [length, 1, 1],
    [length, 1, 1],
    [32, 1, 1],
    [64, 1, 1],
    [columns, 1, 1],
    [128, 1, 1],
    [16, 2, 1],
    [13, 3, 1],
  ]);
  const isPlane = rows > 1 && r(2) === 0;
  return {
    kind,
    block,
    threads: block[0] * block[1],
    rows,
    columns,
    length,
    isPlane,
    isDynamic: r(4) === 0,
    tiles: r(3) === 0 ? 1 + r(4) : 0,
  };
}

const meet = 'call syncthreads()';
const indented = (lines: readonly string[]): readonly string[] => lines.map((l) => `  ${l}`);

class Kernel {
  private readonly r: Random;
  private readonly plan: Plan;
  /** How the length is written. */
  private readonly m: string;
  private readonly low: Readonly<Record<'x' | 'y' | 'h', number>>;
  private readonly lowRow: number;
  private readonly pad: number;

  constructor(r: Random, plan: Plan) {
    this.r = r;
    this.plan = plan;
    this.m = plan.isDynamic ? 'n' : String(plan.length);
    this.low = { x: pick(r, [0, 0, 1, -3, 5]), y: pick(r, [0, 1, 1, 7]), h: pick(r, [0, 1]) };
    this.lowRow = r(3);
    this.pad = plan.isPlane ? r(3) : 0;
  }

  text(name: string): string {
    const { r, plan } = this;
    const { kind, threads, tiles, isDynamic, length } = plan;
    const phases = Array.from({ length: 1 + r(4) }, () => this.phase()).flat();
    const inside = [...this.fill(), meet, ...phases, ...this.out(), ...(tiles ? [meet] : [])];
    const all = tiles
      ? [`do tile = blockIdx%x, ${tiles}, gridDim%x`, `  base = ${this.m}*(tile - 1)`, ...indented(inside), 'end do']
      : [`base = ${this.m}*(blockIdx%x - 1)`, ...inside];
    return `  attributes(global) subroutine ${name}(ia, la, ra, da, ca, n)
    integer, value :: n
    integer :: ia(*), ca(*)
    integer(8) :: la(*)
    real :: ra(*)
    real(8) :: da(*)
    ${types[kind]}, shared :: ${this.declared('x')}, ${this.declared('y')}
    integer, shared :: h(${this.low.h}:${(isDynamic ? length : length) + this.low.h + 15}), w(0:31)
    ${types[kind]} :: v, u
    integer :: t, tx, ty, base, tile, d, i, j, k, l, p, q, c, old, number
    logical :: is
    tx = threadIdx%x - 1
    ty = threadIdx%y - 1
    t = tx + ${plan.block[0]}*ty
    v = ${this.made('0')}; u = v; number = 0; base = 0; tile = 0; d = 0; i = 0; j = 0; k = 0; l = 0; p = 0; q = 0; c = 0; old = 0; is = .false.
    do k = t, 31, ${threads}
      w(k) = 0
    end do
${all.map((l) => `    ${l}\n`).join('')}  end subroutine ${name}
`;
  }

  private declared(name: 'x' | 'y'): string {
    const { columns, rows, isPlane, isDynamic } = this.plan;
    const low = this.low[name];
    if (!isPlane) return isDynamic ? `${name}(${low}:n + ${low - 1})` : `${name}(${low}:${columns * rows + low - 1})`;
    const last = isDynamic ? `n/${rows} + ${low - 1 + this.pad}` : String(columns + low - 1 + this.pad);
    return `${name}(${low}:${last}, ${this.lowRow}:${rows + this.lowRow - 1})`;
  }

  /** The element of this place, counted from 0. */
  private at(name: 'x' | 'y', k: string): string {
    const { columns, rows, isPlane, block } = this.plan;
    const low = this.low[name];
    const plus = (e: string, n: number): string => (n === 0 ? e : n > 0 ? `${e} + ${n}` : `${e} - ${-n}`);
    if (!isPlane) return `${name}(${plus(k, low)})`;
    if (k === 't' && block[0] === columns && block[1] === rows)
      return `${name}(${plus('tx', low)}, ${plus('ty', this.lowRow)})`;
    return `${name}(${plus(`mod(${k}, ${columns})`, low)}, ${plus(`(${k})/${columns}`, this.lowRow)})`;
  }

  private made(number: string): string {
    return {
      i1: `int(${number}, 1)`,
      i2: `int(${number}, 2)`,
      i4: `int(${number})`,
      i8: `int(${number}, 8)*${1 + this.r(3)}`,
      r4: `real(${number})*0.25`,
      r8: `real(${number}, 8)*0.25d0`,
      c4: `cmplx(${number}, 1 - (${number}))`,
    }[this.plan.kind];
  }

  /** As a whole number. */
  private whole(value: string): string {
    return {
      i1: `int(${value})`,
      i2: `int(${value})`,
      i4: value,
      i8: `int(${value})`,
      r4: `int(${value}*4)`,
      r8: `int(${value}*4)`,
      c4: `int(real(${value})*2)`,
    }[this.plan.kind];
  }

  private isOrdered(): boolean {
    return this.plan.kind !== 'c4';
  }

  private isWhole(): boolean {
    return this.plan.kind[0] === 'i';
  }

  /** For each element `k`: threads take one each, some none, or several. */
  private each(body: (k: string) => readonly string[], size = this.plan.length): readonly string[] {
    const { threads, length, isDynamic } = this.plan;
    const m = size === length ? this.m : String(size);
    if (threads === size && this.r(4)) return body('t');
    if (threads >= size && this.r(4))
      return isDynamic || this.r(2)
        ? [`if (t < ${m}) then`, ...indented(body('t')), 'end if']
        : [`if (t <= ${size - 1}) then`, ...indented(body('t')), 'end if'];
    const each = Math.ceil(size / threads);
    return [
      this.r(3)
        ? `do k = t, ${m} - 1, ${this.r(2) ? threads : 'blockDim%x*blockDim%y'}`
        : `do k = ${each}*t, min(${each}*t + ${each - 1}, ${m} - 1)`,
      ...indented(body('k')),
      'end do',
    ];
  }

  private fill(): readonly string[] {
    const { isDynamic } = this.plan;
    const value = (k: string): string =>
      this.made(pick(this.r, [`ia(base + ${k} + 1)`, `ia(base + ${k} + 1) - ${k}`, `mod(ia(base + ${k} + 1)*7, 60)`]));
    const guarded = !isDynamic && this.r(2) === 0;
    return this.each((k) =>
      guarded
        ? [`${this.at('x', k)} = ${this.made('0')}`, `if (base + ${k} < n) ${this.at('x', k)} = ${value(k)}`]
        : [`${this.at('x', k)} = ${value(k)}`],
    );
  }

  private out(): readonly string[] {
    const { kind } = this.plan;
    return this.each((k) => {
      const x = this.at('x', k);
      const place = `base + ${k} + 1`;
      if (kind === 'c4') return [`ra(${place}) = real(${x})`, `da(${place}) = aimag(${x})`];
      if (kind === 'r4' || kind === 'r8')
        return [`da(${place}) = ${x}`, ...(this.r(3) ? [] : [`la(${place}) = number`])];
      return [`la(${place}) = ${x}`, ...(this.r(3) ? [] : [`ra(${place}) = ${x}*0.5`])];
    });
  }

  private copyBack(): readonly string[] {
    return [...this.each((k) => [`${this.at('x', k)} = ${this.at('y', k)}`]), meet];
  }

  /** Back to numbers of few bits. */
  private settled(): readonly string[] {
    const { kind } = this.plan;
    const few = (x: string, k: string): string => `aint(mod(${x}, 64.${k})*4)/4`;
    return this.isWhole()
      ? []
      : [
          ...this.each((k) => {
            const x = this.at('x', k);
            return [
              `${x} = ${kind === 'c4' ? `cmplx(${few(`real(${x})`, '')}, ${few(`aimag(${x})`, '')})` : kind === 'r8' ? few(x, '_8') : few(x, '')}`,
            ];
          }),
          meet,
        ];
  }

  private join(a: string, b: string): string {
    if (!this.isOrdered()) return `${a} + ${b}`;
    return pick(this.r, [`${a} + ${b}`, `${a} + ${b}`, `max(${a}, ${b})`, `min(${a}, ${b})`]);
  }

  private get isPower(): boolean {
    return (this.plan.length & (this.plan.length - 1)) === 0;
  }

  private phase(): readonly string[] {
    const { rows, columns, threads, length, block } = this.plan;
    const choices: (() => readonly string[])[] = [
      () => this.scan(),
      () => this.scan(),
      () => this.stencil(),
      () => this.stencil(),
      () => this.gather(),
      () => this.sum(),
      () => this.histogram(),
      () => this.compaction(),
      () => this.alone(),
      () => this.relaxation(),
    ];
    if (this.isPower) choices.push(() => this.sweeps());
    if (this.isPower && this.isOrdered()) choices.push(() => this.bitonic());
    if (this.isOrdered()) choices.push(() => this.oddEven());
    if (rows > 1)
      choices.push(
        () => this.transpose(),
        () => this.perRow(),
        () => this.alongColumns(),
      );
    if (rows === columns) choices.push(() => this.product());
    if (threads === length && threads % 32 === 0 && block[2] === 1)
      choices.push(
        () => this.byWarps(),
        () => this.butterfly(),
      );
    return [...pick(this.r, choices)(), ...this.settled()];
  }

  private scan(): readonly string[] {
    const { threads, length } = this.plan;
    const { r, m } = this;
    const x = (k: string): string => this.at('x', k);
    const step = pick(r, ['d = d*2', 'd = d + d', 'd = ishft(d, 1)']);
    if (threads >= length && r(2)) {
      const inRange = threads === length ? '' : `t < ${m} .and. `;
      const own = threads === length ? `v = ${x('t')}` : `if (t < ${m}) v = ${x('t')}`;
      return [
        'd = 1',
        `do while (d < ${m})`,
        `  ${own}`,
        `  if (${inRange}t >= d) v = ${this.join('v', x('t - d'))}`,
        `  ${meet}`,
        `  ${threads === length ? '' : `if (t < ${m}) `}${x('t')} = v`,
        `  ${meet}`,
        `  ${step}`,
        'end do',
      ];
    }
    const joined = this.join(x('@'), x('@ - d'));
    return [
      'd = 1',
      `do while (d < ${m})`,
      ...indented(
        this.each((k) => [
          `${this.at('y', k)} = ${x(k)}`,
          `if (${k} >= d) ${this.at('y', k)} = ${joined.replaceAll('@', k)}`,
        ]),
      ),
      `  ${meet}`,
      ...indented(this.copyBack()),
      `  ${step}`,
      'end do',
    ];
  }

  private sweeps(): readonly string[] {
    const { length } = this.plan;
    const { r, m } = this;
    const x = (k: string): string => this.at('x', k);
    const isInclusive = r(2) === 0;
    const up = [
      'd = 1',
      `p = ${m}/2`,
      'do while (p > 0)',
      ...indented(
        this.each(
          (k) => [
            `if (${k} < p) then`,
            `  i = d*(2*${k} + 1) - 1`,
            `  j = d*(2*${k} + 2) - 1`,
            `  ${x('j')} = ${x('j')} + ${x('i')}`,
            'end if',
          ],
          length,
        ),
      ),
      `  ${meet}`,
      '  d = d*2',
      '  p = p/2',
      'end do',
    ];
    const down = [
      `if (t == 0) ${x(`${m} - 1`)} = ${this.made('0')}`,
      meet,
      `p = 1`,
      `do while (p < ${m})`,
      '  d = d/2',
      ...indented(
        this.each((k) => [
          `if (${k} < p) then`,
          `  i = d*(2*${k} + 1) - 1`,
          `  j = d*(2*${k} + 2) - 1`,
          `  u = ${x('i')}`,
          `  ${x('i')} = ${x('j')}`,
          `  ${x('j')} = ${x('j')} + u`,
          'end if',
        ]),
      ),
      `  ${meet}`,
      '  p = p*2',
      'end do',
    ];
    return isInclusive ? up : [...up, ...down];
  }

  private bitonic(): readonly string[] {
    const { m } = this;
    const x = (k: string): string => this.at('x', k);
    const swap = [`u = ${x('#')}`, `${x('#')} = ${x('l')}`, `${x('l')} = u`];
    const compare = pick(this.r, [
      [
        'is = iand(#, p) == 0',
        `if (is .and. ${x('#')} > ${x('l')} .or. .not. is .and. ${x('#')} < ${x('l')}) then`,
        ...indented(swap),
        'end if',
      ],
      [
        `if (iand(#, p) == 0) then`,
        `  if (${x('#')} > ${x('l')}) then`,
        ...indented(indented(swap)),
        '  end if',
        'else',
        `  if (${x('#')} < ${x('l')}) then`,
        ...indented(indented(swap)),
        '  end if',
        'end if',
      ],
      [
        `u = min(${x('#')}, ${x('l')})`,
        `v = max(${x('#')}, ${x('l')})`,
        `${x('#')} = merge(u, v, iand(#, p) == 0)`,
        `${x('l')} = merge(v, u, iand(#, p) == 0)`,
      ],
    ]);
    return [
      'p = 2',
      `do while (p <= ${m})`,
      '  q = p/2',
      '  do while (q > 0)',
      ...indented(
        indented(
          this.each((k) => [
            `l = ieor(${k}, q)`,
            `if (l > ${k}) then`,
            ...indented(compare).map((s) => s.replaceAll('#', k)),
            'end if',
          ]),
        ),
      ),
      `    ${meet}`,
      '    q = q/2',
      '  end do',
      '  p = p*2',
      'end do',
    ];
  }

  private oddEven(): readonly string[] {
    const { length } = this.plan;
    const { r, m } = this;
    const x = (k: string): string => this.at('x', k);
    return [
      `do p = 0, ${1 + r(Math.min(length, 12))}`,
      ...indented(
        this.each((k) => [
          `i = 2*${k} + iand(p, 1)`,
          `if (i + 1 < ${m}) then`,
          `  if (${x('i')} > ${x('i + 1')}) then`,
          `    u = ${x('i')}`,
          `    ${x('i')} = ${x('i + 1')}`,
          `    ${x('i + 1')} = u`,
          '  end if',
          'end if',
        ]),
      ),
      `  ${meet}`,
      'end do',
    ];
  }

  private stencil(): readonly string[] {
    const { r, m } = this;
    const { columns, rows } = this.plan;
    const x = (k: string): string => this.at('x', k);
    const far = 1 + r(3);
    const two = this.plan.kind[0] === 'i' ? (this.plan.kind === 'i4' ? '2*' : '') : '';
    const formulas: readonly ((k: string) => readonly string[])[] = [
      (k) => [`${this.at('y', k)} = ${x(`max(${k} - ${far}, 0)`)} + ${x(`min(${k} + ${far}, ${m} - 1)`)}`],
      (k) => [
        `${this.at('y', k)} = ${x(k)}`,
        `if (${k} > 0 .and. ${k} < ${m} - 1) ${this.at('y', k)} = ${x(`${k} - 1`)} - ${two}${x(k)} + ${x(`${k} + 1`)}`,
      ],
      (k) => [`${this.at('y', k)} = ${x(k)} - ${x(`mod(${k} + ${far}, ${m})`)}`],
      (k) => [`${this.at('y', k)} = ${x(`modulo(${k} - ${far}, ${m})`)} + ${x(k)}`],
      (k) => [
        `v = ${this.made('0')}`,
        `do l = -${far}, ${far}`,
        `  if (${k} + l < 0 .or. ${k} + l >= ${m}) cycle`,
        `  v = v + ${x(`${k} + l`)}`,
        'end do',
        `${this.at('y', k)} = v`,
      ],
      (k) => [
        `c = mod(${k}, ${columns})`,
        `i = ${k}/${columns}`,
        `v = ${x(k)}`,
        `if (c > 0) v = v + ${x(`${k} - 1`)}`,
        `if (c < ${columns - 1}) v = v + ${x(`${k} + 1`)}`,
        `if (i > 0) v = v - ${x(`${k} - ${columns}`)}`,
        `if (i < ${rows - 1}) v = v - ${x(`${k} + ${columns}`)}`,
        `${this.at('y', k)} = v`,
      ],
    ];
    const formula = pick(r, formulas);
    const times = r(3) === 0;
    const once = [...this.each(formula), meet, ...this.copyBack()];
    return times ? [`do q = 1, ${1 + r(3)}`, ...indented(once), 'end do'] : once;
  }

  private gather(): readonly string[] {
    const { r, m } = this;
    const from = pick(r, [
      (k: string) => `mod(${k}*${1 + r(9)} + ${r(20)}, ${m})`,
      (k: string) => `${m} - 1 - ${k}`,
      (k: string) => `mod(abs(${this.whole(this.at('x', k))}), ${m})`,
      (k: string) => `min(ieor(${k}, ${1 + r(31)}), ${m} - 1)`,
      (k: string) => `mod(iand(ia(base + ${k} + 1), 127), ${m})`,
    ]);
    const index = from('@');
    return [
      ...this.each((k) => [`l = ${index.replaceAll('@', k)}`, `${this.at('y', k)} = ${this.at('x', 'l')}`]),
      meet,
      ...this.copyBack(),
    ];
  }

  private sum(): readonly string[] {
    const { r, m } = this;
    const { length, threads } = this.plan;
    const x = (k: string): string => this.at('x', k);
    const half = 2 ** (Math.ceil(Math.log2(Math.max(2, length))) - 1);
    const joined = this.join(x('@'), x('@ + d'));
    const first = pick(r, [`d = ${half}`, 'd = 1']);
    const used = pick(r, [
      [...this.each((k) => [`if (${k} > 0) ${x(k)} = ${x(k)} + ${x('0')}`]), meet],
      [`number = number + ${this.whole(x('0'))}`, meet],
      ['if (t == 0) w(3) = 1', meet],
    ]);
    if (first === 'd = 1')
      return [
        first,
        `do while (d < ${m})`,
        ...indented(
          this.each((k) => [`if (mod(${k}, 2*d) == 0 .and. ${k} + d < ${m}) ${x(k)} = ${joined.replaceAll('@', k)}`]),
        ),
        `  ${meet}`,
        '  d = 2*d',
        'end do',
        ...used,
      ];
    return [
      first,
      'do while (d > 0)',
      ...indented(
        this.each(
          (k) => [`if (${k} < d .and. ${k} + d < ${m}) ${x(k)} = ${joined.replaceAll('@', k)}`],
          Math.min(length, Math.max(half, Math.min(threads, length))),
        ),
      ),
      `  ${meet}`,
      pick(r, ['  d = d/2', '  d = ishft(d, -1)']),
      'end do',
      ...used,
    ];
  }

  private histogram(): readonly string[] {
    const { r } = this;
    const bins = pick(r, [16, 7, 10]);
    const h = (k: string): string => `h(${k} + ${this.low.h})`;
    const bin = bins === 16 ? (v: string) => `iand(${v}, 15)` : (v: string) => `modulo(${v}, ${bins})`;
    const whole = (k: string): string => this.whole(this.at('x', k));
    return [
      ...this.each((k) => [`${h(k)} = 0`], bins),
      meet,
      ...this.each((k) => [
        pick(r, [
          `old = atomicadd(${h(bin(whole(k)))}, 1)`,
          `if (${whole(k)} > 3) old = atomicadd(${h(bin(whole(k)))}, ${whole(k)})`,
          `old = atomicmax(${h(bin(k))}, ${whole(k)})`,
        ]),
      ]),
      meet,
      ...(r(2) ? this.each((k) => [`old = atomicadd(ca(${k} + 1), ${h(k)})`], bins) : []),
      ...this.each((k) => [`${this.at('x', k)} = ${this.at('x', k)} + ${this.made(h(`mod(${k}, ${bins})`))}`]),
      meet,
    ];
  }

  /** Those that a condition takes come first, in their order; by places that a scan or one thread counts. */
  private compaction(): readonly string[] {
    const { m } = this;
    const h = (k: string): string => `h(${k} + ${this.low.h})`;
    const x = (k: string): string => this.at('x', k);
    return [
      ...this.each((k) => [`${h(k)} = merge(1, 0, mod(${this.whole(x(k))}, ${2 + this.r(3)}) == 0)`]),
      meet,
      'if (t == 0) then',
      '  number = 0',
      `  do l = 0, ${m} - 1`,
      `    old = ${h('l')}`,
      `    ${h('l')} = number`,
      '    number = number + old',
      '  end do',
      `  ${h(m)} = number`,
      'end if',
      meet,
      ...this.each((k) => [`${this.at('y', k)} = ${this.made('-1')}`]),
      meet,
      ...this.each((k) => [`if (${h(`${k} + 1`)} > ${h(k)}) ${this.at('y', h(k))} = ${x(k)}`]),
      meet,
      ...this.copyBack(),
      `number = ${h(m)}`,
      meet,
    ];
  }

  private alone(): readonly string[] {
    const { r, m } = this;
    const { threads, isPlane } = this.plan;
    const x = (k: string): string => this.at('x', k);
    const who = pick(r, ['0', String(threads - 1), `${r(threads)}`]);
    const bodies: readonly (readonly string[])[] = [
      [`do l = 1, ${m} - 1`, `  ${x('l')} = ${x('l')} + ${x('l - 1')}`, 'end do'],
      [`do l = ${m} - 2, 0, -1`, `  ${x('l')} = ${x('l')} - ${x('l + 1')}`, 'end do'],
      [`u = ${x('0')}`, `do l = 0, ${m} - 2`, `  ${x('l')} = ${x('l + 1')}`, 'end do', `${x(`${m} - 1`)} = u`],
      ...(isPlane
        ? []
        : [[`x(${this.low.x} + 1:${this.low.x - 1} + ${m}) = x(${this.low.x}:${this.low.x - 2} + ${m})`]]),
    ];
    return [`if (t == ${who}) then`, ...indented(pick(r, bodies)), 'end if', meet];
  }

  /** Until nothing changes, or for some steps. */
  private relaxation(): readonly string[] {
    const { r, m } = this;
    const x = (k: string): string => this.at('x', k);
    const changed = this.isOrdered()
      ? `${this.at('y', '#')} > ${x('#')}`
      : `real(${this.at('y', '#')}) > real(${x('#')})`;
    const next = this.isOrdered() ? `max(${x('#')}, ${x(`max(# - 1, 0)`)})` : `${x(`max(# - 1, 0)`)}`;
    return [
      `do q = 1, ${2 + r(4)}`,
      '  is = .false.',
      ...indented(
        this.each((k) => [
          `${this.at('y', k)} = ${next.replaceAll('#', k)}`,
          `if (${changed.replaceAll('#', k)}) is = .true.`,
        ]),
      ),
      `  number = number + syncthreads_count(is)`,
      ...indented(this.copyBack()),
      pick(r, [
        '  if (syncthreads_or(is) == 0) exit',
        '  if (syncthreads_and(.not. is) /= 0) exit',
        `  if (number > ${m}) exit`,
      ]),
      'end do',
      meet,
    ];
  }

  private transpose(): readonly string[] {
    const { columns, rows } = this.plan;
    const to = pick(this.r, [
      (k: string) => `mod(${k}, ${columns})*${rows} + ${k}/${columns}`,
      (k: string) => `(${k} - ${k}/${columns}*${columns})*${rows} + ${k}/${columns}`,
    ]);
    if (this.r(2))
      return [...this.each((k) => [`${this.at('y', to(k))} = ${this.at('x', k)}`]), meet, ...this.copyBack()];
    return [...this.each((k) => [`${this.at('y', k)} = ${this.at('x', to(k))}`]), meet, ...this.copyBack()];
  }

  private perRow(): readonly string[] {
    const { columns, rows } = this.plan;
    const x = (k: string): string => this.at('x', k);
    const bodies = [
      [
        `do l = 1, ${columns - 1}`,
        `  ${x(`@*${columns} + l`)} = ${x(`@*${columns} + l`)} + ${x(`@*${columns} + l - 1`)}`,
        'end do',
      ],
      [
        `v = ${this.made('0')}`,
        `do l = 0, ${columns - 1}`,
        `  v = v + ${x(`@*${columns} + l`)}`,
        'end do',
        `${x(`@*${columns}`)} = v`,
      ],
    ];
    const body = pick(this.r, bodies);
    return [...this.each((k) => body.map((l) => l.replaceAll('@', k)), rows), meet];
  }

  private alongColumns(): readonly string[] {
    const { columns, rows } = this.plan;
    const x = (k: string): string => this.at('x', k);
    const body = pick(this.r, [
      [
        `do l = 1, ${rows - 1}`,
        `  ${x(`l*${columns} + @`)} = ${x(`l*${columns} + @`)} - ${x(`(l - 1)*${columns} + @`)}`,
        'end do',
      ],
      [
        `v = ${x('@')}`,
        `do l = 1, ${rows - 1}`,
        `  v = ${this.join('v', x(`l*${columns} + @`))}`,
        'end do',
        `${x('@')} = v`,
      ],
    ]);
    return [...this.each((k) => body.map((l) => l.replaceAll('@', k)), columns), meet];
  }

  private product(): readonly string[] {
    const { columns: s } = this.plan;
    const x = (k: string): string => this.at('x', k);
    return [
      ...this.each((k) => [
        `i = ${k}/${s}`,
        `j = mod(${k}, ${s})`,
        `v = ${this.made('0')}`,
        `do l = 0, ${s - 1}`,
        `  v = v + ${x(`i*${s} + l`)}*${x(`l*${s} + j`)}`,
        'end do',
        `${this.at('y', k)} = v`,
      ]),
      meet,
      ...this.copyBack(),
    ];
  }

  /** What shuffles take. */
  private shuffled(): readonly [string, string] {
    const { kind } = this.plan;
    return kind === 'i1' || kind === 'i2' ? ['number', `int(#, ${kind[1]})`] : ['v', '#'];
  }

  private byWarps(): readonly string[] {
    const x = this.at('x', 't');
    if (this.plan.kind === 'c4') return this.gather();
    const [name, back] = this.shuffled();
    const last = this.plan.threads / 32 - 1;
    return [
      `${name} = ${name === 'v' ? x : `int(${x})`}`,
      'd = 1',
      'do while (d < 32)',
      name === 'v' ? '  u = __shfl_up(v, d)' : '  old = __shfl_up(number, d)',
      `  if (iand(t, 31) >= d) ${name} = ${name} + ${name === 'v' ? 'u' : 'old'}`,
      '  d = d*2',
      'end do',
      `if (iand(t, 31) == 31) w(t/32) = ${name === 'v' ? this.whole('v') : 'number'}`,
      meet,
      `q = 0`,
      `do l = 0, ${last}`,
      '  if (l < t/32) q = q + w(l)',
      'end do',
      `${x} = ${back.replace('#', name)} + ${this.made('q')}`,
      meet,
    ];
  }

  private butterfly(): readonly string[] {
    const x = this.at('x', 't');
    if (this.plan.kind === 'c4') return this.stencil();
    const [name, back] = this.shuffled();
    const far = 2 ** this.r(5);
    return [
      `${name} = ${name === 'v' ? x : `int(${x})`}`,
      name === 'v' ? `u = __shfl_xor(v, ${far})` : `old = __shfl_xor(number, ${far})`,
      `${x} = ${name === 'v' ? this.join('v', 'u') : back.replace('#', 'number - old')}`,
      meet,
    ];
  }
}
