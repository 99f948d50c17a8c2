! The intrinsic generator, one number at a time and an array.
subroutine shape(outcome)
  implicit none
  real(8), intent(inout) :: outcome
  real(8) :: x, many(1000)
  integer :: i, inside
  inside = 0
  do i = 1, 5000
    call random_number(x)
    if (x < 0.5d0) inside = inside + 1
  end do
  call random_number(many)
  outcome = outcome + merge(1, 0, inside > 2000 .and. maxval(many) < 1)
end subroutine
