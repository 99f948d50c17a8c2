/** Pages on messages about CUF kernels. */
import type { Pages } from './page.ts';

export const loopsPages: Pages = {
  'leaves-concurrent': {
    says: 'The turns of `do concurrent` may run in any order and at once: no turn can end the loop. `cycle` ends the turn alone.',
    wrong: `integer :: i, a(4)
a = 1
do concurrent (i = 1:4)
  if (i == 2) exit
  a(i) = i
end do`,
    right: `integer :: i, a(4)
a = 1
do i = 1, 4
  if (i == 2) exit
  a(i) = i
end do`,
  },
  locality: {
    says: 'In the heading of `do concurrent` each variable has one place: shared, local, or the result of a reduction. With default(none) every variable of the loop needs one.',
    wrong: `integer :: i
real :: a(4), t
do concurrent (i = 1:4) default(none) shared(a)
  t = 2
  a(i) = t
end do`,
    right: `integer :: i
real :: a(4), t
do concurrent (i = 1:4) default(none) shared(a) local(t)
  t = 2
  a(i) = t
end do`,
  },
  'reduction-type': {
    says: `The operator of a reduction works on values of the variable's type.`,
    wrong: `logical :: flag
integer :: i
!$cuf kernel do <<<*, *>>> reduce(+: flag)
do i = 1, 10
end do`,
    right: `integer :: total, i
total = 0
!$cuf kernel do <<<*, *>>> reduce(+: total)
do i = 1, 10
  total = total + 1
end do`,
  },
  'exit-kernel-loop': {
    says: 'The turns of a CUF kernel are threads: none of them ends the others. `cycle` ends the own turn.',
    wrong: `real, device :: a(10)
integer :: i
!$cuf kernel do <<<*, *>>>
do i = 1, 10
  if (i > 5) exit
  a(i) = 0
end do`,
    right: `real, device :: a(10)
integer :: i
!$cuf kernel do <<<*, *>>>
do i = 1, 10
  if (i > 5) cycle
  a(i) = 0
end do`,
  },
  'builtin-in-kernel-loop': {
    says: `In a CUF kernel the compiler chooses the threads; the loop's index says which turn it is.`,
    wrong: `integer, device :: a(10)
integer :: i
!$cuf kernel do <<<*, *>>>
do i = 1, 10
  a(i) = threadIdx%x
end do`,
    right: `integer, device :: a(10)
integer :: i
!$cuf kernel do <<<*, *>>>
do i = 1, 10
  a(i) = i
end do`,
  },
  'kernel-loop-in-device-code': {
    says: 'A CUF kernel is launched by host code; in a kernel a loop is a loop.',
    wrong: `module m
contains
  attributes(global) subroutine k(a)
    real :: a(10)
    integer :: i
    !$cuf kernel do <<<*, *>>>
    do i = 1, 10
      a(i) = 0
    end do
  end subroutine
end module`,
    right: `module m
contains
  attributes(global) subroutine k(a)
    real :: a(10)
    integer :: i
    do i = 1, 10
      a(i) = 0
    end do
  end subroutine
end module`,
  },
  'kernel-loop-nested': {
    says: 'CUF kernels do not nest: `do(2)` takes two loops into one.',
    wrong: `real, device :: a(10, 10)
integer :: i, j
!$cuf kernel do <<<*, *>>>
do j = 1, 10
  !$cuf kernel do <<<*, *>>>
  do i = 1, 10
    a(i, j) = 0
  end do
end do`,
    right: `real, device :: a(10, 10)
integer :: i, j
!$cuf kernel do(2) <<<*, *>>>
do j = 1, 10
  do i = 1, 10
    a(i, j) = 0
  end do
end do`,
  },
  'kernel-loop-control': {
    says: 'How many threads there are is known before the loop begins: it counts.',
    wrong: `integer :: i = 1
!$cuf kernel do <<<*, *>>>
do while (i < 10)
  i = i + 1
end do`,
    right: `integer, device :: a(10)
integer :: i
!$cuf kernel do <<<*, *>>>
do i = 1, 10
  a(i) = 0
end do`,
  },
  'loop-depth': {
    says: '`do(n)` takes n loops, at least one.',
    wrong: `integer, device :: a(10)
integer :: i
!$cuf kernel do(0) <<<*, *>>>
do i = 1, 10
  a(i) = 0
end do`,
    right: `integer, device :: a(10)
integer :: i
!$cuf kernel do(1) <<<*, *>>>
do i = 1, 10
  a(i) = 0
end do`,
  },
  'loop-nest-not-tight': {
    says: '`do(2)` takes two loops with nothing between them.',
    wrong: `integer, device :: a(10, 10), b(10)
integer :: i, j
!$cuf kernel do(2) <<<*, *>>>
do j = 1, 10
  b(j) = 0
  do i = 1, 10
    a(i, j) = 0
  end do
end do`,
    right: `integer, device :: a(10, 10), b(10)
integer :: i, j
b = 0
!$cuf kernel do(2) <<<*, *>>>
do j = 1, 10
  do i = 1, 10
    a(i, j) = 0
  end do
end do`,
  },
  'loop-nest-not-rectangular': {
    says: 'The threads of `do(2)` are counted before the kernel begins: bounds of the inner loop cannot ask for the index of the outer one. A condition, or fewer loops, do the same.',
    wrong: `integer, device :: a(10, 10)
integer :: i, j
!$cuf kernel do(2) <<<*, *>>>
do j = 1, 10
  do i = j, 10
    a(i, j) = 0
  end do
end do`,
    right: `integer, device :: a(10, 10)
integer :: i, j
!$cuf kernel do(2) <<<*, *>>>
do j = 1, 10
  do i = 1, 10
    if (i >= j) a(i, j) = 0
  end do
end do`,
  },
  'unknown-reduction': {
    says: 'Reductions are + * max min iand ior ieor .and. .or. .eqv. .neqv.',
    wrong: '!$cuf kernel do <<<*, *>>> reduce(…: total)      ! with another operator',
    right: `integer :: total, i
total = 0
!$cuf kernel do <<<*, *>>> reduce(max: total)
do i = 1, 10
  total = max(total, i)
end do`,
    shown: 'text',
  },
  'reduction-of-array': {
    says: 'A reduction is one number.',
    wrong: `integer :: total(3), i
!$cuf kernel do <<<*, *>>> reduce(+: total)
do i = 1, 10
end do`,
    right: `integer :: total, i
total = 0
!$cuf kernel do <<<*, *>>> reduce(+: total)
do i = 1, 10
  total = total + i
end do`,
  },
  'carried-scalar': {
    says: 'A scalar belongs to each turn of a CUF kernel: what another turn has set in it cannot be read.',
    wrong: `real, device :: a(10)
real :: big
integer :: i, where
big = 0
!$cuf kernel do <<<*, *>>>
do i = 1, 10
  if (a(i) > big) then
    big = a(i)
    where = i
  end if
end do`,
    right: `real, device :: a(10)
real :: big
integer :: i
big = 0
!$cuf kernel do <<<*, *>>>
do i = 1, 10
  big = max(big, a(i))
end do`,
  },
  'lost-scalar': {
    says: 'A scalar that a CUF kernel sets and does not use: after the loop it has its old value.',
    wrong: `real, device :: a(10)
real :: t
integer :: i
!$cuf kernel do <<<*, *>>>
do i = 1, 10
  t = a(i)
end do`,
    right: `real, device :: a(10), b(10)
real :: t
integer :: i
!$cuf kernel do <<<*, *>>>
do i = 1, 10
  t = a(i)
  b(i) = t
end do`,
  },
  'stale-scalar': {
    says: 'A scalar that each turn of a CUF kernel has for itself is read after it, where it has its value from before.',
    wrong: `real, device :: a(10)
real :: t
integer :: i
!$cuf kernel do <<<*, *>>>
do i = 1, 10
  t = 2.0 * i
  a(i) = t
end do
print *, t`,
    right: `real, device :: a(10)
real :: t
integer :: i
!$cuf kernel do <<<*, *>>>
do i = 1, 10
  t = 2.0 * i
  a(i) = t
end do
t = a(10)
print *, t`,
  },
  'return-in-kernel-loop': {
    says: 'A turn of a CUF kernel cannot leave the procedure; `cycle` ends the turn.',
    wrong: `subroutine s(a)
  real, device :: a(10)
  integer :: i
  !$cuf kernel do <<<*, *>>>
  do i = 1, 10
    if (i > 5) return
    a(i) = 0
  end do
end subroutine`,
    right: `subroutine s(a)
  real, device :: a(10)
  integer :: i
  !$cuf kernel do <<<*, *>>>
  do i = 1, 10
    if (i > 5) cycle
    a(i) = 0
  end do
end subroutine`,
  },
  'carried-dependence': {
    says: 'A turn reads what another one sets, and all of them run at the same time.',
    wrong: `real, device :: a(100)
integer :: i
!$cuf kernel do <<<*, *>>>
do i = 2, 100
  a(i) = a(i - 1) + 1
end do`,
    right: `real, device :: a(100), b(100)
integer :: i
!$cuf kernel do <<<*, *>>>
do i = 2, 100
  b(i) = a(i - 1) + 1
end do`,
  },
  'shared-element': {
    says: 'All turns set the same element: which of them is last is not known.',
    wrong: `real, device :: a(10, 10), s(10)
integer :: i, j
!$cuf kernel do(2) <<<*, *>>>
do j = 1, 10
  do i = 1, 10
    s(j) = s(j) + a(i, j)
  end do
end do`,
    right: `real, device :: a(10, 10), s(10)
integer :: i, j
!$cuf kernel do <<<*, *>>>
do j = 1, 10
  do i = 1, 10
    s(j) = s(j) + a(i, j)
  end do
end do`,
  },
  'kernel-needs-loop': {
    says: "`!$cuf kernel do` stands right before the loop that becomes the kernel. Assignments and calls between the two are the host's, with a warning.",
    wrong: `integer, device :: a(10)
!$cuf kernel do <<<*, *>>>
a = 0`,
    right: `integer, device :: a(10)
integer :: i
!$cuf kernel do <<<*, *>>>
do i = 1, 10
  a(i) = 0
end do`,
  },
};
