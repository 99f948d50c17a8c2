! Where the program runs: directories, time as text and as a number, the process.
program surroundings
  implicit none
  character(200) :: here, there
  character(24) :: date, again
  integer :: status
  if (getpid() <= 0 .or. time() < 1700000000 .or. time8() < 1700000000_8) error stop 1
  if (getcwd(here) /= 0 .or. here(1:1) /= '/') error stop 2
  if (chdir('/') /= 0) error stop 3
  call getcwd(there, status)
  if (status /= 0 .or. there /= '/') error stop 4
  call chdir(here, status)
  if (status /= 0) error stop 5
  if (chdir('/there/is/no/such/directory') == 0) error stop 6
  call fdate(date)
  again = fdate()
  if (date(:13) /= again(:13) .or. date(21:22) /= '20' .or. date(14:14) /= ':') error stop 7
  if (hostnm(there) /= 0 .or. there == '') error stop 8
  open (10, file='surroundings.tmp')
  close (10)
  if (unlink('surroundings.tmp') /= 0 .or. unlink('surroundings.tmp') == 0) error stop 9
  print *, 'PASS'
end program
