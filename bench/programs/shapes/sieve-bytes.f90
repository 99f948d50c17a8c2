! Primes in logicals of one byte.
subroutine shape(outcome)
  implicit none
  real(8), intent(inout) :: outcome
  integer, parameter :: n = 100000
  logical(1), save :: isPrime(n)
  integer :: i
  isPrime = .true._1
  isPrime(1) = .false._1
  do i = 2, int(sqrt(real(n)))
    if (isPrime(i)) isPrime(i*i::i) = .false._1
  end do
  outcome = outcome + count(isPrime)
end subroutine
