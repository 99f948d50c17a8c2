module work
  use samples
  implicit none
  integer, parameter :: nr = 64, nq = 64, np = 64
  real, allocatable :: a(:, :, :), c4(:, :), t(:, :, :)
contains
  subroutine start()
    integer :: i
    if (.not. allocated(a)) allocate (a(np, nq, nr), c4(np, np), t(np, nq, nr))
    a = reshape([(sample(i), i=1, np*nq*nr)], [np, nq, nr])
    c4 = reshape([(sample(i*3)/40, i=1, np*np)], [np, np])
  end subroutine start
  subroutine turn()
    integer :: r, q, p, s
    !$omp parallel do private(q, p, s)
    do r = 1, nr
       do q = 1, nq
          do p = 1, np
             t(p, q, r) = 0
          end do
          do s = 1, np
             do p = 1, np
                t(p, q, r) = t(p, q, r) + a(s, q, r)*c4(p, s)
             end do
          end do
          do p = 1, np
             a(p, q, r) = t(p, q, r)
          end do
       end do
    end do
  end subroutine turn
  function outcome() result(s)
    real(8) :: s
    real, allocatable :: h(:, :, :)
    h = a
    s = sum(dble(h))
  end function outcome
end module work
