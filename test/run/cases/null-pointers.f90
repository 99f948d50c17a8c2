! options: -Mchkptr
! exit: 127
! A pointer that has nothing is named before it is followed.
program t
  real, pointer :: p(:), q
  type n
    real, allocatable :: a(:)
    type(n), pointer :: next
  end type
  type(n) :: x
  integer :: i
  i = 2
  nullify(p, q)
  nullify(x%next)
  print *, 'a'
  x%next%a(3) = 4
  p(i) = 4
  q = 3
end
