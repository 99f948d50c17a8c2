module ends
  implicit none
  type node
    type(node), pointer :: next => null()
    integer :: value = 1
  end type
contains
  subroutine chosen(how, n)
    character(*), intent(in) :: how
    integer, intent(in) :: n
    integer, allocatable :: a(:)
    type(node), pointer :: p
    integer :: k
    nullify (p)
    select case (how)
    case ('remainder')
      print *, mod(7, n - n)
    case ('null')
      p%value = n
    case ('library')
      k = text_to_number('abc')
    case ('stop')
      error stop 3
    case ('file')
      open (7, file='not/there', status='old')
    case ('twice')
      allocate (a(n))
      allocate (a(n))
    case ('deep')
      print *, deep(n)
    case ('planned')
      stop 4
    case ('internal')
      call inside
    end select
  contains
    subroutine inside
      write (*, '(i3)') 'text'
    end subroutine
  end subroutine

  integer function text_to_number(text) result(number)
    character(*), intent(in) :: text
    read (text, *) number
  end function

  recursive integer function deep(n) result(sum)
    integer, intent(in) :: n
    sum = n
    sum = sum + deep(n + 1)
  end function
end module

program end_somehow
  use ends
  implicit none
  character(20) :: how
  call get_command_argument(1, how)
  call chosen(trim(how), 5)
end program
