subroutine images(dummy)
  use iso_fortran_env
  implicit none
  integer :: dummy[*]
  !ERROR: coarray-not-saved
  integer :: local[*]
  !ERROR: codimensions
  integer, save :: closed[3]
  !ERROR: codimensions
  integer, allocatable :: fixed[*]
  integer, save :: x[0:1, *]
  integer, allocatable :: a[:]
  integer :: plain
  type(event_type), save :: e[*]
  x[0, 1] = dummy[1]
  !ERROR: codimensions
  x[1] = 3
  !ERROR: not-a-coarray
  plain[1] = 3
  !ERROR: not-an-integer
  dummy[1.5] = 3
  !ERROR: codimensions
  allocate (a)
  !ERROR: not-a-coarray
  print *, this_image(plain)
  !ERROR: image-argument
  event post (x)
  !ERROR: image-argument
  event post
  !ERROR: image-argument
  event wait (e, until=3)
end subroutine
