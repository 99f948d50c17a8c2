! Answers each line, a number of times, with the seconds of one; 0: with what the shape computes.
program main
  implicit none
  interface
    subroutine shape(outcome)
      real(8), intent(inout) :: outcome
    end subroutine
  end interface
  character(len=20) :: name
  integer :: times, i, status
  integer(8) :: start, finish, rate
  real(8) :: outcome
  do
    read (*, *, iostat=status) name, times
    if (status /= 0) exit
    outcome = 0
    call system_clock(start, rate)
    do i = 1, max(times, 1)
      call shape(outcome)
    end do
    call system_clock(finish)
    if (times == 0) print *, outcome
    if (times > 0) print *, real(finish - start, 8)/rate/times
    flush (6)
  end do
end program
