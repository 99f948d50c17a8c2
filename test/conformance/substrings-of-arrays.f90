! Substrings of array elements, of sections and of components of arrays of structures, as values, constants and targets.
program substrings_of_arrays
  implicit none
  type labelled
    character(5) :: name = 'abcde'
    character(3) :: both(2) = ['xyz', 'uvw']
  end type
  character(4), parameter :: words(3) = ['abcd', 'efgh', 'ijkl']
  character(2), parameter :: middles(3) = words(:)(2:3)
  character(*), parameter :: nothing = words(2)(2:1)
  type(labelled), target :: a(3)
  character(2), pointer :: window(:)
  character(2) :: got(3)
  integer :: n

  a(2)%name = 'fghij'
  got = a(:)%name(2:3)
  if (any(got /= ['bc', 'gh', 'bc'])) stop 1
  if (any(middles /= ['bc', 'fg', 'jk'])) stop 2
  if (len(nothing) /= 0) stop 3
  a(:)%name(1:1) = 'Z'
  if (any(a%name /= ['Zbcde', 'Zghij', 'Zbcde'])) stop 4
  if (a(1)%both(2)(2:) /= 'vw') stop 5
  window => a(:)%name(4:5)
  window(2) = '!!'
  if (a(2)%name /= 'Zgh!!' .or. a(1)%name /= 'Zbcde') stop 6
  if (any((words(:)(1:1) == 'e') .neqv. [.false., .true., .false.])) stop 7
  n = 4
  if (any(a(1:2)%name(n:) /= ['de', '!!']) .or. len(a%name(2:4)) /= 3) stop 8
  print *, 'PASS'
end program
