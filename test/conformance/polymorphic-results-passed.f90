! Functions that give polymorphic pointers and allocatables, handed to dummies at once: what they point to keeps its length, and may be nothing.
module things
  implicit none
  type :: thing
    class(*), allocatable :: value
  end type
  type :: base
    integer :: n = 1
  end type
  type, extends(base) :: wider
    integer :: m(3) = [4, 5, 6]
  end type
contains
  function of(t, wanted) result(p)
    type(thing), intent(in), target :: t
    logical, intent(in) :: wanted
    class(*), pointer :: p
    p => null()
    if (wanted) p => t%value
  end function
  function made(n) result(x)
    integer, intent(in) :: n
    class(base), allocatable :: x
    if (n > 1) then
      allocate(wider :: x)
    else
      allocate(x)
    end if
    x%n = n
  end function
  function chosen(x, n) result(p)
    class(base), intent(in), target :: x(:)
    integer, intent(in) :: n
    class(base), pointer :: p
    p => null()
    if (n <= size(x)) p => x(n)
  end function
  function kind_of(p) result(s)
    class(*), pointer, intent(in) :: p
    character(len=20) :: s
    s = 'nothing'
    if (.not. associated(p)) return
    select type (p)
    type is (character(*))
      write(s, '(i0,1x,a)') len(p), p
    type is (integer)
      write(s, '(i0)') p
    class default
      s = 'other'
    end select
  end function
  integer function total(x)
    class(base), intent(in) :: x
    total = x%n
    select type (x)
    type is (wider)
      total = total + sum(x%m)
    end select
  end function
  integer function maybe(x)
    class(base), intent(in), optional :: x
    maybe = -1
    if (present(x)) maybe = total(x)
  end function
end module

program polymorphic_results_passed
  use things
  implicit none
  type(thing), target :: t
  type(wider), target :: w(2)
  allocate(t%value, source='Ada Lovelace')
  call check(kind_of(of(t, .true.)) == '12 Ada Lovelace', 'characters')
  call check(kind_of(of(t, .false.)) == 'nothing', 'nothing')
  deallocate(t%value)
  allocate(t%value, source=17)
  call check(kind_of(of(t, .true.)) == '17', 'an integer')
  call check(total(made(3)) == 18 .and. total(made(1)) == 1, 'allocatable results')
  w(2)%n = 7
  call check(total(chosen(w, 2)) == 22, 'pointer results')
  call check(maybe(chosen(w, 2)) == 22 .and. maybe(chosen(w, 3)) == -1, 'optional dummies')
  print '(a)', 'PASS'
contains
  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    if (ok) return
    print '(2a)', 'wrong: ', what
    error stop 1
  end subroutine
end program
