! Sizes and lengths of results that hang on bounds which dummy arrays have by their declaration.
program results_by_declared_bounds
  implicit none
  integer :: x(10) = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], cube(2, 3, 4) = 0
  integer, allocatable :: low(:)
  character(:), allocatable :: c
  character(:), pointer :: p => null()
  logical :: good = .true.
  call check(size(first(3, x)) == 3 .and. all_equal(first(3, x), [1, 2, 3]))
  call check(all_equal(half(x, 4), [1, 2]))
  allocate (low(-2:3), source=5)
  call check(all_equal(same_bounds(low), [5, 5, 5, 5, 5, 5]))
  call check(all_equal(second_column(x, 2), [3, 4]))
  call check(all(shape(turned(2, 3, x)) == [3, 2]) .and. all_equal([turned(2, 3, x)], [1, 3, 5, 2, 4, 6]))
  call check(size(upper(1, 0, -1, cube)) == 8 .and. size(upper(2, 1, 0, cube(2:, 3:, 2:))) == 4)
  c = word(x, 3)//'z'
  call check(c == 'abababz' .and. len(word(x, 3)) == 6 .and. len(c) == 7)
  c = word(x, 2)
  call check(c == 'abab' .and. trim(word(x, 4)) == 'abababab' .and. index(word(x, 3), 'ba') == 2)
  call taken(word(x, 5), 10)
  associate (w => word(x, 2))
    call check(len(w) == 4 .and. w == 'abab')
  end associate
  call check(len(to_upper(x(2:5), 3)) == 6 .and. to_upper(x(2:5), 3) == 'cccccc')
  call nothing(null(p))
  print '(a)', merge('PASS', 'FAIL', good)
contains
  function first(n, a) result(r)
    integer, intent(in) :: n, a(n)
    integer :: r(size(a))
    r = a
  end function

  function half(a, n) result(r)
    integer, intent(in) :: n, a(n)
    integer :: r(size(a)/2)
    r = a(:n/2)
  end function

  function same_bounds(a) result(r)
    integer, allocatable, intent(in) :: a(:)
    integer :: r(lbound(a, 1):ubound(a, 1))
    r = a
  end function

  function second_column(a, n) result(r)
    integer, intent(in) :: n, a(n, *)
    integer :: r(size(a, 1))
    r = a(:, 2)
  end function

  function turned(n, m, a) result(r)
    integer, intent(in) :: n, m, a(n, m)
    integer :: r(size(a, 2), size(a, 1))
    r = transpose(a)
  end function

  function upper(l, m, n, a) result(r)
    integer, intent(in) :: l, m, n, a(l:, m:, n:)
    integer :: r(product(ubound(a)))
    r = 1
  end function

  function word(a, n) result(r)
    integer, intent(in) :: n, a(n)
    character(2*size(a)) :: r
    r = repeat('ab', size(a))
  end function

  function to_upper(a, n) result(r)
    integer, intent(in) :: n, a(n:)
    character(ubound(a, 1)) :: r
    r = repeat('c', len(r))
  end function

  subroutine taken(t, n)
    character(*), intent(in) :: t
    integer, intent(in) :: n
    call check(len(t) == n .and. t == repeat('ab', n/2))
  end subroutine

  subroutine nothing(t)
    character(:), pointer, intent(in) :: t
    call check(.not. associated(t))
  end subroutine

  logical function all_equal(a, b)
    integer, intent(in) :: a(:), b(:)
    all_equal = size(a) == size(b)
    if (all_equal) all_equal = all(a == b)
  end function

  subroutine check(holds)
    logical, intent(in) :: holds
    if (.not. holds) good = .false.
  end subroutine
end program
