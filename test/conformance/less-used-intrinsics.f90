! Intrinsic procedures that few programs use: of the surroundings, kinds, ranges, atomic sums of one image.
program less_used_intrinsics
  use iso_fortran_env, only: atomic_int_kind, iostat_eor, iostat_end, compiler_version, compiler_options
  implicit none
  integer(atomic_int_kind) :: cell[*]
  integer(atomic_int_kind) :: old
  integer :: n, status
  character(40) :: text, set
  character(:), allocatable :: version
  real :: x, y, first(2), second(2), clock(2)

  if (selected_logical_kind(8) /= 1 .or. selected_logical_kind(32) /= 4 .or. selected_logical_kind(65) >= 0) call failed(1)
  if (out_of_range(127.4, 1_1) .or. .not. out_of_range(128.0, 1_1)) call failed(2)
  if (out_of_range(-128.9, 1_1) .or. .not. out_of_range(-129.0, 1_1)) call failed(3)
  if (out_of_range(127.4, 1_1, round=.true.) .or. .not. out_of_range(127.5, 1_1, round=.true.)) call failed(4)
  if (out_of_range(70000_8, 1) .or. .not. out_of_range(70000, 1_2) .or. out_of_range(7, 1.0)) call failed(33)
  if (.not. out_of_range(1d300, 1.0) .or. out_of_range(1d30, 1.0)) call failed(5)
  if (.not. is_iostat_eor(iostat_eor) .or. is_iostat_eor(iostat_end) .or. is_iostat_eor(0)) call failed(6)
  if (.not. is_iostat_end(iostat_end) .or. is_iostat_end(iostat_eor)) call failed(7)
  version = compiler_version()
  if (len(version) == 0 .or. index(compiler_options() // 'x', 'x') == 0) call failed(8)

  call get_command(text, n, status)
  if (n < 1 .or. text == '') call failed(9)
  call getarg(1, text)
  if (text /= '' .or. iargc() /= 0) call failed(10)
  call getenv('a_name_that_nobody_sets', text)
  if (text /= '') call failed(11)
  call get_environment_variable('a_name_that_nobody_sets', text, n, status)
  if (text /= '' .or. n /= 0 .or. status /= 1) call failed(12)
  call get_environment_variable('PATH', length=n, status=status)
  if (n < 1 .or. status /= 0) call failed(13)
  call execute_command_line('exit 3', exitstat=n)
  if (n /= 3) call failed(14)
  if (system('exit 0') /= 0) call failed(15)
  call sleep(0)
  x = dtime(clock)
  y = dtime(clock)
  if (x < 0 .or. y < 0 .or. any(clock < 0)) call failed(16)

  call random_init(.true., .true.)
  call random_number(first)
  call random_init(.true., .true.)
  call random_number(second)
  if (any(first /= second)) call failed(17)
  call srand(7)
  x = rand()
  n = irand()
  call srand(7)
  if (rand() /= x .or. irand() /= n .or. x < 0 .or. x >= 1 .or. n < 0) call failed(18)
  if (isatty(999)) call failed(19)
  if (size(stopped_images()) /= 0) call failed(20)

  call atomic_define(cell, 12)
  call atomic_and(cell, 10)
  call atomic_ref(n, cell)
  if (n /= 8) call failed(21)
  call atomic_or(cell, 3)
  call atomic_ref(n, cell)
  if (n /= 11) call failed(22)
  call atomic_xor(cell, 6)
  call atomic_ref(n, cell)
  if (n /= 13) call failed(23)
  call atomic_fetch_add(cell, 4, old)
  if (old /= 13) call failed(24)
  call atomic_fetch_or(cell, 32, old)
  if (old /= 17) call failed(25)
  call atomic_fetch_xor(cell, 1, old)
  if (old /= 49) call failed(26)
  call atomic_fetch_and(cell, 16, old)
  if (old /= 48) call failed(27)
  call atomic_ref(n, cell)
  if (n /= 16) call failed(28)

  text = 'one two;three'
  set = ' ;'
  n = 0
  call split(text, ' ;', n)
  if (n /= 4) call failed(29)
  call split(text, ' ;', n)
  if (n /= 8) call failed(30)
  call split(text, ' ;', n, back=.true.)
  if (n /= 4) call failed(31)
  if (int_ptr_kind() /= 8) call failed(32)
  print '(a)', 'PASS'
contains
  subroutine failed(what)
    integer, intent(in) :: what
    print '(a, i0)', 'failed: ', what
    error stop
  end subroutine
end program
