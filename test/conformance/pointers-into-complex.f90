! Real pointers to the parts of complex numbers, on the left of what reads the same numbers.
program pointers_into_complex
  implicit none
  complex, target :: z(6), w(2, 3)
  complex, pointer :: whole(:)
  real, pointer :: part(:), plane(:, :)
  logical :: good = .true.
  integer :: k

  z = [(cmplx(3*k, 4*k), k = 1, 6)]
  part => z(2:)%re
  whole => z(:5)
  part = abs(whole)
  call same(z%re, [3., 5., 10., 15., 20., 25.])
  z = [(cmplx(3*k, 4*k), k = 1, 6)]
  part => z%im
  part = part + real(z(6:1:-1))
  call same(z%im, [(4.*k + 3*(7 - k), k = 1, 6)])
  z = [(cmplx(k, -k), k = 1, 6)]
  part => z(:5)%im
  whole => z(2:)
  whole = cmplx(part, 2*part)
  call same(z%re, [1., -1., -2., -3., -4., -5.])
  call same(z%im, [-1., -2., -4., -6., -8., -10.])
  w = reshape(z, [2, 3])
  plane => w(:, 2:)%re
  plane = abs(w(:, :2)%im)
  call same([w%re], [1., -1., 1., 2., 4., 6.])
  call moved(z, z(2:)%re)
  print '(a)', merge('PASS', 'FAIL', good)
contains
  subroutine same(a, b)
    real, intent(in) :: a(:), b(:)
    if (any(a /= b)) then
      good = .false.
      print *, a
      print *, b
    end if
  end subroutine

  subroutine moved(a, r)
    complex, target, intent(inout) :: a(:)
    real, target, intent(inout) :: r(:)
    a = [(cmplx(k, 0), k = 1, 6)]
    r = real(a(:5))
    call same(a%re, [1., 1., 2., 3., 4., 5.])
  end subroutine
end program
