! Events in a heap of derived types, by their time.
module events
  implicit none
  type event
    real(8) :: time
    integer :: kind, from
  end type
  type queue
    type(event), allocatable :: items(:)
    integer :: n = 0
  contains
    procedure :: push, pop
  end type
contains
  subroutine push(self, e)
    class(queue), intent(inout) :: self
    type(event), intent(in) :: e
    integer :: i
    self%n = self%n + 1
    i = self%n
    do while (i > 1)
      if (self%items(i/2)%time <= e%time) exit
      self%items(i) = self%items(i/2)
      i = i/2
    end do
    self%items(i) = e
  end subroutine
  type(event) function pop(self)
    class(queue), intent(inout) :: self
    type(event) :: last
    integer :: i, c
    pop = self%items(1)
    last = self%items(self%n)
    self%n = self%n - 1
    i = 1
    do while (2*i <= self%n)
      c = 2*i
      if (c < self%n) then
        if (self%items(c + 1)%time < self%items(c)%time) c = c + 1
      end if
      if (last%time <= self%items(c)%time) exit
      self%items(i) = self%items(c)
      i = c
    end do
    self%items(i) = last
  end function
end module
subroutine shape(outcome)
  use events
  implicit none
  real(8), intent(inout) :: outcome
  type(queue) :: q
  type(event) :: e
  integer :: i
  allocate (q%items(1000))
  do i = 1, 500
    call q%push(event(mod(i*379, 1009)*0.1d0, mod(i, 4), i))
  end do
  do i = 1, 10000
    e = q%pop()
    outcome = outcome + e%time*1d-3
    call q%push(event(e%time + 1 + mod(e%from*7, 13)*0.3d0, mod(e%kind + 1, 4), e%from + 1))
  end do
end subroutine
