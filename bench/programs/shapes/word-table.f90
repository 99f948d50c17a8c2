! A table of words of any length, as allocatable components, that grows.
module tables
  implicit none
  type entry
    character(:), allocatable :: key
    integer :: n = 0
  end type
contains
  pure integer function hash(s)
    character(*), intent(in) :: s
    integer :: i
    hash = 5381
    do i = 1, len(s)
      hash = iand(hash*33 + iachar(s(i:i)), 1048575)
    end do
  end function
  subroutine count_word(t, used, w)
    type(entry), allocatable, intent(inout) :: t(:)
    integer, intent(inout) :: used
    character(*), intent(in) :: w
    type(entry), allocatable :: old(:)
    integer :: i, k
    if (2*used > size(t)) then
      call move_alloc(t, old)
      allocate (t(2*size(old)))
      do i = 1, size(old)
        if (.not. allocated(old(i)%key)) cycle
        k = place(t, old(i)%key)
        call move_alloc(old(i)%key, t(k)%key)
        t(k)%n = old(i)%n
      end do
    end if
    k = place(t, w)
    if (.not. allocated(t(k)%key)) then
      t(k)%key = w
      used = used + 1
    end if
    t(k)%n = t(k)%n + 1
  end subroutine
  integer function place(t, w)
    type(entry), intent(in) :: t(:)
    character(*), intent(in) :: w
    place = mod(hash(w), size(t)) + 1
    do while (allocated(t(place)%key))
      if (t(place)%key == w) return
      place = mod(place, size(t)) + 1
    end do
  end function
end module
subroutine shape(outcome)
  use tables
  implicit none
  real(8), intent(inout) :: outcome
  type(entry), allocatable :: t(:)
  character(12) :: w
  integer :: i, used, n
  allocate (t(16))
  used = 0
  do i = 1, 3000
    n = mod(i*i, 701)
    w = 'w'//achar(97 + mod(n, 26))//achar(97 + mod(n/26, 26))//achar(97 + mod(n, 7))
    call count_word(t, used, w(:3 + mod(n, 2)))
  end do
  outcome = outcome + used + maxval(t%n)
end subroutine
