program pointers
  implicit none
  type node
    integer :: value
    type(node), pointer :: next => null()
  end type node
  type(node), pointer :: head, n
  real, target :: a(10) = 0, m(3, 3) = 0
  real, pointer :: p(:), q, r(:, :)
  integer :: i, total
  nullify(p)
  call check(.not. associated(p), 'null')
  p => a(2:10:2)
  p = 1
  call check(sum(a) == 5.0 .and. a(2) == 1.0 .and. a(1) == 0.0, 'section')
  call check(associated(p, a(2:10:2)) .and. size(p) == 5, 'associated with')
  q => a(3)
  q = 7
  call check(a(3) == 7.0, 'scalar')
  r(0:2, 0:2) => m
  r(0, 2) = 5
  call check(m(1, 3) == 5.0 .and. lbound(r, 2) == 0, 'new bounds')
  r(1:5, 1:2) => a
  call check(r(3, 1) == 7.0 .and. r(1, 2) == a(6), 'remapped')
  allocate(p(4))
  p = [1.0, 2.0, 3.0, 4.0]
  call check(sum(p) == 10.0, 'allocated pointer')
  deallocate(p)
  head => null()
  do i = 1, 5
    allocate(n)
    n%value = i
    n%next => head
    head => n
  end do
  total = 0
  do while (associated(head))
    total = total * 10 + head%value
    n => head
    head => head%next
    deallocate(n)
  end do
  call check(total == 54321, 'linked list')
  print '(a)', 'PASS'
contains
  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    if (ok) return
    print *, "wrong: ", what
    error stop 1
  end subroutine check
end program pointers
