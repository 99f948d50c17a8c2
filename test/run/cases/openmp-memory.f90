! options: -mp
! Memory of several threads: lists, large blocks and texts at the same time.
program g
  implicit none
  type node
    integer :: v = 0
    type(node), pointer :: next => null()
  end type
  integer :: i, j, k, total
  type(node), pointer :: head, p
  real, allocatable :: big(:), small(:)
  character(:), allocatable :: s
  total = 0
  !$omp parallel num_threads(4) private(i, j, k, head, p, big, small, s) reduction(+:total)
  do k = 1, 200
    nullify(head)
    do i = 1, 200
      allocate(p); p%v = i; p%next => head; head => p
    end do
    allocate(big(50000 + k)); big = k
    s = ''
    do j = 1, 20
      allocate(small(j*10)); small = j
      s = s // 'x'
      total = total + size(small) + len(s)
      deallocate(small)
    end do
    if (any(big /= k)) total = -100000000
    do while (associated(head))
      p => head%next
      total = total + head%v
      deallocate(head)
      head => p
    end do
    deallocate(big)
  end do
  !$omp end parallel
  print *, total
end program
