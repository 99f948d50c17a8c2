! options: -Mdclchk -Mallocatable=95 -i2
! Assignment does not allocate arrays; integers and logicals have two bytes.
program t
  implicit none
  integer, allocatable :: a(:)
  character(:), allocatable :: c
  allocate (a(3))
  a = [1, 2, 3, 4]
  c = 'abc'
  print *, size(a), c
  print *, kind(1), kind(.true.), kind(a)
end
