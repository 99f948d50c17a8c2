/** Pages on messages about types, assignments and shapes. */
import type { Pages } from './page.ts';

export const typesPages: Pages = {
  'override-differs': {
    says: 'A procedure that is bound to an extended type in place of one of its parent takes other arguments, or gives something else. Where only intents, `optional` or related types behind pointers differ, calls reach it all the same, as with other compilers: that is a warning.',
    wrong: `module m
  type base
  contains
    procedure :: area => area_of_base
  end type
  type, extends(base) :: more
  contains
    procedure :: area => area_of_more
  end type
contains
  real function area_of_base(this, scale)
    class(base), intent(in) :: this
    real, intent(in) :: scale
    area_of_base = scale
  end function
  real function area_of_more(this, scale)
    class(more), intent(in) :: this
    integer, intent(in) :: scale
    area_of_more = scale
  end function
end module`,
    right: `module m
  type base
  contains
    procedure :: area => area_of_base
  end type
  type, extends(base) :: more
  contains
    procedure :: area => area_of_more
  end type
contains
  real function area_of_base(this, scale)
    class(base), intent(in) :: this
    real, intent(in) :: scale
    area_of_base = scale
  end function
  real function area_of_more(this, scale)
    class(more), intent(in) :: this
    real, intent(in) :: scale
    area_of_more = scale
  end function
end module`,
  },
  'unknown-component': {
    says: 'The type has no component of this name.',
    wrong: `type point
  real :: x, y
end type
type(point) :: p
p%z = 1`,
    right: `type point
  real :: x, y
end type
type(point) :: p
p%y = 1`,
  },
  'private-component': {
    says: 'The component is private to the module of the type.',
    wrong: `module m
  type counter
    integer, private :: n
  end type
end module
program p
  use m
  type(counter) :: c
  c%n = 1
end program`,
    right: `module m
  type counter
    integer :: n
  end type
end module
program p
  use m
  type(counter) :: c
  c%n = 1
end program`,
  },
  'not-derived': {
    says: '`%` selects a component of a derived type; this is none.',
    wrong: `real :: x
x%y = 1`,
    right: `complex :: x
x%re = 1`,
  },
  'contains-itself': {
    says: 'A type cannot contain an object of itself, only a pointer or an allocatable.',
    wrong: `type node
  type(node) :: next
end type`,
    right: `type node
  type(node), pointer :: next
end type`,
  },
  'duplicate-declaration': {
    says: 'The same name is declared twice in a scope.',
    wrong: `integer :: n
real :: n`,
    right: `integer :: n
real :: x`,
  },
  'no-passed-object': {
    says: 'A procedure that is bound to a type gets the object as an argument of that type.',
    wrong: `module m
  type t
  contains
    procedure, pass(self) :: show
  end type
contains
  subroutine show(this)
    class(t) :: this
  end subroutine
end module`,
    right: `module m
  type t
  contains
    procedure, pass(this) :: show
  end type
contains
  subroutine show(this)
    class(t) :: this
  end subroutine
end module`,
  },
  'abstract-type': {
    says: 'There are objects only of the types that extend an abstract type.',
    wrong: `type, abstract :: shape
end type
type(shape) :: s`,
    right: `type, abstract :: shape
end type
class(shape), allocatable :: s`,
  },
  'component-count': {
    says: 'A constructor has more values than the type has components.',
    wrong: `type point
  real :: x, y
end type
type(point) :: p
p = point(1.0, 2.0, 3.0)`,
    right: `type point
  real :: x, y
end type
type(point) :: p
p = point(1.0, 2.0)`,
  },
  'component-twice': {
    says: 'A constructor gives each component one value; a value of the parent type is one for all that is inherited.',
    wrong: `type point
  real :: x, y
end type
type(point) :: p
p = point(1.0, 2.0, x=3.0)`,
    right: `type point
  real :: x, y
end type
type(point) :: p
p = point(1.0, 2.0)`,
  },
  'missing-component': {
    says: 'A constructor gives a value to each component that has no default.',
    wrong: `type point
  real :: x, y
end type
type(point) :: p
p = point(1.0)`,
    right: `type point
  real :: x, y = 0
end type
type(point) :: p
p = point(1.0)`,
  },
  'type-parameters': {
    says: 'Parameters of a derived type are named in its definition and have values where it is used.',
    wrong: `type point
  real :: x
end type
type(point(8)) :: p`,
    right: `type point(k)
  integer, kind :: k
  real(k) :: x
end type
type(point(8)) :: p`,
  },
  'type-mismatch': {
    says: 'A value of one type cannot become one of another without a function in between.',
    wrong: `integer :: n
n = 'seven'`,
    right: `integer :: n
n = 7`,
  },
  'rank-mismatch': {
    says: 'Arrays in an assignment or operation have the same number of dimensions; a scalar fits all.',
    wrong: `real :: a(3), b(3, 3)
a = b`,
    right: `real :: a(3), b(3, 3)
a = b(:, 1)`,
  },
  'shape-mismatch': {
    says: 'Arrays in an assignment or operation have the same extents.',
    wrong: `real :: a(3), b(4)
a = b`,
    right: `real :: a(3), b(4)
a = b(1:3)`,
  },
  'not-definable': {
    says: 'A constant, an `intent(in)` argument or an expression cannot be changed.',
    wrong: `integer, parameter :: n = 3
n = 4`,
    right: `integer :: n
n = 4`,
  },
  'not-extensible': {
    says: 'The components of a sequence type and of a bind(c) type lie as they are written: such a type neither extends another one, nor is it extended, nor has it procedures.',
    wrong: `type base
  sequence
  integer :: a
end type
type, extends(base) :: more
  integer :: b
end type`,
    right: `type base
  integer :: a
end type
type, extends(base) :: more
  integer :: b
end type`,
  },
  'passed-object': {
    says: 'The argument that gets the object of a type-bound procedure is a scalar, polymorphic (`class`), and neither a pointer nor allocatable: extensions of the type inherit the procedure.',
    wrong: `module m
  type counter
    integer :: n = 0
  contains
    procedure :: up
  end type
contains
  subroutine up(self)
    type(counter), intent(inout) :: self
    self%n = self%n + 1
  end subroutine
end module`,
    right: `module m
  type counter
    integer :: n = 0
  contains
    procedure :: up
  end type
contains
  subroutine up(self)
    class(counter), intent(inout) :: self
    self%n = self%n + 1
  end subroutine
end module`,
  },
  'bad-final': {
    says: 'A final procedure is a subroutine that gets the object that ends as its only argument.',
    wrong: `module m
  type buffer
    real, pointer :: data(:) => null()
  contains
    final :: clean
  end type
contains
  subroutine clean(b)
    class(buffer), intent(inout) :: b
    if (associated(b%data)) deallocate(b%data)
  end subroutine
end module`,
    right: `module m
  type buffer
    real, pointer :: data(:) => null()
  contains
    final :: clean
  end type
contains
  subroutine clean(b)
    type(buffer), intent(inout) :: b
    if (associated(b%data)) deallocate(b%data)
  end subroutine
end module`,
  },
  'missing-keyword': {
    says: 'Once a component of a structure constructor is named, the place of the others says nothing any more.',
    wrong: `type pair
  integer :: a
  real :: b
end type
type(pair) :: p
p = pair(a=1, 2.0)`,
    right: `type pair
  integer :: a
  real :: b
end type
type(pair) :: p
p = pair(a=1, b=2.0)`,
  },
  'polymorphic-assignment': {
    says: 'A polymorphic variable may be of an extended type. Only an allocatable one can take the type of what is assigned to it; others are assigned to where their type is known.',
    wrong: `module m
  type t
    integer :: n
  end type
contains
  subroutine set(x)
    class(t), intent(inout) :: x
    x = t(3)
  end subroutine
end module`,
    right: `module m
  type t
    integer :: n
  end type
contains
  subroutine set(x)
    class(t), intent(inout) :: x
    select type (x)
    type is (t)
      x = t(3)
    end select
  end subroutine
end module`,
  },
  'procedure-component': {
    says: 'A procedure that each object has for itself is a pointer. One that all objects of the type share is bound to the type, after `contains`.',
    wrong: `type shape
  procedure(), nopass :: draw
end type`,
    right: `type shape
  procedure(), pointer, nopass :: draw => null()
end type`,
  },
};
