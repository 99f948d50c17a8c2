! A tokenizer and an evaluator of expressions in text.
module tokens
  implicit none
  character(*), parameter :: digits = '0123456789.'
contains
  recursive subroutine expression(text, at, value)
    character(*), intent(in) :: text
    integer, intent(inout) :: at
    real(8), intent(out) :: value
    real(8) :: other
    character :: op
    call term(text, at, value)
    do
      call blanks(text, at)
      if (at > len(text)) return
      op = text(at:at)
      if (op /= '+' .and. op /= '-') return
      at = at + 1
      call term(text, at, other)
      value = merge(value + other, value - other, op == '+')
    end do
  end subroutine
  recursive subroutine term(text, at, value)
    character(*), intent(in) :: text
    integer, intent(inout) :: at
    real(8), intent(out) :: value
    real(8) :: other
    call factor(text, at, value)
    do
      call blanks(text, at)
      if (at > len(text)) return
      select case (text(at:at))
      case ('*')
        at = at + 1
        call factor(text, at, other)
        value = value*other
      case ('/')
        at = at + 1
        call factor(text, at, other)
        value = value/other
      case default
        return
      end select
    end do
  end subroutine
  recursive subroutine factor(text, at, value)
    character(*), intent(in) :: text
    integer, intent(inout) :: at
    real(8), intent(out) :: value
    integer :: n
    call blanks(text, at)
    if (text(at:at) == '(') then
      at = at + 1
      call expression(text, at, value)
      at = at + 1
    else
      n = verify(text(at:), digits) - 1
      if (n < 0) n = len(text) - at + 1
      value = number(text(at:at + n - 1))
      at = at + n
    end if
  end subroutine
  pure real(8) function number(text)
    character(*), intent(in) :: text
    integer :: i
    real(8) :: scale
    number = 0; scale = 0
    do i = 1, len(text)
      if (text(i:i) == '.') then
        scale = 1
      else
        number = number*10 + (iachar(text(i:i)) - 48)
        scale = scale*10
      end if
    end do
    if (scale > 0) number = number/scale
  end function
  subroutine blanks(text, at)
    character(*), intent(in) :: text
    integer, intent(inout) :: at
    do while (at <= len(text))
      if (text(at:at) /= ' ') return
      at = at + 1
    end do
  end subroutine
end module
subroutine shape(outcome)
  use tokens
  implicit none
  real(8), intent(inout) :: outcome
  character(*), parameter :: text = '(1.5 + 2.25*3) / (4 - 1.75) + 12*(3.5 - 2) - 100/ (7 + 0.5)'
  real(8) :: v
  integer :: i, at
  do i = 1, 1000
    at = 1
    call expression(text, at, v)
    outcome = outcome + v
  end do
end subroutine
