! Numbers, words and brackets of a text are read (JSON).
module json_reader
  implicit none
  character(len=:), allocatable :: text
  integer :: at
contains
  recursive real(8) function value() result(total)
    integer :: from, status
    total = 0
    call blanks
    select case (text(at:at))
    case ('{', '[')
      at = at + 1
      do
        call blanks
        if (text(at:at) == '}' .or. text(at:at) == ']') exit
        if (text(at:at) == ',' .or. text(at:at) == ':') then
          at = at + 1
          cycle
        end if
        total = total + value()
      end do
      at = at + 1
    case ('"')
      from = at
      at = at + 1
      do while (text(at:at) /= '"')
        at = at + 1
      end do
      at = at + 1
      total = at - from
    case default
      from = at
      do while (verify(text(at:at), '+-.0123456789eE') == 0)
        at = at + 1
      end do
      read (text(from:at - 1), *, iostat=status) total
    end select
  end function
  subroutine blanks
    do while (text(at:at) == ' ')
      at = at + 1
    end do
  end subroutine
end module
subroutine shape(outcome)
  use json_reader
  implicit none
  real(8), intent(inout) :: outcome
  character(len=60) :: item
  integer :: i
  text = '['
  do i = 1, 200
    write (item, '(a, i0, a, f0.3, a)') '{"id": ', i, ', "value": ', 0.37d0*i + 1, ', "tags": ["x", "yy"]},'
    text = text//trim(item)
  end do
  text = text//' 1] '
  at = 1
  outcome = outcome + value()
end subroutine
