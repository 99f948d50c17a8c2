module constants
  implicit none
  private
  real, parameter, public :: pi = 3.14159265
  integer, public, protected :: counter = 0
  integer :: hidden = 7
  public :: bump, reveal
contains
  subroutine bump(by)
    integer, intent(in) :: by
    counter = counter + by
  end subroutine bump
  integer function reveal()
    reveal = hidden
    hidden = hidden + 1
  end function reveal
end module constants
module more
  use constants, only: pi, raise => bump
  implicit none
  integer, save :: state(3) = [1, 2, 3]
contains
  real function area(r)
    real, intent(in) :: r
    area = pi * r**2
    call raise(2)
  end function area
end module more

program modules_use
  use more, circle => area
  use constants, only: counter, reveal
  implicit none
  real :: a
  a = circle(2.0)
  call check(abs(a - 12.566371) < 1e-5, 'renamed function')
  call check(counter == 2, 'protected variable')
  call raise(3)
  call check(counter == 5, 'renamed on the way')
  call check(reveal() == 7 .and. reveal() == 8, 'private state')
  state(2) = 20
  call local()
  call check(state(2) == 21, 'module variable')
  print '(a)', 'PASS'
contains
  subroutine local()
    use more, only: s => state
    s(2) = s(2) + 1
  end subroutine local
  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    if (ok) return
    print *, "wrong: ", what
    error stop 1
  end subroutine check
end program modules_use
