! Memory of the host: blocks of all sizes keep what is in them, do not overlap, come back, and serve again, whatever the order in which they are freed.
module blocks
  implicit none
  type :: block
    integer, pointer :: cells(:) => null()
    integer :: seed = 0
  end type
contains
  subroutine fill(b, n, seed)
    type(block), intent(inout) :: b
    integer, intent(in) :: n, seed
    integer :: i
    allocate (b%cells(n))
    b%seed = seed
    do i = 1, n
      b%cells(i) = ieor(seed, i)
    end do
  end subroutine

  logical function kept(b)
    type(block), intent(in) :: b
    integer :: i
    kept = .true.
    do i = 1, size(b%cells)
      if (b%cells(i) /= ieor(b%seed, i)) kept = .false.
    end do
  end function

  subroutine drop(b)
    type(block), intent(inout) :: b
    deallocate (b%cells)
    nullify (b%cells)
  end subroutine
end module

program host_heap
  use, intrinsic :: iso_c_binding
  use blocks
  implicit none
  integer, parameter :: many = 600
  type(block), target :: list(many)
  integer :: round, i, at, n, bad
  integer(8) :: state, first, last
  real(8), allocatable :: large(:)
  character(:), allocatable :: text
  state = 12345
  bad = 0
  do round = 1, 20000
    at = 1 + int(mod(draw(), int(many, 8)))
    if (associated(list(at)%cells)) then
      if (.not. kept(list(at))) bad = bad + 1
      call drop(list(at))
    else
      n = int(mod(draw(), 40_8))
      if (mod(round, 17) == 0) n = int(mod(draw(), 3000_8))
      if (mod(round, 911) == 0) n = int(mod(draw(), 60000_8))
      call fill(list(at), n, round)
      if (mod(address(list(at)), 16_8) /= 0) bad = bad + 1
    end if
  end do
  do i = 1, many
    if (.not. associated(list(i)%cells)) cycle
    if (.not. kept(list(i))) bad = bad + 1
    call drop(list(i))
  end do
  ! What was freed is used again: the addresses stay within what the first rounds took.
  first = huge(first)
  last = 0
  do round = 1, 300
    do i = 1, 64
      call fill(list(i), 1000, i)
      first = min(first, address(list(i)))
      last = max(last, address(list(i)))
    end do
    do i = 64, 1, -1
      call drop(list(i))
    end do
  end do
  if (last - first > 16*1024*1024) bad = bad + 1
  ! Sizes around the limits of the classes.
  do n = 1, 300
    allocate (character(n) :: text)
    text = repeat('x', n)
    if (verify(text, 'x') /= 0 .or. len(text) /= n) bad = bad + 1
    deallocate (text)
  end do
  do n = 16380, 16388
    allocate (large(n))
    large = n
    if (sum(large) /= real(n, 8)*n) bad = bad + 1
    deallocate (large)
  end do
  allocate (large(0))
  if (.not. allocated(large) .or. size(large) /= 0) bad = bad + 1
  deallocate (large)
  if (bad == 0) then
    print '(a)', 'PASS'
  else
    print '(a, i0)', 'FAIL ', bad
  end if
contains
  integer(8) function draw()
    state = iand(state*1103515245_8 + 12345_8, 2147483647_8)
    draw = ishft(state, -8)
  end function

  integer(8) function address(b)
    type(block), intent(in), target :: b
    address = transfer(c_loc(b%cells), address)
  end function
end program
