module hidden
  type box
    private
    integer :: inside = 1
  end type
end module
program input_output
  use hidden
  implicit none
  type node
    integer :: n = 0
    type(node), pointer :: next => null()
  end type
  type pair
    integer, allocatable :: a(:)
  end type
  type(node) :: list
  type(pair) :: p
  type(box) :: b
  class(node), allocatable :: any_node
  integer :: i, u, v(2)
  character(20) :: text
  character(3), parameter :: fixed = 'abc'
  logical :: l
  namelist /group/ i
  !ERROR: specifier-type
  open (10, file=3)
  !ERROR: specifier-type
  open (10, file='a', recl='x')
  !ERROR: specifier-type
  open (v, file='a')
  !ERROR: specifier-type
  open (10, file='a', iostat=text)
  !ERROR: specifier-twice
  open (10, file='a', file='b')
  !ERROR: missing-unit
  open (file='a')
  !ERROR: specifier-conflict
  open (10, newunit=u, file='a')
  !WARNING: specifier-value
  open (10, file='a', status='present')
  !ERROR: unit-type
  rewind ('a')
  !ERROR: missing-unit
  close (status='keep')
  !ERROR: specifier-type
  close (10, status=3)
  !ERROR: missing-unit
  inquire (exist=l)
  !ERROR: specifier-conflict
  inquire (unit=10, file='a', exist=l)
  !ERROR: specifier-type
  inquire (10, exist=i)
  !ERROR: specifier-conflict
  write (10, *, end=20) i
  !ERROR: specifier-conflict
  write (10, *, rec=1) i
  !ERROR: specifier-conflict
  read (text, '(i3)', rec=1) i
  !ERROR: specifier-conflict
  read (10, *, advance='no') i
  !ERROR: specifier-conflict
  read (10, '(a)', eor=20) text
  !ERROR: specifier-conflict
  write (text) i
  !ERROR: unit-type
  write (fixed, '(i3)') i
  !ERROR: io-item
  write (*, nml=group) i
  !WARNING: bad-format
  write (*, '(i3, q)') i
  !WARNING: bad-format
  write (*, 'i3') i
  !ERROR: bad-format
  write (*, 30) i
  !ERROR: io-item
  print *, list
  !ERROR: io-item
  print *, p
  !ERROR: io-item
  print *, b
  !ERROR: io-item
  print *, any_node
20 continue
30 format (i3, q4)
end program
