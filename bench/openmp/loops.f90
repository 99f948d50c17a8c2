! Ten loops and reductions: the least times of so many turns, in ms. They are short, so that some turn has the processors for itself.
program sp
  use omp_lib
  implicit none
  integer, parameter :: n = 1000000, m = 400, turns = 30
  real(8), allocatable :: a(:), b(:), c(:), x(:,:), y(:,:), z(:,:)
  integer, allocatable :: k(:), h(:)
  real(8) :: t, s, t1(10)
  integer :: i, j, l, r, cnt, hist(64)
  character(20) :: names(10)
  allocate(a(n), b(n), c(n), k(n), x(m,m), y(m,m), z(m,m))
  do i = 1, n
    a(i) = mod(i,1000)*0.001d0; b(i) = mod(i,777)*0.01d0; c(i) = 0; k(i) = mod(mod(i,100000)*7919, 64)+1
  end do
  x = 0.5d0; y = 0.25d0; z = 0
  t1 = 1d9
  do r = 1, turns
    t = omp_get_wtime()
    !$omp parallel do
    do i = 1, n
      c(i) = a(i) + 2.5d0*b(i)
    end do
    call note(1, 'triad')
    s = 0
    !$omp parallel do reduction(+:s)
    do i = 1, n
      s = s + a(i)*b(i)
    end do
    call note(2, 'dot')
    !$omp parallel do
    do i = 1, n
      c(i) = sqrt(a(i)**2 + b(i)**2) / (1d0 + a(i))
    end do
    call note(3, 'norm')
    !$omp parallel do
    do i = 1, n/8
      c(i) = exp(-a(i)) * sin(b(i))
    end do
    call note(4, 'exp sin')
    !$omp parallel do private(i, j)
    do j = 2, m-1
      do i = 2, m-1
        z(i,j) = 0.25d0*(x(i-1,j) + x(i+1,j) + x(i,j-1) + x(i,j+1))
      end do
    end do
    call note(5, 'stencil')
    !$omp parallel do private(i, l)
    do j = 1, m
      do l = 1, 40
        do i = 1, m
          z(i,j) = z(i,j) + x(i,l)*y(l,j)
        end do
      end do
    end do
    call note(6, 'matmul')
    hist = 0
    !$omp parallel do reduction(+:hist)
    do i = 1, n
      hist(k(i)) = hist(k(i)) + 1
    end do
    call note(7, 'histogram')
    cnt = 0
    !$omp parallel do reduction(+:cnt) schedule(dynamic,200)
    do i = 1, 4000
      cnt = cnt + collatz(i)
    end do
    call note(8, 'collatz')
    s = -1d300
    !$omp parallel do reduction(max:s)
    do i = 1, n
      s = max(s, a(i) - b(i))
    end do
    call note(9, 'maximum')
    s = 0
    !$omp parallel do reduction(+:s) collapse(2)
    do j = 1, m
      do i = 1, m
        s = s + x(i,j)*y(i,j)
      end do
    end do
    call note(10, 'collapse')
  end do
  do i = 1, 10
    write(*,'(a16,f10.3)') names(i), t1(i)*1e3
  end do
contains
  subroutine note(i, name)
    integer :: i
    character(*) :: name
    real(8) :: now
    now = omp_get_wtime()
    t1(i) = min(t1(i), now - t)
    names(i) = name
    t = omp_get_wtime()
  end subroutine
  integer function collatz(i)
    integer, value :: i
    integer(8) :: x
    x = i; collatz = 0
    do while (x /= 1)
      if (mod(x,2_8) == 0) then; x = x/2; else; x = 3*x+1; end if
      collatz = collatz + 1
    end do
  end function
end program
