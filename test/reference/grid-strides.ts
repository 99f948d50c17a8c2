/**
 * Random kernels whose threads go through one to three axes of an array by strides of the grid, or of its blocks alone, one loop in the other: with too few blocks and with too many, as counted
 * loops and as `do while`, with numbers of 32 and 64 bits. Some have one thread, for which rows may overlap and cells hang on those before.
 */
import { type Random, randomSource } from '../back/random-kernel.ts';
import { type RandomKernel, type RandomSource, sourceOf } from './kernel-source.ts';

export function gridStrides(from: number, to: number): RandomSource {
  const kernels: RandomKernel[] = [];
  const parts: string[] = [];
  for (let seed = from; seed < to; seed++) {
    const r = randomSource(seed * 29 + 5);
    const isAlone = r(4) === 0;
    const block = isAlone ? ([1, 1, 1] as const) : blocks[r(blocks.length)]!;
    const grid = isAlone ? ([1, 1, 1] as const) : ([1 + r(4), 1 + r(3), 1 + r(2)] as const);
    kernels.push({ name: `kernel${seed}`, grid, block, n: 1 + r(40), elements });
    parts.push(kernelText(`kernel${seed}`, isAlone, r));
  }
  return sourceOf(kernels, parts);
}

/** Three for each cell, and some behind them. */
const elements = 3 * 40 * 15 * 4 + 400;

const blocks = [
  [32, 1, 1],
  [64, 1, 1],
  [16, 4, 1],
  [8, 8, 1],
  [4, 2, 2],
  [5, 3, 1],
] as const;

/** Variables of an axis, and the end of their loop. */
const axes = { x: ['i', 'n'], y: ['j', '15'], z: ['k', '4'] } as const;
type Axis = keyof typeof axes;

const orders: readonly (readonly Axis[])[] = [['x'], ['y', 'x'], ['x', 'y'], ['z', 'y', 'x'], ['z', 'x'], ['y']];

function kernelText(name: string, isAlone: boolean, r: Random): string {
  const order = orders[r(orders.length)]!;
  const others = (Object.keys(axes) as Axis[]).filter((a) => !order.includes(a));
  const kind = r(3) === 0 ? '(8)' : '';
  // Rows that reach into the next one are one thread's.
  const pitch = isAlone && r(2) === 0 ? 'max(1, n - 3)' : ['n', '(n + 2)', '40'][r(3)]!;
  const cell = `i + ${pitch}*(j + 15*k)`;
  const loops = order.reduceRight((body, axis) => loop(axis, kind, body, r), bodyText(cell, isAlone, r));
  return `  attributes(global) subroutine ${name}(ia, la, ra, da, ca, n)
    integer, value :: n
    integer :: ia(0:*), ca(*)
    integer(8) :: la(0:*)
    real :: ra(0:*)
    real(8) :: da(0:*)
    integer${kind} :: i, j, k, h
    integer :: q
    i = 0
    j = 0
    k = 0
    q = ${r(3)}
${others.map((a) => (r(2) === 0 ? alone(a) : byBlocks(a))).join('')}    ${r(4) === 0 ? 'if (n < 3) return' : 'h = 0'}
${loops}  end subroutine ${name}
`;
}

/** Of the threads along an axis that no loop goes through those with the first number do all. */
const alone = (axis: Axis): string => `    if (threadIdx%${axis} > 1 .or. blockIdx%${axis} > 1) return\n`;

/** Or each block does its own, where the axis is as long. */
const byBlocks = (axis: Axis): string =>
  `    if (threadIdx%${axis} > 1 .or. blockIdx%${axis} > ${axes[axis][1]}) return\n    ${axes[axis][0]} = blockIdx%${axis} - 1\n`;

/** By strides of the grid, of its blocks or of a block, or through all numbers; some end where a loop around them stands. */
function loop(axis: Axis, kind: string, body: string, r: Random): string {
  const [variable, last] = axes[axis];
  const place = kind
    ? `int(blockIdx%${axis} - 1, 8)*blockDim%${axis} + threadIdx%${axis} - 1`
    : `(blockIdx%${axis} - 1)*blockDim%${axis} + threadIdx%${axis} - 1`;
  const strides = [
    [place, `gridDim%${axis}*blockDim%${axis}`],
    [place, `gridDim%${axis}*blockDim%${axis}`],
    [place, `blockDim%${axis}*gridDim%${axis}`],
    [`threadIdx%${axis} - 1`, `blockDim%${axis}`],
    [`blockIdx%${axis} - 1`, `gridDim%${axis}`],
    ['0', '1'],
  ] as const;
  const [first, step] = strides[r(strides.length)]!;
  // Threads that do the same would race.
  const one =
    first === '0'
      ? `threadIdx%${axis} > 1 .or. blockIdx%${axis} > 1`
      : first.startsWith('thread')
        ? `blockIdx%${axis} > 1`
        : first.startsWith('block')
          ? `threadIdx%${axis} > 1`
          : undefined;
  const guarded = one ? `      if (.not. (${one})) then\n${body}      end if\n` : body;
  const [low, high] = [
    ['', ' + 1'][r(2)]!,
    [' - 1', ' - 2', ' - 1 - mod(i + j, 2)', ' - 1 - k'][r(r(3) === 0 ? 4 : 2)]!,
  ];
  const end =
    axis === 'x' && r(4) === 0
      ? `min(n, int(j) + 3) - 1`
      : axis === 'x' && high.includes('i + j')
        ? `${last} - 1 - mod(j, 2)`
        : `${last}${high}`;
  if (r(3) === 0)
    return `    ${variable} = ${first}${low}
    do while (${variable} <= ${end})
${guarded}      ${variable} = ${variable} + ${step}
    end do
`;
  return `    do ${variable} = ${first}${low}, ${end}, ${step}
${guarded}    end do
`;
}

function bodyText(cell: string, isAlone: boolean, r: Random): string {
  const near = ['0', '1', 'q'][r(3)]!;
  const value = `ia(${cell}) + 3*ia(${cell} + ${near}) - i`;
  const other = isAlone ? ['la(h)', 'la(h + 1)', `la(max(0, h - 1))`][r(3)]! : 'la(h)';
  const texts = [
    `      la(h) = ${value}\n`,
    `      la(h) = 2*${other} + ${value}\n`,
    `      if (ia(h) > 0 .and. i /= 3) then\n        la(h) = ${value}\n      else\n        la(h) = ${other} - j\n      end if\n`,
    `      do q = 0, 2\n        da(3*h + q) = ra(h)*q + i\n      end do\n      q = 1\n`,
    `      ra(h) = ra(h)*0.5 + ia(h + ${near})\n      la(h) = ia(h) - k\n`,
    `      la(h) = ${isAlone ? 'blockIdx%x' : 'threadIdx%x'} + ia(h)\n`,
  ];
  return `      h = ${cell}\n${texts[r(texts.length)]!}`;
}
