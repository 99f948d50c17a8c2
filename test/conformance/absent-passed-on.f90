! Optional allocatables and pointers that are passed on, and used in loops, where they are absent, unallocated or there.
module takers
  implicit none
  integer :: seen
contains
  subroutine number(i)
    integer, optional, intent(in) :: i
    if (present(i)) seen = seen + i
  end subroutine
  subroutine shaped(x)
    real, optional, intent(in) :: x(:)
    if (present(x)) seen = seen + 10 * size(x)
  end subroutine
  subroutine sized(x)
    real, optional, intent(in) :: x(2)
    if (present(x)) seen = seen + 100 * int(x(2))
  end subroutine
  integer function through(i, x)
    integer, allocatable, optional :: i
    real, allocatable, optional :: x(:)
    seen = 0
    call number(i)
    call shaped(x)
    call sized(x)
    through = seen
  end function
  integer function through_pointers(i, x)
    integer, pointer, optional :: i
    real, pointer, optional :: x(:)
    seen = 0
    call number(i)
    call shaped(x)
    through_pointers = seen
  end function
  ! Characters whose length comes with them: it is not asked for where they are absent.
  recursive integer function deeper(n, c, d, p, w, a) result(seen)
    integer, intent(in) :: n
    character(:), allocatable, intent(inout), optional :: c
    character(:), allocatable, optional :: d(:)
    character(:), pointer, optional :: p
    character(*), pointer, optional :: w(:)
    character(*), intent(in), optional :: a(..)
    if (n > 0) then
      seen = deeper(n - 1, c, d, p, w, a)
      return
    end if
    seen = 0
    if (present(c)) seen = seen + len(c)
    if (present(d)) seen = seen + 10 * len(d)
    if (present(p)) seen = seen + 100 * len(p)
    if (present(w)) seen = seen + 1000 * len(w)
    if (present(a)) seen = seen + 10000 * len(a)
  end function
  subroutine fill(n, y)
    integer, intent(in) :: n
    real, allocatable, intent(out), optional :: y(:)
    integer :: i
    if (present(y)) allocate (y(n))
    do concurrent (i = 1:n)
      if (present(y)) y(i) = real(i)
    end do
    do i = 1, n
      if (present(y)) y(i) = y(i) + 1
    end do
  end subroutine
end module

program absent_passed_on
  use takers
  implicit none
  integer, allocatable :: i
  real, allocatable :: x(:), y(:)
  character(:), allocatable :: c, d(:)
  character(:), pointer :: p
  character(4), pointer :: w(:)
  integer, pointer :: ip
  real, pointer :: xp(:)
  if (through() /= 0 .or. through(i, x) /= 0) error stop 1
  i = 3
  x = [1, 2]
  if (through(i, x) /= 223 .or. through(x=x) /= 220) error stop 2
  nullify (ip, xp)
  if (through_pointers() /= 0 .or. through_pointers(ip, xp) /= 0) error stop 3
  allocate (ip, xp(2))
  ip = 4
  xp = 7
  if (through_pointers(ip, xp) /= 24) error stop 4
  call fill(4)
  call fill(4, y)
  if (any(y /= [2, 3, 4, 5])) error stop 5
  c = 'x'
  d = ['ab', 'cd']
  allocate (character(3) :: p)
  allocate (w(2))
  if (deeper(2) /= 0 .or. deeper(1, d=d) /= 20 .or. deeper(1, c, w=w) /= 4001) error stop 6
  if (deeper(2, c, d, p, w, 'abcde') /= 54321 .or. deeper(3, a=d, p=p) /= 20300) error stop 7
  print *, 'PASS'
end program
