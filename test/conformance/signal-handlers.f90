! Handlers of signals that a program sends to itself (lib3f): called at once, ignored, replaced, with the signal's number.
module handlers
  implicit none
  integer :: first = 0, second = 0, number = 0
contains
  subroutine count_first()
    first = first + 1
  end subroutine
  subroutine count_second()
    second = second + 1
  end subroutine
  subroutine note(signal)
    integer, value :: signal
    number = number + signal
  end subroutine
  subroutine note_for_c(signal) bind(c)
    use iso_c_binding
    integer(c_int), value :: signal
    number = number + 100 * signal
  end subroutine
end module

program signal_handlers
  use handlers
  implicit none
  integer, external :: signal, kill, getpid
  integer, parameter :: usr1 = 10, usr2 = 12
  integer :: before(4), status(4)
  before(1) = signal(usr1, count_first, -1)
  status(1) = kill(getpid(), usr1)
  before(2) = signal(usr2, count_second, -1)
  status(2) = kill(getpid(), usr2)
  before(3) = signal(usr2, count_first, 1)
  status(3) = kill(getpid(), usr2)
  before(4) = signal(usr2, count_first, -1)
  status(4) = kill(getpid(), usr2)
  if (any(before /= [0, 0, -1, 1]) .or. any(status /= 0) .or. first /= 2 .or. second /= 1) then
    print *, before, status, first, second
    error stop
  end if
  before(1) = signal(usr1, note, -1)
  status(1) = kill(getpid(), usr1)
  before(2) = signal(usr2, note_for_c, -1)
  status(2) = kill(getpid(), usr2)
  if (number /= 1210) error stop 2
  print '(a)', 'PASS'
end program
