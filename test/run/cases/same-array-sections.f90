! Sections of one array on both sides of an assignment: other places of the same triplets, subscripts that are stored into, and targets that two pointers share.
module m2
 type t
   integer :: x(5)
   integer, pointer :: p(:)
 end type
 type c
   complex :: z(4)
   integer, allocatable :: q(:,:)
 end type
contains
 subroutine sw(a, i, j)
  integer, intent(inout) :: a(:,:)
  integer, intent(in) :: i, j
  a(i,:) = a(i,:) + 10*a(j,:)
  a(:,i) = a(:,j) - a(:,i)
 end subroutine
end module
program p
 use m2
 implicit none
 integer :: m(5,6), i, k, r, ix(4,4)
 integer, target :: store(20)
 type(t) :: a(3)
 type(c) :: w(2)
 m = reshape([(i*i, i=1,30)], [5,6])
 do k = 1, 5
  do r = k, 5
   m(r,k:) = m(r,k:) - 3*m(k,k:)
  end do
 end do
 print '(6i12)', transpose(m)
 ! the subscript itself is stored into
 ix = reshape([2,3,4,1, 1,2,3,4, 4,3,2,1, 2,2,2,2], [4,4])
 ix(ix(1,1),:) = ix(ix(2,1),:) + 1
 print *, ix
 ix = reshape([2,3,4,1, 1,2,3,4, 4,3,2,1, 2,2,2,2], [4,4])
 ix(:,ix(1,1)) = ix(:,ix(4,1)) * 2 + ix(:,ix(1,1))
 print *, ix
 ix = reshape([2,3,4,1, 1,2,3,4, 4,3,2,1, 2,2,2,2], [4,4])
 ix(ix(2,2),:) = ix(ix(2,2),:) + 1
 print *, ix
 store = [(i, i=1,20)]
 do i = 1, 3
  a(i)%x = i*[1,2,3,4,5]
  a(i)%p => store(i:i+4)
 end do
 k = 2; r = 1
 a(k)%x(2:) = a(r)%x(2:) + a(k)%x(2:)
 a(k)%p(:) = a(r)%p(:) + 100
 print *, a(1)%x, a(2)%x, a(3)%x
 print *, store
 a(3)%p(1:3) = a(3)%p(3:5)
 print *, store
 a%x(2) = a%x(3) + a%x(2)
 print *, a(1)%x, a(2)%x, a(3)%x
 w(1)%z = [(cmplx(i,-i), i=1,4)]; w(2)%z = 2*w(1)%z
 w(1)%z%re = w(1)%z%im + w(2)%z%re
 w(2)%z(:)%im = w(1)%z(:)%im
 print *, w(1)%z, w(2)%z
 allocate(w(1)%q(3,3), w(2)%q(3,3)); w(1)%q = 1; w(2)%q = reshape([(i,i=1,9)],[3,3])
 w(k)%q(r,:) = w(k)%q(r+1,:)*w(r)%q(r,:) + w(k)%q(3,:)
 print *, w(2)%q
 call sw(m, 2, 3)
 print '(6i12)', transpose(m)
 call sw(m, 2, 2)
 print '(6i12)', transpose(m)
 m(:, k) = m(:, r) + m(:, k)
 m(k, :) = sum(m(:,:), 1) + m(r,:)
 print '(6i12)', transpose(m)
end program
