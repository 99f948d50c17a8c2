! Procedures further down use modules that stand between them and the program that calls them.
program main
  implicit none
  integer, external :: counted
  call first()
  call first()
  if (counted() /= 12) error stop 1
  print *, 'PASS'
end program

module numbers
  implicit none
  integer :: n = 10
end module


module more_numbers
  use numbers, only: n
  implicit none
  integer, parameter :: step = 1
end module

integer function counted()
  use more_numbers
  counted = n
end function

subroutine first
  use numbers
  call add(n)
contains
  subroutine add(k)
    use more_numbers, only: step
    integer, intent(inout) :: k
    k = k + step
  end subroutine
end subroutine
