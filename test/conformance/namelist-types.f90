! Namelists with derived types.
program namelist_types
  implicit none
  type inner
    real :: x(2) = [1.0, 2.0]
    character(3) :: s = 'abc'
  end type inner
  type outer
    integer :: i = 1
    type(inner) :: in
    logical :: l = .false.
  end type outer
  type(outer) :: q, r(3)
  integer :: k = 5
  logical :: good = .true.
  character(60) :: text(12)
  namelist /group/ q, k, r
  text = ' '
  text(1) = '&group q%i = 9, q%in%x = 3, 4, q%in%s = ''xyz'''
  text(2) = 'q%l = t, k = 7'
  text(3) = 'r(2)%i = 20, r(:)%l = t, f, t, r(3)%in%x(2) = 8.5'
  text(4) = 'r(1) = 11, 1.5, 2.5, ''one'', f /'
  read (text, group)
  call check(q%i == 9 .and. all(q%in%x == [3.0, 4.0]) .and. q%in%s == 'xyz' .and. q%l .and. k == 7, 'components')
  call check(r(2)%i == 20 .and. all(r%l .eqv. [.false., .false., .true.]), 'elements')
  call check(r(3)%in%x(2) == 8.5 .and. r(3)%in%x(1) == 1.0, 'elements of components')
  call check(r(1)%i == 11 .and. all(r(1)%in%x == [1.5, 2.5]) .and. r(1)%in%s == 'one', 'whole')
  text = ' '
  text(1) = '&group r(2)%in%x = 6.5, 7.5 r(3)%in%x = , 9 /'
  read (text, group)
  call check(all(r(2)%in%x == [6.5, 7.5]) .and. all(r(3)%in%x == [1.0, 9.0]), 'arrays in elements')
  q%i = 77
  r%i = [4, 5, 6]
  open (10, status='scratch', delim='quote')
  write (10, group)
  q = outer()
  r = outer()
  rewind (10)
  read (10, group)
  call check(q%i == 77 .and. all(r%i == [4, 5, 6]) .and. r(1)%in%s == 'one' .and. q%l, 'written and read')
  if (good) print '(a)', 'PASS'
contains
  subroutine check(right, what)
    logical, intent(in) :: right
    character(*), intent(in) :: what
    if (right) return
    good = .false.
    print '(2a)', 'FAIL ', what
  end subroutine check
end program namelist_types
