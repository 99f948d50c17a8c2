! Reads lines "case turns" and answers each with the seconds of one turn; for no turns, with a number that stands for the results. The case is the module `work`.
program main
  use work
  use finishing
  implicit none
  character(40) :: name
  integer :: turns, k, ios
  integer(8) :: t0, t1, rate

  call start()
  do
     read (*, *, iostat=ios) name, turns
     if (ios /= 0) exit
     if (turns == 0) then
        call start()
        call turn()
        call finish()
        print '(es24.16)', outcome()
     else
        call system_clock(t0, rate)
        do k = 1, turns
           call turn()
        end do
        call finish()
        call system_clock(t1)
        print '(es24.16)', dble(t1 - t0)/dble(rate)/turns
     end if
     flush (6)
  end do
end program main
