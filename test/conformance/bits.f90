program bits
  implicit none
  integer :: i, j
  integer(8) :: k
  integer(1) :: b
  real :: one = z'3f800000'
  real(8), parameter :: two = z'4000000000000000'
  type pair
    real :: half = z'3f000000'
  end type
  type(pair) :: p
  i = 12
  call check(one == 1 .and. two == 2 .and. p%half == 0.5, 'bits as initial values')
  j = 10
  call check(iand(i, j) == 8 .and. ior(i, j) == 14 .and. ieor(i, j) == 6 .and. not(i) == -13, 'and, or, xor, not')
  call check(btest(i, 2) .and. .not. btest(i, 0), 'btest')
  call check(ibset(i, 0) == 13 .and. ibclr(i, 3) == 4 .and. ibits(i, 2, 2) == 3, 'single bits')
  call check(ishft(i, 2) == 48 .and. ishft(i, -2) == 3 .and. ishft(-1, -28) == 15, 'ishft')
  call check(ishft(i, 32) == 0 .and. ishft(i, -32) == 0, 'everything shifted out')
  call check(ishftc(i, 3, 4) == 6 .and. ishftc(i, -1, 4) == 6, 'ishftc')
  call check(shiftl(1, 4) == 16 .and. shiftr(-1, 28) == 15 .and. shifta(-16, 2) == -4, 'shifts')
  call check(popcnt(255) == 8 .and. poppar(7) == 1 .and. leadz(1) == 31 .and. trailz(8) == 3, 'counts')
  call mvbits(7, 0, 2, i, 4)
  call check(i == 60, 'mvbits')
  k = ishft(1_8, 40)
  call check(k == 1099511627776_8 .and. popcnt(-1_8) == 64 .and. leadz(1_8) == 63, 'integer(8)')
  b = -1_1
  call check(popcnt(b) == 8 .and. ishft(b, -4) == 15 .and. leadz(1_1) == 7, 'integer(1)')
  call check(iand(z'ff', i) == 60 .and. int(b'1010') == 10 .and. int(o'17') == 15, 'literals of bits')
  call check(merge_bits(13, 18, 22) == 4, 'merge_bits')
  call check(maskr(3) == 7 .and. maskl(1) == -huge(1) - 1, 'masks')
  print '(a)', 'PASS'
contains
  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    if (ok) return
    print *, "wrong: ", what
    error stop 1
  end subroutine check
end program bits
