! Optional objects that are absent, unallocated or null, passed on to optional dummies of every kind: none of them is present.
program absent_objects
  implicit none
  type t
    integer, allocatable :: i
  end type t
  integer :: seen = 0, held = 0
  type(t), allocatable :: a
  type(t), target :: b(4)
  type(t), pointer :: p(:)
  call scalars()
  call arrays()
  if (seen /= 0) print *, seen
  allocate (a)
  p => b(1:4:2)
  call scalars(t(1), z3=a)
  call arrays(b, b, p, c=b)
  call ranks()
  call ranks(b)
  if (seen == 0 .and. held == 22) print '(a)', 'PASS'
  if (held /= 22) print *, held
contains
  subroutine scalars(z, z2, z3, c, c2, c3)
    type(t), optional :: z
    type(t), pointer, optional :: z2
    type(t), allocatable, optional :: z3
    class(t), optional :: c
    class(t), pointer, optional :: c2
    class(t), allocatable, optional :: c3
    type(t), allocatable :: x
    type(t), pointer :: y
    class(t), allocatable :: cx
    class(t), pointer :: cy
    nullify (y, cy)
    call class_t(x); call class_t(y); call class_t(z, present(z)); call class_t(z2); call class_t(z3, present(z3))
    call class_t(c); call class_t(c2); call class_t(c3); call class_t(cx); call class_t(cy)
    call type_t(x); call type_t(y); call type_t(z, present(z)); call type_t(z2); call type_t(z3, present(z3))
    call type_t(c); call type_t(c2); call type_t(c3); call type_t(cx); call type_t(cy)
    call any_t(x); call any_t(y); call any_t(z, present(z)); call any_t(z2); call any_t(z3, present(z3))
    call any_t(c); call any_t(c2); call any_t(c3); call any_t(cx); call any_t(cy)
  end subroutine scalars
  subroutine arrays(z, z1, z2, z3, c, c1, c2, c3, i)
    type(t), optional :: z(:), z1(4)
    type(t), pointer, optional :: z2(:)
    type(t), allocatable, optional :: z3(:)
    class(t), optional :: c(:), c1(4)
    class(t), pointer, optional :: c2(:)
    class(t), allocatable, optional :: c3(:)
    integer, optional :: i
    type(t), allocatable :: x(:)
    type(t), pointer :: y(:)
    class(t), allocatable :: cx(:)
    nullify (y)
    call class_list(x); call class_list(y); call class_list(z, present(z)); call class_list(z1, present(z1))
    call class_list(z2, present(z2)); call class_list(z3); call class_list(c, present(c)); call class_list(c1)
    call class_list(c2); call class_list(c3); call class_list(cx)
    call any_rank(x); call any_rank(y); call any_rank(z, present(z)); call any_rank(z1, present(z1))
    call any_rank(z2, present(z2)); call any_rank(z3); call any_rank(c, present(c)); call any_rank(c1)
    call any_rank(c2); call any_rank(c3); call any_rank(cx); call any_rank(i)
    call four(x); call four(y); call four(z, present(z)); call four(z1, present(z1))
    call four(z2, present(z2)); call four(z3); call four(c, present(c)); call four(c1)
    call four(c2); call four(c3); call four(cx)
    call class_four(x); call class_four(z, present(z)); call class_four(z2, present(z2)); call class_four(z3)
    call class_four(c, present(c)); call class_four(c1); call class_four(c2); call class_four(cx)
  end subroutine arrays
  subroutine ranks(z)
    type(t), optional :: z(..)
    call class_rank(z, present(z))
  end subroutine ranks
  subroutine class_rank(x, there)
    class(t), intent(in), optional :: x(..)
    logical, intent(in), optional :: there
    call count_it(present(x), there)
  end subroutine class_rank
  subroutine class_t(x, there)
    class(t), intent(in), optional :: x
    logical, intent(in), optional :: there
    call count_it(present(x), there)
  end subroutine class_t
  subroutine type_t(x, there)
    type(t), intent(in), optional :: x
    logical, intent(in), optional :: there
    call count_it(present(x), there)
  end subroutine type_t
  subroutine any_t(x, there)
    class(*), intent(in), optional :: x
    logical, intent(in), optional :: there
    call count_it(present(x), there)
  end subroutine any_t
  subroutine class_list(x, there)
    class(t), intent(in), optional :: x(:)
    logical, intent(in), optional :: there
    call count_it(present(x), there)
  end subroutine class_list
  subroutine any_rank(x, there)
    class(*), intent(in), optional :: x(..)
    logical, intent(in), optional :: there
    call count_it(present(x), there)
  end subroutine any_rank
  subroutine four(x, there)
    type(t), intent(in), optional :: x(2)
    logical, intent(in), optional :: there
    call count_it(present(x), there)
  end subroutine four
  subroutine class_four(x, there)
    class(t), intent(in), optional :: x(2)
    logical, intent(in), optional :: there
    call count_it(present(x), there)
  end subroutine class_four
  subroutine count_it(is, wanted)
    logical, intent(in) :: is
    logical, intent(in), optional :: wanted
    if (is) held = held + 1
    if (present(wanted)) then
      if (is .neqv. wanted) seen = seen + 1
    else if (is) then
      seen = seen + 1
    end if
  end subroutine count_it
end program absent_objects
