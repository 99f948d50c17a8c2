! Functions of the C library called through interfaces with bind(c), as programs write them.
module c_interfaces
  use, intrinsic :: iso_c_binding
  implicit none
  interface
    function strlen(s) bind(c)
      import :: c_size_t, c_char
      character(kind=c_char), intent(in) :: s(*)
      integer(c_size_t) :: strlen
    end function
    function malloc(n) bind(c)
      import :: c_size_t, c_ptr
      integer(c_size_t), value :: n
      type(c_ptr) :: malloc
    end function
    subroutine free(p) bind(c)
      import :: c_ptr
      type(c_ptr), value :: p
    end subroutine
    function memcpy(to, from, n) bind(c)
      import :: c_size_t, c_ptr
      type(c_ptr), value :: to, from
      integer(c_size_t), value :: n
      type(c_ptr) :: memcpy
    end function
    subroutine qsort(base, n, each, compare) bind(c)
      import :: c_size_t, c_ptr, c_funptr
      type(c_ptr), value :: base
      integer(c_size_t), value :: n, each
      type(c_funptr), value :: compare
    end subroutine
    function atoi(s) bind(c)
      import :: c_int, c_char
      character(kind=c_char), intent(in) :: s(*)
      integer(c_int) :: atoi
    end function
    function strtod(s, rest) bind(c)
      import :: c_double, c_ptr
      type(c_ptr), value :: s, rest
      real(c_double) :: strtod
    end function
    integer(c_int) function strcmp(a, b) bind(c)
      import :: c_int, c_char
      character(kind=c_char), intent(in) :: a(*), b(*)
    end function
    integer(c_int) function upper(c) bind(c, name='toupper')
      import :: c_int
      integer(c_int), value :: c
    end function
    ! Sizes as programs often write them.
    type(c_ptr) function calloc(count, each) bind(c)
      import :: c_ptr, c_int
      integer(c_int), value :: count, each
    end function
    integer(c_long) function seconds(p) bind(c, name='time')
      import :: c_long, c_ptr
      type(c_ptr), value :: p
    end function
  end interface
contains
  function ascending(a, b) bind(c) result(order)
    type(c_ptr), value :: a, b
    integer(c_int) :: order
    real(c_double), pointer :: x, y
    call c_f_pointer(a, x)
    call c_f_pointer(b, y)
    order = merge(-1, merge(1, 0, x > y), x < y)
  end function
end module

program c_library_functions
  use c_interfaces
  implicit none
  type(c_ptr) :: p, rest
  integer(c_int), target :: from(3) = [7, 8, 9]
  integer(c_int), pointer :: to(:)
  real(c_double), target :: x(7) = [3.5, -1.0, 9.0, 0.25, 9.0, -7.0, 2.0]
  character(kind=c_char), target :: number(12)
  character(12) :: digits = ' -12.5e1 km' // c_null_char
  integer :: i
  if (strlen('hello' // c_null_char) /= 5) error stop 1
  p = malloc(12_c_size_t)
  if (.not. c_associated(p)) error stop 2
  p = memcpy(p, c_loc(from), 12_c_size_t)
  call c_f_pointer(p, to, [3])
  if (any(to /= from)) error stop 3
  call free(p)
  p = calloc(3, 4)
  call c_f_pointer(p, to, [3])
  if (any(to /= 0)) error stop 11
  call free(p)
  call qsort(c_loc(x), 7_c_size_t, 8_c_size_t, c_funloc(ascending))
  if (any(x /= [-7.0d0, -1.0d0, 0.25d0, 2.0d0, 3.5d0, 9.0d0, 9.0d0])) error stop 4
  if (atoi(' -42abc' // c_null_char) /= -42) error stop 5
  number = [(digits(i:i), i = 1, 12)]
  if (strtod(c_loc(number), c_null_ptr) /= -125.0d0) error stop 6
  if (strcmp('abc' // c_null_char, 'abd' // c_null_char) >= 0) error stop 7
  if (strcmp('abc' // c_null_char, 'abc' // c_null_char) /= 0) error stop 8
  if (upper(iachar('q')) /= iachar('Q')) error stop 9
  if (seconds(c_null_ptr) < 1700000000_8) error stop 10
  print *, 'PASS'
end program
