/** Random CUDA Fortran modules without races: threads write elements of their own, except where all pass barriers together, and counters that only atomic functions touch. */
import { type Random, randomSource } from '../back/random-kernel.ts';
import { type Shape, Statements } from './source-statements.ts';
import type { Names } from './source-values.ts';
import type { Dims } from './threads.ts';

export type RandomKernel = {
  readonly name: string;
  readonly grid: Dims;
  readonly block: Dims;
  readonly n: number;
  /** Elements of each array, numbers to begin with; four zeros per thread and four more where not given. */
  readonly elements?: number;
  /** Bytes of dynamic shared memory. */
  readonly dynamic?: number;
};
export type RandomSource = { readonly text: string; readonly kernels: readonly RandomKernel[] };

/** A program of kernels of six arguments: `parts` are their texts. */
export function sourceOf(kernels: readonly RandomKernel[], parts: readonly string[]): RandomSource {
  const text = `module m
  implicit none
contains
${parts.join('')}end module m
program p
  use m
  integer, device :: ia(9999), ca(24)
  integer(8), device :: la(9999)
  real, device :: ra(9999)
  real(8), device :: da(9999)
${kernels.map((k) => `  call ${k.name}<<<1, 1>>>(ia, la, ra, da, ca, 1)\n`).join('')}end program p
`;
  return { text, kernels };
}

/** Extents that fill no chunk, some, and all of them. */
const blocks: readonly Dims[] = [
  [64, 1, 1],
  [33, 1, 1],
  [8, 4, 1],
  [5, 3, 1],
  [32, 1, 1],
  [7, 1, 1],
  [16, 2, 2],
  [3, 2, 4],
  [96, 1, 1],
  [4, 4, 4],
  [50, 1, 1],
  [1, 9, 1],
];

const types = `  type pair
    integer :: n
    real :: v(2)
  end type pair
contains
  attributes(device) subroutine iteration(a, b)
    type(pair) :: a
    type(pair), intent(in) :: b
    a%n = ieor(a%n, b%n)
    if (a%n > b%n) then
      a%v = a%v(2:1:-1)
    else
      a%v(1) = b%v(2)
    end if
  end subroutine iteration
  attributes(device) type(pair) function joined(a, b)
    type(pair), intent(in) :: a, b
    joined%n = a%n + b%n
    joined%v = a%v * 0.5 + b%v * 0.25
  end function joined
`;

/** Kernels `k<seed>` for the seeds from <= seed < to, in one module. */
export function randomSourceText(from: number, to: number): RandomSource {
  const kernels: RandomKernel[] = [];
  const parts: string[] = [];
  for (let seed = from; seed < to; seed++) {
    const r = randomSource(seed * 7 + 3);
    const block = blocks[seed % blocks.length]!;
    const kernel = { name: `kernel${seed}`, grid: (seed % 5 === 0 ? [2, 2, 1] : [2, 1, 1]) as Dims, block, n: r(9) };
    kernels.push(kernel);
    parts.push(procedures(seed, r), kernelText(seed, r, kernel));
  }
  const launches = kernels.map((k) => `  call ${k.name}<<<1, 1>>>(ia, la, ra, da, ca, 1)\n`).join('');
  const text = `module m
  implicit none
${types}${parts.join('')}end module m
program p
  use m
  integer, device :: ia(4), ca(24)
  integer(8), device :: la(4)
  real, device :: ra(4)
  real(8), device :: da(4)
${launches}end program p
`;
  return { text, kernels };
}

/** Functions and subroutines that the kernel of `seed` calls: with loops, early returns and arguments that they change. */
function procedures(seed: number, r: Random): string {
  return `  attributes(device) integer function f${seed}(x, y)
    integer, value :: x
    real, value :: y
    integer :: j
    f${seed} = x
    if (y > ${r(9)}.0) return
    do j = 1, iand(x, 3)
      f${seed} = f${seed} * ${1 + r(4)} + j
      if (f${seed} > ${r(300)}) exit
    end do
  end function f${seed}
  attributes(device) subroutine step${seed}_0(x, y, a)
    integer :: x, a(4)
    real :: y
    integer :: j
    do j = 1, 4
      if (a(j) > x) cycle
      y = y * 0.75 + a(j)
      x = x + j
    end do
  end subroutine step${seed}_0
  attributes(device) subroutine step${seed}_1(x, y, a)
    integer :: x, a(4)
    real :: y
    integer :: b(${2 + r(6)})
    if (y < ${r(20)}.0) return
    b = x
    b(iand(x, 1) + 1) = a(2)
    a(iand(x, 3) + 1) = sum(b)
    x = maxval(a)
  end subroutine step${seed}_1
`;
}

/** Kernels of these seeds and beyond read neighbours at the edges of rows. */
export const withEdges = 200_000;

const arrayDeclarations = `    integer :: ai(4)
    real :: ar(4)
    type(pair) :: pa, pb
`;
const arrayStart = `    ai = [t, g, 2, n]; ar = [1.0, r0, r1, -2.0]
    pa = pair(t, [r0, 2.0]); pb = pair(g, [0.5, r1])
`;
const arrayEnd = `    ia(4 * g + 3) = sum(ai) + pa%n * 3 + pb%n
    ra(4 * g + 3) = ra(4 * g + 3) + sum(ar); ra(4 * g + 4) = ra(4 * g + 4) + pa%v(1) - pb%v(2)
`;

function kernelText(seed: number, r: Random, kernel: RandomKernel): string {
  const [x, y, z] = kernel.block;
  const threads = x * y * z;
  const returns = r(3) === 0;
  const arrays = r(2) === 0;
  const shape: Shape = {
    threads,
    line: y * z === 1,
    full: threads % 32 === 0 && !returns,
    returns,
    warps: r(2) === 0,
    arrays,
    edges: seed >= withEdges,
  };
  const names: Names = {
    read: {
      i: [
        't',
        'g',
        'n',
        'i0',
        'i1',
        'i2',
        'i3',
        'u0',
        'ia(4 * g + 1)',
        ...(arrays ? ['ai(2)', 'ai(iand(i1, 3) + 1)', 'pa%n'] : []),
      ],
      l: ['l0', 'l1', 'l2', 'l3', 'la(4 * g + 2)'],
      r: ['r0', 'r1', 'r2', 'r3', 'ra(4 * g + 1)', ...(arrays ? ['ar(3)', 'ar(iand(i2, 3) + 1)', 'pb%v(1)'] : [])],
      d: ['d0', 'd1', 'd2', 'd3', 'da(4 * g + 3)'],
      b: ['b0', 'b1'],
    },
    uniform: ['u0', 'u1', 'u2', 'n', 'blockIdx%x'],
    functions: [`f${seed}`],
  };
  const s = new Statements(r, names, shape, 20 + r(40));
  const body = s.list({ together: 'block', open: [], depth: 0 }, 6 + r(10)).map((line) => {
    const own = line.replaceAll(/call step(\d)\(/g, `call step${seed}_$1(`);
    return `    ${own}\n`;
  });
  return `  attributes(global) subroutine ${kernel.name}(ia, la, ra, da, ca, n)
    integer :: ia(*), ca(*)
    integer(8) :: la(*)
    real :: ra(*)
    real(8) :: da(*)
    integer, value :: n
    integer, shared :: si(${threads})
    integer(8), shared :: sl(${threads})
    real, shared :: sr(${threads})
    real(8), shared :: sd(${threads})
    integer :: t, g, wp, iold, u0, u1, u2, i0, i1, i2, i3
    integer(8) :: l0, l1, l2, l3
    real :: r0, r1, r2, r3
    real(8) :: d0, d1, d2, d3
    logical :: b0, b1
${arrays ? arrayDeclarations : ''}${s.declarations.map((d) => `    ${d}\n`).join('')}    t = threadIdx%x - 1 + blockDim%x * (threadIdx%y - 1 + blockDim%y * (threadIdx%z - 1))
    g = t + blockDim%x * blockDim%y * blockDim%z * (blockIdx%x - 1 + gridDim%x * (blockIdx%y - 1))
    wp = t / 32
    u0 = n; u1 = 3; u2 = blockIdx%y
    i0 = t; i1 = g * 5; i2 = 17 - t; i3 = n
    l0 = g; l1 = 12345678901_8 * t; l2 = -t; l3 = 1
    r0 = t * 0.25; r1 = g; r2 = -1.5; r3 = n
    d0 = g * 0.125d0; d1 = t; d2 = 2.5d0; d3 = -t
    b0 = mod(t, 3) == 0; b1 = .true.
${arrays ? arrayStart : ''}    si(t + 1) = t; sl(t + 1) = t; sr(t + 1) = t; sd(t + 1) = t
    call syncthreads()
${body.join('')}    ia(4 * g + 1) = ieor(ieor(i0, i1 * 3), ieor(i2 * 5, i3 * 7)) + u0 + 64 * u1 + 4096 * u2
    ia(4 * g + 2) = merge(1, 0, b0) + merge(2, 0, b1)
    la(4 * g + 1) = ieor(ieor(l0, l1 * 3), ieor(l2 * 5, l3 * 7))
    ra(4 * g + 1) = r0; ra(4 * g + 2) = r1; ra(4 * g + 3) = r2; ra(4 * g + 4) = r3
    da(4 * g + 1) = d0; da(4 * g + 2) = d1; da(4 * g + 3) = d2; da(4 * g + 4) = d3
${arrays ? arrayEnd : ''}  end subroutine ${kernel.name}
`;
}
