! External names as C spells them: with an underscore behind; and a function of C called through a subroutine interface, its result ignored.
module spelt
  use, intrinsic :: iso_c_binding
  implicit none
  interface
    subroutine copy(to, from, bytes) bind(c, name='memcpy')
      import :: c_ptr, c_size_t
      type(c_ptr), value :: to, from
      integer(c_size_t), value :: bytes
    end subroutine
  end interface
contains
  subroutine add_one(n) bind(c, name='next_number_')
    integer(c_int), intent(inout) :: n
    n = n + 1
  end subroutine
end module

program external_names
  use spelt
  implicit none
  external :: next_number
  integer(c_int), target :: n = 41, copied = 0
  call next_number(n)
  if (n /= 42) error stop 1
  call copy(c_loc(copied), c_loc(n), 4_c_size_t)
  if (copied /= 42) error stop 2
  print *, 'PASS'
end program
