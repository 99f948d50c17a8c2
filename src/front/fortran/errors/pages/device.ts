/** Pages on messages about device code, kernels and barriers. */
import type { Pages } from './page.ts';

export const devicePages: Pages = {
  'divergent-barrier': {
    says: 'All threads of a block come to a barrier. Under a condition that differs between them some stay away, and the block hangs or computes something else.',
    wrong: `module m
contains
  attributes(global) subroutine k(a, n)
    integer, value :: n
    real :: a(n)
    if (threadIdx%x <= n) then
      a(threadIdx%x) = 1
      call syncthreads()
    end if
  end subroutine
end module`,
    right: `module m
contains
  attributes(global) subroutine k(a, n)
    integer, value :: n
    real :: a(n)
    if (threadIdx%x <= n) a(threadIdx%x) = 1
    call syncthreads()
  end subroutine
end module`,
  },
  'missing-barrier': {
    says: 'What one thread writes to shared memory another may read only after both have met.',
    wrong: `module m
contains
  attributes(global) subroutine reverse(a)
    real :: a(64)
    real, shared :: t(64)
    t(threadIdx%x) = a(threadIdx%x)
    a(threadIdx%x) = t(65 - threadIdx%x)
  end subroutine
end module`,
    right: `module m
contains
  attributes(global) subroutine reverse(a)
    real :: a(64)
    real, shared :: t(64)
    t(threadIdx%x) = a(threadIdx%x)
    call syncthreads()
    a(threadIdx%x) = t(65 - threadIdx%x)
  end subroutine
end module`,
  },
  'shared-in-host-code': {
    says: 'Shared memory belongs to the block of a kernel.',
    wrong: 'real, shared :: t(64)',
    right: `module m
contains
  attributes(global) subroutine k()
    real, shared :: t(64)
    t(threadIdx%x) = 0
  end subroutine
end module`,
  },
  'constant-in-procedure': {
    says: 'Constant memory is set by the host and read by kernels: it is declared in a module.',
    wrong: `module m
contains
  attributes(global) subroutine k(a)
    real :: a(*)
    real, constant :: c(3)
    a(1) = c(1)
  end subroutine
end module`,
    right: `module m
  real, constant :: c(3)
contains
  attributes(global) subroutine k(a)
    real :: a(*)
    a(1) = c(1)
  end subroutine
end module`,
  },
  'pinned-not-allocatable': {
    says: 'Page-locked memory is had by `allocate`.',
    wrong: 'real, pinned :: a(100)',
    right: 'real, pinned, allocatable :: a(:)',
  },
  'device-component': {
    says: 'A component lies with its object; only one that is allocated can lie on the device.',
    wrong: `type field
  real, device :: a(100)
end type`,
    right: `type field
  real, device, allocatable :: a(:)
end type`,
  },
  'builtin-in-host-code': {
    says: '`threadIdx` and its kin have values in device code only.',
    wrong: 'i = threadIdx%x',
    right: `module m
contains
  attributes(global) subroutine k(a)
    integer :: a(*)
    a(threadIdx%x) = threadIdx%x
  end subroutine
end module`,
  },
  'builtin-component': {
    says: '`threadIdx`, `blockIdx`, `blockDim` and `gridDim` have the components x, y and z.',
    wrong: `module m
contains
  attributes(global) subroutine k(a)
    integer :: a(*)
    a(1) = threadIdx
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
  'host-array-on-device': {
    says: 'Kernels cannot reach host memory: the array is copied to the device first. (Scalars used in a CUF kernel are copied for you.)',
    wrong: `real :: w(3)
real, device :: a(100)
integer :: i
w = 1
!$cuf kernel do <<<*, *>>>
do i = 1, 100
  a(i) = w(1)
end do`,
    right: `real :: w(3)
real, device :: a(100), w_d(3)
integer :: i
w = 1
w_d = w
!$cuf kernel do <<<*, *>>>
do i = 1, 100
  a(i) = w_d(1)
end do`,
  },
  'host-variable-on-device': {
    says: 'A variable of a module is in host memory unless an attribute says otherwise.',
    wrong: `module m
  integer :: n
contains
  attributes(global) subroutine k(a)
    integer :: a(*)
    a(1) = n
  end subroutine
end module`,
    right: `module m
contains
  attributes(global) subroutine k(a, n)
    integer, value :: n
    integer :: a(*)
    a(1) = n
  end subroutine
end module`,
  },
  'host-procedure-on-device': {
    says: 'Device code calls procedures that are compiled for the device.',
    wrong: `module m
contains
  real function half(x)
    real :: x
    half = x / 2
  end function
  attributes(global) subroutine k(a)
    real :: a(*)
    a(1) = half(a(1))
  end subroutine
end module`,
    right: `module m
contains
  attributes(device) real function half(x)
    real :: x
    half = x / 2
  end function
  attributes(global) subroutine k(a)
    real :: a(*)
    a(1) = half(a(1))
  end subroutine
end module`,
  },
  'device-procedure-on-host': {
    says: 'Host code cannot call a procedure that exists only on the device.',
    wrong: `module m
contains
  attributes(device) real function half(x)
    real :: x
    half = x / 2
  end function
end module
program p
  use m
  print *, half(3.0)
end program`,
    right: `module m
contains
  attributes(host,device) real function half(x)
    real :: x
    half = x / 2
  end function
end module
program p
  use m
  print *, half(3.0)
end program`,
  },
  'host-data-to-device': {
    says: 'Arguments of kernels lie on the device, or are passed by value.',
    wrong: `module m
contains
  attributes(global) subroutine k(a, n)
    integer :: n
    real :: a(n)
    a(n) = 1
  end subroutine
end module
program p
  use m
  real, device :: a(10)
  call k<<<1, 1>>>(a, 10)
end program`,
    right: `module m
contains
  attributes(global) subroutine k(a, n)
    integer, value :: n
    real :: a(n)
    a(n) = 1
  end subroutine
end module
program p
  use m
  real, device :: a(10)
  call k<<<1, 1>>>(a, 10)
end program`,
  },
  'device-data-to-host': {
    says: 'A host procedure cannot read device memory.',
    wrong: `real, device :: a(10)
call show(a)
contains
  subroutine show(x)
    real :: x(:)
    print *, x
  end subroutine`,
    right: `real, device :: a(10)
real :: h(10)
h = a
call show(h)
contains
  subroutine show(x)
    real :: x(:)
    print *, x
  end subroutine`,
  },
  'device-data-in-condition': {
    says: 'Host code that asks for a value on the device waits for the device and copies it, each time.',
    wrong: `integer, device :: flag
flag = 1
if (flag > 0) print *, 'set'`,
    right: `integer, device :: flag
integer :: flag_h
flag = 1
flag_h = flag
if (flag_h > 0) print *, 'set'`,
  },
  'kernel-is-function': {
    says: 'A launch gives no value: kernels are subroutines.',
    wrong: `module m
contains
  attributes(global) real function k(a)
    real :: a(*)
    k = a(1)
  end function
end module`,
    right: `module m
contains
  attributes(global) subroutine k(a, result)
    real :: a(*), result
    result = a(1)
  end subroutine
end module`,
  },
  'kernel-is-recursive': {
    says: 'A kernel cannot call itself.',
    wrong: `module m
contains
  attributes(global) recursive subroutine k()
  end subroutine
end module`,
    right: `module m
contains
  attributes(global) subroutine k()
  end subroutine
end module`,
  },
  'kernel-is-elemental': {
    says: 'A launch runs a kernel in many threads, each of which takes its elements by itself. `pure` may stand before a kernel, and says no more than that it changes nothing but its arguments.',
    wrong: `module m
contains
  attributes(global) elemental subroutine k(a)
    real, intent(inout) :: a
    a = 1
  end subroutine
end module`,
    right: `module m
contains
  attributes(global) pure subroutine k(a)
    real, intent(inout) :: a(*)
    a(threadIdx%x) = 1
  end subroutine
end module`,
  },
  'kernel-bounds': {
    says: 'Before a kernel, `launch_bounds(threads, blocks, cluster)` says how it will be launched at most (one to three numbers), `cluster_dims(x, y, z)` how many blocks are a cluster. Each stands there once.',
    wrong: `module m
contains
  attributes(global) launch_bounds(256) launch_bounds(128) subroutine k()
  end subroutine
end module`,
    right: `module m
contains
  attributes(global) launch_bounds(256) subroutine k()
  end subroutine
end module`,
  },
  'kernel-has-other-target': {
    says: 'A procedure is launched or called, not both.',
    wrong: `module m
contains
  attributes(global,device) subroutine k()
  end subroutine
end module`,
    right: `module m
contains
  attributes(global) subroutine k()
  end subroutine
end module`,
  },
  'kernel-dummy': {
    says: 'Arguments of kernels are device arrays and values: none is optional, allocatable or a pointer. The actual argument may be allocatable.',
    wrong: `module m
contains
  attributes(global) subroutine k(a)
    real, device, allocatable :: a(:)
    a(threadIdx%x) = 0
  end subroutine
end module`,
    right: `module m
contains
  attributes(global) subroutine k(a, n)
    integer, value :: n
    real :: a(n)
    a(threadIdx%x) = 0
  end subroutine
end module`,
  },
  'value-array': {
    says: 'Arrays are passed by their address.',
    wrong: `module m
contains
  attributes(global) subroutine k(a)
    real, value :: a(10)
  end subroutine
end module`,
    right: `module m
contains
  attributes(global) subroutine k(a)
    real :: a(10)
  end subroutine
end module`,
  },
  'zero-based-index': {
    says: 'In CUDA Fortran `threadIdx` and `blockIdx` count from 1, in CUDA C from 0.',
    wrong: `module m
contains
  attributes(global) subroutine k(a, n)
    integer, value :: n
    real :: a(n)
    integer :: i
    i = blockIdx%x * blockDim%x + threadIdx%x
    if (i <= n) a(i) = 0
  end subroutine
end module`,
    right: `module m
contains
  attributes(global) subroutine k(a, n)
    integer, value :: n
    real :: a(n)
    integer :: i
    i = (blockIdx%x - 1) * blockDim%x + threadIdx%x
    if (i <= n) a(i) = 0
  end subroutine
end module`,
  },
  'missing-bounds-check': {
    says: 'The number of threads is a multiple of the block: those past the last element have nothing to do.',
    wrong: `module m
contains
  attributes(global) subroutine k(a, n)
    integer, value :: n
    real :: a(n)
    integer :: i
    i = (blockIdx%x - 1) * blockDim%x + threadIdx%x
    a(i) = 0
  end subroutine
end module
program p
  use m
  real, device :: a(1000)
  call k<<<4, 256>>>(a, 1000)
end program`,
    right: `module m
contains
  attributes(global) subroutine k(a, n)
    integer, value :: n
    real :: a(n)
    integer :: i
    i = (blockIdx%x - 1) * blockDim%x + threadIdx%x
    if (i <= n) a(i) = 0
  end subroutine
end module
program p
  use m
  real, device :: a(1000)
  call k<<<4, 256>>>(a, 1000)
end program`,
  },
  race: {
    says: 'All threads set one place: which of them is last is not known. Sums are made by atomics or by a reduction. An array that every thread clears as a whole, before it stores to its own element, loses what quicker threads have stored.',
    wrong: `module m
contains
  attributes(global) subroutine k(a, total)
    real :: a(*), total
    total = total + a(threadIdx%x)
  end subroutine
end module`,
    right: `module m
contains
  attributes(global) subroutine k(a, total)
    real :: a(*), total
    real :: old
    old = atomicadd(total, a(threadIdx%x))
  end subroutine
end module`,
  },
  'shared-too-large': {
    says: 'A block has 48 KiB of static shared memory; more is asked for at the launch.',
    wrong: `module m
contains
  attributes(global) subroutine k()
    real(8), shared :: t(128, 128)
    t(threadIdx%x, 1) = 0
  end subroutine
end module`,
    right: `module m
contains
  attributes(global) subroutine k()
    real(8), shared :: t(128, *)
    t(threadIdx%x, 1) = 0
  end subroutine
end module`,
  },
  'saved-on-device': {
    says: 'Variables of device code live as long as the call. An initial value in the declaration would make them saved; where nothing ever changes such a variable, it is a constant of all threads and may stay.',
    wrong: `module m
contains
  attributes(global) subroutine k(a)
    integer :: a(*)
    integer :: count = 0
    count = count + 1
    a(1) = count
  end subroutine
end module`,
    right: `module m
contains
  attributes(global) subroutine k(a)
    integer :: a(*)
    integer :: count
    count = 0
    count = count + 1
    a(1) = count
  end subroutine
end module`,
  },
  'assumed-shape-kernel': {
    says: 'An assumed-shape argument brings its bounds and strides, which cost registers. Advice, shown with -Wall or -Minfo.',
    wrong: `module m
contains
  attributes(global) subroutine k(a)
    real :: a(:)
    if (threadIdx%x <= size(a)) a(threadIdx%x) = 0
  end subroutine
end module`,
    right: `module m
contains
  attributes(global) subroutine k(a, n)
    integer, value :: n
    real :: a(n)
    if (threadIdx%x <= n) a(threadIdx%x) = 0
  end subroutine
end module`,
  },
  'kernel-inside-procedure': {
    says: 'Kernels stand in modules, or by themselves; other compilers do not accept them inside a program.',
    wrong: `call k<<<1, 1>>>()
contains
  attributes(global) subroutine k()
  end subroutine`,
    right: `module m
contains
  attributes(global) subroutine k()
  end subroutine
end module
program p
  use m
  call k<<<1, 1>>>()
end program`,
  },
  'atomic-kind': {
    says: 'An atomic works on a value of the kind of its place.',
    wrong: `module m
contains
  attributes(global) subroutine k(total)
    real(8) :: total, old
    old = atomicadd(total, 1.0)
  end subroutine
end module`,
    right: `module m
contains
  attributes(global) subroutine k(total)
    real(8) :: total, old
    old = atomicadd(total, 1.0d0)
  end subroutine
end module`,
  },
  'io-on-device': {
    says: 'Units and files belong to the host. Device code shows values with `print *, ...`, or with `write` to `*`, as each thread comes to it.',
    wrong: `module m
contains
  attributes(global) subroutine k(a)
    real :: a(*)
    write (10, *) a(threadIdx%x)
  end subroutine
end module`,
    right: `module m
contains
  attributes(global) subroutine k(a)
    real :: a(*)
    print *, a(threadIdx%x)
  end subroutine
end module`,
  },
  'texture-not-pointer': {
    says: 'A texture is a way to read device data, not data of its own: it is a pointer, which host code makes point to a device array.',
    wrong: `module m
  real, texture :: t(100)
end module`,
    right: `module m
  real, texture, pointer :: t(:)
end module`,
  },
  'element-transfer': {
    says: 'Host code that names an element of a device array copies that one element, and waits for it: some microseconds for four bytes. A loop of such copies takes far longer than one copy of the whole array.',
    wrong: `real :: h(1000)
real, device :: d(1000)
integer :: i
h = 1
do i = 1, 1000
  d(i) = 2 * h(i)
end do`,
    right: `real :: h(1000)
real, device :: d(1000)
h = 1
d = 2 * h`,
  },
};
