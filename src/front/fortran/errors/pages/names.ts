/** Pages on messages about names and modules. */
import type { Pages } from './page.ts';

export const namesPages: Pages = {
  'ambiguous-generic': {
    says: 'Two procedures of a generic name take the same arguments, so that a call does not tell which one is meant.',
    wrong: `module m
  interface show
    module procedure first, second
  end interface
contains
  subroutine first(x)
    real, intent(in) :: x
  end subroutine
  subroutine second(y)
    real, intent(inout) :: y
  end subroutine
end module`,
    right: `module m
  interface show
    module procedure first, second
  end interface
contains
  subroutine first(x)
    real, intent(in) :: x
  end subroutine
  subroutine second(y)
    integer, intent(inout) :: y
  end subroutine
end module`,
  },
  'unknown-name': {
    says: 'A name is used that no declaration of this scope, its host or the modules it uses gives a meaning. With `implicit none` every variable is declared.',
    wrong: `implicit none
integer :: count
count = conut + 1`,
    right: `implicit none
integer :: count
count = 0
count = count + 1`,
  },
  'misspelt-name': {
    says: 'Without `implicit none` a name that nothing declares is a variable or an external function of its own. This one is much like a name of CUDA, which was probably meant.',
    wrong: `use cudafor
istat = cudaDeviceSynchronise()`,
    right: `use cudafor
istat = cudaDeviceSynchronize()`,
  },
  'undeclared-subroutine': {
    says: 'A subroutine is called that is declared nowhere, but a name much like it is. It is taken as an external one and missed by the linker if it is none.',
    wrong: `call sow(1)
contains
  subroutine show(n)
    integer :: n
    print *, n
  end subroutine`,
    right: `call show(1)
contains
  subroutine show(n)
    integer :: n
    print *, n
  end subroutine`,
  },
  'unknown-type': {
    says: '`type(name)` names a derived type that is not defined in this scope.',
    wrong: 'type(pint) :: p',
    right: `type point
  real :: x, y
end type
type(point) :: p`,
  },
  'no-type': {
    says: 'With `implicit none` a name has a type only by a declaration.',
    wrong: `subroutine f(a)
  implicit none
  print *, a
end subroutine`,
    right: `subroutine f(a)
  implicit none
  real :: a
  print *, a
end subroutine`,
  },
  'no-result-type': {
    says: 'The result of a function is declared like a variable, or its type stands before `function`.',
    wrong: `function half(x)
  implicit none
  real :: x
  half = x / 2
end function`,
    right: `real function half(x)
  implicit none
  real :: x
  half = x / 2
end function`,
  },
  'ambiguous-name': {
    says: 'Two used modules have a public name in common; where it is used, it could be either.',
    wrong: `module a
  integer :: n = 1
end module
module b
  integer :: n = 2
end module
program p
  use a
  use b
  print *, n
end program`,
    right: `module a
  integer :: n = 1
end module
module b
  integer :: n = 2
end module
program p
  use a
  use b, m => n
  print *, n, m
end program`,
  },
  'circular-definition': {
    says: 'A named constant or a bound depends on itself.',
    wrong: `integer, parameter :: a = b + 1
integer, parameter :: b = a + 1`,
    right: `integer, parameter :: a = 1
integer, parameter :: b = a + 1`,
  },
  'not-a-variable': {
    says: 'The name stands for a procedure, a type or a group, and has no value to read or set.',
    wrong: `namelist /group/ n
print *, group`,
    right: `namelist /group/ n
print group`,
  },
  'not-a-function': {
    says: 'The name stands before arguments, but is no function and no array.',
    wrong: `namelist /group/ i
print *, group(1)`,
    right: 'print *, abs(-1)',
  },
  'not-a-subroutine': {
    says: '`call` is for subroutines.',
    wrong: `real :: x
integer, parameter :: f = 3
call f(x)`,
    right: `real :: x
call f(x)
contains
  subroutine f(x)
    real :: x
    x = 3
  end subroutine`,
  },
  'not-a-procedure': {
    says: `What stands after \`call\`, or as a procedure's name in a declaration, is none.`,
    wrong: `integer :: n
procedure(n), pointer :: p`,
    right: `abstract interface
  subroutine n()
  end subroutine
end interface
procedure(n), pointer :: p`,
  },
  'procedure-as-value': {
    says: 'A function has a value only with its arguments, an empty pair of parentheses at least.',
    wrong: `print *, one
contains
  integer function one()
    one = 1
  end function`,
    right: `print *, one()
contains
  integer function one()
    one = 1
  end function`,
  },
  'missing-parentheses': {
    says: `A function of a library stands without parentheses where its value is wanted. nvfortran takes this for a call, and so does cufort; other compilers do not.`,
    wrong: `use cudafor
integer :: istat
istat = cudaDeviceSynchronize`,
    right: `use cudafor
integer :: istat
istat = cudaDeviceSynchronize()`,
  },
  'generic-as-argument': {
    says: 'A generic name stands for several procedures; as an argument goes one of them.',
    wrong: `module m
  interface f
    module procedure f4, f8
  end interface
contains
  real(4) function f4(x)
    real(4) :: x
    f4 = x
  end function
  real(8) function f8(x)
    real(8) :: x
    f8 = x
  end function
  subroutine apply(g)
    procedure(f4) :: g
    print *, g(1.0)
  end subroutine
end module
program p
  use m
  call apply(f)
end program`,
    right: `module m
  interface f
    module procedure f4, f8
  end interface
contains
  real(4) function f4(x)
    real(4) :: x
    f4 = x
  end function
  real(8) function f8(x)
    real(8) :: x
    f8 = x
  end function
  subroutine apply(g)
    procedure(f4) :: g
    print *, g(1.0)
  end subroutine
end module
program p
  use m
  call apply(f4)
end program`,
  },
  'circular-use': {
    says: 'A module is compiled before those that use it: two that use each other, directly or through others, have no order. What both need goes into a third module, or the procedures that need the other module into a submodule.',
    wrong: `module a
  use b
end module
module b
  use a
end module`,
    right: `module shared
  integer :: n
end module
module a
  use shared
end module
module b
  use shared
end module`,
  },
  'unknown-module': {
    says: `\`use\` names a module that is neither in the sources compiled before this one, nor in a \`.mod\` file of the searched folders, nor one of the compiler's own.`,
    wrong: 'use cudaforr',
    right: 'use cudafor',
  },
  'no-separate-interface': {
    says: 'A `module procedure` in a submodule needs an interface of the same name in its module.',
    wrong: `module m
end module
submodule (m) s
contains
  module procedure f
  end procedure
end submodule`,
    right: `module m
  interface
    module subroutine f()
    end subroutine
  end interface
end module
submodule (m) s
contains
  module procedure f
  end procedure
end submodule`,
  },
  'not-in-module': {
    says: '`only` names something that the module does not have, or keeps private.',
    wrong: 'use cudafor, only: cudaDeviceSynchronise',
    right: 'use cudafor, only: cudaDeviceSynchronize',
  },
  redeclared: {
    says: 'A name that comes from a module should not be declared again: there are two things of one name then, and only the one declared here can be reached. The Fortran standard and other compilers do not allow it.',
    wrong: `module m
  integer :: n
end module
program p
  use m
  integer :: n
  n = 1
end program`,
    right: `module m
  integer :: n
end module
program p
  use m, module_n => n
  integer :: n
  n = 1
end program`,
  },
  'mixed-generic': {
    says: 'A generic name stands for functions only or for subroutines only. Operators are functions of one or two arguments, an assignment is a subroutine of two.',
    wrong: `module m
  interface twice
    module procedure twice_of, make_twice
  end interface
contains
  integer function twice_of(i)
    integer, intent(in) :: i
    twice_of = 2 * i
  end function
  subroutine make_twice(x)
    real, intent(inout) :: x
    x = 2 * x
  end subroutine
end module`,
    right: `module m
  interface twice
    module procedure twice_of
  end interface
  interface make_twice
    module procedure make_twice_real
  end interface
contains
  integer function twice_of(i)
    integer, intent(in) :: i
    twice_of = 2 * i
  end function
  subroutine make_twice_real(x)
    real, intent(inout) :: x
    x = 2 * x
  end subroutine
end module`,
  },
  'separate-differs': {
    says: 'A procedure that is declared as `module subroutine` or `module function` in one place and defined in another has the same arguments, the same result and the same attributes in both.',
    wrong: `module m
  interface
    module subroutine set(n)
      integer, intent(out) :: n
    end subroutine
  end interface
end module
submodule (m) parts
contains
  module subroutine set(n)
    real, intent(out) :: n
    n = 1
  end subroutine
end submodule`,
    right: `module m
  interface
    module subroutine set(n)
      integer, intent(out) :: n
    end subroutine
  end interface
end module
submodule (m) parts
contains
  module procedure set
    n = 1
  end procedure
end submodule`,
  },
  'forgotten-use': {
    says: 'The routines and constants of CUDA come with the module `cudafor`. Without it their names are taken for procedures of your own, or for variables without a value.',
    wrong: `integer :: istat
istat = cudaDeviceSynchronize()`,
    right: `use cudafor
integer :: istat
istat = cudaDeviceSynchronize()`,
  },
  'redefined-operator': {
    says: 'A program may define operators and assignment for operands that the language has no meaning for. What `+` of two numbers is, or `=` between them, cannot be changed.',
    wrong: `module odd
  implicit none
  interface operator(+)
    procedure joined
  end interface
contains
  pure integer function joined(a, b)
    integer, intent(in) :: a, b
    joined = 10 * a + b
  end function
end module`,
    right: `module odd
  implicit none
  interface operator(.join.)
    procedure joined
  end interface
contains
  pure integer function joined(a, b)
    integer, intent(in) :: a, b
    joined = 10 * a + b
  end function
end module`,
  },
  'abstract-called': {
    says: 'An abstract interface describes how procedures look that are passed as arguments or pointed to. It has no body to call.',
    wrong: `abstract interface
  real function of_x(x)
    real, intent(in) :: x
  end function
end interface
print *, of_x(1.0)`,
    right: `abstract interface
  real function of_x(x)
    real, intent(in) :: x
  end function
end interface
procedure(of_x), pointer :: f
f => square
print *, f(2.0)
contains
  real function square(x)
    real, intent(in) :: x
    square = x * x
  end function`,
  },
  'global-name-twice': {
    says: 'Modules, main programs and external procedures are known to the whole program by their names, and so is all that is bound to a name of C. No two of them have the same one.',
    wrong: `module heat
  implicit none
  real :: t = 0
end module
subroutine heat()
end subroutine`,
    right: `module heat
  implicit none
  real :: t = 0
end module
subroutine heating()
end subroutine`,
  },
  'external-not-declared': {
    says: '`implicit none (external)` asks that each external procedure be declared: by an interface, a module that is used, or the attribute `external`.',
    wrong: `implicit none (type, external)
call solve()`,
    right: `implicit none (type, external)
call solve()
contains
  subroutine solve()
  end subroutine`,
  },
};
