! A dictionary of names in chains, with allocatable components.
module dictionary
  implicit none
  type :: entry
    character(len=:), allocatable :: name
    integer :: value = 0
    integer :: next = 0
  end type
  type :: table
    integer :: heads(0:127) = 0
    type(entry), allocatable :: entries(:)
    integer :: n = 0
  end type
contains
  integer function hash(name)
    character(len=*), intent(in) :: name
    integer :: i
    hash = 5381
    do i = 1, len(name)
      hash = ieor(ishft(hash, 5) + hash, ichar(name(i:i)))
    end do
    hash = iand(hash, 127)
  end function
  subroutine add(t, name, value)
    type(table), intent(inout) :: t
    character(len=*), intent(in) :: name
    integer, intent(in) :: value
    integer :: h, at
    type(entry), allocatable :: more(:)
    h = hash(name)
    at = t%heads(h)
    do while (at /= 0)
      if (t%entries(at)%name == name) then
        t%entries(at)%value = t%entries(at)%value + value
        return
      end if
      at = t%entries(at)%next
    end do
    if (t%n == size(t%entries)) then
      allocate (more(2*t%n))
      more(:t%n) = t%entries
      call move_alloc(more, t%entries)
    end if
    t%n = t%n + 1
    t%entries(t%n)%name = name
    t%entries(t%n)%value = value
    t%entries(t%n)%next = t%heads(h)
    t%heads(h) = t%n
  end subroutine
end module
subroutine shape(outcome)
  use dictionary
  implicit none
  real(8), intent(inout) :: outcome
  type(table) :: t
  character(len=8) :: name
  integer :: i
  allocate (t%entries(16))
  do i = 1, 3000
    name = 'k'//achar(97 + mod(i, 26))//achar(97 + mod(i*7, 23))//achar(97 + mod(i*3, 5))
    call add(t, trim(name), i)
  end do
  outcome = outcome + t%n + sum(t%entries(:t%n)%value)
end subroutine
