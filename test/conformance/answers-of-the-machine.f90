! What routines about the machine, the command and the images set; nothing may follow `exit`.
program answers_of_the_machine
  use iso_fortran_env
  implicit none
  character(*), parameter :: version = compiler_version(), options = compiler_options()
  character(200) :: text
  real :: times(2), total
  integer :: n, m, status
  integer, pointer :: p
  integer, target :: t = 5
  call is(1, selected_char_kind('ASCII') == 1 .and. selected_char_kind('ISO_10646') == 4)
  call is(2, selected_char_kind('KLINGON') == -1)
  total = -1
  call cpu_time(total)
  call is(3, total >= 0)
  text = '?'
  n = -7
  call get_command_argument(0, text, n, status)
  call is(4, text /= '?' .and. n > 0)
  call is(5, compiler_version() == version .and. index(version, 'cufort') > 0)
  call is(6, len(compiler_options()) == len(options) .and. compiler_options() == options)
  text = '?'
  call getenv('PATH', text)
  call is(7, text /= '?')
  times = -1
  total = -1
  call etime(times, total)
  call is(8, all(times >= 0) .and. total >= 0)
  times = -1
  total = -1
  call dtime(times, total)
  call is(9, all(times >= 0) .and. total >= 0)
  text = '?'
  call fdate(text)
  call is(10, text /= '?')
  p => t
  p => null()
  call is(11, .not. associated(p))
  m = -7
  n = 5
  call co_sum(n, stat=m)
  call is(12, n == 5 .and. m == 0)
  m = -7
  call co_max(n, stat=m)
  call is(13, m == 0)
  m = -7
  call co_min(n, stat=m)
  call is(14, m == 0)
  m = -7
  call co_broadcast(n, 1, stat=m)
  call is(15, n == 5 .and. m == 0)
  m = -7
  call co_reduce(n, sum_of, stat=m)
  call is(16, n == 5 .and. m == 0)
  call is(17, size(failed_images()) == 0 .and. size(stopped_images()) == 0)
  print '(a)', 'PASS'
  call exit(0)
  print '(a)', 'FAIL exit'
contains
  pure integer function sum_of(a, b)
    integer, intent(in) :: a, b
    sum_of = a + b
  end function
  subroutine is(what, right)
    integer, intent(in) :: what
    logical, intent(in) :: right
    if (right) return
    print '(a,i0)', 'FAIL ', what
    stop 1
  end subroutine
end program
