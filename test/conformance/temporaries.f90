! Temporaries and automatic arrays of sizes that are known at run time: small and large, in loops, in recursion, with early returns.
program temporaries
  implicit none
  integer :: n, k, turn
  real :: a(4, 5, 6)
  real(8) :: sums(6)
  real :: series(1000) = [(real(k), k = 1, 1000)]
  logical :: good = .true.
  a = reshape([(real(k), k = 1, 120)], [4, 5, 6])
  do turn = 1, 2000
    do n = 1, 3
      sums(n) = worked(n * merge(100000, 100, turn == 1), n)
      if (turn == 1) call check(sums(n) == 3 * n * (n * 100000) + 2 * n, 'large')
      if (turn > 1) call check(sums(n) == 3 * n * (n * 100) + 2 * n, 'small')
      call check(worked(n, n) == -1, 'early return')
    end do
  end do
  call negate(a(2, :, 3), 5)
  call negate(a(:, 2, :), 24)
  call check(sum(a) == 4232, 'sections')
  call check(total(a(1, 1, :), 6) == 306, 'section read')
  call check(cat(cat('ab', 2) // 'c', 3) == 'ababcababcababc', 'text')
  call check(halves(series, 1000) == 10, 'recursion')
  if (good) print '(a)', 'PASS'
contains
  real(8) function worked(m, k)
    integer, intent(in) :: m, k
    real(8) :: w(m), v(0:m)
    w = k
    v = 2 * k
    worked = -1
    if (m < 5) return
    worked = sum(w) + sum(v)
  end function worked
  recursive integer function halves(x, m) result(depth)
    integer, intent(in) :: m
    real, intent(inout) :: x(m)
    real :: own(m)
    own = x
    depth = 1
    x = x + 1
    if (m > 2) depth = depth + halves(own(1:m:2), (m + 1) / 2)
    call check(all(x == own - merge(1, 0, m > 2) * [(mod(k, 2), k = 1, m)] + 1), 'own copy')
  end function halves
  subroutine negate(x, m)
    integer, intent(in) :: m
    real, intent(inout) :: x(m)
    x = -x
  end subroutine negate
  real function total(x, m)
    integer, intent(in) :: m
    real, intent(in) :: x(m)
    total = sum(x)
  end function total
  function cat(s, n) result(r)
    character(*), intent(in) :: s
    integer, intent(in) :: n
    character(len(s) * n) :: r
    r = repeat(s, n)
  end function cat
  subroutine check(right, what)
    logical, intent(in) :: right
    character(*), intent(in) :: what
    if (right) return
    if (good) print '(2a)', 'FAIL ', what
    good = .false.
  end subroutine check
end program temporaries
