/** Pages on messages about control, allocation, input and output. */
import type { Pages } from './page.ts';

export const controlPages: Pages = {
  'branch-into-construct': {
    says: 'Old programs branch into `if` constructs and loops. Standard Fortran does not allow it; here it works as those programs expect.',
    wrong: `integer :: n = 0
go to 10
if (n > 0) then
10 n = n + 1
end if
print *, n`,
    right: `integer :: n = 0
n = n + 1
print *, n`,
  },
  'condition-type': {
    says: 'A condition is a scalar logical.',
    wrong: `if ('yes') print *, 1`,
    right: `logical :: yes = .true.
if (yes) print *, 1`,
  },
  'integer-condition': {
    says: 'An integer as a condition is an extension: it is true where it is odd.',
    wrong: `integer :: n = 3
if (n) print *, 1`,
    right: `integer :: n = 3
if (n /= 0) print *, 1`,
  },
  'mask-type': {
    says: 'The mask of `where` is a logical array.',
    wrong: `real :: a(3)
where (a) a = 0`,
    right: `real :: a(3)
where (a > 0) a = 0`,
  },
  'loop-bound': {
    says: 'The bounds of a loop are scalar integers.',
    wrong: `integer :: i
do i = 1, 'ten'
end do`,
    right: `integer :: i
do i = 1, 10
end do`,
  },
  'loop-variable': {
    says: 'A loop counts with a scalar integer.',
    wrong: `integer :: i(2)
do i = 1, 10
end do`,
    right: `integer :: i
do i = 1, 10
end do`,
  },
  'no-construct': {
    says: '`cycle` and `exit` name a construct around them, or stand in a loop.',
    wrong: 'exit',
    right: `do
  exit
end do`,
  },
  'selector-type': {
    says: '`select case` compares integers, logicals or characters.',
    wrong: `select case (1.5)
case default
end select`,
    right: `select case (2)
case default
end select`,
  },
  'no-label': {
    says: '`go to` leads to a labelled statement of the same procedure.',
    wrong: 'go to 10',
    right: `go to 10
10 continue`,
  },
  'stop-code': {
    says: 'The code of `stop` is an integer or characters.',
    wrong: 'stop 1.5',
    right: 'stop 1',
  },
  'allocated-pointer': {
    says: 'Pointers are associated or not, and that is what `allocated` asks of them here, as in nvfortran.',
    wrong: `real, pointer :: p(:)
allocate (p(4))
print *, allocated(p)`,
    right: `real, pointer :: p(:)
allocate (p(4))
print *, associated(p)`,
  },
  'not-allocatable': {
    says: 'Only allocatables and pointers are allocated.',
    wrong: `real :: a(3)
allocate (a(4))`,
    right: `real, allocatable :: a(:)
allocate (a(4))`,
  },
  'allocate-bound': {
    says: '`allocate` gives the upper bound of each dimension.',
    wrong: `real, allocatable :: a(:)
allocate (a(2:))`,
    right: `real, allocatable :: a(:)
allocate (a(2:5))`,
  },
  'allocate-rank': {
    says: '`allocate` gives as many dimensions as the array has.',
    wrong: `real, allocatable :: a(:, :)
allocate (a(4))`,
    right: `real, allocatable :: a(:, :)
allocate (a(4, 4))`,
  },
  'unknown-specifier': {
    says: 'The statement has no specifier of this name.',
    wrong: `open (unit=10, flie='data')`,
    right: `open (unit=10, file='data')`,
  },
  'specifier-type': {
    says: 'The specifier wants a value or variable of another type.',
    wrong: `real, allocatable :: a(:)
real :: istat
allocate (a(3), stat=istat)`,
    right: `real, allocatable :: a(:)
integer :: istat
allocate (a(3), stat=istat)`,
  },
  'bad-star': {
    says: '`*` stands for the unit or for the format.',
    wrong: 'read (10, *, iostat=*) n',
    right: `integer :: istat
read (10, *, iostat=istat) n`,
  },
  'unit-type': {
    says: 'A unit is an integer, a character variable or `*`.',
    wrong: 'write (1.5, *) 3',
    right: 'write (10, *) 3',
  },
  'format-type': {
    says: 'A format is characters, a label or `*`.',
    wrong: 'write (*, 1.5) 3',
    right: `write (*, '(i5)') 3`,
  },
  'no-format': {
    says: `The format's label stands at no \`format\` statement of this procedure.`,
    wrong: 'write (*, 10) 3',
    right: `write (*, 10) 3
10 format (i5)`,
  },
  'no-namelist': {
    says: '`nml=` names a group of a `namelist` statement.',
    wrong: `integer :: n
write (*, nml=n)`,
    right: `integer :: n
namelist /group/ n
write (*, nml=group)`,
  },
  'io-item': {
    says: 'What has no value cannot be written.',
    wrong: 'print *, null()',
    right: 'print *, 3',
  },
  'loop-variable-set': {
    says: 'The variable that counts a loop belongs to the loop while it runs: how often it runs was fixed when it began.',
    wrong: `integer :: i
do i = 1, 10
  if (i == 5) i = 10
end do`,
    right: `integer :: i
do i = 1, 10
  if (i == 5) exit
end do`,
  },
  'case-twice': {
    says: 'Each value or type leads to one block of a selection at most.',
    wrong: `integer :: i
i = 1
select case (i)
case (1:3)
case (2)
end select`,
    right: `integer :: i
i = 1
select case (i)
case (1, 3)
case (2)
end select`,
  },
  'logical-selector': {
    says: 'A selection by a logical has the cases .true. and .false. Where the cases are integers the logical is taken as one, as nvfortran does: .true. is -1.',
    wrong: `logical :: which
which = .true.
select case (which)
case (1)
end select`,
    right: `integer :: which
which = 1
select case (which)
case (1)
end select`,
  },
  'not-associable': {
    says: "The name that `associate` gives stands for a value or for a variable. null() and z'ff' have no type of their own.",
    wrong: `associate (bits => z'ff')
  print *, bits
end associate`,
    right: `associate (bits => int(z'ff'))
  print *, bits
end associate`,
  },
  'construct-twice': {
    says: 'The name of a construct is a name of the whole procedure, and stands for one construct.',
    wrong: `integer :: i
rows: do i = 1, 3
  print *, i
end do rows
rows: do i = 1, 3
  print *, i
end do rows`,
    right: `integer :: i
rows: do i = 1, 3
  print *, i
end do rows
again: do i = 1, 3
  print *, i
end do again`,
  },
  'where-body': {
    says: 'A `where` does its assignments element by element. An assignment that a program defines must be an elemental subroutine to stand in one.',
    wrong: `module pairs
  implicit none
  type pair
    integer :: a = 0
  end type
  interface assignment(=)
    procedure set
  end interface
contains
  subroutine set(x, y)
    type(pair), intent(out) :: x(2)
    integer, intent(in) :: y(2)
    x%a = y
  end subroutine
  subroutine all_of_them(x, y)
    type(pair), intent(inout) :: x(2)
    integer, intent(in) :: y(2)
    where (y > 0) x = y
  end subroutine
end module`,
    right: `module pairs
  implicit none
  type pair
    integer :: a = 0
  end type
  interface assignment(=)
    procedure set
  end interface
contains
  elemental subroutine set(x, y)
    type(pair), intent(out) :: x
    integer, intent(in) :: y
    x%a = y
  end subroutine
  subroutine all_of_them(x, y)
    type(pair), intent(inout) :: x(2)
    integer, intent(in) :: y(2)
    where (y > 0) x = y
  end subroutine
end module`,
  },
};
