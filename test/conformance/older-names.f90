! Older names of intrinsic functions: DEC's for integers of each kind, Bessel functions, lgamma of any kind; arcs in degrees that are whole where they can be.
! A file may be connected to several units that only read. Holleriths in formats of free form keep their exclamation marks.
program older_names
  implicit none
  integer(2) :: small = -5
  integer :: status, first, second
  character(40) :: text
  integer :: mistakes = 0
  call expect(iiabs(small) == 5_2 .and. iiand(7_2, 3_2) == 3_2 .and. inot(0_2) == -1_2, 1)
  call expect(jishft(1, 3) == 8 .and. jidim(5, 3) == 2 .and. jmod(7, 3) == 1 .and. jisign(3, -1) == -3, 2)
  call expect(kiabs(-5_8) == 5_8 .and. kmax0(1_8, 2_8) == 2_8 .and. kind(kmax0(1_8, 2_8)) == 8, 3)
  call expect(bitest(4_2, 2_2) .and. .not. bjtest(4, 1), 4)
  call expect(floati(3_2) == 3.0 .and. kind(dflotj(3)) == 8 .and. kind(iint(2.5)) == 2 .and. knint(2.5) == 3_8, 5)
  call expect(kind(iidnnt(2.5d0)) == 2 .and. jidint(-2.7d0) == -2 .and. imax1(1.5, 2.5) == 2_2, 6)
  call expect(abs(dbesjn(2, 1.5d0) - bessel_jn(2, 1.5d0)) == 0 .and. besyn(2, 1.5) == bessel_yn(2, 1.5), 7)
  call expect(lgamma(2.5d0) == log_gamma(2.5d0) .and. kind(lgamma(2.5d0)) == 8, 8)
  call expect(acosd(0.5) == 60.0 .and. asind(0.5) == 30.0 .and. atand(1.0) == 45.0 .and. atan2d(1.0, 1.0) == 45.0, 9)
  write (text, 100) 7
100 format(12hwell! it's !, i2)
  call expect(text == "well! it's ! 7", 10)
  open (newunit=first, file='older-names.txt', status='replace')
  write (first, *) 'text'
  close (first)
  open (newunit=first, file='older-names.txt', action='read')
  open (newunit=second, file='older-names.txt', action='read', iostat=status)
  call expect(status == 0, 11)
  close (second)
  close (first, status='delete')
  if (mistakes == 0) print *, 'PASS'
contains
  subroutine expect(right, number)
    logical, intent(in) :: right
    integer, intent(in) :: number
    if (right) return
    mistakes = mistakes + 1
    print *, 'wrong:', number
  end subroutine
end program
