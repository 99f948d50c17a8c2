! options: -Mbounds
! exit: 127
subroutine clear(a, columns)
  real(8) :: a(3, 0:*)
  integer :: columns
  a(:, 0:columns) = 0
end subroutine
subroutine pass_local(columns)
  integer :: columns
  real(8) :: a(3, 4)
  call clear(a, columns)
end subroutine
program bounds_of_assumed_size_rows
  call pass_local(3)
  call pass_local(4)
end program
