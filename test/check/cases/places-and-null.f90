! null() where a value is needed, targets whose place is not known when the program is compiled, shapes of c_f_pointer, values for class(*).
module cells
  use iso_c_binding
  type :: box
    class(*), allocatable :: value
  end type
contains
  pure integer function k()
    k = 2
  end function
  function sized(x) result(r)
    real, intent(in) :: x(:)
    real :: own(size(x):9)
    !ERROR: not-supported
    character(lbound(own, 1) - 3) :: r
    r = ' '
  end function
  subroutine shapes(address)
    type(c_ptr), value :: address
    integer, pointer :: p(:), s
    integer :: wide(1, 1)
    wide = 3
    call c_f_pointer(address, s)
    call c_f_pointer(address, p, [4_8])
    !ERROR: no-specific
    call c_f_pointer(address, p, [4.0])
    !ERROR: no-specific
    call c_f_pointer(address, p, wide)
  end subroutine
end module
program places_and_null
  use cells
  implicit none
  integer, target :: a(3) = [7, 8, 9]
  character(7), target :: c = 'abcdefg'
  integer, pointer :: x => a(3)
  !ERROR: not-constant
  integer, pointer :: y => a(k())
  !ERROR: not-constant
  integer, pointer :: z(:) => a(:k())
  !ERROR: not-constant
  character(3), pointer :: part => c(k():)
  !ERROR: not-constant
  character(2_8**32), parameter :: endless = ''
  integer :: i
  class(*), allocatable :: any
  type(box) :: b
  external :: unknown
  !ERROR: null-assigned
  i = null() + 1
  !ERROR: null-assigned
  i = a(null())
  !ERROR: null-assigned
  a(null():) = 2
  !ERROR: null-assigned
  print *, c(null():2)
  !ERROR: null-assigned
  do i = null(), 3
  end do
  !ERROR: not-a-pointer
  nullify (null())
  !ERROR: null-assigned
  call unknown(null(x))
  !ERROR: specifier-type
  read (null(), *) i
  b%value = 3
  any = b%value
  select type (any)
    class default
      !ERROR: not-definable
      any = b%value
  end select
end program
