! This file is in Latin-1: one byte is one character.
program latin1
  implicit none
  character(1) :: c = 'é'
  character(*), parameter :: s = 'naïve  '
  character(3, kind=4) :: w = 4_'aéb'
  character(8) :: t
  if (ichar(c) /= 233 .or. len('éü') /= 2 .or. len(s) /= 7) error stop 1
  if (ichar(s(3:3)) /= 239 .or. ichar(s(7:7)) /= 160) error stop 2
  if (ichar(w(2:2)) /= 233) error stop 3
  write (t, 10)
10 format ('ß', 1hÿ)
  if (ichar(t(1:1)) /= 223 .or. ichar(t(2:2)) /= 255) error stop 4
  print *, 'PASS'
end program
