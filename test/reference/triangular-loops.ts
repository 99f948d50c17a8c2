/** Random kernels with loops whose numbers of iterations differ from thread to thread: from or to the thread's own number, up and down, by several steps, in one another, with numbers that are handed from iteration to iteration. */
import { type Random, randomSource } from '../back/random-kernel.ts';
import { type RandomKernel, type RandomSource, sourceOf } from './kernel-source.ts';

const blocks = [
  [70, 1, 1],
  [31, 1, 1],
  [16, 4, 1],
  [33, 2, 1],
  [5, 3, 2],
] as const;

export function triangularLoops(from: number, to: number): RandomSource {
  const kernels: RandomKernel[] = [];
  const parts: string[] = [];
  for (let seed = from; seed < to; seed++) {
    const r = randomSource(seed * 17 + 1);
    const block = blocks[seed % blocks.length]!;
    kernels.push({ name: `kernel${seed}`, grid: [1 + r(2), 1, 1], block, n: r(block[0] + 5) });
    parts.push(kernelText(`kernel${seed}`, block[0] * block[1] * block[2], r));
  }
  return sourceOf(kernels, parts);
}

/** Threads fill cells of their own block, wait, and write to others of their own. */
function kernelText(name: string, threads: number, r: Random): string {
  return `  attributes(global) subroutine ${name}(ia, la, ra, da, ca, n)
    integer, value :: n
    integer :: ia(*), ca(*)
    integer(8) :: la(*)
    real :: ra(*)
    real(8) :: da(*)
    integer :: x, y, i, j, k, base, s, last
    real :: q
    x = threadIdx%x
    y = threadIdx%y
    base = ${4 * threads}*(blockIdx%x - 1)
    i = x + blockDim%x*(y - 1 + blockDim%y*(threadIdx%z - 1))
    do j = 1, 4
      ia(base + i + ${threads}*(j - 1)) = ieor(i*37, j*11)
      ra(base + i + ${threads}*(j - 1)) = i*0.25 + j
    end do
    call syncthreads()
    s = n
    last = x
    q = 1.5
${r(3) === 0 ? '    if (x > n) return\n' : ''}${Array.from({ length: 1 + r(2) }, () => loopText(r, 'j', 1)).join('')}    la(base + i) = s + ${r(2) ? 'last' : 'int(q)'}
    da(base + i) = q
  end subroutine ${name}
`;
}

/** Cells from 1 to twice the block's x and some more are there: four times as many as threads. */
function loopText(r: Random, variable: 'j' | 'k', depth: number): string {
  const outer = variable === 'k' ? ['j', 'max(j - 2, 1)'] : [];
  const own = ['x', 'x + 1', 'max(x - 2, 1)', `x + ${r(9)}`, `${1 + r(3)}*x - ${r(2)}`, ...outer];
  const shared = ['1', 'n', `n + ${r(5)}`, 'blockDim%x', `${1 + r(40)}`, ...outer];
  const one = (list: readonly string[]): string => list[r(list.length)]!;
  const [low, high] = [
    [one(own), one(shared)],
    [one(shared), one(own)],
    [one(own), one(own)],
  ][r(3)]!;
  const step = [1, 1, 1, 2, -1, -2][r(6)]!;
  const bounds = step > 0 ? `${low}, ${high}` : `${high}, ${low}`;
  const at = `base + max(${variable}, 1)`;
  const bodies = [
    `s = s + ia(${at})*${1 + r(3)}`,
    `q = q*0.5 + ra(${at})`,
    `if (ia(${at}) > ${r(90)}) s = s + 1`,
    `if (${variable} > ${low}) s = s + last\n      last = ia(${at})`,
    `la(base + i) = s + ${variable}\n      s = ieor(s, int(la(base + i)))`,
    `da(base + i + mod(abs(${variable}), 3)*i*0) = q + ${variable}`,
    `if (s > 4000) ${['exit', 'cycle'][r(2)]}\n      s = s + 7`,
    `q = q + ia(base + abs(x - ${variable}) + 1)`,
  ];
  const inner = depth > 0 && r(3) === 0 ? loopText(r, 'k', 0) : '';
  return `    do ${variable} = ${bounds}${step === 1 ? '' : `, ${step}`}
      ${one(bodies)}
${inner}      ${one(bodies)}
    end do
`;
}
