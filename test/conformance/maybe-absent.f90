! Arguments that may be absent: optional dummies with `value`, what is not associated or allocated given to elemental procedures and to optional dummies, and
! optional dummies given to intrinsic functions. Values passed by value or as expressions are copies.
program maybe_absent
  implicit none
  type object
    integer :: a = 1
  end type
  type(object) :: x
  real :: v(3) = [1., 2., 3.]
  character(10) :: s = 'abcdef'
  integer, target :: three = 3
  integer, pointer :: p => null()
  integer, allocatable :: q
  integer :: n(4) = [1, 2, 3, 4]
  integer :: calls = 0

  call arrays_by_value(v, v)
  if (any(v /= [1., 2., 3.])) error stop 'arrays by value'
  call by_value(.false.)
  call by_value(.true., 0)
  call passed(.false.)
  call passed(.true., 0)
  call text_by_value('hello')
  call optional_text('ab', .true.)
  call optional_text(there=.false.)
  call shorten(trim(s), s)
  if (s /= 'abc') error stop 'trim as an argument is a copy'
  call change((x), x)
  if (x%a /= 7) error stop 'parentheses are a copy'

  if (any(raised(n, p) /= n)) error stop 'null pointer'
  if (any(raised(n, q) /= n)) error stop 'not allocated'
  if (any(raised(n, null()) /= n)) error stop 'null()'
  p => three
  allocate (q, source=2)
  if (any(raised(n, p) /= n**3)) error stop 'pointer'
  if (any(raised(n, q) /= n**2)) error stop 'allocated'
  deallocate (q)
  call raise(n, q)
  if (any(n /= [1, 2, 3, 4])) error stop 'subroutine, not allocated'
  call raise(n, p)
  if (any(n /= [1, 8, 27, 64])) error stop 'subroutine, pointer'
  call nothing(null())

  call intrinsics(.false.)
  call intrinsics(.true., .true., reshape([.true., .false., .true., .false., .true., .true.], [2, 3]), 2, 9)
  if (calls /= 2) error stop 'other arguments are evaluated once'

  if (any(sums([1, 2, 3], calls) /= [3, 5, 8]) .or. calls /= 8) error stop 'impure elemental'
  print *, 'PASS'

contains

  subroutine arrays_by_value(a, b)
    real, value :: a(3)
    real, value :: b(:)
    a = 0
    b = 0
  end subroutine

  subroutine by_value(there, i, z, l)
    logical, value :: there
    integer, value, optional :: i
    complex, value, optional :: z
    logical, value, optional :: l
    if (present(z) .or. present(l)) error stop 'absent z'
    if (present(i) .neqv. there) error stop 'by value'
    if (there) i = i + 5
    call given(there, i)
  end subroutine

  subroutine given(there, i)
    logical, value :: there
    integer, optional, value :: i
    if (present(i) .neqv. there) error stop 'value, passed on'
  end subroutine

  subroutine passed(there, i)
    logical, value :: there
    integer, optional :: i
    call given(there, i)
  end subroutine

  subroutine text_by_value(c)
    character(5), value :: c
    c = 'world'
  end subroutine

  subroutine optional_text(c, there)
    character(*), value, optional :: c
    logical, value :: there
    if (present(c) .neqv. there) error stop 'optional text'
    if (there) c = 'xy'
  end subroutine

  subroutine shorten(a, b)
    character(*), intent(in) :: a
    character(*), intent(out) :: b
    b = ''
    b = a(1:3)
  end subroutine

  subroutine change(a, b)
    type(object), intent(in) :: a
    type(object), intent(inout) :: b
    b%a = 6
    b%a = b%a + a%a
  end subroutine

  elemental integer function raised(i, by)
    integer, intent(in) :: i
    integer, intent(in), optional :: by
    raised = i
    if (present(by)) raised = i**by
  end function

  elemental subroutine raise(i, by)
    integer, intent(inout) :: i
    integer, intent(in), optional :: by
    if (present(by)) i = i**by
  end subroutine

  subroutine nothing(a)
    integer, optional :: a(:)
    if (present(a)) error stop 'null() of an array'
  end subroutine

  integer function noted()
    calls = calls + 1
    noted = 1
  end function

  impure elemental integer function sums(i, total)
    integer, intent(in) :: i
    integer, intent(inout) :: total
    total = total + i
    sums = total
  end function

  subroutine intrinsics(there, back, mask, dim, boundary)
    logical, intent(in) :: there
    logical, optional :: back, mask(:, :)
    integer, optional :: dim, boundary
    integer :: a(2, 3), w(2, 3)
    a = reshape([5, 1, 3, 1, 4, 6], [2, 3])
    w = eoshift(a, noted(), boundary=boundary, dim=dim)
    if (there) then
      if (scan('abcabc', 'b', back) /= 5) error stop 'scan with back'
      if (any(minloc(a, 2, mask=mask, back=back) /= [2, 3])) error stop 'minloc with mask'
      if (sum(a, mask) /= 18) error stop 'sum with mask'
      if (size(a, dim) /= 3) error stop 'size with dim'
      if (any(w /= reshape([3, 1, 4, 6, 9, 9], [2, 3]))) error stop 'eoshift with boundary'
      if (max(1, 2, boundary) /= 9) error stop 'max of three'
    else
      if (scan('abcabc', 'b', back) /= 2) error stop 'scan'
      if (any(minloc(a, 2, mask=mask, back=back) /= [2, 1])) error stop 'minloc'
      if (sum(a, mask) /= 20) error stop 'sum'
      if (size(a, dim) /= 6) error stop 'size'
      if (any(w /= reshape([1, 0, 1, 0, 6, 0], [2, 3]))) error stop 'eoshift'
      if (max(1, 2, boundary) /= 2) error stop 'max of two'
    end if
  end subroutine
end program
