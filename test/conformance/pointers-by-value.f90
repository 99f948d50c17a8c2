! A c_ptr by value is an address wherever it is passed; elemental and optional ones too.
module pointers
  use iso_c_binding
  implicit none
  abstract interface
    subroutine f(a, b, n)
      import c_ptr
      type(c_ptr), value :: a, b
      integer :: n
    end subroutine
  end interface
contains
  subroutine add(a, b, n)
    type(c_ptr), value :: a, b
    integer :: n
    integer, pointer :: x(:), y(:)
    call c_f_pointer(a, x, [n]); call c_f_pointer(b, y, [n])
    y = x + y
    a = c_null_ptr
  end subroutine
  elemental integer(c_intptr_t) function num(p)
    type(c_ptr), value :: p
    num = transfer(p, num)
  end function
  logical function nul(p)
    type(c_ptr), value, optional :: p
    nul = .true.
    if (present(p)) nul = .not. c_associated(p)
  end function
end module pointers
program pointers_by_value
  use pointers
  implicit none
  integer, target :: a(3) = [1, 2, 3], b(3) = [4, 5, 6]
  type(c_ptr) :: p, q(2)
  p = c_loc(a)
  call apply(add)
  q = [c_loc(a), c_loc(a(2))]
  if (any(b /= [5, 7, 9]) .or. .not. c_associated(p, c_loc(a))) error stop 'called'
  if (num(q(2)) - num(q(1)) /= 4 .or. sum(num(q)) - 2 * num(p) /= 4) error stop 'elemental'
  if (nul() .neqv. .true.) error stop 'absent'
  if (nul(p) .or. .not. nul(c_null_ptr)) error stop 'present'
  print '(a)', 'PASS'
contains
  subroutine apply(g)
    procedure(f) :: g
    call g(p, c_loc(b), 3)
  end subroutine
end program pointers_by_value
