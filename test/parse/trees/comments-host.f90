program p
  use cudafor
  type(sphere), &
!@cuf managed, &
    allocatable :: spheres(:)
  type holder
!@cuf integer, device, pointer :: d(:)
!@CUF real :: e
  end type
  !$cuf kernel do <<<*, *>>>
  do i = 1, n
    a(i) = i
  end do
  !$CUF kernel do(2) <<< (*, n), (16, 16), stream=s(j) >>> reduce(+: x, y) &
  !$cuf& reduce(max: z)
  do j = 1, n
    do i = 1, n
    end do
  end do
  !$cuf kernel do(1) <<<(n + 1)/2, tPB, 0, stream>>>
  do concurrent (i = 1:n)
  end do
  !$cuf kernel do
  do i = 1, 2; end do
  allocate (a(n), stream=s, pinned=flag)
  !$omp parallel
  !$acc kernels
  !dir$ vector always
end program
