! Loops over numbers of one and two bytes, which run in lanes of that size: wrapped sums, comparisons, choices, neighbours, what is the same in all iterations, and rows of any length.
program short_integers
  implicit none
  integer, parameter :: n = 203
  integer(1) :: a(0:n + 1), b(n), c(n), k
  integer(2) :: p(0:n + 1), q(n), r(n), h
  logical(1) :: t(n)
  character(1) :: letters(n)
  integer :: i, m
  integer(1) :: around
  do i = 0, n + 1
    a(i) = int(mod(i*37, 256) - 128, 1)
    p(i) = int(mod(i*7919, 65536) - 32768, 2)
  end do
  k = 5
  h = -300
  do m = n, 1, -29
    do i = 1, m
      around = a(i - 1)/2_1 + a(i + 1)/2_1
      b(i) = merge(1_1, 0_1, around == 3 .or. (around < 0 .and. a(i) >= 1_1))
    end do
    call show1('halves', b)
    do i = 1, m
      b(i) = iand(a(i), 15_1) + iand(a(i - 1), 15_1) + k
    end do
    call show1('nibbles', b)
    do i = 1, m
      b(i) = max(min(a(i), 100_1), -100_1)
      if (b(i) == 100_1) b(i) = k
    end do
    call show1('limits', b)
    do i = 1, m
      c(i) = merge(a(i), b(i), a(i) > b(i))
      c(i) = ieor(c(i), a(i + 1))
    end do
    call show1('greater', c)
    do i = 1, m
      if (a(i) /= k) then
        c(i) = -a(i + 1)
      else
        c(i) = 3_1
      end if
    end do
    call show1('negated', c)
    c = b
    do i = 1, m - 1
      c(i) = c(i + 1) + 1_1
    end do
    call show1('from ahead', c)
    do i = 2, m
      c(i) = c(i - 1) + iand(c(i), 3_1)
    end do
    call show1('from behind', c)
    do i = 1, m
      q(i) = iand(p(i), 255_2)*3_2 + iand(p(i - 1), 127_2) - h
    end do
    call show2('products', q)
    do i = 1, m
      r(i) = merge(q(i), int(abs(max(p(i), -32767_2)), 2), p(i) < h .and. q(i) <= 500_2)
    end do
    call show2('choices', r)
    do i = 1, m
      r(i) = min(r(i), q(i)) + merge(1_2, 0_2, r(i) == q(i))
    end do
    call show2('least', r)
    do i = 1, m
      t(i) = a(i) > 0_1 .neqv. p(i) > 0_2
    end do
    print *, count(t(:m))
    do i = 1, m
      letters(i) = achar(65 + iand(int(a(i)), 15))
    end do
    print *, letters(:m:7)
  end do
contains
  subroutine show1(what, x)
    character(*), intent(in) :: what
    integer(1), intent(in) :: x(:)
    integer :: i, total
    total = 0
    do i = 1, size(x)
      total = mod(total*31 + x(i), 1000003)
    end do
    print *, what, total, x(1), x(17)
  end subroutine
  subroutine show2(what, x)
    character(*), intent(in) :: what
    integer(2), intent(in) :: x(:)
    integer :: i, total
    total = 0
    do i = 1, size(x)
      total = mod(total*31 + x(i), 1000003)
    end do
    print *, what, total, x(1), x(9)
  end subroutine
end program
