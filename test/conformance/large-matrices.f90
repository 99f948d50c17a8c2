! matmul of large matrices gives the bits of the plain loop: whole matrices, sections, rows in reverse, sizes that no block divides.
program large_matrices
  implicit none
  integer, parameter :: sizes(5) = [1, 5, 37, 130, 261]
  real(8), allocatable :: a(:, :), b(:, :), expected(:, :), around(:, :)
  logical :: good = .true.
  integer :: s, m, n, l
  do s = 1, size(sizes)
    n = sizes(s)
    m = n + 3
    l = n + 1
    allocate (a(m, l), b(l, n), around(2*m, 3*l))
    call random_number(a)
    call random_number(b)
    around = 0
    around(3:m + 2, 5:l + 4) = a
    expected = plain(a, b)
    call check(all(matmul(a, b) == expected), 'whole', n)
    call check(all(matmul(around(3:m + 2, 5:l + 4), b) == expected), 'section', n)
    call check(all(matmul(around(m + 2:3:-1, 5:l + 4), b) == expected(m:1:-1, :)), 'reversed', n)
    call check(all(matmul(transpose(b), transpose(a)) == transpose(plain(a, b))), 'transposed', n)
    call check(all(matmul(real(a), real(b)) == plain_single(real(a), real(b))), 'single', n)
    call check(all(matmul(real(a), b) == plain(real(real(a), 8), b)), 'mixed', n)
    deallocate (a, b, around)
  end do
  if (good) print '(a)', 'PASS'
contains
  function plain(x, y) result(z)
    real(8), intent(in) :: x(:, :), y(:, :)
    real(8) :: z(size(x, 1), size(y, 2))
    integer :: i, j, k
    z = 0
    do j = 1, size(y, 2)
      do k = 1, size(x, 2)
        do i = 1, size(x, 1)
          z(i, j) = z(i, j) + x(i, k)*y(k, j)
        end do
      end do
    end do
  end function plain
  function plain_single(x, y) result(z)
    real, intent(in) :: x(:, :), y(:, :)
    real :: z(size(x, 1), size(y, 2))
    integer :: i, j, k
    z = 0
    do j = 1, size(y, 2)
      do k = 1, size(x, 2)
        do i = 1, size(x, 1)
          z(i, j) = z(i, j) + x(i, k)*y(k, j)
        end do
      end do
    end do
  end function plain_single
  subroutine check(right, what, n)
    logical, intent(in) :: right
    character(*), intent(in) :: what
    integer, intent(in) :: n
    if (right) return
    good = .false.
    print '(2a,i5)', 'FAIL ', what, n
  end subroutine check
end program large_matrices
