! A bank: customers wait in linked queues and are served in turn.
module bank
  implicit none
  type customer
    integer :: arrived, work
    type(customer), pointer :: next => null()
  end type
  type line
    type(customer), pointer :: first => null(), last => null()
    integer :: length = 0
  end type
contains
  subroutine join(q, arrived, work)
    type(line), intent(inout) :: q
    integer, intent(in) :: arrived, work
    type(customer), pointer :: c
    allocate (c)
    c%arrived = arrived
    c%work = work
    if (associated(q%last)) then
      q%last%next => c
    else
      q%first => c
    end if
    q%last => c
    q%length = q%length + 1
  end subroutine
  subroutine leave(q, c)
    type(line), intent(inout) :: q
    type(customer), pointer, intent(out) :: c
    c => q%first
    q%first => c%next
    if (.not. associated(q%first)) q%last => null()
    q%length = q%length - 1
  end subroutine
end module
subroutine shape(outcome)
  use bank
  implicit none
  real(8), intent(inout) :: outcome
  type(line) :: q(5)
  type(customer), pointer :: c
  integer :: t, k, seed, best, waited
  integer :: busy(5)
  seed = 12345
  busy = 0
  waited = 0
  do t = 1, 4000
    seed = iand(seed*1103515 + 12345, 1048575)
    if (mod(seed, 3) > 0) then
      best = minloc(q%length, 1)
      call join(q(best), t, mod(seed/7, 9) + 1)
    end if
    do k = 1, 5
      if (busy(k) > 0) busy(k) = busy(k) - 1
      if (busy(k) == 0 .and. q(k)%length > 0) then
        call leave(q(k), c)
        waited = waited + t - c%arrived
        busy(k) = c%work
        deallocate (c)
      end if
    end do
  end do
  do k = 1, 5
    do while (q(k)%length > 0)
      call leave(q(k), c)
      deallocate (c)
    end do
  end do
  outcome = outcome + waited
end subroutine
