block data
  common /settings/ n, scale, name
  integer :: n = 42
  real :: scale = 2.5
  character(4) :: name = 'init'
end block data
subroutine change()
  common /settings/ k, factor, text
  character(4) :: text
  k = k + 1
  factor = factor * 2
  text(1:1) = 'I'
end subroutine change

program data_common_equivalence
  implicit none
  integer :: n, i
  real :: scale
  character(4) :: name
  common /settings/ n, scale, name
  integer :: a(10), b(2, 2), c, d(3)
  real :: r
  integer :: bits, pair(2)
  integer(8) :: whole
  equivalence (r, bits), (pair, whole)
  data a /3*1, 2, 6*0/
  data b(1, :) /10, 20/, b(2, :) /30, 40/
  data c, (d(i), i = 1, 3) /5, 6, 7, 8/
  call check(n == 42 .and. scale == 2.5 .and. name == 'init', 'block data')
  call change()
  call check(n == 43 .and. scale == 5.0 .and. name == 'Init', 'common')
  call check(sum(a) == 5 .and. a(4) == 2, 'repetition')
  call check(all(b == reshape([10, 30, 20, 40], [2, 2])), 'sections')
  call check(c == 5 .and. all(d == [6, 7, 8]), 'implied do')
  r = 1.0
  call check(bits == 1065353216, 'equivalence of types')
  whole = 2_8**32 + 5
  call check(pair(1) == 5 .and. pair(2) == 1, 'equivalence of arrays')
  print '(a)', 'PASS'
contains
  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    if (ok) return
    print *, "wrong: ", what
    error stop 1
  end subroutine check
end program data_common_equivalence
