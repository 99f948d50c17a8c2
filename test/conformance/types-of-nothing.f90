! What extends_type_of and same_type_as say of unlimited polymorphic objects that hold nothing (yet, or any more).
program types_of_nothing
  implicit none
  type base
    integer :: i
  end type
  type, extends(base) :: more
    integer :: j
  end type
  class(*), allocatable :: u
  class(*), pointer :: q => null()
  type(more) :: x
  if (.not. extends_type_of(x, u) .or. extends_type_of(u, x)) stop 1
  if (.not. extends_type_of(x, q) .or. extends_type_of(q, x)) stop 2
  allocate(base :: u)
  allocate(base :: q)
  if (.not. extends_type_of(x, u) .or. extends_type_of(u, x) .or. .not. same_type_as(u, q)) stop 3
  deallocate(u)
  deallocate(q)
  if (.not. extends_type_of(x, u) .or. extends_type_of(u, x) .or. .not. extends_type_of(x, q)) stop 4
  print *, 'PASS'
end program
