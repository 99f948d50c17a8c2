! random_number gives the same sequence one by one, in arrays and in sections, in the kind's own precision; a seed repeats it.
program random_sequences
  implicit none
  real :: a(6), b(6), s(2, 6), x
  real(8) :: d(5), e(5), y
  integer :: seed(4), again(4), i
  logical :: ok
  seed = [11, 22, 33, 44]
  call random_seed(put=seed)
  call random_number(a)
  call random_seed(put=seed)
  do i = 1, 6
    call random_number(x)
    b(i) = x
  end do
  ok = all(a == b) .and. all(a >= 0 .and. a < 1) .and. all(a * 2.0**24 == aint(a * 2.0**24))
  call random_seed(put=seed)
  s = 2
  call random_number(s(2, :))
  ok = ok .and. all(s(2, :) == a) .and. all(s(1, :) == 2)
  call random_seed(put=seed)
  call random_seed(get=again)
  ok = ok .and. all(again == seed)
  call random_number(d)
  call random_seed(put=seed)
  do i = 1, 5
    call random_number(y)
    e(i) = y
  end do
  ok = ok .and. all(d == e) .and. any(d * 2d0**24 /= aint(d * 2d0**24)) .and. real(d(1)) - a(1) < 1e-6
  call random_seed(get=seed)
  call random_number(x)
  call random_seed(get=again)
  ok = ok .and. any(seed /= again)
  print *, merge('PASS', 'FAIL', ok)
end program
