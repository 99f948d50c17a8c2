/**
 * Random kernels whose threads add, or take extremes and bits, into cells that others reach too, by atomic functions: in arrays of all lengths, in shared ones that go to memory in the end, at places that data,
 * blocks, rows or loops decide, in straight code, in loops by strides and in branches. What an array holds in the end does not hang on the order.
 */
import { type Random, randomSource } from '../back/random-kernel.ts';
import { type RandomKernel, type RandomSource, sourceOf } from './kernel-source.ts';
import { pick } from './source-values.ts';
import type { Dims } from './threads.ts';

const blocks: readonly Dims[] = [
  [64, 1, 1],
  [32, 1, 1],
  [37, 1, 1],
  [16, 4, 1],
  [128, 1, 1],
  [8, 8, 1],
  [5, 3, 2],
];

/** Cells of an array that kernels add to. */
const cells = 600;

export function scatteredSums(from: number, to: number): RandomSource {
  const kernels: RandomKernel[] = [];
  const parts: string[] = [];
  for (let seed = from; seed < to; seed++) {
    const r = randomSource(seed * 53 + 31);
    const block = pick(r, blocks);
    const grid = pick<Dims>(r, [
      [1, 1, 1],
      [2, 1, 1],
      [5, 1, 1],
      [3, 2, 1],
    ]);
    const threads = [...block, ...grid].reduce((a, b) => a * b, 1);
    kernels.push({
      name: `kernel${seed}`,
      grid,
      block,
      n: 1 + r(pick(r, [threads, 3 * threads, 20])),
      elements: 2 * cells + 3 * threads + 64,
    });
    parts.push(new Kernel(r, block[0] * block[1] * block[2]).text(`kernel${seed}`));
  }
  return sourceOf(kernels, parts);
}

const types = { la: 'integer(8)', ra: 'real', da: 'real(8)', ca: 'integer' } as const;
type Name = keyof typeof types;
type How = 'add' | 'max' | 'min' | 'or' | 'and' | 'xor' | 'sub' | 'inc';

/** What is done to an array: always the same, to \`bins\` cells. \`shared\`: in an array of the block first. */
type Target = {
  readonly name: Name;
  readonly how: How;
  readonly bins: number;
  readonly first: number;
  readonly shared: boolean;
};

class Kernel {
  private readonly r: Random;
  private readonly block: number;
  private readonly targets: readonly Target[];
  private loops = 0;

  constructor(r: Random, block: number) {
    this.r = r;
    this.block = block;
    const names = (['la', 'ra', 'da', 'ca'] as const).filter(() => r(2));
    this.targets = (names.length > 0 ? names : (['la'] as const)).map((name) => this.target(name));
  }

  private target(name: Name): Target {
    const { r } = this;
    const isReal = name === 'ra' || name === 'da';
    return {
      name,
      how: pick(
        r,
        isReal
          ? ['add', 'add', 'add', 'max', 'min']
          : [
              'add',
              'add',
              'add',
              'max',
              'min',
              'or',
              'and',
              'xor',
              ...(name === 'ca' ? (['sub', 'inc'] as const) : []),
            ],
      ),
      bins: name === 'ca' ? pick(r, [1, 3, 16, 24]) : pick(r, [1, 2, 5, 16, 64, 100, 300]),
      first: name === 'ca' ? 0 : r(3) ? 0 : r(200),
      shared: r(3) === 0,
    };
  }

  text(name: string): string {
    const { r, targets, block } = this;
    const body = Array.from({ length: 1 + r(3) }, () => this.statement(2)).flat();
    const [head, end] = pick(r, [
      [['if (g <= n) then', '  i = g'], ['end if']],
      [['do i = g, n, threads'], ['end do']],
      [
        ['i = g', 'do while (i <= n)'],
        ['  i = i + threads', 'end do'],
      ],
      [['do q = 0, 2', '  i = g + q*threads', '  if (i > n) exit'], ['end do']],
      [['i = g'], []],
    ] as const);
    const shared = targets.filter((t) => t.shared);
    const early = shared.length === 0 && r(4) === 0 ? [`if (g > n + ${r(30)}) return`] : [];
    const zero = shared.flatMap((t) => [
      `do k = t, ${t.bins}, ${block}`,
      `  s${t.name}(k) = ${neutral[t.how]}`,
      'end do',
    ]);
    const flush = shared.flatMap((t) => {
      const one = `s${t.name}(k)`;
      const guard = r(2) && (t.how === 'add' || t.how === 'or' || t.how === 'xor') ? `if (${one} /= 0) ` : '';
      return [
        `do k = t, ${t.bins}, ${block}`,
        `  ${guard}${this.update(t, `${t.name}(${t.first} + k)`, one)}`,
        'end do',
      ];
    });
    return `  attributes(global) subroutine ${name}(ia, la, ra, da, ca, n)
    integer, value :: n
    integer :: ia(*), ca(*)
    integer(8) :: la(*)
    real :: ra(*)
    real(8) :: da(*)
${shared.map((t) => `    ${types[t.name]}, shared :: s${t.name}(${t.bins})\n`).join('')}    integer :: t, g, threads, i, q, k, k1, k2, k3, v, w, old
    integer(8) :: lold
    real :: rold, x
    real(8) :: dold
    t = threadIdx%x + blockDim%x*(threadIdx%y - 1 + blockDim%y*(threadIdx%z - 1))
    g = t + ${block}*(blockIdx%x - 1 + gridDim%x*(blockIdx%y - 1))
    threads = ${block}*gridDim%x*gridDim%y
    q = 0; k = 0; k1 = 1; k2 = 0; k3 = 1; w = 0; x = 0
${[...early, ...zero, ...(zero.length > 0 ? ['call syncthreads()'] : []), ...head, '  v = ia(i)', ...body.map((l) => `  ${l}`), ...end, ...(zero.length > 0 ? ['call syncthreads()', ...flush] : [])].map((l) => `    ${l}\n`).join('')}    ia(${2 * cells} + 2*threads + g) = w
  end subroutine ${name}
`;
  }

  private update(t: Target, cell: string, value: string): string {
    if (t.how === 'inc') return `old = atomicinc(${cell}, 1000)`;
    const old = { la: 'lold', ra: 'rold', da: 'dold', ca: 'old' }[t.name];
    return `${old} = atomic${t.how}(${cell}, ${value})`;
  }

  private place(bins: number): string {
    const { r } = this;
    if (bins === 1) return '1';
    return pick(r, [
      `modulo(v, ${bins}) + 1`,
      `mod(i, ${bins}) + 1`,
      `mod(i*7 + v*v, ${bins}) + 1`,
      `mod(t, ${bins}) + 1`,
      `mod(blockIdx%x, ${bins}) + 1`,
      `min(threadIdx%y, ${bins})`,
      `mod(i/${1 + r(40)}, ${bins}) + 1`,
      `iand(v, ${2 ** Math.floor(Math.log2(bins)) - 1}) + 1`,
      `min(max(v, 1), ${bins})`,
      `mod(k1, ${bins}) + 1`,
      `mod(i + k1, ${bins}) + 1`,
      `${1 + r(bins)}`,
      `merge(1, ${bins}, v > 0)`,
      `mod(abs(ia(mod(i + k1, 500) + 1)), ${bins}) + 1`,
    ]);
  }

  private value(name: Name): string {
    const { r } = this;
    const whole = pick(r, [
      '1',
      'v',
      'i',
      'v*v',
      'k1',
      'v + k1',
      'iand(v, 7)',
      't',
      'ia(mod(i + k1*3, 500) + 1)',
      'w',
      '-v',
      'mod(i, 3)',
    ]);
    const quarter = pick(r, ['x', `0.25*mod(${whole}, 50)`, `real(mod(${whole}, 50))`, '1.0']);
    return { la: `int(${whole}, 8)`, ca: whole, ra: quarter, da: `real(${quarter}, 8)` }[name];
  }

  private condition(): string {
    const { r } = this;
    return pick(r, [
      `v > ${r(40) - 20}`,
      `mod(i, ${2 + r(3)}) == 0`,
      'iand(v, 1) == 1',
      `i < n - ${r(20)}`,
      't == 1',
      `t <= ${r(40)}`,
      'mod(blockIdx%x, 2) == 1',
      `v /= ${r(9)}`,
      'w > 3',
    ]);
  }

  private one(): readonly string[] {
    const { r } = this;
    const t = pick(r, this.targets);
    const place = this.place(t.bins);
    return [this.update(t, t.shared ? `s${t.name}(${place})` : `${t.name}(${t.first} + ${place})`, this.value(t.name))];
  }

  private statement(depth: number): readonly string[] {
    const { r } = this;
    const inner = (): readonly string[] =>
      Array.from({ length: 1 + r(2) }, () => this.statement(depth - 1))
        .flat()
        .map((l) => `  ${l}`);
    const flat: (() => readonly string[])[] = [
      () => this.one(),
      () => this.one(),
      () => this.one(),
      () => [`if (${this.condition()}) ${this.one()[0]}`],
      () => [
        pick(r, [
          'w = w + v',
          'w = ieor(w, i)',
          'x = x*0.5 + iand(v, 3)',
          'x = iand(v, 15)*0.25',
          'v = ia(mod(i*3, 500) + 1)',
          'w = mod(i, 5)',
        ]),
        ...this.one(),
        ...(r(2) ? ['x = aint(mod(x, 16.0)*4)/4'] : ['x = 0.5']),
      ],
    ];
    if (depth === 0) return pick(r, flat)();
    return pick(r, [
      ...flat,
      () => [`if (${this.condition()}) then`, ...inner(), ...(r(2) ? ['else', ...inner()] : []), 'end if'],
      () => {
        if (this.loops > 1) return this.one();
        const k = `k${++this.loops + 1}`;
        return [
          `do ${k} = ${r(3)}, ${pick(r, ['3', '7', 'iand(v, 3)', 'min(n, 4)'])}`,
          `  k1 = ${k} + ${r(3)}`,
          ...inner(),
          'end do',
        ];
      },
      () => [
        'w = 0',
        `do k1 = 1, ${1 + r(9)}`,
        '  w = w + ia(mod(i + k1, 500) + 1)',
        ...(r(2) ? [`  if (w > ${r(100)}) exit`] : []),
        'end do',
        ...this.one(),
      ],
    ])();
  }
}

const neutral: Readonly<Record<How, string>> = {
  add: '0',
  sub: '0',
  max: '-999',
  min: '999',
  or: '0',
  xor: '0',
  and: '-1',
  inc: '0',
};
