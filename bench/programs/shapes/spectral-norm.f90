! A matrix that is computed where it is used (Computer Language Benchmarks Game).
module spectral
  implicit none
contains
  pure real(8) function a(i, j)
    integer, intent(in) :: i, j
    a = 1d0/((i + j)*(i + j + 1)/2 + i + 1)
  end function
  subroutine times(v, w, transposed)
    real(8), intent(in) :: v(0:)
    real(8), intent(out) :: w(0:)
    logical, intent(in) :: transposed
    integer :: i, j
    do i = 0, size(v) - 1
      w(i) = 0
      do j = 0, size(v) - 1
        if (transposed) then
          w(i) = w(i) + a(j, i)*v(j)
        else
          w(i) = w(i) + a(i, j)*v(j)
        end if
      end do
    end do
  end subroutine
end module
subroutine shape(outcome)
  use spectral
  implicit none
  real(8), intent(inout) :: outcome
  real(8) :: u(300), v(300), w(300)
  integer :: i
  u = 1
  do i = 1, 3
    call times(u, w, .false.)
    call times(w, v, .true.)
    call times(v, w, .false.)
    call times(w, u, .true.)
  end do
  outcome = outcome + sqrt(dot_product(u, v)/dot_product(v, v))
end subroutine
