! A spigot: integer divisions (Rabinowitz and Wagon).
subroutine shape(outcome)
  implicit none
  real(8), intent(inout) :: outcome
  integer, parameter :: digits = 100, n = digits*10/3 + 1
  integer :: a(n), i, j, q, x
  a = 2
  do j = 1, digits
    q = 0
    do i = n, 1, -1
      x = 10*a(i) + q*i
      a(i) = mod(x, 2*i - 1)
      q = x/(2*i - 1)
    end do
    a(1) = mod(q, 10)
    q = q/10
    outcome = outcome + q
  end do
end subroutine
