! Defaults by the dynamic type: intent(out) dummies of class(t), allocate with mold=, and the type of what is unallocated.
module shapes
  implicit none
  type :: base
    integer :: x = 3
  end type
  type, extends(base) :: wide
    integer :: y = 4
    integer, allocatable :: list(:)
  end type
contains
  subroutine reset(o)
    class(base), intent(out) :: o
    if (o%x /= 3) error stop 1
  end subroutine

  subroutine reset_all(o)
    class(base), intent(out) :: o(:)
    if (any(o%x /= 3)) error stop 2
  end subroutine

  subroutine reset_optional(o)
    class(base), intent(out), optional :: o
    if (present(o)) o%x = o%x + 1
  end subroutine
end module

program polymorphic_defaults
  use shapes
  implicit none
  type(base) :: b
  type(wide) :: w, several(3)
  class(base), allocatable :: p, q
  b%x = 9
  call reset(b)
  if (b%x /= 3) error stop 3
  w%x = 8
  w%y = 9
  allocate (w%list(3))
  call reset(w)
  if (w%x /= 3 .or. w%y /= 4 .or. allocated(w%list)) error stop 4
  several%x = 1
  several%y = 2
  call reset_all(several)
  if (any(several%x /= 3) .or. any(several%y /= 4)) error stop 5
  call reset_optional()
  b%x = 9
  call reset_optional(b)
  if (b%x /= 4) error stop 6
  allocate (wide :: p)
  p%x = 77
  allocate (q, mold=p)
  select type (q)
  type is (wide)
    if (q%x /= 3 .or. q%y /= 4 .or. allocated(q%list)) error stop 7
  class default
    error stop 8
  end select
  deallocate (q)
  if (.not. same_type_as(q, b)) error stop 9
  print *, 'PASS'
end program
