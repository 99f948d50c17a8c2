! Dates of the C library: to text, from text, to seconds and back.
module c_dates
  use iso_c_binding
  implicit none
  type, bind(c) :: tm
    integer(c_int) :: second, minute, hour, day, month, year, weekday, yearday, summer
    integer(c_long) :: offset
    type(c_ptr) :: zone
  end type
  interface
    integer(c_size_t) function strftime(s, n, f, t) bind(c)
      import
      character(kind=c_char), intent(out) :: s(*)
      character(kind=c_char), intent(in) :: f(*)
      integer(c_size_t), value :: n
      type(tm), intent(in) :: t
    end function
    type(c_ptr) function strptime(s, f, t) bind(c)
      import
      character(kind=c_char), intent(in) :: s(*), f(*)
      type(tm), intent(inout) :: t
    end function
    type(c_ptr) function gmtime_r(s, t) bind(c)
      import
      integer(c_long), intent(in) :: s
      type(tm), intent(inout) :: t
    end function
    integer(c_long) function timegm(t) bind(c)
      import
      type(tm), intent(inout) :: t
    end function
    integer(c_long) function mktime(t) bind(c)
      import
      type(tm), intent(inout) :: t
    end function
    type(c_ptr) function localtime(s) bind(c)
      import
      integer(c_long), intent(in) :: s
    end function
    real(c_double) function difftime(a, b) bind(c)
      import
      integer(c_long), value :: a, b
    end function
  end interface
contains
  function shown(t, f, room) result(text)
    type(tm), intent(in) :: t
    character(*), intent(in) :: f
    integer, intent(in) :: room
    character(:), allocatable :: text
    character(kind=c_char) :: s(room)
    integer :: i, n
    n = int(strftime(s, int(room, c_size_t), f // c_null_char, t))
    text = ''
    do i = 1, n
      text = text // s(i)
    end do
  end function
end module

program dates
  use c_dates
  implicit none
  type(tm) :: t, blank
  type(tm), pointer :: there
  type(c_ptr) :: p
  integer(c_long) :: s, starts(4) = [951782400_c_long, 0_c_long, -1_c_long, 1704067199_c_long]
  integer :: i
  blank = tm(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, c_null_ptr)
  do i = 1, size(starts)
    p = gmtime_r(starts(i), t)
    if (timegm(t) /= starts(i)) error stop 'timegm'
    p = localtime(starts(i))
    call c_f_pointer(p, there)
    t = there
    if (mktime(t) /= starts(i)) error stop 'mktime'
  end do
  p = gmtime_r(starts(1), t)
  call written('%a %A %b %B|%c', 'Tue Tuesday Feb February|Tue Feb 29 00:00:00 2000')
  call written('%C %d %D %e|%F %g-%G-%V', '20 29 02/29/00 29|2000-02-29 00-2000-09')
  call written('%H %I %j %k %l %m %M %p %P', '00 12 060  0 12 02 00 AM am')
  call written('%u %U %w %W|%x %X|%y %Ey %z %Z %%', '2 09 2 09|02/29/00 00:00:00|00 00 +0000 GMT %')
  p = gmtime_r(starts(3), t)
  call written('%g-%G-%V %U %W %r %R %S %T', '70-1970-01 52 52 11:59:59 PM 23:59 59 23:59:59')
  p = gmtime_r(starts(4), t)
  call written('%g-%G-%V %u %U %W', '23-2023-52 7 53 52')
  t = blank
  t%year = 124; t%month = 13; t%day = 0; t%hour = 25
  s = timegm(t)
  if (s /= 1738371600 .or. any([t%year, t%month, t%day, t%hour, t%weekday, t%yearday] /= [125, 1, 1, 1, 6, 31])) error stop 'normal'
  if (len(shown(t, '%Y-%m', 7)) /= 0 .or. shown(t, '%Y-%m', 8) /= '2025-02') error stop 'room'
  call scanned('2024-02-29T13:05:59', '%Y-%m-%dT%H:%M:%S', [59, 5, 13, 29, 1, 124, 4, 59])
  call scanned('Thu, 4 jul 1996  11:05:09 pm', '%a, %d %b %Y %I:%M:%S %p', [9, 5, 23, 4, 6, 96, 4, 185])
  call scanned('12:00 am 060', '%I:%M %p %j', [0, 0, 0, 0, 0, 0, 0, 59])
  call scanned('03/17/69 rest', '%D', [0, 0, 0, 17, 2, 69, 1, 75])
  call scanned('2023 200', '%Y %j', [0, 0, 0, 19, 6, 123, 3, 199])
  call scanned('september 31', '%B %d', [0, 0, 0, 31, 8, 0, 1, 273])
  call scanned('19 45', '%C %y', [0, 0, 0, 0, 0, 45, 0, -1])
  if (c_associated(strptime('2024-13-01' // c_null_char, '%F' // c_null_char, t))) error stop 'month 13'
  if (difftime(5_c_long, 7_c_long) /= -2) error stop 'difftime'
  print '(a)', 'PASS'
contains
  subroutine written(format, text)
    character(*), intent(in) :: format, text
    if (shown(t, format, 100) == text) return
    print '(a)', shown(t, format, 100)
    error stop 'written'
  end subroutine
  subroutine scanned(text, format, parts)
    character(*), intent(in) :: text, format
    integer, intent(in) :: parts(8)
    type(tm) :: t
    t = blank
    if (.not. c_associated(strptime(text // c_null_char, format // c_null_char, t))) error stop 'not scanned'
    if (all([t%second, t%minute, t%hour, t%day, t%month, t%year, t%weekday, t%yearday] == parts)) return
    print '(a)', text
    error stop 'scanned'
  end subroutine
end program
