! Arrays of class(*) that hold characters keep their length where functions give them.
program polymorphic_characters
  implicit none
  class(*), allocatable :: a(:), b(:), m(:, :)
  class(*), allocatable, target :: t(:)
  class(*), pointer :: q(:)
  logical :: good = .true.
  allocate (t, source=['ab', 'cd', 'ef'])
  q => t
  a = given(q)
  call check(a, ['ab', 'cd', 'ef'])
  allocate (b, source=given(q(2:)))
  call check(b, ['cd', 'ef'])
  b = a
  a = b(2:)
  call check(a, ['cd', 'ef'])
  a = a(2:)
  call check(a, ['ef'])
  m = plane(['abc', 'def'])
  select type (m)
    type is (character(*))
      if (len(m) /= 3 .or. any(m /= reshape(['abc', 'def'], [1, 2]))) good = .false.
    class default
      good = .false.
  end select
  print '(a)', merge('PASS', 'FAIL', good)
contains
  function given(x)
    class(*), target, intent(in) :: x(:)
    class(*), pointer :: given(:)
    given => x
  end function

  function plane(x)
    character(*), intent(in) :: x(:)
    class(*), allocatable :: plane(:, :)
    allocate (plane, source=reshape(x, [1, size(x)]))
  end function

  subroutine check(x, wanted)
    class(*), intent(in) :: x(:)
    character(*), intent(in) :: wanted(:)
    select type (x)
      type is (character(*))
        if (len(x) /= len(wanted) .or. size(x) /= size(wanted)) then
          good = .false.
        else if (any(x /= wanted)) then
          good = .false.
        end if
      class default
        good = .false.
    end select
  end subroutine
end program
