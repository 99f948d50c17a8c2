! options: -Mbounds
! exit: 127
! A program that allocates nothing asks for the memory of its variables.
program only_static
  integer :: a(4)
  a = 0
  call set(a, 5)
end program
subroutine set(a, k)
  integer :: k, a(*)
  a(k) = 1
end subroutine
