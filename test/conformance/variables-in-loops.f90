! What a loop keeps in registers of variables in memory is what memory would hold: through pointers, targets, equivalence, procedures within, absent arguments, and ways out of the loop.
module things
  implicit none
  integer :: shared_count = 0
  real(8), target :: field(100)
  type body
    real(8) :: x, v
    integer :: hits
    logical :: alive
  end type
contains
  subroutine add_all(total, a, n)
    real(8), intent(inout) :: total
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    integer :: i
    do i = 1, n
      total = total + a(i)
    end do
  end subroutine

  subroutine through_pointer(total, p)
    real(8), target, intent(inout) :: total
    real(8), pointer, intent(in) :: p(:)
    integer :: i
    do i = 1, size(p)
      total = total + p(i)
    end do
  end subroutine

  subroutine maybe(total, n, step)
    real(8), intent(inout), optional :: total
    integer, intent(in) :: n
    real(8), intent(in), optional :: step
    integer :: i
    do i = 1, n
      total = total + step
    end do
  end subroutine

  integer function first_over(limit, total)
    integer, intent(in) :: limit
    integer, intent(inout) :: total
    integer :: i
    first_over = 0
    do i = 1, 100
      total = total + i
      if (total > limit) then
        first_over = i
        return
      end if
    end do
  end function

  subroutine counted(n)
    integer, intent(in) :: n
    integer :: i
    do i = 1, n
      shared_count = shared_count + 1
      if (mod(i, 3) == 0) call double_it()
    end do
  end subroutine

  subroutine double_it()
    shared_count = 2*shared_count
  end subroutine

  subroutine move(p, dt, lost)
    type(body), intent(inout) :: p(:)
    real(8), intent(in) :: dt
    integer, intent(inout) :: lost
    integer :: i
    do i = 1, size(p)
      if (.not. p(i)%alive) cycle
      p(i)%x = p(i)%x + dt*p(i)%v
      if (p(i)%x < 0 .or. p(i)%x > 1) then
        p(i)%v = -p(i)%v
        p(i)%hits = p(i)%hits + 1
        if (p(i)%hits > 1) then
          p(i)%alive = .false.
          lost = lost + 1
        end if
      end if
      p(i)%x = p(i)%x*2 - p(i)%x
    end do
  end subroutine

  subroutine steps_of_three(a, k)
    integer, intent(inout) :: a(:)
    integer, intent(inout) :: k
    do
      a(k) = a(k) + 1
      k = k + 3
      if (k > size(a)) exit
    end do
  end subroutine
end module

program main
  use things
  implicit none
  real(8) :: total, pair(4)
  real(8), pointer :: p(:)
  integer :: words(4), i, k, marks(10), lost
  real(4) :: bits(4)
  type(body) :: bodies(5)
  integer, volatile :: seen
  equivalence (words, bits)
  logical :: ok = .true.

  field = [(0.5d0*i, i = 1, 100)]
  total = 1
  call add_all(total, field, 100)
  call check('sum in a dummy', total == 1 + 0.5d0*5050)
  call add_all(total, field, 0)
  call check('no iteration', total == 1 + 0.5d0*5050)

  ! The sum is an element of what is summed: each iteration sees the one before.
  field = 1
  p => field(:10)
  call through_pointer(field(4), p)
  call check('a target among its summands', field(4) == 14 .and. field(3) == 1)

  call maybe(n=0)
  total = 2
  call maybe(total, 3, 0.25d0)
  call check('absent arguments', total == 2.75d0)

  k = 0
  call check('a way out of the loop', first_over(20, k) == 6 .and. k == 21)

  call counted(7)
  call check('calls in the loop', shared_count == 19)

  words = 0
  do i = 1, 4
    bits(1) = bits(1) + 1
    words(1) = words(1) + 1
  end do
  call check('equivalence', bits(1) > 4 .and. bits(1) < 4.00001 .and. words(1) /= 4)

  pair = [1d0, 2d0, 3d0, 4d0]
  do i = 1, 3
    pair(2) = pair(2) + pair(i)
    pair(i) = pair(2)
  end do
  call check('an element met by its index', all(pair == [3d0, 9d0, 9d0, 4d0]))

  do i = 1, 5
    bodies(i) = body(0.2d0*i, 0.3d0 - 0.2d0*i, 0, mod(i, 4) /= 0)
  end do
  lost = 0
  do i = 1, 12
    call move(bodies, 0.5d0, lost)
  end do
  call check('structures', lost == 2 .and. count(bodies%alive) == 2 .and. sum(bodies%hits) == 5)

  marks = 0
  k = 2
  call steps_of_three(marks, k)
  call check('a subscript of the argument', all(marks == [0, 1, 0, 0, 1, 0, 0, 1, 0, 0]) .and. k == 11)

  seen = 0
  do i = 1, 5
    seen = seen + i
  end do
  call check('volatile', seen == 15)
  if (ok) print '(a)', 'PASS'
contains
  subroutine check(what, is)
    character(*), intent(in) :: what
    logical, intent(in) :: is
    if (is) return
    print '(2a)', 'FAIL: ', what
    ok = .false.
  end subroutine
end program
