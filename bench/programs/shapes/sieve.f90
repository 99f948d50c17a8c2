! Primes by a sieve of logicals.
subroutine shape(outcome)
  implicit none
  real(8), intent(inout) :: outcome
  integer, parameter :: n = 100000
  logical(1), allocatable :: prime(:)
  integer :: i
  allocate (prime(n))
  prime = .true.
  do i = 2, 316
    if (prime(i)) prime(i*i:n:i) = .false.
  end do
  outcome = outcome + count(prime)
end subroutine
