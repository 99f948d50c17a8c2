module work
  use samples
  implicit none
  integer, parameter :: n = 131072
  integer :: kt(0:63), r(0:63)
  integer, allocatable :: o(:)
contains
  subroutine start()
    integer :: i
    integer, parameter :: s(0:15) = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21]
    if (.not. allocated(o)) allocate (o(n))
    kt = [(int(abs(sin(real(i + 1, 8)))*2147483647d0), i=0, 63)]
    r = [(s(4*(i/16) + mod(i, 4)), i=0, 63)]
  end subroutine
  subroutine turn()
    integer :: i, t, a, b, c, d, f, g, h, m(0:15)
    !$omp parallel do private(t, a, b, c, d, f, g, h, m)
    do i = 1, n
      do t = 0, 15
        m(t) = ieor(i*40503, t*77)
      end do
      a = 1732584193; b = -271733879; c = -1732584194; d = 271733878
      do t = 0, 63
        if (t < 16) then
          f = ior(iand(b, c), iand(not(b), d)); g = t
        else if (t < 32) then
          f = ior(iand(d, b), iand(not(d), c)); g = mod(5*t + 1, 16)
        else if (t < 48) then
          f = ieor(ieor(b, c), d); g = mod(3*t + 5, 16)
        else
          f = ieor(c, ior(b, not(d))); g = mod(7*t, 16)
        end if
        h = a + f + kt(t) + m(g)
        a = d
        d = c
        c = b
        b = b + ior(ishft(h, r(t)), ishft(h, r(t) - 32))
      end do
      o(i) = ieor(ieor(a, b), ieor(c, d))
    end do
  end subroutine
  function outcome() result(s)
    real(8) :: s
    s = weighed_integers(iand(o, 65535), n)
  end function
end module work
