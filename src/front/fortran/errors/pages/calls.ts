/** Pages on messages about calls and pointers. */
import type { Pages } from './page.ts';

export const callsPages: Pages = {
  'argument-count': {
    says: 'A call gives as many arguments as the procedure has; only optional ones may be left out.',
    wrong: `call s(1, 2)
contains
  subroutine s(n)
    integer :: n
  end subroutine`,
    right: `call s(1)
contains
  subroutine s(n)
    integer :: n
  end subroutine`,
  },
  'missing-argument': {
    says: 'An argument that is not optional is left out.',
    wrong: `call s(1)
contains
  subroutine s(n, m)
    integer :: n, m
  end subroutine`,
    right: `call s(1, 2)
contains
  subroutine s(n, m)
    integer :: n, m
  end subroutine`,
  },
  'unknown-keyword': {
    says: 'The procedure has no argument of this name.',
    wrong: `call s(m=1)
contains
  subroutine s(n)
    integer :: n
  end subroutine`,
    right: `call s(n=1)
contains
  subroutine s(n)
    integer :: n
  end subroutine`,
  },
  'argument-twice': {
    says: 'An argument is given by its place and by its name.',
    wrong: `call s(1, n=1)
contains
  subroutine s(n, m)
    integer :: n
    integer, optional :: m
  end subroutine`,
    right: `call s(1, m=1)
contains
  subroutine s(n, m)
    integer :: n
    integer, optional :: m
  end subroutine`,
  },
  'argument-type': {
    says: 'Type and kind of an argument are those of the dummy argument: nothing is converted.',
    wrong: `call s(1.0)
contains
  subroutine s(x)
    real(8) :: x
  end subroutine`,
    right: `call s(1.0d0)
contains
  subroutine s(x)
    real(8) :: x
  end subroutine`,
  },
  'argument-copied': {
    says: 'A volatile dummy argument is what others may change at any time. Elements that do not lie one after the other are passed as a copy, which nobody else knows of.',
    wrong: `integer :: a(8)
call wait(a(1:8:2))
contains
  subroutine wait(flags)
    integer, volatile :: flags(4)
  end subroutine`,
    right: `integer :: a(8)
call wait(a(1:8:2))
contains
  subroutine wait(flags)
    integer, volatile :: flags(:)
  end subroutine`,
  },
  'argument-rank': {
    says: 'A scalar is passed where an array is wanted, or an array of another rank.',
    wrong: `real :: a(3)
call s(a)
contains
  subroutine s(x)
    real :: x(:, :)
  end subroutine`,
    right: `real :: a(3, 3)
call s(a)
contains
  subroutine s(x)
    real :: x(:, :)
  end subroutine`,
  },
  'argument-not-definable': {
    says: 'The procedure changes the argument, so it must be a variable.',
    wrong: `call s(3)
contains
  subroutine s(n)
    integer, intent(out) :: n
    n = 4
  end subroutine`,
    right: `integer :: i
call s(i)
contains
  subroutine s(n)
    integer, intent(out) :: n
    n = 4
  end subroutine`,
  },
  'argument-not-allocatable': {
    says: 'The procedure allocates the argument.',
    wrong: `real :: a(3)
call s(a)
contains
  subroutine s(x)
    real, allocatable :: x(:)
  end subroutine`,
    right: `real, allocatable :: a(:)
call s(a)
contains
  subroutine s(x)
    real, allocatable :: x(:)
  end subroutine`,
  },
  'argument-not-pointer': {
    says: 'The procedure changes where the argument points.',
    wrong: `real :: a(3)
call s(a)
contains
  subroutine s(x)
    real, pointer :: x(:)
  end subroutine`,
    right: `real, pointer :: a(:)
call s(a)
contains
  subroutine s(x)
    real, pointer :: x(:)
  end subroutine`,
  },
  'argument-not-procedure': {
    says: 'The argument is a procedure that will be called.',
    wrong: `call s(1.0)
contains
  subroutine s(f)
    interface
      real function f(x)
        real :: x
      end function
    end interface
    print *, f(1.0)
  end subroutine`,
    right: `intrinsic :: sin
call s(sin)
contains
  subroutine s(f)
    interface
      real function f(x)
        real :: x
      end function
    end interface
    print *, f(1.0)
  end subroutine`,
  },
  'argument-is-procedure': {
    says: 'The argument is data; a procedure is passed.',
    wrong: `intrinsic :: sin
call s(sin)
contains
  subroutine s(x)
    real, intent(in) :: x
  end subroutine`,
    right: `call s(sin(1.0))
contains
  subroutine s(x)
    real, intent(in) :: x
  end subroutine`,
  },
  'no-specific': {
    says: 'None of the procedures behind the generic name takes these arguments.',
    wrong: `module m
  interface show
    module procedure show_integer, show_real
  end interface
contains
  subroutine show_integer(n)
    integer :: n
  end subroutine
  subroutine show_real(x)
    real :: x
  end subroutine
end module
program p
  use m
  call show(.true.)
end program`,
    right: `module m
  interface show
    module procedure show_integer, show_real
  end interface
contains
  subroutine show_integer(n)
    integer :: n
  end subroutine
  subroutine show_real(x)
    real :: x
  end subroutine
end module
program p
  use m
  call show(1)
end program`,
  },
  'subroutine-as-function': {
    says: 'A subroutine has no value.',
    wrong: `real :: x
x = s(1.0)
contains
  subroutine s(a)
    real :: a
  end subroutine`,
    right: `call s(1.0)
contains
  subroutine s(a)
    real :: a
  end subroutine`,
  },
  'function-as-subroutine': {
    says: 'A function has a value that goes somewhere.',
    wrong: `call f(1.0)
contains
  real function f(a)
    real :: a
    f = a
  end function`,
    right: `real :: x
x = f(1.0)
contains
  real function f(a)
    real :: a
    f = a
  end function`,
  },
  'leading-dimension': {
    says: 'The leading dimension is the distance, in elements, from one column of an array to the next: the first extent of the array as it is declared, whatever part of it is used.',
    wrong: `module m
contains
  attributes(global) subroutine k(a, lda, n)
    integer, value :: lda, n
    real :: a(lda, n)
  end subroutine
end module
program p
  use m
  real, device :: a(100, 50)
  call k<<<1, 32>>>(a, 50, 100)
end program`,
    right: `module m
contains
  attributes(global) subroutine k(a, lda, n)
    integer, value :: lda, n
    real :: a(lda, n)
  end subroutine
end module
program p
  use m
  real, device :: a(100, 50)
  call k<<<1, 32>>>(a, 100, 50)
end program`,
  },
  'null-assigned': {
    says: '`null()` says that a pointer points nowhere; `=` would change what it points to.',
    wrong: `real, pointer :: p
p = null()`,
    right: `real, pointer :: p
p => null()`,
  },
  'not-a-pointer': {
    says: '`=>` and `associated` are for pointers.',
    wrong: `real :: x
real, target :: y
x => y`,
    right: `real, pointer :: x
real, target :: y
x => y`,
  },
  'pointer-type': {
    says: 'A pointer points to data of its own type and kind.',
    wrong: `real(8), pointer :: p
real(4), target :: x
p => x`,
    right: `real(4), pointer :: p
real(4), target :: x
p => x`,
  },
  'pointer-to-expression': {
    says: 'A pointer points to a variable, not to a value.',
    wrong: `real, pointer :: p
real, target :: x
p => (x + 1)`,
    right: `real, pointer :: p
real, target :: x
x = x + 1
p => x`,
  },
  'pointer-placement': {
    says: 'A device pointer points to device data, a host pointer to host data. Managed data is both: host pointers may point to it, and managed pointers to what a host pointer points to.',
    wrong: `real, device, pointer :: p(:)
real, target :: x(3)
p => x`,
    right: `real, device, pointer :: p(:)
real, device, target :: x(3)
p => x`,
  },
  'pointer-bound': {
    says: 'The new bounds of a pointer have a lower bound each.',
    wrong: `real, pointer :: p(:)
real, target :: x(3)
p(:3) => x`,
    right: `real, pointer :: p(:)
real, target :: x(3)
p(0:) => x`,
  },
  'not-a-target': {
    says: 'A pointer may point only to what is declared as a target (or is a pointer itself): everything else the compiler may keep where no pointer reaches it.',
    wrong: `real :: x(3)
real, pointer :: p(:)
p => x`,
    right: `real, target :: x(3)
real, pointer :: p(:)
p => x`,
  },
  'procedure-interface': {
    says: 'A procedure that is called through a pointer or a dummy argument must have the interface that was declared there: the call is made after that. A difference in intents alone is a warning.',
    wrong: `procedure(real), pointer :: p
p => s
contains
  subroutine s
  end subroutine`,
    right: `procedure(real), pointer :: p
p => s
contains
  real function s()
    s = 1
  end function`,
  },
  'allocate-source': {
    says: 'What is allocated gets its type from its declaration, and where that leaves it open from exactly one of `type ::`, source= and mold=.',
    wrong: `character(:), allocatable :: c
allocate (c)`,
    right: `character(:), allocatable :: c
allocate (character(10) :: c)`,
  },
  'allocated-twice': {
    says: 'An object stands once in an allocate or deallocate statement, and nothing in the statement depends on what it does to another object.',
    wrong: `real, allocatable :: a(:), b(:)
allocate (a(3), b(size(a)))`,
    right: `real, allocatable :: a(:), b(:)
allocate (a(3))
allocate (b(size(a)))`,
  },
  'assumed-size': {
    says: 'The last extent of an array declared with `*` is not known: it can be an argument as a whole, but its values need bounds.',
    wrong: `subroutine s(a)
  real :: a(*)
  a = 0
end subroutine`,
    right: `subroutine s(a, n)
  integer :: n
  real :: a(*)
  a(1:n) = 0
end subroutine`,
  },
  'not-optional': {
    says: '`present` asks for an optional dummy argument as a whole. All others are always there.',
    wrong: `subroutine s(n)
  integer :: n
  print *, present(n)
end subroutine`,
    right: `subroutine s(n)
  integer, optional :: n
  print *, present(n)
end subroutine`,
  },
  'not-pure': {
    says: 'A pure procedure changes nothing but its arguments and its own variables, so that the order of calls does not count: no input or output, no saved variables, no calls of procedures that are not pure. `do concurrent` calls pure procedures only.',
    wrong: `pure subroutine s(n)
  integer, intent(in) :: n
  print *, n
end subroutine`,
    right: `subroutine s(n)
  integer, intent(in) :: n
  print *, n
end subroutine`,
  },
  'too-few-elements': {
    says: 'An array argument of fixed size must have as many elements as the dummy argument, which would reach beyond its end otherwise. Where it is a section in one piece of a larger array, the dummy goes on in that array: that is a warning, as is a section that has too few elements.',
    wrong: `real :: x(2)
call s(x)
contains
  subroutine s(a)
    real :: a(3)
    a = 0
  end subroutine`,
    right: `real :: x(3)
call s(x)
contains
  subroutine s(a)
    real :: a(3)
    a = 0
  end subroutine`,
  },
  'no-interface': {
    says: 'Arrays of assumed shape, allocatable and pointer arguments, values and polymorphic objects are passed in a way of their own: who calls such a procedure has to see its interface. In one file the compiler finds it by its name; from another file the call would go wrong.',
    wrong: `program p
  real :: a(3)
  a = 1
  call show(a)
end program
subroutine show(a)
  real, intent(in) :: a(:)
  print *, a
end subroutine`,
    right: `module m
contains
  subroutine show(a)
    real, intent(in) :: a(:)
    print *, a
  end subroutine
end module
program p
  use m
  real :: a(3)
  a = 1
  call show(a)
end program`,
  },
  'keyword-without-interface': {
    says: 'A call can name arguments only where the interface of the procedure is known: of a procedure of a module, an internal one, or one with an interface block.',
    wrong: `external area
call area(width=2.0)`,
    right: `call area(width=2.0)
contains
  subroutine area(width)
    real, intent(in) :: width
    print *, width * width
  end subroutine`,
  },
  'dynamic-type': {
    says: 'A procedure may allocate its allocatable argument anew, or point its pointer elsewhere. What it makes of a polymorphic one may be of any type that extends the declared one, and of `character(:)` of any length: the actual argument must be declared so too.',
    wrong: `type base
end type
type(base), allocatable :: b
call make(b)
contains
  subroutine make(x)
    class(base), allocatable, intent(out) :: x
    allocate (x)
  end subroutine`,
    right: `type base
end type
class(base), allocatable :: b
call make(b)
contains
  subroutine make(x)
    class(base), allocatable, intent(out) :: x
    allocate (x)
  end subroutine`,
  },
  'scattered-element': {
    says: 'An element stands for itself and all that follow it in memory, where a dummy argument is an array of explicit shape. The elements of a pointer or of an assumed-shape array need not lie side by side: pass a section, which is copied where it has gaps.',
    wrong: `real, target :: a(10)
real, pointer :: p(:)
a = 1
p => a(::2)
call show(p(2))
contains
  subroutine show(x)
    real, intent(in) :: x(3)
    print *, x
  end subroutine`,
    right: `real, target :: a(10)
real, pointer :: p(:)
a = 1
p => a(::2)
call show(p(2:4))
contains
  subroutine show(x)
    real, intent(in) :: x(3)
    print *, x
  end subroutine`,
  },
  'pointer-from-c': {
    says: '`c_f_pointer` makes a Fortran pointer of an address. It needs the extents of an array, as many as the pointer has dimensions, none for a scalar; a polymorphic pointer would need a type, which an address has not.',
    wrong: `use iso_c_binding
type(c_ptr) :: address
real, pointer :: a(:)
real, target :: b(4)
address = c_loc(b)
call c_f_pointer(address, a)`,
    right: `use iso_c_binding
type(c_ptr) :: address
real, pointer :: a(:)
real, target :: b(4)
address = c_loc(b)
call c_f_pointer(address, a, shape=[4])`,
  },
};
