! Arguments of macros that go on in further lines, and directives whose lines end in the middle of a name.
! options: -mp=gpu
#define CHECK(condition, code) IF (.not. (condition)) stop code
#define TEXT(a, b) a // b
program macros_over_lines
  implicit none
  real :: long_name(3), b(3)
  character(20) :: t
  b = 1; long_name = 2
  t = TEXT("one &
    &two", &
    " three")
  CHECK(t == "one two three", 1)
  CHECK(all(b == 1) .and. &
    & all(long_name == 2), &
    2)
  !$omp target map(tofrom: long_&
  !$omp &name(1:3)) &
  !$omp& map(to: b)
  long_name = long_name + b
  !$omp end target
  CHECK(all(long_name == 3), &
    3)
  print *, 'PASS'
end program
