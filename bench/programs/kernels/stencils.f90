module stencils
  use sizes
  implicit none
  real, allocatable :: f(:,:,:), d(:,:,:), u(:,:), v(:,:)
contains
  subroutine stencils_ready()
    integer :: i, j, k
    allocate (f(cube, cube, cube), d(cube, cube, cube), u(plane, plane), v(plane, plane))
    !$omp parallel do private(i, j)
    do k = 1, cube
       do j = 1, cube
          do i = 1, cube
             f(i, j, k) = sample(i + 3*j + 5*k)
             d(i, j, k) = 0
          end do
       end do
    end do
    !$omp parallel do private(i)
    do j = 1, plane
       do i = 1, plane
          u(i, j) = sample(i + 7*j)
          v(i, j) = 0
       end do
    end do
  end subroutine stencils_ready

  subroutine stencils_done()
    deallocate (f, d, u, v)
  end subroutine stencils_done

  subroutine stencils_turn(name)
    character(*), intent(in) :: name
    select case (name)
    case ('nine points x')
       call along_x(f, d)
    case ('nine points y')
       call along_y(f, d)
    case ('nine points z')
       call along_z(f, d)
    case ('cuf nine points')
       call inner_z(f, d)
    case ('Laplace 2D', 'cuf Laplace 2D')
       call jacobi(u, v, plane)
    end select
  end subroutine stencils_turn

  subroutine along_x(f, d)
    real, intent(in) :: f(cube, cube, cube)
    real, intent(out) :: d(cube, cube, cube)
    real :: s(-3:cube + 4)
    integer :: i, j, k
    !$omp parallel do collapse(2) private(i, s)
    do k = 1, cube
       do j = 1, cube
          s(1:cube) = f(:, j, k)
          s(-3:0) = s(cube - 3:cube)
          s(cube + 1:cube + 4) = s(1:4)
          do i = 1, cube
             d(i, j, k) = c1*(s(i + 1) - s(i - 1)) + c2*(s(i + 2) - s(i - 2)) &
                        + c3*(s(i + 3) - s(i - 3)) + c4*(s(i + 4) - s(i - 4))
          end do
       end do
    end do
  end subroutine along_x

  integer pure function around(i)
    integer, intent(in) :: i
    around = modulo(i - 1, cube) + 1
  end function around

  subroutine along_y(f, d)
    real, intent(in) :: f(cube, cube, cube)
    real, intent(out) :: d(cube, cube, cube)
    integer :: i, j, k, a(4), b(4), m
    !$omp parallel do collapse(2) private(i, a, b, m)
    do k = 1, cube
       do j = 1, cube
          do m = 1, 4
             a(m) = around(j + m)
             b(m) = around(j - m)
          end do
          do i = 1, cube
             d(i, j, k) = c1*(f(i, a(1), k) - f(i, b(1), k)) + c2*(f(i, a(2), k) - f(i, b(2), k)) &
                        + c3*(f(i, a(3), k) - f(i, b(3), k)) + c4*(f(i, a(4), k) - f(i, b(4), k))
          end do
       end do
    end do
  end subroutine along_y

  subroutine along_z(f, d)
    real, intent(in) :: f(cube, cube, cube)
    real, intent(out) :: d(cube, cube, cube)
    integer :: i, j, k, a(4), b(4), m
    !$omp parallel do collapse(2) private(i, a, b, m)
    do k = 1, cube
       do j = 1, cube
          do m = 1, 4
             a(m) = around(k + m)
             b(m) = around(k - m)
          end do
          do i = 1, cube
             d(i, j, k) = c1*(f(i, j, a(1)) - f(i, j, b(1))) + c2*(f(i, j, a(2)) - f(i, j, b(2))) &
                        + c3*(f(i, j, a(3)) - f(i, j, b(3))) + c4*(f(i, j, a(4)) - f(i, j, b(4)))
          end do
       end do
    end do
  end subroutine along_z

  subroutine inner_z(f, d)
    real, intent(in) :: f(cube, cube, cube)
    real, intent(inout) :: d(cube, cube, cube)
    integer :: i, j, k
    !$omp parallel do collapse(2) private(i)
    do k = 5, cube - 4
       do j = 1, cube
          do i = 1, cube
             d(i, j, k) = c1*(f(i, j, k + 1) - f(i, j, k - 1)) + c2*(f(i, j, k + 2) - f(i, j, k - 2)) &
                        + c3*(f(i, j, k + 3) - f(i, j, k - 3)) + c4*(f(i, j, k + 4) - f(i, j, k - 4))
          end do
       end do
    end do
  end subroutine inner_z

  subroutine jacobi(u, v, n)
    integer, intent(in) :: n
    real, intent(in) :: u(n, n)
    real, intent(inout) :: v(n, n)
    integer :: i, j
    !$omp parallel do private(i)
    do j = 2, n - 1
       do i = 2, n - 1
          v(i, j) = 0.25*(u(i - 1, j) + u(i + 1, j) + u(i, j - 1) + u(i, j + 1))
       end do
    end do
  end subroutine jacobi

  function stencils_outcome(name) result(s)
    character(*), intent(in) :: name
    real(8) :: s
    if (index(name, 'Laplace') > 0) then
       s = weighed(v, plane*plane)
    else
       s = weighed(d, cube**3)
    end if
  end function stencils_outcome
end module stencils
