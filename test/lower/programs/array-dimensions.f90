program d1
 integer :: m(2,3,4), i, d, r(3,4), u(4,4)
 m = reshape([(mod(i*7,23),i=1,24)],[2,3,4])
 do d = 1, 3
  print '(20i4)', sum(m, dim=d)
  print '(20i4)', maxval(m, d, m<15)
  print '(20i4)', maxloc(m, dim=d)
  print '(20l2)', any(m>20, dim=d)
  print '(3i5)', size(m,d), lbound(m,d), ubound(m,d)
 end do
 u = reshape([(i,i=1,16)],[4,4])
 forall (i=1:4) u(i,:) = u(5-i,:)
 print '(16i4)', u
 forall (i=1:4, u(i,i) > 5) u(:,i) = u(i,:)
 print '(16i4)', u
 forall (i=2:4)
   u(i,1) = u(i-1,1) + 1
   u(1:i,2) = u(i,1)
 end forall
 print '(16i4)', u
contains
 pure function mul(a,b) result(c)
  integer, intent(in) :: a,b
  integer :: c
  c = a*b
 end function
end program
