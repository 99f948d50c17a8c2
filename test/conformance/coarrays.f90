! Coarrays, events, locks, teams and collective subroutines in a program of one image.
module shared_data
  use iso_fortran_env
  implicit none
  integer :: counter[*] = 0
  real, allocatable :: field(:)[:], plane(:, :)[:, :], one[:, :, :]
  type(event_type), save :: ready[*]
  type(lock_type), save :: gate[*]
  type holder
    integer, allocatable :: part(:)[:]
  end type holder
contains
  subroutine fill(a, n)
    integer, intent(in) :: n
    real, intent(inout) :: a(n)[*]
    a = a + this_image()
    a(1)[1] = 10 * a(2)[this_image()]
  end subroutine fill
  integer function bounds_sum(a)
    integer, intent(in) :: a[2:4, -1:*]
    bounds_sum = sum(lcobound(a)) + 10 * sum(ucobound(a)) + 100 * sum(coshape(a))
  end function bounds_sum
end module shared_data
program coarrays
  use shared_data
  implicit none
  integer, save :: grid(3)[0:2, *]
  integer, codimension[5:*], save :: late
  character(4), save :: word[*]
  type(holder) :: h
  type(team_type) :: team
  integer :: i, n, status, old, where
  integer(atomic_int_kind), save :: atom[*]
  logical(atomic_logical_kind), save :: flag[*]
  logical :: taken
  complex :: z(2)
  if (this_image() /= 1 .or. num_images() /= 1) error stop 'images'
  counter[1] = 5
  counter = counter + counter[this_image()]
  if (counter /= 10) error stop 'counter'
  grid = [1, 2, 3]
  grid(2)[0, 1] = 7
  if (any(grid(:)[0, 1] /= [1, 7, 3])) error stop 'grid'
  if (any(this_image(grid) /= [0, 1]) .or. this_image(grid, 1) /= 0 .or. this_image(late, 1) /= 5) error stop 'this_image'
  if (any(lcobound(grid) /= [0, 1]) .or. any(ucobound(grid) /= [2, 1]) .or. any(coshape(grid) /= [3, 1])) error stop 'cobounds'
  do i = 1, 2
    if (lcobound(grid, i) /= i - 1) error stop 'lcobound'
  end do
  if (image_index(grid, [0, 1]) /= 1 .or. image_index(grid, [1, 1]) /= 0 .or. image_index(late, [5]) /= 1) error stop 'index'
  if (bounds_sum(late) /= 2 - 1 + 10 * (4 - 1) + 100 * (3 + 1)) error stop 'dummy'
  allocate (field(4)[*], stat=status)
  if (status /= 0 .or. .not. allocated(field)) error stop 'allocate'
  field = [1, 2, 3, 4]
  call fill(field, 4)
  if (any(field /= [30., 3., 4., 5.])) error stop 'fill'
  sync all
  sync all (stat=status)
  sync images (*)
  sync images (1)
  sync images ([1], stat=status)
  sync memory
  if (status /= 0) error stop 'stat'
  deallocate (field)
  n = 2
  allocate (plane(n, 3)[n, *], one[1:n + 1, 4, *], source=2.)
  plane(2, 3)[1, 1] = 5
  one[1, 1, 1] = one + 1
  if (sum(plane) /= 15 .or. one /= 3) error stop 'several codimensions'
  if (any(lcobound(one) /= 1) .or. any(this_image(plane) /= 1) .or. image_index(plane, [2, 1]) /= 0) error stop 'of them'
  deallocate (plane, one)
  allocate (h%part(2)[*])
  h%part = 3
  h%part(2)[1] = 4
  if (sum(h%part) /= 7) error stop 'component'
  word = 'abcd'
  word[1](2:3) = 'xy'
  if (word[1] /= 'axyd') error stop 'characters'
  n = 3
  call co_sum(n)
  call co_max(n, result_image=1)
  call co_min(n, stat=status)
  call co_broadcast(n, source_image=1)
  call co_reduce(n, add)
  z = (1, 2)
  call co_sum(z, 1, status)
  if (n /= 3 .or. status /= 0 .or. any(z /= (1, 2))) error stop 'collective'
  event post (ready)
  event post (ready[1])
  call event_query(ready, n)
  if (n /= 2) error stop 'event_query'
  event wait (ready, until_count=2)
  call event_query(ready, n, status)
  if (n /= 0) error stop 'event wait'
  lock (gate)
  lock (gate, stat=status)
  if (status /= stat_locked) error stop 'locked'
  unlock (gate)
  lock (gate, acquired_lock=taken)
  if (.not. taken) error stop 'lock'
  unlock (gate, stat=status)
  critical
    counter = counter + 1
  end critical
  if (counter /= 11) error stop 'critical'
  call atomic_define(atom, 12)
  call atomic_add(atom[1], 3)
  call atomic_fetch_and(atom, 6, old)
  call atomic_ref(where, atom)
  if (old /= 15 .or. where /= 6) error stop 'atomic'
  call atomic_cas(atom, old, 6, 9)
  if (old /= 6 .or. atom /= 9) error stop 'cas'
  call atomic_define(flag, .true.)
  call atomic_ref(taken, flag)
  if (.not. taken) error stop 'logical'
  form team (3, team)
  change team (team)
    if (this_image() /= 1) error stop 'team'
    counter = 20
  end team
  if (counter /= 20 .or. team_number(team) /= 3) error stop 'teams'
  associate (c => counter)
    if (c /= 20) error stop 'associate'
  end associate
  if (size(failed_images()) /= 0 .or. image_status(1) /= 0) error stop 'status'
  print *, 'PASS'
contains
  pure integer function add(a, b)
    integer, intent(in) :: a, b
    add = a + b
  end function add
end program coarrays
