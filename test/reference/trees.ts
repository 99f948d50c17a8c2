/** Random kernels whose blocks take together what their threads have: trees in shared memory forwards and backwards, shuffles, both, prefix sums, histograms of a block, and what comes of them used afterwards. */
import { type Random, randomSource } from '../back/random-kernel.ts';
import { type RandomKernel, type RandomSource, sourceOf } from './kernel-source.ts';
import { one } from './typed-values.ts';

const blocks = [
  [64, 1, 1],
  [128, 1, 1],
  [32, 4, 1],
  [16, 16, 1],
  [8, 4, 2],
] as const;

export function trees(from: number, to: number): RandomSource {
  const kernels: RandomKernel[] = [];
  const parts: string[] = [];
  for (let seed = from; seed < to; seed++) {
    const r = randomSource(seed * 31 + 13);
    const block = blocks[seed % blocks.length]!;
    const threads = block[0] * block[1] * block[2];
    kernels.push({
      name: `kernel${seed}`,
      grid: [3, 1, 1],
      block,
      n: 3 * threads - r(3) * r(70),
      elements: 8 * threads,
    });
    parts.push(new Kernel(r, threads, block[0]).text(`kernel${seed}`));
  }
  return sourceOf(kernels, parts);
}

/** Whole numbers in all types: their sums are the same in any order. */
type Kind = {
  readonly type: string;
  readonly shared: string;
  readonly own: string;
  readonly cells: string;
  readonly whole: boolean;
};
const kinds: readonly Kind[] = [
  { type: 'integer', shared: 'si', own: 'vi', cells: 'ia', whole: true },
  { type: 'integer(8)', shared: 'sl', own: 'vl', cells: 'la', whole: true },
  { type: 'real', shared: 'sr', own: 'vr', cells: 'ra', whole: false },
  { type: 'real(8)', shared: 'sd', own: 'vd', cells: 'da', whole: false },
];

class Kernel {
  private readonly r: Random;
  private readonly threads: number;
  private readonly row: number;

  constructor(r: Random, threads: number, row: number) {
    this.r = r;
    this.threads = threads;
    this.row = row;
  }

  text(name: string): string {
    const { r, threads } = this;
    const body = Array.from({ length: 1 + r(3) }, () => this.part()).flat();
    const loop = r(4) === 0;
    const lines = loop ? ['do round = 1, 1 + mod(n, 3)', ...body.map((l) => `  ${l}`), 'end do'] : body;
    return `  attributes(global) subroutine ${name}(ia, la, ra, da, ca, n)
    integer, value :: n
    integer :: ia(*), ca(*)
    integer(8) :: la(*)
    real :: ra(*)
    real(8) :: da(*)
    integer, shared :: si(0:${threads - 1}), bins(16)
    integer(8), shared :: sl(0:${threads - 1})
    real, shared :: sr(0:${threads - 1})
    real(8), shared :: sd(0:${threads - 1})
    integer :: t, g, k, h, round, old, vi
    integer(8) :: vl
    real :: vr
    real(8) :: vd
    t = threadIdx%x - 1 + blockDim%x*(threadIdx%y - 1 + blockDim%y*(threadIdx%z - 1))
    g = t + ${threads}*(blockIdx%x - 1) + 1
    round = 0
    vi = mod(g*7, 23); vl = mod(g*5, 31) - 9; vr = mod(g, 17); vd = mod(g*3, 29) - 4
    si(t) = vi; sl(t) = 0; sr(t) = t; sd(t) = 1
    call syncthreads()
${lines.map((l) => `    ${l}\n`).join('')}    ia(g) = vi
    la(g) = vl
    ra(g) = vr
    da(g) = vd
  end subroutine ${name}
`;
  }

  private part(): readonly string[] {
    const kind = one(this.r, kinds);
    const work = one(this.r, [
      () => this.tree(kind),
      () => this.tree(kind),
      () => this.tree(kind),
      () => this.warps(kind),
      () => this.scan(kind),
      () => this.rows(kind),
      () => this.bins(),
    ])();
    return [...work, 'call syncthreads()', ...this.use(kind), 'call syncthreads()'];
  }

  /** What a thread brings along. */
  private value({ own, cells }: Kind): string {
    return one(this.r, [
      own,
      'mod(t*3, 11)',
      `mod(int(${cells}(g)), 50)`,
      `merge(int(${own}), 0, g <= n)`,
      'round + 2',
      `int(${own}) - mod(n, 5)`,
      `merge(1, 0, ${own} > ${this.r(12)})`,
    ]);
  }

  private join({ whole }: Kind, a: string, b: string): string {
    const ways = [`${a} + ${b}`, `${a} + ${b}`, `max(${a}, ${b})`, `min(${a}, ${b})`];
    return one(this.r, whole ? [...ways, `ior(${a}, ${b})`, `ieor(${a}, ${b})`] : ways);
  }

  private tree(kind: Kind): readonly string[] {
    const { r, threads } = this;
    const { shared: s } = kind;
    const a = `${s}(t)`;
    const start = r(5) === 0 ? [`${a} = 0`, `if (g <= n) ${a} = ${this.value(kind)}`] : [`${a} = ${this.value(kind)}`];
    const before =
      r(4) === 0 ? [`if (t < ${threads / 2}) ${a} = ${a} + ${s}(t + ${threads / 2})`, 'call syncthreads()'] : [];
    const half = before.length > 0 ? threads / 2 : threads;
    const step = this.join(kind, a, `${s}(t + h)`);
    const inner = (guard: string): readonly string[] => [`  if (${guard}) ${a} = ${step}`, '  call syncthreads()'];
    const loop = one(r, [
      () => [`h = ${half}/2`, 'do while (h > 0)', ...inner('t < h'), '  h = h/2', 'end do'],
      () => [`h = ${half}`, 'do while (h > 1)', '  h = h/2', ...inner('t <= h - 1'), 'end do'],
      () => [`h = ${half}`, 'do', '  h = ishft(h, -1)', '  if (h == 0) exit', ...inner('t < h'), 'end do'],
      () => ['h = 1', `do while (h < ${half})`, ...inner(`mod(t, 2*h) == 0 .and. t < ${half}`), '  h = 2*h', 'end do'],
      () => [
        'h = 1',
        `do while (h < ${half})`,
        ...inner(`iand(t, 2*h - 1) == 0 .and. t + h < ${half}`),
        '  h = h*2',
        'end do',
      ],
      () => [
        'h = 1',
        `do while (h < ${half})`,
        '  k = 2*h*t',
        `  if (k < ${half}) ${s}(k) = ${this.join(kind, `${s}(k)`, `${s}(k + h)`)}`,
        '  call syncthreads()',
        '  h = h*2',
        'end do',
      ],
      () => [`h = ${half}/2`, `do while (h >= ${one(r, [1, 2, 4])})`, ...inner('t < h'), '  h = h/2', 'end do'],
    ])();
    return [...start, 'call syncthreads()', ...before, ...loop];
  }

  private warps(kind: Kind): readonly string[] {
    const { r, threads } = this;
    if (kind.type === 'integer(8)') return this.tree(kind);
    const { own: v, shared: s } = kind;
    const how = one(r, ['__shfl_xor', '__shfl_down']);
    const take = this.join(kind, v, `${how}(${v}, h)`);
    const steps = one(r, [
      [`h = 16`, 'do while (h > 0)', `  ${v} = ${take}`, '  h = h/2', 'end do'],
      [1, 2, 4, 8, 16].flatMap((h) => [`h = ${h}`, `${v} = ${take}`]),
    ]);
    const all = threads / 32;
    const last = one(r, [
      [
        `if (t == 0) then`,
        ...Array.from({ length: all - 1 }, (_, i) => `  ${s}(0) = ${s}(0) + ${s}(${i + 1})`),
        'end if',
      ],
      ['if (t == 0) then', `  do k = 1, ${all} - 1`, `    ${s}(0) = ${s}(0) + ${s}(k)`, '  end do', 'end if'],
    ]);
    return [
      `${v} = ${this.value(kind)}`,
      ...steps,
      'call syncthreads()',
      `if (mod(t, 32) == 0) ${s}(t/32) = ${v}`,
      'call syncthreads()',
      ...last,
    ];
  }

  /** Sums of all threads before each. */
  private scan(kind: Kind): readonly string[] {
    const { own: v, shared: s } = kind;
    return [
      `${s}(t) = ${this.value(kind)}`,
      'call syncthreads()',
      'h = 1',
      `do while (h < ${this.threads})`,
      `  ${v} = ${one(this.r, ['0', `${s}(t)`])}`,
      `  if (t >= h) ${v} = ${s}(t - h)`,
      '  call syncthreads()',
      `  ${s}(t) = ${s}(t) + ${v}`,
      '  call syncthreads()',
      '  h = h*2',
      'end do',
    ];
  }

  /** Of each row of threads by itself, along x or along y. */
  private rows(kind: Kind): readonly string[] {
    const { row, threads } = this;
    const { shared: s } = kind;
    const along = threads > row && this.r(2) === 0;
    const length = along ? threads / row : row;
    const [index, apart] = along ? [`t/${row}`, row] : [`mod(t, ${row})`, 1];
    return [
      `${s}(t) = ${this.value(kind)}`,
      'call syncthreads()',
      `h = ${length}/2`,
      'do while (h > 0)',
      `  if (${index} < h) ${s}(t) = ${this.join(kind, `${s}(t)`, `${s}(t + h*${apart})`)}`,
      '  call syncthreads()',
      '  h = h/2',
      'end do',
    ];
  }

  private bins(): readonly string[] {
    return [
      'if (t < 16) bins(t + 1) = 0',
      'call syncthreads()',
      one(this.r, [
        'old = atomicadd(bins(mod(g*7, 16) + 1), 1)',
        'if (g <= n) old = atomicadd(bins(iand(vi, 15) + 1), 2)',
        'old = atomicmax(bins(mod(t, 5) + 1), mod(g, 40))',
      ]),
      'call syncthreads()',
      'if (t < 16) old = atomicadd(ca(mod(t, 4) + 1), bins(t + 1))',
      'vi = vi + bins(mod(t, 16) + 1)',
    ];
  }

  private use({ shared: s, own: v }: Kind): readonly string[] {
    return one(this.r, [
      [`${v} = ${v} + ${s}(0)`],
      [`if (t == 0) ${v} = ${s}(0)`],
      [`if (t == 0) old = atomicadd(ca(${1 + this.r(4)}), int(${s}(0)))`],
      [`if (t < 2) ${v} = ${s}(t)*2`],
      [`${v} = ${s}(t)`],
      [`if (${s}(0) > ${this.r(200)}) ${v} = ${v} + 1`],
      [`${v} = ${s}(0) - ${s}(${this.row} - 1)`],
      [`if (t == ${this.threads - 1}) ${v} = ${s}(0) + ${s}(1)`],
    ]);
  }
}
