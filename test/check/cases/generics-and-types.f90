! Generics that a call cannot tell apart, arguments whose type may change, procedures that are not the ones wanted.
module shapes
  implicit none
  type base
  end type base
  type, extends(base) :: round
  end type round
  interface place
    procedure place_one
    procedure place_two
  end interface place
  interface apart
    procedure apart_one, apart_two
  end interface apart
contains
  subroutine place_one(x, y, z)
    real, intent(in) :: x
    integer, intent(in) :: y
    real, intent(in) :: z
  end subroutine place_one
  !ERROR: ambiguous-generic
  subroutine place_two(x, z, y)
    real, intent(in) :: x, z
    integer, intent(in) :: y
  end subroutine place_two
  subroutine apart_one(x, y)
    real, intent(in) :: x
    integer, intent(in) :: y
  end subroutine apart_one
  subroutine apart_two(a, b)
    integer, intent(in) :: a
    real, intent(in) :: b
  end subroutine apart_two
  subroutine make(x)
    class(base), allocatable, intent(out) :: x
    allocate (round :: x)
  end subroutine make
  subroutine fill(text)
    character(:), allocatable, intent(inout) :: text
    text = 'text'
  end subroutine fill
  subroutine look(x)
    class(base), allocatable, intent(in) :: x
  end subroutine look
  subroutine first_four(c)
    character(1), intent(in) :: c(4)
  end subroutine first_four
  subroutine block_of(a)
    real, intent(in) :: a(4)
  end subroutine block_of
  subroutine of_two(f)
    interface
      real function f(g)
        interface
          real function g(x)
            real, intent(in) :: x
          end function g
        end interface
      end function f
    end interface
  end subroutine of_two
  real function integral(g)
    interface
      real function g(x)
        real, intent(in) :: x
      end function g
    end interface
    integral = g(1.0)
  end function integral
  real function count_of(g)
    interface
      integer function g(i)
        integer, intent(in) :: i
      end function g
    end interface
    count_of = g(1)
  end function count_of
  subroutine caller(assumed)
    real, intent(in) :: assumed(:)
    type(base), allocatable :: plain
    class(base), allocatable :: any_base
    character(4), allocatable :: fixed
    character(:), allocatable :: free
    !ERROR: dynamic-type
    call make(plain)
    call make(any_base)
    call look(plain)
    !ERROR: dynamic-type
    call fill(fixed)
    call fill(free)
    !ERROR: too-few-elements
    call first_four(['abc'])
    call first_four(['ab', 'cd'])
    !WARNING: scattered-element
    call block_of(assumed(2))
    call block_of(assumed(2:))
    call of_two(integral)
    !ERROR: procedure-interface
    call of_two(count_of)
  end subroutine caller
end module shapes
