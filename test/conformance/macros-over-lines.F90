! Arguments of macros go on behind `\` as C has it, behind `&`, and have comments of C.
#define CHECK(condition, text, number) call check(condition, text // "!", number)
#define SUM_OF(a, b) (a + b)
program macros_over_lines
  implicit none
  integer :: n = 3, checks = 0
  CHECK( n == 3, \
         "first", \
         n )
  CHECK( SUM_OF(n, 1) == 4, /* it's so (for now) */ \
         "second",          /* "quoted */ \
         n )
  CHECK(n == 3, &
        "third", &
        & n)
  if (SUM_OF( \
      n, checks) /= 6) error stop 'sum'
  print '(a)', 'PASS'
contains
  subroutine check(condition, text, number)
    logical, intent(in) :: condition
    character(*), intent(in) :: text
    integer, intent(in) :: number
    checks = checks + 1
    if (.not. condition .or. number /= 3 .or. text(len(text):) /= '!') error stop 'check'
  end subroutine
end program
