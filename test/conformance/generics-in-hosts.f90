! A generic goes on in the host, whose procedures come last; a generic may have the name of an entry.
module of_numbers
  implicit none
  interface inverse
    module procedure of_real, of_integer
  end interface
  interface add_one
    module procedure add_one
  end interface
  interface take_one
    module procedure take_one, take_from_integer
  end interface
contains
  integer function of_real(x)
    real, intent(in) :: x
    of_real = 1 + 0*int(x)
  end function
  integer function of_integer(x)
    integer, intent(in) :: x
    of_integer = 2 + 0*x
  end function
  subroutine add_one(a, n)
    integer, intent(in) :: n
    real, intent(inout) :: a(n)
    a = a + 1
    return
    entry take_one(a, n)
    a = a - 1
  end subroutine
  subroutine take_from_integer(i)
    integer, intent(inout) :: i
    i = i - 1
  end subroutine
end module
module of_others
  implicit none
  interface inverse
    module procedure of_real, of_text
  end interface
contains
  integer function of_real(x)
    real, intent(in) :: x
    of_real = 3 + 0*int(x)
  end function
  integer function of_text(x)
    character(*), intent(in) :: x
    of_text = 4 + 0*len(x)
  end function
end module
program generics_in_hosts
  use of_numbers
  implicit none
  real :: a(3) = [1., 2., 3.]
  integer :: i = 5
  call check(inverse(1.0), 1)
  call used
  call renamed
  call block_by_block
  call add_one(a, 3)
  call take_one(a, 2)
  call take_one(i)
  call check(nint(sum(a)), 7)
  call check(i, 4)
  print '(a)', 'PASS'
contains
  subroutine used
    use of_others, only: inverse
    call check(inverse(1.0), 3)
    call check(inverse(1), 2)
    call check(inverse('x'), 4)
  end subroutine
  subroutine renamed
    use of_others, other => inverse
    call check(other(1.0), 3)
    call check(inverse(1.0), 1)
  end subroutine
  subroutine block_by_block
    block
      use of_others
      call check(inverse(1.0), 3)
      call check(inverse(7), 2)
    end block
    call check(inverse(1.0), 1)
  end subroutine
  subroutine check(found, wanted)
    integer, intent(in) :: found, wanted
    if (found == wanted) return
    print *, 'FAIL', found, wanted
    error stop
  end subroutine
end program
