/** Kernels whose regions set a local of each thread to what all rows of threads have in common, beside a loop whose loads the rows share. */
import type { RandomKernel, RandomSource } from './kernel-source.ts';

const bodies: readonly (readonly string[])[] = [
  ['v = n + 1', 'do k = -1, mod(n, 4)', '  r = r + tile(threadIdx%x)', 'end do'],
  ['do k = -1, mod(n, 4)', '  r = r + tile(threadIdx%x)', '  v = k', 'end do'],
  ['do v = -1, mod(n, 4)', '  r = r + tile(threadIdx%x)', 'end do'],
  ['if (n > 2) v = 5', 'do k = -1, mod(n, 4)', '  r = r + tile(threadIdx%x)', 'end do', 'v = v + n'],
];

/** One for each way in which they do. */
export function rowsAlike(): RandomSource {
  const kernels: RandomKernel[] = bodies.map((_, i) => ({
    name: `kernel${i}`,
    grid: [2, 2, 1],
    block: [8, 4, 1],
    n: 3,
  }));
  return { text: ['module m', 'contains', ...bodies.map(kernelText), 'end module m', program].join('\n'), kernels };
}

function kernelText(body: readonly string[], i: number): string {
  return `
  attributes(global) subroutine kernel${i}(ia, la, ra, da, ca, n)
    integer :: ia(*), ca(*)
    integer(8) :: la(*)
    real :: ra(*)
    real(8) :: da(*)
    integer, value :: n
    real, shared :: tile(32)
    integer :: t, g, j, k, v
    real :: r
    t = threadIdx%x - 1 + blockDim%x * (threadIdx%y - 1)
    g = t + blockDim%x * blockDim%y * (blockIdx%x - 1 + gridDim%x * (blockIdx%y - 1))
    v = 17 - t
    r = g
    tile(t + 1) = t
    call syncthreads()
    do j = 1, n
      ${body.join('\n      ')}
      call syncthreads()
    end do
    ia(4 * g + 1) = v
    ra(4 * g + 1) = r
  end subroutine kernel${i}`;
}

const program = `program p
  use m
  integer, device :: ia(4), ca(24)
  integer(8), device :: la(4)
  real, device :: ra(4)
  real(8), device :: da(4)
${bodies.map((_, i) => `  call kernel${i}<<<1, 1>>>(ia, la, ra, da, ca, 1)`).join('\n')}
end program p
`;
