! Names for polymorphic results of functions keep their dynamic type: arrays and unlimited polymorphic ones, in associate and select type; a long repeated data value.
module boxes
  implicit none
  type :: box
    integer :: i = 0
  end type
  type, extends(box) :: big
    integer :: more = 5
  end type
contains
  function row() result(r)
    class(box), allocatable :: r(:)
    allocate (r, source=[big(1, 7), big(2, 8)])
  end function
  function anything(which) result(r)
    integer, intent(in) :: which
    class(*), allocatable :: r
    if (which == 1) r = 42.5
    if (which == 2) r = 42
  end function
  function list() result(r)
    class(*), allocatable :: r(:)
    r = [4, 2]
  end function
  integer function kind_of(x) result(k)
    class(*), intent(in) :: x(..)
    k = 0
    select rank (x)
      rank (0)
        select type (x)
          type is (real)
            k = 1
          type is (integer)
            k = 2
        end select
      rank (1)
        select type (x)
          type is (integer)
            k = 10 + sum(x)
        end select
    end select
  end function
end module
program associate_class_results
  use boxes
  implicit none
  real :: b(100, 100)
  common /filled/ b
  logical :: good
  good = .true.
  associate (x => row())
    good = good .and. all(x%i == [1, 2]) .and. x(2)%i == 2
    select type (y => x)
      type is (big)
        good = good .and. y(1)%more == 7 .and. y(2)%more == 8
      class default
        good = .false.
    end select
  end associate
  associate (one => anything(1), two => anything(2), three => list())
    good = good .and. kind_of(one) == 1 .and. kind_of(two) == 2 .and. kind_of(three) == 16
  end associate
  good = good .and. all(b == 2.5)
  if (good) print '(a)', 'PASS'
end program
block data
  real :: b
  common /filled/ b(100, 100)
  data b /10000*2.5/
end block data
