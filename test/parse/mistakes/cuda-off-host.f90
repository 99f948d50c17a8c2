module m
  ! error[needs-cuda-fortran]
  real, device :: a
contains
  attributes(global) subroutine s(a)
    ! error[syntax]
    a = 1 1
    call k<<<1, 2>>>(a)
  end subroutine s
end module m
