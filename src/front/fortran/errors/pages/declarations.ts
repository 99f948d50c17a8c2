/** Pages on messages about declarations. */
import type { Pages } from './page.ts';

export const declarationsPages: Pages = {
  'kind-too-large': {
    says: 'Integers have at most 8 bytes, reals too: GPUs have no larger ones, and neither has nvfortran. What was written for real(16) mostly runs in real(8) with some 15 digits; sums that need more can be compensated.',
    wrong: 'real(16) :: x',
    right: `integer, parameter :: rk = selected_real_kind(15)
real(rk) :: x`,
  },
  'no-such-kind': {
    says: 'A type exists in a few kinds only.',
    wrong: 'real(3) :: x',
    right: 'real(4) :: x',
  },
  'not-constant': {
    says: 'Kinds, sizes of static data, initial values and cases are known when the program is compiled: they are constants.',
    wrong: `integer :: n
real(n) :: x`,
    right: `integer, parameter :: n = 8
real(n) :: x`,
  },
  'not-an-integer': {
    says: 'Sizes, streams and numbers of loops are scalar integers.',
    wrong: `module m
contains
  attributes(global) subroutine k()
  end subroutine
end module
program p
  use m
  call k<<<1, 32, 0, 1.5>>>()
end program`,
    right: `module m
contains
  attributes(global) subroutine k()
  end subroutine
end module
program p
  use m
  call k<<<1, 32, 0, 0>>>()
end program`,
  },
  'bad-shape': {
    says: 'Dimensions are all given by bounds, or all open with `:`. `:` is for dummy arguments, allocatables and pointers, `*` for the last dimension of a dummy argument.',
    wrong: 'real :: a(:)',
    right: 'real, allocatable :: a(:)',
  },
  'not-elemental': {
    says: 'Arguments and result of an elemental procedure are scalars that are neither pointers nor allocatable: it is called for the elements of arrays by itself.',
    wrong: `module m
contains
  elemental real function half(x)
    real, intent(in) :: x(:)
    half = 0.5 * x(1)
  end function
end module`,
    right: `module m
contains
  elemental real function half(x)
    real, intent(in) :: x
    half = 0.5 * x
  end function
end module`,
  },
  'comma-after-type': {
    says: 'After a type and a comma come attributes. Where there are none, and no `::`, nvfortran takes the names for what is declared, and so does cufort.',
    wrong: 'real(8), x, y',
    right: 'real(8) :: x, y',
  },
  'placed-constant': {
    says: 'A named constant is known to host and device code alike; it has no place in memory.',
    wrong: `real, parameter :: third = 1. / 3.
attributes(managed) :: third`,
    right: 'real, parameter :: third = 1. / 3.',
  },
  'access-changed': {
    says: 'A name is public or private. Where both are said, the last statement counts.',
    wrong: `module m
  public :: one
  private :: one
contains
  subroutine one()
  end subroutine
end module`,
    right: `module m
  private :: one
contains
  subroutine one()
  end subroutine
end module`,
  },
  'conflicting-attributes': {
    says: 'Two attributes that exclude each other.',
    wrong: 'real, allocatable, pointer :: a(:)',
    right: 'real, allocatable :: a(:)',
  },
  'deferred-length': {
    says: 'A length `:` is found when the variable is allocated or pointed.',
    wrong: 'character(:) :: text',
    right: 'character(:), allocatable :: text',
  },
  'assumed-length': {
    says: 'A length `*` comes from the actual argument, or from the value of a named constant.',
    wrong: 'character(*) :: text',
    right: 'character(20) :: text',
  },
  'class-without-pointer': {
    says: 'The type of a `class` variable is known only while the program runs: it is a dummy argument, allocatable or a pointer.',
    wrong: `type t
end type
class(t) :: x`,
    right: `type t
end type
class(t), allocatable :: x`,
  },
  'value-without-dummy': {
    says: '`value` says how a dummy argument is passed. Other variables are not passed.',
    wrong: 'integer, value :: n',
    right: 'integer :: n',
  },
  'result-named-as-function': {
    says: 'The name of a result is another one than that of its function. Without `result` the function name is that of the result.',
    wrong: `function twice(x) result(twice)
  real :: x, twice
  twice = 2 * x
end function`,
    right: `function twice(x)
  real :: x, twice
  twice = 2 * x
end function`,
  },
  'intent-of-result': {
    says: '`intent` is for dummy arguments. A function always gives its result.',
    wrong: `function twice(x) result(y)
  real, intent(in) :: x
  real, intent(out) :: y
  y = 2 * x
end function`,
    right: `function twice(x) result(y)
  real, intent(in) :: x
  real :: y
  y = 2 * x
end function`,
  },
  'not-a-dummy': {
    says: '`intent` and `optional` are for dummy arguments.',
    wrong: 'integer, intent(in) :: n',
    right: 'integer :: n',
  },
  'constant-without-value': {
    says: 'A `parameter` needs its value in the declaration.',
    wrong: 'integer, parameter :: n',
    right: 'integer, parameter :: n = 4',
  },
  'storage-size': {
    says: 'Variables in common blocks and equivalences have a size that is a constant.',
    wrong: `subroutine s(n)
  integer :: n
  real :: a(n)
  common /c/ a
end subroutine`,
    right: `subroutine s(n)
  integer :: n
  real :: a(100)
  common /c/ a
end subroutine`,
  },
  'equivalence-conflict': {
    says: 'The equivalences, or an equivalence and a common block, give one variable two places.',
    wrong: `integer :: a(4), b(4)
equivalence (a(1), b(1)), (a(1), b(2))`,
    right: `integer :: a(4), b(4)
equivalence (a(1), b(1))`,
  },
  'shared-values': {
    says: 'Variables of an equivalence lie in one place, which can begin with one value only.',
    wrong: `integer, save :: n = 1
real, save :: x = 2.5
equivalence (n, x)`,
    right: `integer, save :: n
real, save :: x = 2.5
equivalence (n, x)`,
  },
  'data-count': {
    says: 'A `data` statement has a value for each element of its objects.',
    wrong: `integer :: a(3)
data a /1, 2/`,
    right: `integer :: a(3)
data a /1, 2, 3/`,
  },
  'never-set': {
    says: `A dummy argument with \`intent(out)\` is the procedure's to set; this one never does.`,
    wrong: `subroutine s(x)
  real, intent(out) :: x
  print *, 'nothing'
end subroutine`,
    right: `subroutine s(x)
  real, intent(out) :: x
  x = 0
end subroutine`,
  },
  'size-not-constant': {
    says: 'A variable with static storage has constant bounds.',
    wrong: '(a saved array whose bounds are computed)',
    right: 'real, save :: a(100)',
    shown: 'text',
  },
  'initial-value': {
    says: 'An initial value is there before the program runs: only what lives as long as the program can have one, not what comes and goes with a call.',
    wrong: `subroutine s(n)
  integer :: n = 1
end subroutine`,
    right: `subroutine s(n)
  integer :: n
  n = 1
end subroutine`,
  },
  'alignment-not-kept': {
    says: '`align=` in an allocate statement is an extension of NVIDIA’s compiler. Arrays begin at multiples of 16 bytes on the host and of 256 bytes on the device here; more cannot be asked for.',
    wrong: `program p
  real, allocatable :: a(:)
  allocate (a(10), align=4096)
end program`,
    right: `program p
  real, allocatable :: a(:)
  allocate (a(10))
end program`,
  },
  'size-unknown': {
    says: 'Sizes of local arrays and characters are worked out when the procedure begins: they may ask for dummy arguments that are there with a value, and for what lives outside of the procedure.',
    wrong: `subroutine s
  integer :: n
  real :: a(n)
  n = 3
  a = 0
end subroutine`,
    right: `subroutine s(n)
  integer, intent(in) :: n
  real :: a(n)
  a = 0
end subroutine`,
  },
  'needless-contiguous': {
    says: 'An array of explicit shape or assumed size is contiguous by what it is. The attribute says something about array pointers and arrays of assumed shape only; here it is passed over.',
    wrong: `subroutine s(a, n)
  integer, intent(in) :: n
  real, intent(out), contiguous :: a(n)
  a = 0
end subroutine`,
    right: `subroutine s(a, n)
  integer, intent(in) :: n
  real, intent(out) :: a(n)
  a = 0
end subroutine`,
  },
  'last-extent-unknown': {
    says: 'The last extent of a dummy array is not needed to find its elements. Where it depends on a local variable, which has no value when the procedure begins, it is taken as `*`.',
    wrong: `subroutine s(a, n)
  integer, intent(in) :: n
  real, intent(out) :: a(n, m)
  integer :: m
  m = 1
  a(1, m) = 0
end subroutine`,
    right: `subroutine s(a, n)
  integer, intent(in) :: n
  real, intent(out) :: a(n, *)
  integer :: m
  m = 1
  a(1, m) = 0
end subroutine`,
  },
  'size-from-variable': {
    says: 'Arrays of the main program are there before its first statement. Bounds that are no constants are worked out from the values that the variables begin with; what is assigned later does not change them.',
    wrong: `integer :: n = 10
real :: a(n)
a = 0`,
    right: `integer, parameter :: n = 10
real :: a(n)
a = 0`,
  },
  'outside-module': {
    says: '`public`, `private` and `protected` say what those who use a module may see and set. In a program or a procedure there is nobody to hide from.',
    wrong: 'integer, private :: n',
    right: `module m
  integer, private :: n
end module`,
  },
  'common-object': {
    says: 'In a common block lie variables of the program itself: no dummy arguments, no results of functions, nothing polymorphic, each variable once; and the name of the block is no constant and no procedure.',
    wrong: `subroutine s(a)
  real :: a
  common /block/ a
end subroutine`,
    right: `subroutine s(a)
  real :: a, b
  common /block/ b
  b = a
end subroutine`,
  },
  'not-interoperable': {
    says: '`bind(c)` promises that C can call a procedure, or see a type or a variable. C has no polymorphic objects, no results that are arrays, no characters longer than one byte as values, no elemental procedures, and its structs hold no pointers of Fortran.',
    wrong: `module m
  use iso_c_binding
  type, bind(c) :: field
    integer(c_int) :: n
    real(c_float), pointer :: data(:)
  end type
end module`,
    right: `module m
  use iso_c_binding
  type, bind(c) :: field
    integer(c_int) :: n
    type(c_ptr) :: data
  end type
end module`,
  },
  'not-contiguous': {
    says: 'A pointer with the attribute contiguous points to elements that lie one after the other. So does one that gets bounds of its own, where its target has several dimensions.',
    wrong: `real, target :: a(10)
real, pointer, contiguous :: p(:)
a = 0
p => a(1:10:2)
print *, p`,
    right: `real, target :: a(10)
real, pointer :: p(:)
a = 0
p => a(1:10:2)
print *, p`,
  },
  'attributes-of-nothing': {
    says: 'An `attributes` statement places what is declared elsewhere. A name that has nothing but a place declares nothing; who uses it is told that it is not declared.',
    wrong: `subroutine s(x)
  implicit none
  real :: x(10)
  attributes(device) :: x, y
end subroutine`,
    right: `subroutine s(x)
  implicit none
  real :: x(10)
  attributes(device) :: x
end subroutine`,
  },
  'repeated-attribute': {
    says: 'An attribute, or a type, is given to a name once: in its declaration, or in a statement of its own.',
    wrong: `subroutine s(x)
  real, optional :: x
  optional :: x
end subroutine`,
    right: `subroutine s(x)
  real, optional :: x
end subroutine`,
  },
  'late-implicit': {
    says: '`implicit none` stands before all declarations, right after `use`, and once: what comes before it would follow other rules than what comes after.',
    wrong: `integer :: n
implicit none
n = 1`,
    right: `implicit none
integer :: n
n = 1`,
  },
  'private-in-namelist': {
    says: 'Who reads or writes a namelist group reaches all its members. A public group cannot hold private variables.',
    wrong: `module settings
  implicit none
  real, private :: step
  namelist /input/ step
end module`,
    right: `module settings
  implicit none
  private :: input
  real, private :: step
  namelist /input/ step
end module`,
  },
  'entry-result': {
    says: 'The results of a function and of its entries lie in one place. They are of one type and shape, or all of them scalars of intrinsic types, neither pointers nor allocatable.',
    wrong: `function whole()
  real :: whole, part(3)
  whole = 1
  return
  entry part()
  part = 2
end function`,
    right: `function whole()
  real :: whole, part
  whole = 1
  return
  entry part()
  part = 2
end function`,
  },
  'unknown-intrinsic': {
    says: 'The attribute `intrinsic` says that the compiler brings the procedure along. There is none of this name.',
    wrong: `intrinsic :: sinus
print *, sinus(1.0)`,
    right: `intrinsic :: sin
print *, sin(1.0)`,
  },
  'name-of-unit': {
    says: 'The name of a module or program is known in all of it: a variable or procedure in it needs another one. cufort and nvfortran accept the same name, other compilers do not.',
    wrong: `program heat
  implicit none
  real :: heat
  heat = 1.0
  print *, heat
end program heat`,
    right: `program conduction
  implicit none
  real :: heat
  heat = 1.0
  print *, heat
end program conduction`,
  },
};
