module m
  ! error[needs-cuda-fortran]
  real, device :: a
contains
  ! error[needs-cuda-fortran]
  attributes(global) subroutine s(a)
    ! error[needs-cuda-fortran]
    call k<<<1, 2>>>(a)
  end subroutine s
end module m
