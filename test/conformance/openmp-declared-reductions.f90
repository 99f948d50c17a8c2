! options: -mp
! Reductions that a module declares, by a private name and for its own type; loops whose variables blocks declare; threads of a program that asks before it opens a region.
module sums
  implicit none
  private
  public :: both, total
  type both
    real(8) :: s = 0, c = 0
  end type
  !$omp declare reduction(add : both : fold(omp_out, omp_in)) initializer(clear(omp_priv, omp_orig))
  !$omp declare reduction(most : integer, real(8) : omp_out = max(omp_out, omp_in)) initializer(omp_priv = -1000)
contains
  subroutine fold(a, b)
    type(both), intent(inout) :: a
    type(both), intent(in) :: b
    a%s = a%s + b%s
    a%c = a%c + b%c
  end subroutine
  subroutine clear(a, b)
    type(both), intent(out) :: a
    type(both), intent(in) :: b
    a%c = b%c*0
  end subroutine
  real(8) function total(a)
    type(both), intent(in) :: a
    total = a%s + a%c
  end function
end module

module passes_on
  use sums
end module

program openmp_declared_reductions
  use omp_lib
  implicit none
  real(8) :: r
  if (omp_get_max_threads() < 1 .or. omp_get_num_procs() < 1) error stop 'threads'
  call work(100, r)
  if (r /= 9167) error stop 'declared reductions'
  call blocks(r)
  if (r /= 50500) error stop 'loops in blocks'
  print *, 'PASS'
contains
  subroutine work(n, r)
    use passes_on, only: both, total
    integer, intent(in) :: n
    real(8), intent(out) :: r
    type(both) :: a, v(3)
    integer :: i, m(4)
    real(8) :: x
    m = -5
    x = -3
    !$omp parallel do reduction(add:a, v) reduction(most:m, x) num_threads(2)
    do i = 1, n
      a%s = a%s + i
      v(mod(i, 3) + 1)%c = v(mod(i, 3) + 1)%c + 1
      m(mod(i, 4) + 1) = max(m(mod(i, 4) + 1), i)
      x = max(x, i*0.5d0)
    end do
    r = total(a) + total(v(1)) + 10*total(v(2)) + 100*total(v(3)) + sum(m) + x
  end subroutine
  subroutine blocks(r)
    real(8), intent(out) :: r
    integer :: i
    r = 0
    !$omp parallel do num_threads(2) reduction(+:r)
    do i = 1, 4
      block
        integer :: j, part
        part = 0
        !$omp simd reduction(+:part)
        do j = 1, 50
          part = part + j*i
        end do
        do j = 51, 100
          part = part + j*i
        end do
        r = r + part
      end block
    end do
  end subroutine
end program
