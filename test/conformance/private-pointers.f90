! Pointers in `private` that the construct associates: each iteration has one of its own; others are arrays of its own.
! options: -acc -mp=gpu
program private_pointers
  implicit none
  integer, parameter :: n = 64, m = 6
  real, allocatable, target :: a(:,:), b(:,:)
  real, pointer :: p(:), q(:), s
  real, target :: x(n)
  real, pointer :: work(:)
  integer :: i, j
  allocate(a(n, m), b(n, m), work(n))
  a = 1; b = 2; x = 0
  !$acc parallel loop gang private(p, q) copy(a) copyin(b)
  do j = 1, m
    if (mod(j, 2) == 0) then
      p => a(:, j)
      q => b(:, j)
    else
      p => a(n:1:-1, j)
      q => b(:, m + 1 - j)
    end if
    !$acc loop vector
    do i = 1, n
      p(i) = p(i) + q(i)*i
    end do
  end do
  call check(a(1, 1) == 129 .and. a(1, 2) == 3 .and. sum(a) == 25344, 'gang and vector')
  !$acc parallel loop private(s) copy(x)
  do i = 1, n
    s => x(i)
    s = i
    if (i > 32) s = s + x(i)
  end do
  call check(sum(x) == 3632, 'scalars')
  !$acc parallel loop gang private(work) copyout(b)
  do j = 1, m
    !$acc loop vector
    do i = 1, n
      work(i) = i*j
    end do
    !$acc loop vector
    do i = 1, n
      b(i, j) = work(n + 1 - i)
    end do
  end do
  call check(b(1, 3) == 192 .and. b(n, 6) == 6, 'arrays')
  !$omp target teams distribute map(tofrom: a) private(p)
  do j = 1, m
    p => a(:, j)
    !$omp parallel do
    do i = 1, n
      p(i) = j
    end do
  end do
  call check(sum(a) == 1344, 'target')
  print '(a)', 'PASS'
contains
  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    if (ok) return
    print '(2a)', 'wrong: ', what
    error stop 1
  end subroutine
end program
