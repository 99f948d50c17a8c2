! Permutations and reversals of a short array (Computer Language Benchmarks Game).
subroutine shape(outcome)
  implicit none
  real(8), intent(inout) :: outcome
  integer, parameter :: n = 8
  integer :: p(n), q(n), s(n), sign, i, j, k, m, first, t, flips, most, total
  p = [(i, i = 1, n)]
  s = p
  sign = 1
  most = 0
  total = 0
  outer: do
    first = p(1)
    if (first /= 1) then
      q = p
      flips = 1
      do
        t = q(first)
        if (t == 1) exit
        q(first) = first
        if (first >= 4) then
          i = 2
          j = first - 1
          do while (i < j)
            k = q(i)
            q(i) = q(j)
            q(j) = k
            i = i + 1
            j = j - 1
          end do
        end if
        first = t
        flips = flips + 1
      end do
      total = total + sign*flips
      most = max(most, flips)
    end if
    if (sign == 1) then
      t = p(1)
      p(1) = p(2)
      p(2) = t
      sign = -1
    else
      t = p(2)
      p(2) = p(3)
      p(3) = t
      sign = 1
      do i = 3, n
        if (s(i) /= 1) then
          s(i) = s(i) - 1
          exit
        end if
        if (i == n) exit outer
        s(i) = i
        t = p(1)
        do m = 1, i
          p(m) = p(m + 1)
        end do
        p(i + 1) = t
      end do
    end if
  end do outer
  outcome = outcome + total + 1000*most
end subroutine
