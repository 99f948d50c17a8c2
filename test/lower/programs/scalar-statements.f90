! Loops, branches, entries of static storage, characters, procedure arguments.
module pieces
  implicit none
contains
  integer function apply(f, i) result(r)
    interface
      integer function f(i)
        integer, intent(in) :: i
      end function f
    end interface
    integer, intent(in) :: i
    r = f(i)
  end function apply
  integer function twice(i)
    integer, intent(in) :: i
    twice = 2 * i
  end function twice
  subroutine bounded(n, s)
    integer, intent(in) :: n
    character(n), intent(out) :: s
    character(n + 2) :: local
    local = '<' // repeat('x', n) // '>'
    s = local(2:)
  end subroutine bounded
  integer function calls()
    integer, save :: n = 0
    n = n + 1
    calls = n
  end function calls
end module pieces
program scalar_statements
  use pieces
  implicit none
  integer :: i, j, total, last(2)
  integer(1) :: small
  integer(8) :: large
  real :: x
  character(4) :: s
  logical :: l
  double precision :: a(3), b(3)
  equivalence (a(1), b(1))
  data b /1d0, 2d0, 3d0/
  total = 0
  do i = 10, 1, -3
    total = total + i
  end do
  print '(2i4)', i, total
  do small = 120_1, 127_1
    if (small == 125_1) cycle
    if (small > 126_1) exit
  end do
  print '(i4)', small
  do large = 1_8, 0_8
    total = -1
  end do
  print '(2i4)', large, total
  do x = 0.0, 1.0, 0.25
    total = total + 1
  end do
  print '(f5.2,i4)', x, total
  outer: do i = 1, 5
    do j = 1, 5
      if (j == 3) cycle outer
      if (i == 4) exit outer
      total = total + 1
    end do
  end do outer
  print '(3i4)', i, j, total
  i = 0
10 i = i + 1
  if (i < 3) goto 10
  goto (20, 30, 40), i
20 print '(a)', 'one'
30 print '(a)', 'two'
40 print '(a)', 'three'
  do i = 1, 7, 3
    select case (i)
    case (:1)
      s = 'low'
    case (2, 4:6)
      s = 'mid'
    case default
      s = 'high'
    end select
    select case (s)
    case ('a':'l')
      print '(a)', 'a to l: ' // s
    case ('low ', 'mid')
      print '(a)', 'named: ' // trim(s)
    end select
  end do
  call bounded(4, s)
  print '(a)', s
  print '(4i4)', apply(twice, 3), apply(shifted, 3), calls(), calls()
  l = i > 0 .and. s(1:1) == 'x'
  i = l
  print '(l2,i3,3f4.1)', l, i, a
  write (*, 100) (last(i), i = 1, 0), 5, 6
  print '(i2)', i
100 format ('last', 2i3)
contains
  integer function shifted(i)
    integer, intent(in) :: i
    shifted = i + total
  end function shifted
end program scalar_statements
