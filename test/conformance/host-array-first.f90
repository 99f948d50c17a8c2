! An assignment to an element of an array of the host, or of a used module, that comes first in a procedure is no statement function, also where types are implicit.
module held
  integer :: i
  integer :: table(5)
end module
module work
  use held
  integer :: own(5)
  integer, allocatable :: grown(:)
contains
  subroutine used_array(a)
    integer, intent(in) :: a
    table(i) = a
    i = i + 1
  end subroutine
  subroutine module_array(a)
    integer, intent(in) :: a
    own(i) = a
    i = i + 1
  end subroutine
  subroutine allocated_array(j)
    grown(j) = j
  end subroutine
end module
subroutine outside(k)
  use held
  table(k) = -k
end subroutine
program host_array_first
  use work
  integer :: inner(3)
  allocate (grown(3))
  i = 1
  do j = 1, 5
    call used_array(10 * j)
  end do
  if (any(table /= [10, 20, 30, 40, 50]) .or. i /= 6) error stop 'array of a used module'
  i = 1
  do j = 1, 5
    call module_array(j)
  end do
  if (any(own /= [1, 2, 3, 4, 5])) error stop 'array of the host module'
  inner = 0
  do j = 1, 3
    call allocated_array(j)
    call internal(j)
    call outside(j)
  end do
  if (any(grown /= [1, 2, 3])) error stop 'allocatable array of the module'
  if (any(inner /= [2, 4, 6])) error stop 'array of the host program'
  if (any(table(:3) /= [-1, -2, -3])) error stop 'array of a used module, in an external procedure'
  if (twice(4) /= 8) error stop 'statement function'
  print *, 'PASS'
contains
  subroutine internal(k)
    inner(k) = 2 * k
  end subroutine
  function twice(k)
    scaled(m) = 2 * m
    twice = scaled(k)
  end function
end program
