! A class(*) tells characters of kind 1 from those of kind 4; constructors take what is not allocated, also of another kind.
module holders
  implicit none
  type holder
    integer(4), allocatable :: a(:)
    real(8), allocatable :: x
    character(:), allocatable :: text
  end type
contains
  integer function kind_of(u)
    class(*), intent(in) :: u
    kind_of = -1
    select type (u)
    type is (character(*, kind=4))
      kind_of = 400 + len(u)
    type is (character(*))
      kind_of = 100 + len(u)
    type is (integer)
      kind_of = 0
    end select
  end function
  integer function kinds_of(u)
    class(*), intent(in) :: u(:)
    kinds_of = -1
    select type (u)
    type is (character(*, kind=4))
      kinds_of = 400 + len(u)
    type is (character(*))
      kinds_of = 100 + len(u)
    end select
  end function
end module

program select_type_characters
  use holders
  implicit none
  class(*), allocatable :: u, v
  character(2, kind=4) :: wide(3) = 4_'ab'
  integer(8), allocatable :: y(:)
  real(4), allocatable :: s
  character(5), allocatable :: c
  type(holder) :: h
  allocate (u, source='abc')
  allocate (v, source=4_'abcd')
  if (kind_of(u) /= 103 .or. kind_of(v) /= 404 .or. kind_of(4_'x') /= 401 .or. kind_of(7) /= 0) error stop 1
  if (kinds_of(wide) /= 402 .or. kinds_of(['abc', 'def']) /= 103) error stop 2
  if (same_type_as(u, v)) error stop 3
  h = holder(y, s, c)
  if (allocated(h%a) .or. allocated(h%x) .or. allocated(h%text)) error stop 4
  y = [1_8, 2_8]
  s = 2.5
  c = 'xy'
  h = holder(y, s, c)
  if (any(h%a /= [1, 2]) .or. h%x /= 2.5d0 .or. h%text /= 'xy   ' .or. len(h%text) /= 5) error stop 5
  deallocate (s)
  h = holder(x=s, a=int(y) + 1, text='t')
  if (allocated(h%x) .or. any(h%a /= [2, 3])) error stop 6
  print *, 'PASS'
end program
