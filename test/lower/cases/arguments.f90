module m
contains
  subroutine take(i, v, c, o)
    integer, intent(inout) :: i
    real(8), value :: v
    character(*), intent(in) :: c
    integer, optional, intent(in) :: o
    if (present(o)) i = i + o
    i = i + len(c) + int(v)
  end subroutine take
  function padded(s, n) result(r)
    character(*), intent(in) :: s
    integer, intent(in) :: n
    character(n) :: r
    r = s
  end function padded
  complex function turned(z)
    complex, intent(in) :: z
    turned = z * (0.0, 1.0)
  end function turned
  subroutine use_them
    integer :: i, j
    complex :: z
    i = 1
    j = 2
    call take(i, 2d0, 'abc')
    call take(j, 3d0, padded('x', i + 2), j)
    z = turned((1.0, 2.0))
  end subroutine use_them
end module m
