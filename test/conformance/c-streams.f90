! Streams of C through interfaces of the program's own: fopen, fread, fwrite, fgets, fseek, printf and its like with any arguments; C's mathematics, paths, errors.
program c_streams
  use iso_c_binding
  implicit none
  interface
    type(c_ptr) function fopen(path, mode) bind(c)
      import :: c_ptr, c_char
      character(kind=c_char), intent(in) :: path(*), mode(*)
    end function
    integer(c_int) function fclose(stream) bind(c)
      import :: c_ptr, c_int
      type(c_ptr), value :: stream
    end function
    integer(c_int) function fputs(text, stream) bind(c)
      import :: c_ptr, c_char, c_int
      character(kind=c_char), intent(in) :: text(*)
      type(c_ptr), value :: stream
    end function
    type(c_ptr) function fgets(text, room, stream) bind(c)
      import :: c_ptr, c_char, c_int
      character(kind=c_char) :: text(*)
      integer(c_int), value :: room
      type(c_ptr), value :: stream
    end function
    integer(c_size_t) function fwrite(from, each, count, stream) bind(c)
      import :: c_ptr, c_size_t
      type(c_ptr), value :: from, stream
      integer(c_size_t), value :: each, count
    end function
    integer(c_size_t) function fread(to, each, count, stream) bind(c)
      import :: c_ptr, c_size_t
      type(c_ptr), value :: to, stream
      integer(c_size_t), value :: each, count
    end function
    integer(c_int) function fseek(stream, offset, from) bind(c)
      import :: c_ptr, c_long, c_int
      type(c_ptr), value :: stream
      integer(c_long), value :: offset
      integer(c_int), value :: from
    end function
    integer(c_int) function feof(stream) bind(c)
      import :: c_ptr, c_int
      type(c_ptr), value :: stream
    end function
    integer(c_int) function remove_file(path) bind(c, name='remove')
      import :: c_char, c_int
      character(kind=c_char), intent(in) :: path(*)
    end function
    integer(c_int) function fprintf(stream, text, n, x) bind(c)
      import :: c_ptr, c_char, c_int, c_double
      type(c_ptr), value :: stream
      character(kind=c_char), intent(in) :: text(*)
      integer(c_int), value :: n
      real(c_double), value :: x
    end function
    integer(c_int) function format_words(to, text, n, x, word) bind(c, name='sprintf')
      import :: c_char, c_int, c_double
      character(kind=c_char) :: to(*)
      character(kind=c_char), intent(in) :: text(*), word(*)
      integer(c_int), value :: n
      real(c_double), value :: x
    end function
    integer(c_int) function format_long(to, room, text, n) bind(c, name='snprintf')
      import :: c_char, c_int, c_size_t, c_long
      character(kind=c_char) :: to(*)
      integer(c_size_t), value :: room
      character(kind=c_char), intent(in) :: text(*)
      integer(c_long), value :: n
    end function
    subroutine print_number(text, n) bind(c, name='printf')
      import :: c_char, c_int
      character(kind=c_char), intent(in) :: text(*)
      integer(c_int), value :: n
    end subroutine
    real(c_double) function pow(x, y) bind(c)
      import :: c_double
      real(c_double), value :: x, y
    end function
    real(c_float) function sinf(x) bind(c)
      import :: c_float
      real(c_float), value :: x
    end function
    integer(c_int) function mkdir(path, mode) bind(c)
      import :: c_char, c_int
      character(kind=c_char), intent(in) :: path(*)
      integer(c_int), value :: mode
    end function
    integer(c_int) function rmdir(path) bind(c)
      import :: c_char, c_int
      character(kind=c_char), intent(in) :: path(*)
    end function
  end interface
  character(*), parameter :: path = 'c-streams.bin' // c_null_char
  type(c_ptr) :: stream
  integer, target :: a(4) = [1, 2, 3, 4], b(4) = 0
  character(kind=c_char) :: line(80)
  character(80) :: text
  integer :: n, mistakes = 0
  stream = fopen(path, 'wb' // c_null_char)
  call expect(c_associated(stream), 1)
  call expect(fwrite(c_loc(a), 4_8, 4_8, stream) == 4 .and. fclose(stream) == 0, 2)
  stream = fopen(path, 'rb' // c_null_char)
  call expect(fseek(stream, 4_8, 0) == 0 .and. fread(c_loc(b), 4_8, 4_8, stream) == 3, 3)
  call expect(all(b == [2, 3, 4, 0]) .and. feof(stream) == 1 .and. fclose(stream) == 0, 4)
  stream = fopen(path, 'w' // c_null_char)
  n = fputs('first' // c_new_line // c_null_char, stream)
  call expect(fprintf(stream, '%d and %.3f' // c_new_line // c_null_char, 7, 2.5d0) == 12, 5)
  n = fclose(stream)
  stream = fopen(path, 'r' // c_null_char)
  call expect(c_associated(fgets(line, 80, stream)) .and. all(line(1:6) == ['f', 'i', 'r', 's', 't', c_new_line]), 6)
  call expect(c_associated(fgets(line, 80, stream)) .and. line(1) == '7' .and. line(12) == c_new_line, 7)
  call expect(.not. c_associated(fgets(line, 80, stream)) .and. fclose(stream) == 0, 8)
  call expect(remove_file(path) == 0 .and. remove_file(path) == -1, 9)
  call expect(.not. c_associated(fopen(path, 'r' // c_null_char)), 10)
  n = format_words(text, '[%+05d|%-8.2e|%5s]' // c_null_char, 42, 12345.678d0, 'ab' // c_null_char)
  call expect(text(:n) == '[+0042|1.23e+04|   ab]', 11)
  n = format_words(text, '%x %g %.1s%%' // c_null_char, 255, 0.0001d0, 'ab' // c_null_char)
  call expect(text(:n) == 'ff 0.0001 a%', 12)
  n = format_long(text, 4_8, '%ld' // c_null_char, 123456789012_8)
  call expect(n == 12 .and. text(1:4) == '123' // c_null_char, 13)
  call expect(pow(2d0, 10d0) == 1024 .and. abs(sinf(1.0) - sin(1.0)) < 1e-6, 14)
  call expect(mkdir('c-streams.d' // c_null_char, int(o'755')) == 0 .and. rmdir('c-streams.d' // c_null_char) == 0, 15)
  if (mistakes == 0) print *, 'PASS'
contains
  subroutine expect(right, number)
    logical, intent(in) :: right
    integer, intent(in) :: number
    if (right) return
    mistakes = mistakes + 1
    print *, 'wrong:', number
  end subroutine
end program
