! Functions of C whose results are addresses, by interfaces that take an integer to see whether it is zero.
module times
  use, intrinsic :: iso_c_binding
  implicit none
  type, bind(c) :: tm
    integer(c_int) :: sec, min, hour, mday, mon, year, wday, yday, isdst
  end type
  interface
    function parse(str, format, t) bind(c, name='strptime') result(rc)
      import
      character(kind=c_char), intent(in) :: str(*), format(*)
      type(tm), intent(out) :: t
      integer(c_int) :: rc
    end function
    integer(c_int) function found(text, letter) bind(c, name='strchr')
      import
      character(kind=c_char), intent(in) :: text(*)
      integer(c_int), value :: letter
    end function
    integer(c_int) function env(name) bind(c, name='getenv')
      import
      character(kind=c_char), intent(in) :: name(*)
    end function
  end interface
end module
program p
  use times
  implicit none
  type(tm) :: t
  print *, parse('2026-11-23' // c_null_char, '%Y-%m-%d' // c_null_char, t) /= 0, t%year, t%mon, t%mday
  print *, found('abc' // c_null_char, iachar('b')) /= 0, found('abc' // c_null_char, iachar('x')) /= 0
  print *, env('NOSUCHNAME' // c_null_char) /= 0, env('PATH' // c_null_char) /= 0
end program
