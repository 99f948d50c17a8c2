program transfers
  implicit none
  integer :: i, words(2)
  real :: r
  real(8) :: d, many(30) = 0
  character(4) :: c
  integer(1) :: bytes(4)
  type pair
    integer :: a
    real :: b
  end type pair
  type(pair) :: p
  i = transfer(1.0, i)
  call check(i == 1065353216, 'real to integer')
  r = transfer(1073741824, 1.0)
  call check(r == 2.0, 'integer to real')
  words = transfer(1.0d0, words)
  call check(words(1) == 0 .and. words(2) == 1072693248, 'to an array')
  d = transfer([0, 1073741824], d)
  call check(d == 2.0d0, 'from an array')
  c = transfer(1684234849, c)
  call check(c == 'abcd', 'to characters')
  bytes = transfer('wxyz', bytes)
  call check(all(bytes == [119, 120, 121, 122]), 'characters to bytes')
  p = transfer([7, 1065353216], p)
  call check(p%a == 7 .and. p%b == 1.0, 'to a type')
  call check(size(transfer(d, [1_1])) == 8 .and. all(transfer(p, [0], 1) == [7]), 'sizes')
  words = 0
  do i = 1, 30
    if (exponent_of(i * d) > 1024) words(1) = words(1) + 1
  end do
  call check(words(1) == 29, 'within a loop')
  call check(total_of(many, 30) == 28 * 1023, 'of what the loop changes')
  print '(a)', 'PASS'
contains
  integer(8) function total_of(a, n)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n)
    integer :: k
    total_of = 0
    do k = 1, n
      a(k) = k * 0.5d0
      total_of = total_of + ishft(transfer(a(3), 1_8), -52)
    end do
  end function total_of

  integer function exponent_of(x)
    real(8), intent(in) :: x
    exponent_of = 0
    if (x == x) exponent_of = int(ishft(transfer(x, 1_8), -52))
  end function exponent_of

  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    if (ok) return
    print *, "wrong: ", what
    error stop 1
  end subroutine check
end program transfers
