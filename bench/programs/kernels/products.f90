module products
  use sizes
  implicit none
  real, allocatable :: x(:,:), y(:,:), z(:,:)
contains
  subroutine products_ready()
    integer :: i, j
    allocate (x(order, order), y(order, order), z(order, order))
    !$omp parallel do private(i)
    do j = 1, order
       do i = 1, order
          x(i, j) = sample(i + 7*j)
          y(i, j) = sample(3*i + j)
          z(i, j) = 0
       end do
    end do
  end subroutine products_ready

  subroutine products_done()
    deallocate (x, y, z)
  end subroutine products_done

  subroutine products_turn(name)
    character(*), intent(in) :: name
    if (name /= '') call product_of(z, x, y, order)
  end subroutine products_turn

  ! The best order of the three loops.
  subroutine product_of(c, a, b, n)
    integer, intent(in) :: n
    real, intent(in) :: a(n, n), b(n, n)
    real, intent(inout) :: c(n, n)
    integer :: i, j, k
    !$omp parallel do private(i, k)
    do j = 1, n
       c(:, j) = 0
       do k = 1, n
          do i = 1, n
             c(i, j) = c(i, j) + a(i, k)*b(k, j)
          end do
       end do
    end do
  end subroutine product_of

  function products_outcome() result(s)
    real(8) :: s
    s = weighed(z, order*order)
  end function products_outcome
end module products
