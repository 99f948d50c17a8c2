program allocatables
  implicit none
  real, allocatable :: a(:), b(:,:), c(:)
  character(:), allocatable :: text
  integer :: code
  character(100) :: message
  call check(.not. allocated(a), 'not allocated at first')
  allocate(a(0:4))
  call check(lbound(a, 1) == 0 .and. ubound(a, 1) == 4 .and. size(a) == 5, 'bounds')
  allocate(a(3), stat=code, errmsg=message)
  call check(code /= 0 .and. len_trim(message) > 0, 'allocated twice')
  a = 1.5
  allocate(c, source=a)
  call check(all(c == 1.5) .and. size(c) == 5, 'source')
  deallocate(a)
  call check(.not. allocated(a), 'deallocated')
  a = [1.0, 2.0, 3.0]
  call check(size(a) == 3, 'assignment allocates')
  call move_alloc(a, c)
  call check(.not. allocated(a) .and. size(c) == 3, 'move_alloc')
  allocate(b(2, 3), source=0.0)
  b(2, :) = c
  call check(sum(b) == 6.0, 'two dimensions')
  call grow(c, 6)
  call check(size(c) == 6 .and. sum(c) == 6.0, 'allocatable dummy')
  text = 'abc'
  text = text // 'defg'
  call check(len(text) == 7 .and. text == 'abcdefg', 'deferred length')
  deallocate(a, stat=code)
  call check(code /= 0, 'deallocating nothing')
  call automatic(4)
  call check(size(twice([1, 2, 3])) == 6, 'allocatable result')
  print '(a)', 'PASS'
contains
  subroutine grow(x, n)
    real, allocatable, intent(inout) :: x(:)
    integer, intent(in) :: n
    real, allocatable :: t(:)
    allocate(t(n))
    t = 0
    t(:size(x)) = x
    call move_alloc(t, x)
  end subroutine grow
  subroutine automatic(n)
    integer, intent(in) :: n
    real :: local(n, 2 * n)
    real, allocatable :: gone(:)
    local = 1
    allocate(gone(n))
    call check(sum(local) == 2 * n * n, 'automatic array')
  end subroutine automatic
  function twice(x) result(y)
    integer, intent(in) :: x(:)
    integer, allocatable :: y(:)
    y = [x, x]
  end function twice
  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    if (ok) return
    print *, "wrong: ", what
    error stop 1
  end subroutine check
end program allocatables
