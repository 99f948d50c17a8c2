! Addresses have no values of their own to begin with: arrays of them, and of types that hold them, may be intent(out) without a known size.
module tables
  use iso_c_binding
  type, bind(c) :: handle
    type(c_ptr) :: at
    integer(c_int) :: tag
  end type
contains
  subroutine numbered(n, handles)
    integer, intent(in) :: n
    type(handle), intent(out) :: handles(*)
    integer :: i
    do i = 1, n
      handles(i)%tag = 7*i
    end do
  end subroutine
  subroutine located(n, values, places)
    integer, intent(in) :: n
    integer, target :: values(n)
    type(c_ptr), intent(out) :: places(*)
    integer :: i
    do i = 1, n
      places(i) = c_loc(values(i))
    end do
  end subroutine
end module
program p
  use tables
  type(handle) :: h(3)
  type(c_ptr) :: places(2)
  integer, target :: v(2) = [5, 6]
  integer, pointer :: q
  call numbered(3, h)
  call located(2, v, places)
  call c_f_pointer(places(2), q)
  if (any(h%tag /= [7, 14, 21]) .or. q /= 6) error stop 'FAIL'
  print *, 'PASS'
end program
