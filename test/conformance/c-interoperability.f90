program c_interoperability
  use iso_c_binding
  use iso_fortran_env, only: int64, real32, real64, output_unit, int8
  implicit none
  type, bind(c) :: record
    integer(c_int) :: n
    real(c_double) :: x
    character(c_char) :: c
  end type record
  real(c_float), target :: a(6) = [1, 2, 3, 4, 5, 6]
  real(c_float), pointer :: p(:), q(:, :)
  type(c_ptr) :: address
  type(record), target :: r
  type(record), pointer :: rp
  integer(int64) :: big
  call check(c_int == 4 .and. c_double == real64 .and. c_float == real32 .and. int8 == 1, 'kinds')
  call check(c_sizeof(a(1)) == 4 .and. c_sizeof(r) == 24, 'c_sizeof')
  address = c_null_ptr
  call check(.not. c_associated(address), 'null')
  address = c_loc(a)
  call check(c_associated(address) .and. c_associated(address, c_loc(a(1))), 'c_loc')
  call c_f_pointer(address, p, [6])
  p(2) = 20
  call check(a(2) == 20 .and. size(p) == 6, 'c_f_pointer')
  call c_f_pointer(c_loc(a(1)), q, [2, 3])
  call check(q(2, 3) == 6 .and. size(q, 2) == 3, 'two dimensions')
  r%x = 1.5d0
  call c_f_pointer(c_loc(r), rp)
  rp%n = 3
  call check(r%n == 3 .and. rp%x == 1.5d0, 'scalar')
  big = 2_int64**40
  call check(big == 1099511627776_int64 .and. output_unit == 6, 'iso_fortran_env')
  call check(cadd(2, 3) == 5, 'value arguments')
  print '(a)', 'PASS'
contains
  integer(c_int) function cadd(a, b) bind(c)
    integer(c_int), value :: a, b
    cadd = a + b
  end function cadd
  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    if (ok) return
    print *, "wrong: ", what
    error stop 1
  end subroutine check
end program c_interoperability
