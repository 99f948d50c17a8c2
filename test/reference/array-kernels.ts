/**
 * Random kernels over arrays of two and three dimensions: stencils, products of matrices, sums and sweeps along an axis, transposes, gathers; axes are threads', blocks', loops' or found by division, in any order,
 * extents are numbers or arguments, and neighbours are kept within the array in all the ways that programs do it.
 */
import { type Random, randomSource } from '../back/random-kernel.ts';
import { type RandomKernel, type RandomSource, sourceOf } from './kernel-source.ts';
import { pick } from './source-values.ts';
import type { Dims } from './threads.ts';

type Axis = 'i' | 'j' | 'k';
const axes: readonly Axis[] = ['i', 'j', 'k'];

/** Extents of i, j and k. */
type Extents = Readonly<Record<Axis, number>>;

export function arrayKernels(from: number, to: number): RandomSource {
  const kernels: RandomKernel[] = [];
  const parts: string[] = [];
  for (let seed = from; seed < to; seed++) {
    const kernel = new Kernel(randomSource(seed * 71 + 47));
    kernels.push({ name: `kernel${seed}`, ...kernel.launch() });
    parts.push(kernel.text(`kernel${seed}`));
  }
  return sourceOf(kernels, parts);
}

/** Who goes along an axis: threads and blocks of a dimension, blocks alone, a loop of each thread, or a part of the threads' number. */
type Goes = 'x' | 'y' | 'z' | 'block x' | 'block y' | 'block z' | 'loop' | 'divided';

const plans: readonly (readonly [i: Goes, j: Goes, k: Goes])[] = [
  ['x', 'y', 'loop'],
  ['x', 'y', 'z'],
  ['x', 'loop', 'loop'],
  ['y', 'x', 'loop'],
  ['y', 'x', 'block z'],
  ['divided', 'divided', 'divided'],
  ['x', 'block y', 'block z'],
  ['x', 'block y', 'loop'],
  ['loop', 'x', 'y'],
  ['loop', 'x', 'loop'],
  ['divided', 'divided', 'loop'],
  ['block x', 'x', 'loop'],
  ['z', 'y', 'x'],
  ['loop', 'loop', 'x'],
  ['x', 'z', 'y'],
];

class Kernel {
  private readonly r: Random;
  private readonly extents: Extents;
  private readonly goes: Readonly<Record<Axis, Goes>>;
  private readonly block: Dims;
  /** Whether loops go on by strides of the grid, which is too small. */
  private readonly strides: boolean;
  private readonly hasArguments: boolean;
  private readonly sizes: Readonly<Record<Axis, string>>;
  private readonly loops: readonly Axis[];

  constructor(r: Random) {
    this.r = r;
    this.extents = { i: 1 + r(pick(r, [9, 40, 70])), j: 1 + r(pick(r, [5, 16, 33])), k: 1 + r(7) };
    const [i, j, k] = pick(r, plans);
    this.goes = { i, j, k };
    this.strides = r(5) === 0;
    this.hasArguments = r(2) === 0;
    this.sizes = {
      i: this.hasArguments ? 'n' : String(this.extents.i),
      j: String(this.extents.j),
      k: String(this.extents.k),
    };
    this.block = pick<Dims>(
      r,
      j === 'x' || i === 'y' || k === 'z' || k === 'x'
        ? [
            [8, 8, 1],
            [16, 4, 1],
            [4, 4, 4],
            [32, 2, 1],
            [7, 3, 2],
          ]
        : [
            [32, 1, 1],
            [32, 4, 1],
            [16, 16, 1],
            [64, 1, 1],
            [8, 4, 2],
            [13, 5, 1],
          ],
    );
    const order = axes.filter((a) => this.goes[a] === 'loop');
    this.loops = r(3) === 0 ? [...order].reverse() : order;
  }

  private dimension(d: 0 | 1 | 2): number {
    const name = 'xyz'[d]!;
    const of = (goes: string): Axis | undefined => axes.find((a) => this.goes[a] === goes);
    const [spread, alone] = [of(name), of(`block ${name}`)];
    if (alone) return this.strides ? Math.ceil(this.extents[alone] / 2) : this.extents[alone];
    if (d === 0 && this.divided.length > 0)
      return Math.ceil(
        this.divided.reduce((n, a) => n * this.extents[a], 1) / (this.block[0] * this.block[1] * this.block[2]),
      );
    if (!spread) return 1;
    return Math.max(1, Math.ceil(this.extents[spread] / this.block[d] / (this.strides ? 3 : 1)));
  }

  private get divided(): readonly Axis[] {
    return axes.filter((a) => this.goes[a] === 'divided');
  }

  launch(): Omit<RandomKernel, 'name'> {
    const { i, j, k } = this.extents;
    return {
      grid: [this.dimension(0), this.dimension(1), this.dimension(2)],
      block: this.block,
      n: i,
      elements: i * j * k + i * j + 8,
    };
  }

  text(name: string): string {
    const { r, sizes, loops } = this;
    const [before, guard] = this.places();
    const body = Array.from({ length: 1 + r(3) }, () => this.statement()).flat();
    const last = loops.at(-1);
    const opened = loops.map((a) =>
      r(5) === 0
        ? `do ${a} = ${sizes[a]}, 1, -1`
        : r(6) === 0
          ? `do ${a} = 2, ${sizes[a]} - 1`
          : `do ${a} = 1, ${sizes[a]}`,
    );
    const early = last && r(8) === 0 ? [`if (${this.condition()}) cycle`] : [];
    const reset = r(2) ? ['s = 0', 'x = 0'] : [];
    const inside = [
      ...loops.flatMap((_, d) => [...(d === loops.length - 1 ? reset : []), opened[d]!]),
      ...early,
      ...body,
      ...loops.map(() => 'end do'),
    ];
    const shape = `(${sizes.i}, ${sizes.j}, *)`;
    return `  attributes(global) subroutine ${name}(ia, la, ra, da, ca, n)
    integer, value :: n
    integer :: ia${shape}, ca(*)
    integer(8) :: la${shape}
    real :: ra${shape}
    real(8) :: da${shape}
    integer :: i, j, k, l, t, s, e, w, p
    real :: x, y
    i = 1; j = 1; k = 1; l = 0; s = 0; e = 0; w = 0; p = 0; x = 0; y = 0; t = 0
${[...before, ...guard[0], ...inside, ...guard[1]].map((l) => `    ${l}\n`).join('')}  end subroutine ${name}
`;
  }

  /** What finds the places of a thread, and what keeps threads out that have none. */
  private places(): readonly [readonly string[], readonly [readonly string[], readonly string[]]] {
    const { r, goes, sizes, block } = this;
    const lines: string[] = [];
    const conditions: string[] = [];
    const strided: [string[], string[]] = [[], []];
    for (const d of ['x', 'y', 'z'] as const) {
      const a = axes.find((b) => goes[b] === d);
      const b = axes.find((x) => goes[x] === `block ${d}`);
      const first = (x: string): string => `${x}%${d}`;
      if (a && b) continue;
      if (!a && !b) {
        if (this.divided.length === 0) conditions.push(`${first('threadIdx')} == 1`);
        continue;
      }
      const place = a
        ? pick(r, [
            `threadIdx%${d} + blockDim%${d}*(blockIdx%${d} - 1)`,
            `(blockIdx%${d} - 1)*blockDim%${d} + threadIdx%${d}`,
          ])
        : `blockIdx%${d}`;
      const axis = (a ?? b)!;
      if (b) conditions.push(`${first('threadIdx')} == 1`);
      if (this.strides) {
        strided[0].push(`do ${axis} = ${place}, ${sizes[axis]}, ${a ? `blockDim%${d}*gridDim%${d}` : `gridDim%${d}`}`);
        strided[1].unshift('end do');
      } else {
        lines.push(`${axis} = ${place}`);
        conditions.push(`${axis} <= ${sizes[axis]}`);
      }
    }
    for (const a of axes) {
      const beside = axes.find((b) => b !== a && goes[b] === `block ${goes[a]}`);
      if (!beside) continue;
      // Threads of a block go along one axis and the blocks along another one.
      lines.push(`${a} = threadIdx%${goes[a]}`, `${beside} = blockIdx%${goes[a]}`);
      conditions.push(`${beside} <= ${sizes[beside]}`, `${a} <= ${sizes[a]}`);
    }
    if (this.divided.length > 0) {
      lines.push(
        `t = threadIdx%x - 1 + blockDim%x*(threadIdx%y - 1 + blockDim%y*(threadIdx%z - 1)) + ${block[0] * block[1] * block[2]}*(blockIdx%x - 1)`,
      );
      const all = this.divided.map((a) => sizes[a]).join('*');
      conditions.push(`t < ${all}`);
      let rest = 't';
      this.divided.forEach((a, d) => {
        const isLast = d === this.divided.length - 1;
        lines.push(`${a} = ${isLast ? rest : `mod(${rest}, ${sizes[a]})`} + 1`);
        rest = rest === 't' ? `t/${sizes[a]}` : `${rest.replace('t/', 't/(')}*${sizes[a]})`;
      });
    }
    const guard = conditions.join(' .and. ');
    if (!guard) return [lines, strided];
    if (r(3) === 0 && !this.strides) return [lines, [[`if (.not. (${guard})) return`], []]];
    return [
      lines,
      [
        [`if (${guard}) then`, ...strided[0]],
        [...strided[1], 'end if'],
      ],
    ];
  }

  private condition(): string {
    const { r, sizes } = this;
    return pick(r, [
      `ia(i, j, k) > ${r(40) - 10}`,
      `mod(i + j, 2) == 0`,
      `i > 1 .and. i < ${sizes.i}`,
      `j /= ${1 + r(9)}`,
      `i == j`,
      `k > 1`,
      `i + j < ${r(40)}`,
      's > 20',
      `mod(k, 2) == ${r(2)}`,
    ]);
  }

  /** A subscript that may lie beside the own one, and is within the array. */
  private near(a: Axis): string {
    const { r, sizes } = this;
    const n = sizes[a];
    const far = 1 + r(2);
    return pick(r, [
      a,
      a,
      a,
      `max(${a} - ${far}, 1)`,
      `min(${a} + ${far}, ${n})`,
      `mod(${a}, ${n}) + 1`,
      `modulo(${a} - 2, ${n}) + 1`,
      `merge(${a} - 1, ${n}, ${a} > 1)`,
      `${n} + 1 - ${a}`,
      `min(max(${a} + ${far - 2}, 1), ${n})`,
      '1',
    ]);
  }

  private read(): string {
    return `ia(${this.near('i')}, ${this.near('j')}, ${this.near('k')})`;
  }

  private own(): string {
    return pick(this.r, ['la(i, j, k)', 'ra(i, j, k)', 'da(i, j, k)', 'la(i, j, k)']);
  }

  private value(): string {
    const { r } = this;
    return pick(r, [
      this.read(),
      `${this.read()} + ${this.read()}`,
      `${this.read()} - 2*ia(i, j, k) + ${this.read()}`,
      `${this.read()}*${this.read()}`,
      `s + ${this.read()}`,
      `max(${this.read()}, ${this.read()})`,
      'i + 10*j + 100*k',
      `merge(${this.read()}, s, ${this.condition()})`,
    ]);
  }

  private statement(): readonly string[] {
    const { r, sizes, extents, loops } = this;
    const least = Math.min(extents.i, extents.j);
    const inner = loops.at(-1);
    const choices: (() => readonly string[])[] = [
      () => [`${this.own()} = ${this.value()}`],
      () => [`${this.own()} = ${this.value()}`],
      () =>
        [`s = ${pick(r, ['s + ', 'ieor(s, ', 'max(s, '])}${this.read()}`].map((l) => (l.includes('(s,') ? `${l})` : l)),
      () => [`x = x*0.5 + ${this.read()}*0.25`, `ra(i, j, k) = x`],
      () => [`if (${this.condition()}) ${this.own()} = ${this.value()}`],
      () => [
        `if (${this.condition()}) then`,
        `  ${this.own()} = ${this.value()}`,
        'else',
        `  s = s + ${this.read()}`,
        'end if',
      ],
      () => [
        'w = 0',
        `do l = 1, ${pick(r, [String(least), `min(${sizes.i}, ${sizes.j})`])}`,
        `  w = w + ia(i, l, k)*ia(l, j, k)`,
        'end do',
        'la(i, j, k) = w',
      ],
      () => [
        'w = 0',
        `do l = 1, ${sizes.i}`,
        `  w = w + ia(l, j, k)${r(2) ? `*ia(l, j, 1)` : ''}`,
        'end do',
        `la(i, j, k) = w - s`,
      ],
      () => [
        'y = 0',
        `do l = 1, ${sizes.j}`,
        `  y = max(y, 0.5*ia(i, l, k)${r(2) ? ' + ia(i, j, k)' : ''})`,
        'end do',
        `ra(i, j, k) = y`,
      ],
      () => [
        `do l = -1, 1`,
        `  if (i + l < 1 .or. i + l > ${sizes.i}) cycle`,
        `  s = s + ia(i + l, j, k)${r(2) ? '*(l + 2)' : ''}`,
        'end do',
        'la(i, j, k) = s',
      ],
      () => [`e = mod(abs(${this.read()}), ${extents.i}) + 1`, `${this.own()} = ia(e, j, k) + e`],
      () => [
        `do p = max(j - 1, 1), min(j + 1, ${sizes.j})`,
        `  do l = max(i - 1, 1), min(i + 1, ${sizes.i})`,
        `    s = s + ia(l, p, k)`,
        '  end do',
        'end do',
        `da(i, j, k) = s*0.125d0`,
      ],
      () => ['s = s + ia(i, j, k)', `if (s > ${r(200)}) s = 0`],
    ];
    if (inner)
      choices.push(
        () => [
          `if (${inner} > 1) then`,
          `  la(i, j, k) = la(${axes.map((a) => (a === inner ? `${a} - 1` : a)).join(', ')}) + ia(i, j, k)`,
          'end if',
        ],
        () => [
          `if (${inner} > 1) ra(i, j, k) = ra(${axes.map((a) => (a === inner ? `${a} - 1` : a)).join(', ')})*0.5 + ia(i, j, k)`,
        ],
        () => ['la(i, j, k) = s - e', 'e = s', 's = ia(i, j, k)'],
      );
    if (extents.i === extents.j) choices.push(() => ['la(i, j, k) = ia(j, i, k)']);
    return pick(r, choices)();
  }
}
