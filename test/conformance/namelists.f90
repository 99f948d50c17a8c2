program namelists
  implicit none
  integer :: n = 1, list(4) = [1, 2, 3, 4]
  real :: x = 2.5
  logical :: flag = .false.
  character(8) :: word = 'none'
  character(60) :: lines(4)
  namelist /settings/ n, list, x, flag, word
  lines = ''
  lines(1) = '&settings n = 42, x = 1.5e2'
  lines(2) = ' list(2:3) = 20, 30, flag = .true.'
  lines(3) = " word = 'hello' /"
  read(lines, nml=settings)
  call check(n == 42 .and. x == 150.0 .and. flag, 'scalars')
  call check(all(list == [1, 20, 30, 4]) .and. word == 'hello', 'arrays and text')
  lines(1) = '&settings'
  lines(2) = ' list = 4*7 n = 5 /'
  lines(3) = ''
  read(lines, nml=settings)
  call check(all(list == 7) .and. n == 5 .and. x == 150.0, 'repetition')
  print '(a)', 'PASS'
contains
  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    if (ok) return
    print *, "wrong: ", what
    error stop 1
  end subroutine check
end program namelists
