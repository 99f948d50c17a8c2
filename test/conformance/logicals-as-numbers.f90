! Logicals where numbers are wanted and integers where logicals are: an extension of nvfortran's, for which `.true.` is -1.
program logicals_as_numbers
  implicit none
  integer :: e(3) = .true., f(2), n = .false.
  real :: x = .true., y
  logical :: l(3), q = -1, yes
  data f /.true., .false./, l /-1, 0, 1/
  yes = n == 0
  y = yes
  n = yes
  if (any(e /= -1) .or. any(f /= [-1, 0]) .or. n /= -1) stop 1
  if (x /= -1.0 .or. y /= -1.0) stop 2
  if (.not. q .or. .not. l(1) .or. l(2) .or. .not. l(3)) stop 3
  print *, 'PASS'
end program
