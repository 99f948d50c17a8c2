! options: -Mbounds
! Subscripts of assumed-size arrays that are inside: of work arrays of recursive functions, blocks left early, common blocks, equivalence, components, substrings.
module shapes
 type node
  integer :: v(3)
  type(node), pointer :: next => null()
 end type
contains
 recursive function fib(n, work) result(r)
  integer :: n, r, work(*), own(2)
  own = 0
  work(n+1) = n
  if (n < 2) then
   r = n
   return
  end if
  own(1) = fib(n-1, work)
  own(2) = fib(n-2, work)
  r = sum(own)
 end
 subroutine blocks(k)
  integer :: k, i
  do i = 1, 3
   block
    integer :: b(k), f(4)
    b = i
    f = i
    if (i == 2) cycle
    call add(b, f, k)
    if (i == 3) exit
   end block
  end do
 end
 subroutine add(x, y, n)
  integer :: n, x(*), y(*)
  x(1:n) = x(1:n) + y(1)
  if (n > 3) goto 10
  x(n) = 0
10 continue
 end
end
program t
 use shapes
 integer :: w(11), i
 integer, save :: e(8), g(4)
 real :: c(5), d(5)
 common /blk/ c, d
 equivalence (e(5), g(1))
 type(node), pointer :: head, p
 character(3) :: words(4)
 call common_past(c)
 call eq(g)
 print *, fib(10, w)
 call blocks(4)
 allocate (head)
 p => head
 do i = 1, 20000
  allocate (p%next)
  p => p%next
  call fill(p%v)
 end do
 words = [character(3) :: 'a','b','c','d']
 call chars(words(2)(2:3), words)
 print *, sum(w), p%v, words, d(5)
contains
 subroutine fill(v)
  integer :: v(*)
  v(3) = 7
 end
 subroutine chars(x, y)
  character(*) :: x(*)
  character(*) :: y(*)
  y(4)(1:1) = 'z'
 end
end
subroutine common_past(c)
 real :: c(*)
 c(10) = 4
end
subroutine eq(g)
 integer :: g(*)
 g(4) = 1
end
