/** Pages on messages about launches. */
import type { Pages } from './page.ts';

export const launchesPages: Pages = {
  'kernel-without-launch': {
    says: 'A kernel is launched with its grid and block, not called.',
    wrong: `module m
contains
  attributes(global) subroutine k()
  end subroutine
end module
program p
  use m
  call k()
end program`,
    right: `module m
contains
  attributes(global) subroutine k()
  end subroutine
end module
program p
  use m
  call k<<<1, 32>>>()
end program`,
  },
  'copy-too-long': {
    says: 'cudaMemcpy counts elements where it is given arrays; only for `type(c_devptr)` and `type(c_ptr)` it counts bytes. A count in bytes runs past the end of the array.',
    wrong: `use cudafor
real :: a(100)
real, device :: a_d(100)
a = 1
istat = cudaMemcpy(a_d, a, 4 * 100)`,
    right: `use cudafor
real :: a(100)
real, device :: a_d(100)
a = 1
istat = cudaMemcpy(a_d, a, 100)`,
  },
  'copy-direction': {
    says: 'The direction that cudaMemcpy is told must be that of its arguments, of which the first is where the data goes. It may be left out.',
    wrong: `use cudafor
real :: a(100)
real, device :: a_d(100)
a = 1
istat = cudaMemcpy(a_d, a, 100, cudaMemcpyDeviceToHost)`,
    right: `use cudafor
real :: a(100)
real, device :: a_d(100)
a = 1
istat = cudaMemcpy(a_d, a, 100, cudaMemcpyHostToDevice)`,
  },
  'no-shared-bytes': {
    says: 'A shared array of assumed size, or whose extents are known only when the kernel runs, lies in the bytes that the third number of the launch gives. Without it there are none.',
    wrong: `module m
contains
  attributes(global) subroutine turn(a)
    real :: a(*)
    real, shared :: s(*)
    s(threadIdx%x) = a(threadIdx%x)
    call syncthreads()
    a(threadIdx%x) = s(blockDim%x + 1 - threadIdx%x)
  end subroutine
end module
program p
  use m
  real, device :: a(64)
  a = 1
  call turn<<<1, 64>>>(a)
end program`,
    right: `module m
contains
  attributes(global) subroutine turn(a)
    real :: a(*)
    real, shared :: s(*)
    s(threadIdx%x) = a(threadIdx%x)
    call syncthreads()
    a(threadIdx%x) = s(blockDim%x + 1 - threadIdx%x)
  end subroutine
end module
program p
  use m
  real, device :: a(64)
  a = 1
  call turn<<<1, 64, 64 * 4>>>(a)
end program`,
  },
  'never-allocated': {
    says: 'A launch is given an allocatable array that no statement allocates: the kernel finds no memory behind it.',
    wrong: `module m
contains
  attributes(global) subroutine k(a)
    real :: a(*)
    a(threadIdx%x) = 1
  end subroutine
end module
program p
  use m
  real, device, allocatable :: a(:)
  call k<<<1, 32>>>(a)
end program`,
    right: `module m
contains
  attributes(global) subroutine k(a)
    real :: a(*)
    a(threadIdx%x) = 1
  end subroutine
end module
program p
  use m
  real, device, allocatable :: a(:)
  allocate (a(32))
  call k<<<1, 32>>>(a)
end program`,
  },
  'grid-too-small': {
    says: 'A division of integers rounds down: the last elements, which fill no whole block, have no thread. Round up, and let the kernel ask whether its index is one of the elements.',
    wrong: `module m
contains
  attributes(global) subroutine k(a, n)
    integer, value :: n
    real :: a(n)
    i = (blockIdx%x - 1) * blockDim%x + threadIdx%x
    a(i) = 1
  end subroutine
end module
program p
  use m
  integer, parameter :: n = 1000
  real, device :: a(n)
  call k<<<n / 256, 256>>>(a, n)
end program`,
    right: `module m
contains
  attributes(global) subroutine k(a, n)
    integer, value :: n
    real :: a(n)
    i = (blockIdx%x - 1) * blockDim%x + threadIdx%x
    if (i <= n) a(i) = 1
  end subroutine
end module
program p
  use m
  integer, parameter :: n = 1000
  real, device :: a(n)
  call k<<<(n + 255) / 256, 256>>>(a, n)
end program`,
  },
  'launch-of-ordinary': {
    says: 'Only kernels, subroutines with `attributes(global)`, are launched.',
    wrong: `call s<<<1, 32>>>()
contains
  subroutine s()
  end subroutine`,
    right: `call s()
contains
  subroutine s()
  end subroutine`,
  },
  'launch-without-interface': {
    says: 'The caller knows how a kernel takes its arguments: by a module or an interface block.',
    wrong: `real, device :: a(3)
external :: k
call k<<<1, 32>>>(a)`,
    right: `interface
  attributes(global) subroutine k(a)
    real :: a(*)
  end subroutine
end interface
real, device :: a(3)
call k<<<1, 32>>>(a)`,
  },
  'launch-in-device-code': {
    says: 'Kernels are launched by the host. CUDA Fortran has no launches from device code.',
    wrong: `module m
contains
  attributes(global) subroutine inner()
  end subroutine
  attributes(global) subroutine outer()
    call inner<<<1, 32>>>()
  end subroutine
end module`,
    right: `module m
contains
  attributes(device) subroutine inner()
  end subroutine
  attributes(global) subroutine outer()
    call inner()
  end subroutine
end module`,
  },
  'launch-extent': {
    says: 'Grid and block are integers or of type(dim3); a grid may be `*` where the runtime chooses it.',
    wrong: `module m
contains
  attributes(global) subroutine k()
  end subroutine
end module
program p
  use m
  call k<<<1.5, 32>>>()
end program`,
    right: `module m
contains
  attributes(global) subroutine k()
  end subroutine
end module
program p
  use m
  call k<<<2, 32>>>()
end program`,
  },
  'empty-launch': {
    says: 'A launch has at least one block and one thread.',
    wrong: `module m
contains
  attributes(global) subroutine k()
  end subroutine
end module
program p
  use m
  call k<<<0, 32>>>()
end program`,
    right: `module m
contains
  attributes(global) subroutine k()
  end subroutine
end module
program p
  use m
  call k<<<1, 32>>>()
end program`,
  },
  'host-address-in-kernel': {
    says: 'The address of host data is a number like any other to a kernel, and a GPU refuses it. The simulated device has one memory for both, and does not notice.',
    wrong: `module m
contains
  attributes(global) subroutine k(a, distance)
    real :: a(*)
    integer(8), value :: distance
    a(threadIdx%x + distance) = 0
  end subroutine
end module
program p
  use m
  real, device :: a(32)
  real, target :: h(32)
  integer(8) :: distance
  distance = (loc(h) - loc(a)) / 4
  call k<<<1, 32>>>(a, distance)
end program`,
    right: `module m
contains
  attributes(global) subroutine k(a)
    real :: a(*)
    a(threadIdx%x) = 0
  end subroutine
end module
program p
  use m
  real, managed :: h(32)
  call k<<<1, 32>>>(h)
end program`,
  },
  'block-too-large': {
    says: 'A block has at most 1024 threads. More work is more blocks.',
    wrong: `module m
contains
  attributes(global) subroutine k()
  end subroutine
end module
program p
  use m
  call k<<<1, 2048>>>()
end program`,
    right: `module m
contains
  attributes(global) subroutine k()
  end subroutine
end module
program p
  use m
  call k<<<8, 256>>>()
end program`,
  },
  'launch-too-large': {
    says: 'A block has at most 64 threads along z, a grid at most 65535 blocks along y and z.',
    wrong: `module m
contains
  attributes(global) subroutine k()
  end subroutine
end module
program p
  use cudafor
  use m
  call k<<<dim3(1, 70000, 1), 32>>>()
end program`,
    right: `module m
contains
  attributes(global) subroutine k()
  end subroutine
end module
program p
  use cudafor
  use m
  call k<<<dim3(70000, 1, 1), 32>>>()
end program`,
  },
  'over-launch-bounds': {
    says: '`launch_bounds` promises how many threads a block has at most.',
    wrong: `module m
contains
  attributes(global) launch_bounds(128) subroutine k()
  end subroutine
end module
program p
  use m
  call k<<<1, 256>>>()
end program`,
    right: `module m
contains
  attributes(global) launch_bounds(128) subroutine k()
  end subroutine
end module
program p
  use m
  call k<<<1, 128>>>()
end program`,
  },
  'managed-before-sync': {
    says: `Launches do not wait. Managed data that a kernel works on is the host's again after a synchronising call.`,
    wrong: `module m
contains
  attributes(global) subroutine k(a)
    real :: a(32)
    a(threadIdx%x) = 1
  end subroutine
end module
program p
  use cudafor
  use m
  real, managed :: a(32)
  call k<<<1, 32>>>(a)
  print *, a(1)
end program`,
    right: `module m
contains
  attributes(global) subroutine k(a)
    real :: a(32)
    a(threadIdx%x) = 1
  end subroutine
end module
program p
  use cudafor
  use m
  real, managed :: a(32)
  integer :: istat
  call k<<<1, 32>>>(a)
  istat = cudaDeviceSynchronize()
  print *, a(1)
end program`,
  },
  'bad-launch': {
    says: 'A launch is written `<<<grid, block>>>`, or with bytes of shared memory and a stream.',
    wrong: `module m
contains
  attributes(global) subroutine k()
  end subroutine
end module
program p
  use m
  call k<<<32>>>()
end program`,
    right: `module m
contains
  attributes(global) subroutine k()
  end subroutine
end module
program p
  use m
  call k<<<1, 32>>>()
end program`,
  },
  'launch-in-expression': {
    says: 'A launch is a statement of its own.',
    wrong: 'x = k<<<1, 32>>>(3)',
    right: 'x = 3',
  },
  'launch-after-arguments': {
    says: 'The configuration stands between the name and the arguments.',
    wrong: `module m
contains
  attributes(global) subroutine k(n)
    integer, value :: n
  end subroutine
end module
program p
  use m
  call k(3)<<<1, 32>>>
end program`,
    right: `module m
contains
  attributes(global) subroutine k(n)
    integer, value :: n
  end subroutine
end module
program p
  use m
  call k<<<1, 32>>>(3)
end program`,
  },
  'component-with-dot': {
    says: 'Fortran selects components with `%`.',
    wrong: `module m
contains
  attributes(global) subroutine k(a)
    integer :: a(*)
    a(1) = threadIdx.x
  end subroutine
end module`,
    right: `module m
contains
  attributes(global) subroutine k(a)
    integer :: a(*)
    a(1) = threadIdx%x
  end subroutine
end module`,
  },
  'copy-of-section': {
    says: 'cudaMemcpy and its kin copy elements that lie one after the other. A row of a matrix, or every second element, does not. For cudaMemcpy its elements are gathered into a copy before, and spread again after, as for any dummy array of unknown size; -Minfo tells of it. cudaMemcpyAsync is not done when it returns, so that there is no such copy: it takes what lies in memory from the first element on.',
    wrong: `use cudafor
real :: h(10, 10)
real, device :: d(10, 10)
integer :: istat
h = 1
istat = cudaMemcpyAsync(d(1, :), h(1, :), 10)`,
    right: `use cudafor
real :: h(10, 10)
real, device :: d(10, 10)
h = 1
d(1, :) = h(1, :)`,
  },
};
