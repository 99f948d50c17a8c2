! forall whose statements disturb each other: masks come before all statements, each statement acts for all index values before the next, also in nested constructs,
! with where, with sections of pointer components, with pointer assignment, and with objects that own memory.
program forall_together
  implicit none
  type row
    integer :: n
    integer, pointer :: p(:)
    integer, allocatable :: own(:)
  end type
  type link
    integer, pointer :: to
  end type
  type(row) :: r(4)
  type(link) :: links(4)
  integer, target :: t(4) = [10, 20, 30, 40]
  integer :: a(3, 3), b(4), c(4), i, j, m(3, 3)
  character(3) :: words(4) = ['abc', 'def', 'ghi', 'jkl']

  b = [1, -2, 3, -4]
  c = 0
  forall (i=1:4, b(i) > 0)
    b(i) = -b(i)
    c(i) = i
  end forall
  if (any(b /= [-1, -2, -3, -4]) .or. any(c /= [1, 0, 3, 0])) error stop 'the mask comes first'

  a = reshape([1, 2, 3, 4, 5, 6, 7, 8, 9], [3, 3])
  forall (i=1:3)
    forall (j=1:i)
      a(i, j) = a(j, i)
    end forall
  end forall
  if (any(a /= reshape([1, 4, 7, 4, 5, 8, 7, 8, 9], [3, 3]))) error stop 'nested'

  m = 0
  forall (i=1:3)
    forall (j=1:3) m(i, j) = i + 10 * j
    forall (j=1:2) m(i, j) = m(i, j + 1) + m(4 - i, j)
  end forall
  if (m(1, 1) /= 21 + 13 .or. m(3, 2) /= 33 + 21 .or. m(2, 3) /= 32) error stop 'one statement after another'

  do i = 1, 4
    r(i)%n = i
    allocate (r(i)%p(4))
    r(i)%p = 10 * i + [1, 2, 3, 4]
    r(i)%own = [i, i]
  end do
  forall (i=1:4) r(i)%p(1:r(i)%n) = r(5 - i)%p(1:r(i)%n)
  if (any(r(1)%p /= [41, 12, 13, 14]) .or. any(r(4)%p /= [11, 12, 13, 14])) error stop 'sections of pointers'
  if (any(r(2)%p /= [31, 32, 23, 24]) .or. any(r(3)%p /= [21, 22, 23, 34])) error stop 'sections of pointers, the rest'

  forall (i=1:4)
    where (r(i)%p > 30)
      r(i)%p = r(5 - i)%p
    elsewhere (r(i)%p > 20)
      r(i)%p = 0
    end where
  end forall
  if (any(r(1)%p /= [11, 12, 13, 14]) .or. any(r(3)%p /= [0, 0, 0, 24])) error stop 'where'

  a = reshape([0, 7, 7, 7, 7, 0, 7, 7, 7], [3, 3])
  forall (i=1:3)
    where (a(i, :) == 0) a(:, i) = i
  end forall
  if (any(a /= reshape([1, 7, 7, 7, 7, 0, 7, 3, 7], [3, 3]))) error stop 'where across'

  do i = 1, 4
    links(i)%to => t(i)
  end do
  forall (i=1:4) links(i)%to => links(5 - i)%to
  do i = 1, 4
    if (links(i)%to /= t(5 - i)) error stop 'pointers'
  end do

  forall (i=1:4) r(i) = r(5 - i)
  if (any([(r(i)%n, i=1, 4)] /= [4, 3, 2, 1]) .or. any(r(1)%own /= 4) .or. any(r(4)%own /= 1)) error stop 'objects'
  forall (i=1:3) words(i + 1)(2:3) = words(i)(1:2)
  if (any(words /= ['abc', 'dab', 'gde', 'jgh'])) error stop 'characters'
  print *, 'PASS'
end program
