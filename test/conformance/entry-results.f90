! Entries whose results are pointers and allocatables, of real and complex numbers; allocatable complex results.
module results
  implicit none
  real, target :: a(2) = [1, 2]
  complex, target :: b(2) = [3, 4]
contains
  function f()
    real, pointer :: f, e
    f => a(1)
    return
    entry e()
    e => a(2)
  end function
  function g()
    complex, pointer :: g, h
    g => b(1)
    return
    entry h()
    h => b(2)
  end function
  function f3()
    real, allocatable :: f3, e3
    allocate (f3, source=1.0)
    return
    entry e3()
    allocate (e3, source=2.0)
  end function
  function g3(n)
    integer, intent(in) :: n
    complex, allocatable :: g3, h3
    allocate (g3, source=cmplx(n, 0))
    return
    entry h3()
    h3 = (4.0, 1.0)
  end function
  function alone()
    complex(8), allocatable :: alone
    alone = (1d0, 2d0)
  end function
end module

program entry_results
  use results
  implicit none
  real, pointer :: x
  complex, pointer :: c
  x => f()
  if (x /= 1) error stop 1
  x => e()
  if (x /= 2) error stop 2
  c => g()
  if (c /= (3., 0.)) error stop 3
  c => h()
  if (c /= (4., 0.)) error stop 4
  if (f3() /= 1 .or. e3() /= 2) error stop 5
  if (g3(7) /= (7., 0.) .or. h3() /= (4., 1.)) error stop 6
  if (alone() * 2 /= (2d0, 4d0)) error stop 7
  print '(a)', 'PASS'
end program
