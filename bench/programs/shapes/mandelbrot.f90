! Iteration until something leaves a circle.
subroutine shape(outcome)
  implicit none
  real(8), intent(inout) :: outcome
  complex(8) :: z, c
  integer :: i, j, k
  do j = 1, 60
    do i = 1, 80
      c = cmplx(-2 + 2.5d0*i/80, -1.25d0 + 2.5d0*j/60, 8)
      z = 0
      do k = 1, 200
        z = z*z + c
        if (real(z)**2 + aimag(z)**2 > 4) exit
      end do
      outcome = outcome + k
    end do
  end do
end subroutine
