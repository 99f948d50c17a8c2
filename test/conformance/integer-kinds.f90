program integer_kinds
  implicit none
  integer(1) :: a
  integer(2) :: b
  integer(4) :: c
  integer(8) :: d
  integer, parameter :: ik = selected_int_kind(12)
  integer(ik) :: e
  a = 127_1
  b = a + 1_2
  c = b * 256
  d = int(c, 8) * 65536_8 * 65536_8
  call check(b == 128, 'integer(2) sum')
  call check(c == 32768, 'integer(4) product')
  call check(d == 140737488355328_8, 'integer(8) product')
  call check(ik == 8, 'selected kind')
  e = 10_8**12
  call check(e / 1000000 == 1000000_8, 'large quotient')
  call check(huge(a) == 127 .and. huge(b) == 32767 .and. huge(c) == 2147483647, 'huge')
  call check(huge(d) == 9223372036854775807_8, 'huge of integer(8)')
  call check(kind(a + b) == 2 .and. kind(c + d) == 8 .and. kind(1) == 4, 'kinds of mixed expressions')
  c = 300
  a = int(mod(c, 128), 1)
  call check(a == 44, 'narrowing')
  b = -5_2
  call check(abs(b) == 5 .and. -b == 5, 'negative small kinds')
  call check(bit_size(a) == 8 .and. bit_size(d) == 64, 'bit sizes')
  print '(a)', 'PASS'
contains
  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    if (ok) return
    print *, "wrong: ", what
    error stop 1
  end subroutine check
end program integer_kinds
