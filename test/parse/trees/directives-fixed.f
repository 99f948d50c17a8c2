      program p
      integer i, n
      real a(4)
!$acc parallel loop copy(a)
!$acc& reduction(+:s)
c$acc*gang
      do 10 i = 1, 4
 10   a(i) = i
!$acc end parallel loop
!$acc kernels loop
      do i = 1, 4
        a(i) = 0
      end do
!$acc end kernels
*$acc enter data copyin(a)
!@acc i = 2
      end
