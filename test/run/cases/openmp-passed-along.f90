! options: -mp
! Each thread is in a call of its own of a host that passes an internal procedure along; all call one that the first thread passed.
module quadrature
  implicit none
  abstract interface
    real(8) function of_x(x)
      real(8), intent(in) :: x
    end function of_x
  end interface
contains
  real(8) function midpoint(f, n) result(total)
    procedure(of_x) :: f
    integer, intent(in) :: n
    integer :: i
    total = 0
    do i = 1, n
      total = total + f((i - 0.5d0) / n) / n
    end do
  end function midpoint

  real(8) function power(p, n) result(r)
    integer, intent(in) :: p, n
    r = midpoint(term, n)
  contains
    real(8) function term(x)
      real(8), intent(in) :: x
      term = x**p
    end function term
  end function power

  real(8) function shared_out(f, n) result(total)
    procedure(of_x) :: f
    integer, intent(in) :: n
    integer :: i
    total = 0
    !$omp parallel do reduction(+: total) num_threads(4)
    do i = 1, n
      total = total + f((i - 0.5d0) / n) / n
    end do
  end function shared_out

  real(8) function in_parallel(factor) result(r)
    real(8), intent(in) :: factor
    r = shared_out(scaled, 20000)
  contains
    real(8) function scaled(x)
      real(8), intent(in) :: x
      scaled = 2 * factor * x
    end function scaled
  end function in_parallel
end module quadrature

program passed_along
  use quadrature
  implicit none
  real(8) :: found(4, 300)
  integer :: i, k
  !$omp parallel do schedule(static, 1) num_threads(4) private(k)
  do i = 1, 4
    do k = 1, 300
      found(i, k) = power(i, 20000)
    end do
  end do
  print '(4f8.4)', minval(found, 2), maxval(found, 2), in_parallel(3d0)
end program passed_along
