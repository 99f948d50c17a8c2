program real_model
  implicit none
  real :: x = 1.0
  real(8) :: d = 1.0d0
  call check(epsilon(x) == 2.0**(-23) .and. epsilon(d) == 2.0d0**(-52), 'epsilon')
  call check(x + epsilon(x) > 1 .and. x + epsilon(x) / 2 == 1, 'what epsilon means')
  call check(digits(x) == 24 .and. digits(d) == 53 .and. digits(1) == 31, 'digits')
  call check(precision(x) == 6 .and. precision(d) == 15 .and. range(x) == 37 .and. range(d) == 307, 'precision and range')
  call check(tiny(x) == 2.0**(-126) .and. huge(x) > 3.4e38 .and. radix(x) == 2, 'limits')
  call check(maxexponent(x) == 128 .and. minexponent(d) == -1021, 'exponents')
  call check(exponent(10.0) == 4 .and. fraction(10.0) == 0.625 .and. scale(0.625, 4) == 10.0, 'parts')
  call check(set_exponent(10.0, 1) == 1.25 .and. spacing(1.0) == epsilon(x), 'set_exponent and spacing')
  call check(nearest(1.0, 1.0) > 1.0 .and. nearest(1.0, -1.0) == 1 - epsilon(x) / 2, 'nearest')
  call check(selected_real_kind(6, 37) == 4 .and. selected_real_kind(15) == 8 .and. selected_real_kind(r=300) == 8, 'kinds')
  call check(selected_int_kind(4) == 2 .and. selected_int_kind(18) == 8 .and. selected_int_kind(40) == -1, 'integer kinds')
  print '(a)', 'PASS'
contains
  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    if (ok) return
    print *, "wrong: ", what
    error stop 1
  end subroutine check
end program real_model
