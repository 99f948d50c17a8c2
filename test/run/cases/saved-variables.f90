! options: -Msave
! Local variables keep their values.
program t
  call s
  call s
contains
  subroutine s
    integer :: n, a(3)
    if (n == 0) a = 1
    n = n + 1
    a = a + 1
    print *, n, a
  end subroutine
end
