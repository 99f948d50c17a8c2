/** Random kernels whose threads go through loops under conditions on what the loops count, on their own number, and on both: at the ends, in the middle, for every other iteration. */
import { type Random, randomSource } from '../back/random-kernel.ts';
import { type RandomKernel, type RandomSource, sourceOf } from './kernel-source.ts';

const blocks = [
  [64, 1, 1],
  [37, 1, 1],
  [32, 2, 1],
  [16, 4, 1],
] as const;

/** Iterations of a loop, at most. */
const most = 9;

export function loopConditions(from: number, to: number): RandomSource {
  const kernels: RandomKernel[] = [];
  const parts: string[] = [];
  for (let seed = from; seed < to; seed++) {
    const r = randomSource(seed * 19 + 5);
    const block = blocks[seed % blocks.length]!;
    // Rows of threads are iterations of a loop, or those of a grid along y.
    const inPlanes = seed % 3 === 0;
    const threads = 3 * block[0] * (inPlanes ? 1 : block[1]);
    const grid = inPlanes ? ([3, Math.ceil(most / block[1]), 1] as const) : ([3, 1, 1] as const);
    kernels.push({ name: `kernel${seed}`, grid, block, n: threads - r(20), elements: threads * (most + 2) });
    parts.push(kernelText(`kernel${seed}`, inPlanes, r));
  }
  return sourceOf(kernels, parts);
}

function kernelText(name: string, inPlanes: boolean, r: Random): string {
  const declared = r(2) ? 'ia(n, *), la(n, *), ra(n, *), da(n, *)' : 'ia(n, 9), la(n, 9), ra(n, 9), da(n, 9)';
  const [a, b, c, d] = declared.split('), ').map((x) => (x.endsWith(')') ? x : `${x})`));
  const places = inPlanes
    ? `    i = threadIdx%x + blockDim%x*(blockIdx%x - 1)
    j = threadIdx%y + blockDim%y*(blockIdx%y - 1)
    s = n
    if (i <= n .and. j <= ${most}) then
`
    : `    i = threadIdx%x + blockDim%x*(threadIdx%y - 1 + blockDim%y*(blockIdx%x - 1))
    s = n
    if (i <= n) then
`;
  const work = inPlanes ? planeText(r) : `${loopText(r)}${r(2) ? loopText(r) : ''}      la(i, 1) = s\n`;
  return `  attributes(global) subroutine ${name}(ia, la, ra, da, ca, n)
    integer, value :: n
    integer :: ${a}, ca(*)
    integer(8) :: ${b}
    real :: ${c}
    real(8) :: ${d}
    integer :: i, j, k, s, w
${places}${work}    end if
  end subroutine ${name}
`;
}

/** Of one thread for each place of a plane. */
function planeText(r: Random): string {
  const statements = Array.from({ length: 1 + r(2) }, () => `        ${statementText(r, ['j'])}\n`).join('');
  const loop = r(2)
    ? `      do k = ${1 + r(2)}, ${3 + r(5)}
          ${statementText(r, ['j', 'k'])}
      end do
`
    : '';
  return `${statements}${loop}      la(i, j) = la(i, j) + s\n`;
}

function loopText(r: Random): string {
  const [low, high] = [1 + r(3), [3 + r(7), 'min(n, 7)', 'mod(n, 6) + 3'][r(3)]!];
  const inner = r(4) === 0;
  const counters = inner ? ['j', 'k'] : ['j'];
  const statement = statementText(r, counters);
  const body = inner
    ? `        do k = ${1 + r(2)}, ${2 + r(4)}
          ${statement}
        end do
`
    : `        ${statement}
`;
  return `      do j = ${low}, ${high}${r(5) === 0 ? ', 2' : ''}
${body}      end do
`;
}

function statementText(r: Random, counters: readonly string[]): string {
  const condition = conditionText(r, counters, 1 + r(2));
  const index = `merge(max(i - 1, 1), i, ${condition})`;
  const bodies = [
    'da(i, j) = ra(i, j)*2 + j',
    'ra(i, j) = ra(i, j) + i',
    's = s + ia(i, j)*j',
    's = s + ia(min(i + 1, n), 1) - j',
    'la(i, j) = la(i, j)*3 + ia(max(i - 1, 1), j)',
  ];
  const one = bodies[r(bodies.length)]!;
  switch (r(4)) {
    case 0:
      return `s = ieor(s*3, ia(${index}, j))`;
    case 1:
      return `da(i, j) = merge(ia(i, 1) + j, ia(i, 2), ${condition})`;
    case 2:
      return `if (${condition}) then
          ${one}
        else
          ${bodies[r(bodies.length)]!}
        end if`;
    default:
      return `if (${condition}) ${one}`;
  }
}

function conditionText(r: Random, counters: readonly string[], depth: number): string {
  const j = counters[r(counters.length)]!;
  const compared = ['<', '<=', '>', '>=', '==', '/='][r(6)]!;
  if (depth > 0 && r(3) > 0) {
    const [p, q] = [conditionText(r, counters, depth - 1), conditionText(r, counters, depth - 1)];
    const ofThread = [`i < n - ${r(9)}`, 'i > 1', `i /= ${1 + r(99)}`, `i /= ${j}`][r(4)]!;
    return [`${p} .and. ${q}`, `(${p} .or. ${q})`, `.not. (${p})`, `${p} .and. ${ofThread}`, `${ofThread} .and. ${p}`][
      r(5)
    ]!;
  }
  return [
    `${j} /= ${1 + r(9)}`,
    `${j} == ${1 + r(9)}`,
    `mod(${j}, ${2 + r(2)}) ${compared} ${r(2)}`,
    `iand(${j}, 1) == ${r(2)}`,
    `i /= ${j} + ${r(90)}`,
    `i + ${j} ${compared} ${r(99)}`,
    `i - ${1 + r(9)}*${j} ${compared} n - ${r(40)}`,
    `(${j} - 4)**2 ${compared} ${r(8)}`,
    `abs(${j} - ${2 + r(4)}) ${compared} ${r(3)}`,
    `i < n - ${r(9)}`,
    `i /= n`,
    `${j} ${compared} ${counters[0]} - ${r(3)}`,
    `i*${j} ${compared} n + ${r(200)}`,
    `${j}/2 ${compared} ${r(4)}`,
  ][r(14)]!;
}
