! Big integers in base 10000: products and quotients by small numbers.
subroutine shape(outcome)
  implicit none
  real(8), intent(inout) :: outcome
  integer, parameter :: m = 220
  integer :: d(m), i, k, carry, t, q
  integer(8) :: check
  d = 0
  d(1) = 1
  do k = 2, 150
    carry = 0
    do i = 1, m
      t = d(i)*k + carry
      d(i) = mod(t, 10000)
      carry = t/10000
    end do
  end do
  do k = 2, 40
    carry = 0
    do i = m, 1, -1
      t = carry*10000 + d(i)
      q = t/k
      d(i) = q
      carry = t - q*k
    end do
  end do
  check = 0
  do i = 1, m
    check = mod(check*31 + d(i), 1000003_8)
  end do
  outcome = outcome + check
end subroutine
