! Branches from outside into `if` constructs and loops, as old programs have them: the extended range of a loop, an else part, a loop entered without its start.
!cuf$ nowarn file(branch-into-construct)
program branches_into_constructs
  implicit none
  integer :: i, j, n, total, mistakes = 0
  logical :: again
  n = 0
  goto 10
  if (n == 5) then
10  n = n + 1
    if (n == 3) goto 11
  else if (n == 1) then
    n = 100
  else
    n = 200
11  n = n + 10
  end if
  call expect(n == 1 .or. n == 13, 1)
  if (n > 10) goto 12
  n = 2
  goto 10
12 continue
  ! out of a loop and back in
  total = 0
  do i = 1, 5
    if (i == 3) goto 30
20  total = total + i
    if (i == 4) cycle
    total = total + 100
  end do
  goto 40
30 total = total + 1000
  goto 20
40 call expect(total == 1415 .and. i == 6, 2)
  ! a loop within an if, and exit from within
  again = .true.
  total = 0
  if (again) then
    do j = 10, 1, -3
      if (j == 7) goto 60
50    total = total + j
      if (total > 15) exit
    end do
    again = .false.
  end if
  goto 70
60 total = total + 5
  goto 50
70 call expect(total == 22 .and. j == 7 .and. .not. again, 3)
  n = 0
  do while (n < 4)
    n = n + 1
    if (n == 2) goto 90
80  continue
  end do
  goto 100
90 n = n + 10
  goto 80
100 call expect(n == 12, 4)
  n = 0
  call other_return(*110)
  if (n > 5) then
    n = 100
110 n = n + 1
  end if
  call expect(n == 1, 5)
  if (mistakes == 0) print *, 'PASS'
contains
  subroutine other_return(*)
    return 1
  end subroutine
  subroutine expect(right, number)
    logical, intent(in) :: right
    integer, intent(in) :: number
    if (right) return
    mistakes = mistakes + 1
    print *, 'wrong:', number
  end subroutine
end program
