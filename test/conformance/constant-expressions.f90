program constant_expressions
  implicit none
  integer, parameter :: a(2, 3) = reshape([3, 1, 4, 1, 5, 9], [2, 3])
  integer, parameter :: columns(3) = sum(a, 1), rows(2) = sum(a, dim=2), some(3) = sum(a, 1, a > 1)
  integer, parameter :: place(2) = maxloc(a), first(3) = maxloc(a, 1), where_one(2) = findloc(a, 1)
  integer, parameter :: large = count(a > 1), p = product(a, mask=a > 2), odd = iparity([1, 2, 3, 4])
  integer, parameter :: m(2, 2) = matmul(a, transpose(a)), chosen(3) = pack(a, a > 3)
  integer, parameter :: mixed(4) = unpack([1, 2], [.true., .false., .true., .false.], [9, 8, 7, 6])
  logical, parameter :: found(3) = any(a > 4, 1)
  real(8), parameter :: g = gamma(5.5d0), e = erf(0.3d0), pi = 4 * atan(1.0d0)
  character(*), parameter :: words = trim('ab  ') // repeat('-', 3) // adjustl('  x')
  integer, parameter :: n = size(a, 2), k = kind(pi), digits_of = precision(1.0d0), length = len(words)
  integer, parameter :: bits = ior(ishft(1, 4), 3), code = ichar('A'), at = index('banana', 'na')
  integer, parameter :: one = transfer(1.0, 0)
  real :: work(n, length)
  call check(all(columns == [4, 5, 14]) .and. all(rows == [12, 11]) .and. all(some == [3, 4, 14]), 'sums')
  call check(all(place == [2, 3]) .and. all(first == [1, 1, 2]) .and. all(where_one == [2, 1]), 'places')
  call check(large == 4 .and. p == 540 .and. odd == 4, 'count, product, parity')
  call check(all(m == reshape([50, 52, 52, 83], [2, 2])) .and. all(chosen == [4, 5, 9]), 'matmul and pack')
  call check(all(mixed == [1, 8, 2, 6]) .and. all(found .eqv. [.false., .false., .true.]), 'unpack and any')
  call check(abs(g - 52.34277778455352d0) < 1d-12 .and. abs(e - 0.32862675945913d0) < 1d-13, 'functions')
  call check(abs(sin(pi)) < 1d-15 .and. words == 'ab---x  ' .and. length == 8, 'text')
  call check(k == 8 .and. digits_of == 15 .and. bits == 19 .and. code == 65 .and. at == 3, 'inquiry and bits')
  call check(one == 1065353216 .and. all(shape(work) == [3, 8]), 'bounds from constants')
  print '(a)', 'PASS'
contains
  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    if (ok) return
    print *, "wrong: ", what
    error stop 1
  end subroutine check
end program constant_expressions
