! What goes through a logical comes back; kinds asked for at run time.
program transfers
  implicit none
  integer :: i = 42, radix = 4, two = 2, p, r
  integer(8) :: j = 2_8**40 + 5
  real :: x = 3.5
  if (transfer(transfer(i, .true.), 0) /= 42) error stop 1
  if (transfer(transfer(x, .true.), 0.0) /= 3.5) error stop 2
  if (transfer(transfer(j, .true._8), 0_8) /= j) error stop 3
  if (transfer(transfer('abcd', .true.), 'xxxx') /= 'abcd') error stop 4
  if (any(transfer(transfer([1, 2, 300], [.true.]), [0]) /= [1, 2, 300])) error stop 5
  if (transfer(transfer(transfer(i, .true.), .false.), 0) /= 42) error stop 6
  if (transfer(.true., 0) /= transfer(.not. .false., 0)) error stop 7
  if (transfer(transfer(int(j), .true.), 0) /= 5) error stop 8

  if (selected_real_kind(radix=radix) /= -5 .or. selected_real_kind(radix=4) /= -5) error stop 9
  if (selected_real_kind(6, 37, two) /= 4 .or. selected_real_kind(r=two, radix=two) /= 4) error stop 10
  p = 15
  r = 307
  if (selected_real_kind(p, r) /= 8 .or. selected_real_kind(p) /= 8 .or. selected_real_kind(r=r) /= 8) error stop 11
  p = 99
  if (selected_real_kind(p, r) /= -1 .or. selected_real_kind(p, r, radix) /= -5) error stop 12
  r = 99999
  if (selected_real_kind(p, r) /= -3 .or. selected_real_kind(two, r) /= -2) error stop 13
  if (selected_real_kind(99, 99999) /= -3 .or. selected_real_kind(2, 99999) /= -2) error stop 14
  print *, 'PASS'
end program
