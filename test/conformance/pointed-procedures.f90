! Procedure pointers: to intrinsic functions without a declaration, as dummies and as results, saved by an initial value. associated() of characters without length.
! Extreme characters along a dimension, in namelists too; substrings of sections of named constants; transfer to a character of any length; masks of bits as literals.
module targets
  implicit none
  type with
    procedure(real_function), nopass, pointer :: f => null()
  end type
  interface
    elemental real function real_function(x)
      real, intent(in) :: x
    end function
  end interface
end module
program pointed_procedures
  use targets
  procedure(real), pointer :: p
  procedure(integer), pointer :: q
  type(with) :: w
  character(:), pointer :: s, t
  character(4), target :: text = 'abcd'
  character(*), parameter :: names(2) = ['north', 'south']
  character(1) :: first = 's'
  character(3) :: words(2, 3) = reshape(['abc', 'xyz', 'mno', 'aaa', 'pqr', 'bcd'], [2, 3])
  character(100) :: record
  integer :: i = 4, j = 7
  namelist /both/ i, j
  call set(p)
  if (p(-3.0) /= 3.0) error stop 'dummy pointer'
  q => result_pointer()
  if (q(-2) /= 2) error stop 'pointer result'
  w%f => cos
  if (abs(w%f(0.0) - 1) > 1e-6) error stop 'component'
  call kept(.true.)
  call kept(.false.)
  s => text
  t => s
  if (.not. associated(s, t)) error stop 'associated'
  s => text(1:0)
  t => s
  if (associated(s, t)) error stop 'associated without length'
  if (any((names(:)(1:1) == first) .neqv. [.false., .true.])) error stop 'substrings of a constant'
  if (any(names(2:2)(2:3) /= 'ou')) error stop 'substrings of a section of a constant'
  if (any(maxval(words, 1) /= ['xyz', 'mno', 'pqr'])) error stop 'maxval of characters'
  if (any(minval(words, 2, words > 'b') /= ['mno', 'bcd'])) error stop 'minval of characters'
  call fill(text)
  if (text /= 'Samp') error stop 'transfer'
  if (.not. bge(z'5678', z'1234') .or. blt(z'ff', 12) .or. bgt(300, z'12d')) error stop 'bits'
  write (record, nml=both)
  i = 0
  j = 0
  read (record, nml=both)
  if (i /= 4 .or. j /= 7) error stop 'namelist in one record'
  open (21, status='scratch', form='unformatted')
  write (21) 1, 2
  write (21) 3, 4
  write (21) 5, 6
  rewind (21)
  read (21) i
  read (21, err=10, end=10) i, j, i
  error stop 'a short record'
10 read (21) i, j
  if (i /= 5 .or. j /= 6) error stop 'behind a short record'
  close (21)
  print *, 'PASS'
contains
  subroutine set(p)
    procedure(real), pointer, intent(out) :: p
    p => abs
  end subroutine
  function result_pointer() result(f)
    procedure(integer), pointer :: f
    f => iabs
  end function
  integer function answer()
    answer = 42
  end function
  subroutine kept(first)
    logical, intent(in) :: first
    procedure(integer), pointer :: x => null()
    if (first) then
      if (associated(x)) error stop 'null at the start'
      x => answer
    else
      if (.not. associated(x)) error stop 'saved'
      if (x() /= 42) error stop 'what is saved'
    end if
  end subroutine
  subroutine fill(a)
    character(*) :: a
    a = transfer('Sample', a)
  end subroutine
end program
