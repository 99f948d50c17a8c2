! Loops of the host that store bytes, halves and short texts which do not lie side by side: parts of structures, steps, rows, places that are looked up.
program small_numbers_apart
  implicit none
  type record
    integer(2) :: a, b
    integer(1) :: c
    logical(1) :: l
    character(3) :: n
    real(8) :: x
  end type
  integer(1) :: bytes(200) = 0, rows(3, 70) = 0
  integer(2) :: halves(200) = 0
  logical(1) :: truths(2, 50)
  type(record) :: r(64)
  integer :: i, k(70), v(50)
  do i = 1, 66
    bytes(3*i) = int(i, 1)
    halves(200 - 2*i) = int(-i, 2)
  end do
  call is(1, sum(int(bytes)) == 2211 .and. bytes(198) == 66 .and. bytes(197) == 0)
  call is(2, sum(int(halves)) == -2211 .and. halves(68) == -66 .and. halves(69) == 0)
  v = [(mod(i*17, 53) + 1, i = 1, 50)]
  do i = 1, 50
    bytes(v(i)) = int(2*i, 1)
    truths(2, i) = mod(i, 3) == 0
    truths(1, i) = .not. truths(2, i)
  end do
  call is(3, sum([(int(bytes(i))*i, i = 1, 60)]) == 70719)
  call is(4, count(truths) == 50 .and. count(truths(2, :)) == 16)
  do i = 1, 64
    r(i)%a = int(i*i, 2)
    r(i)%b = -r(i)%a
    r(i)%c = int(mod(i, 100), 1)
    r(i)%l = mod(i, 5) == 2
    r(i)%n = 'x' // achar(48 + mod(i, 10)) // 'z'
    r(i)%x = i
  end do
  call is(5, sum(int(r%a)) == 89440 .and. sum(int(r%b)) == -89440 .and. sum(int(r%c)) == 2080)
  call is(6, count(r%l) == 13 .and. r(7)%n == 'x7z' .and. r(64)%n == 'x4z' .and. sum(r%x) == 2080)
  do i = 1, 70
    rows(2, i) = int(merge(i, -i, mod(i, 2) == 0), 1)
    k(i) = rows(2, i)*2
  end do
  call is(7, sum(int(rows)) == 35 .and. sum(k) == 70)
  do i = 1, 70
    if (mod(i, 4) == 0) rows(3, i) = int(i, 1)
  end do
  rows(:, 1::2) = 5_1
  where (rows(1, :) == 5_1) rows(2, :) = 1_1
  call is(8, sum(int(rows(1, :))) == 175 .and. sum(int(rows(2, :))) == 1295 .and. sum(int(rows(3, :))) == 787)
  print '(a)', 'PASS'
contains
  subroutine is(what, right)
    integer, intent(in) :: what
    logical, intent(in) :: right
    if (right) return
    print '(a,i0)', 'FAIL ', what
    stop 1
  end subroutine
end program
