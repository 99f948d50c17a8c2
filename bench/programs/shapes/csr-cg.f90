! Conjugate gradients over a sparse matrix by rows: the Laplacian of a square.
module csr
  implicit none
  type :: matrix
    integer :: n
    integer, allocatable :: start(:), column(:)
    real(8), allocatable :: value(:)
  end type
contains
  subroutine laplacian(a, m)
    type(matrix), intent(out) :: a
    integer, intent(in) :: m
    integer :: i, j, row, k
    a%n = m*m
    allocate (a%start(a%n + 1), a%column(5*a%n), a%value(5*a%n))
    k = 1
    do j = 1, m
      do i = 1, m
        row = (j - 1)*m + i
        a%start(row) = k
        call put(row, 4d0)
        if (i > 1) call put(row - 1, -1d0)
        if (i < m) call put(row + 1, -1d0)
        if (j > 1) call put(row - m, -1d0)
        if (j < m) call put(row + m, -1d0)
      end do
    end do
    a%start(a%n + 1) = k
  contains
    subroutine put(column, value)
      integer, intent(in) :: column
      real(8), intent(in) :: value
      a%column(k) = column
      a%value(k) = value
      k = k + 1
    end subroutine
  end subroutine
  subroutine multiply(a, x, y)
    type(matrix), intent(in) :: a
    real(8), intent(in) :: x(:)
    real(8), intent(out) :: y(:)
    integer :: i, k
    real(8) :: s
    do i = 1, a%n
      s = 0
      do k = a%start(i), a%start(i + 1) - 1
        s = s + a%value(k)*x(a%column(k))
      end do
      y(i) = s
    end do
  end subroutine
end module
subroutine shape(outcome)
  use csr
  implicit none
  real(8), intent(inout) :: outcome
  type(matrix) :: a
  real(8), allocatable :: x(:), r(:), p(:), q(:)
  real(8) :: alpha, beta, rho, old
  integer :: i
  call laplacian(a, 50)
  allocate (x(a%n), r(a%n), p(a%n), q(a%n))
  x = 0
  r = 1
  p = r
  rho = dot_product(r, r)
  do i = 1, 30
    call multiply(a, p, q)
    alpha = rho/dot_product(p, q)
    x = x + alpha*p
    r = r - alpha*q
    old = rho
    rho = dot_product(r, r)
    beta = rho/old
    p = r + beta*p
  end do
  outcome = outcome + sum(x)*1d-3
end subroutine
