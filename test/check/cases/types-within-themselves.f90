module m
  type :: base
    !ERROR: contains-itself
    type(ext) :: c
  end type
  type, extends(base) :: ext
    integer :: i
  end type
  type, extends(ext) :: far
    type(far), pointer :: next
  end type
  type :: holder
    !ERROR: contains-itself
    type(last) :: l
  end type
  type, extends(far) :: last
    type(holder) :: h(2)
  end type
  type :: good
    type(other), allocatable :: o
  end type
  type, extends(good) :: other
    integer :: i
  end type
end module
