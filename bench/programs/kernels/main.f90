! Reads lines "case turns" and answers each with the seconds of one turn; for no turns, with a number that stands for the results. Both sides of the
! comparison share this file; the cases come from a module of each.
program main
  use cases
  use finishing
  implicit none
  character(40) :: name
  integer :: turns, k, ios
  integer(8) :: t0, t1, rate

  do
     read (*, *, iostat=ios) name, turns
     if (ios /= 0) exit
     call ready(name)
     if (turns == 0) then
        print '(es24.16)', outcome(name)
     else
        call system_clock(t0, rate)
        do k = 1, turns
           call turn(name)
        end do
        call finish()
        call system_clock(t1)
        print '(es24.16)', dble(t1 - t0)/dble(rate)/turns
     end if
     flush (6)
  end do
end program main
