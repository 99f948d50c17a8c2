module transposes
  use sizes
  implicit none
  real, allocatable :: p(:,:), q(:,:)
  integer :: n
contains
  subroutine transposes_ready(order)
    integer, intent(in) :: order
    integer :: i, j
    n = order
    allocate (p(n, n), q(n, n))
    !$omp parallel do private(i)
    do j = 1, n
       do i = 1, n
          p(i, j) = sample(i + 7*j)
          q(i, j) = 0
       end do
    end do
  end subroutine transposes_ready

  subroutine transposes_done()
    deallocate (p, q)
  end subroutine transposes_done

  subroutine transposes_turn(name)
    character(*), intent(in) :: name
    select case (name(:5))
    case ('copy')
       call copied(q, p, n)
    case ('naive', 'cuf t')
       call naive(q, p, n)
    case ('tile', 'padde', 'diago')
       call tiled(q, p, n)
    end select
  end subroutine transposes_turn

  subroutine copied(b, a, n)
    integer, intent(in) :: n
    real, intent(in) :: a(n, n)
    real, intent(out) :: b(n, n)
    integer :: i, j
    !$omp parallel do private(i)
    do j = 1, n
       do i = 1, n
          b(i, j) = a(i, j)
       end do
    end do
  end subroutine copied

  subroutine naive(b, a, n)
    integer, intent(in) :: n
    real, intent(in) :: a(n, n)
    real, intent(out) :: b(n, n)
    integer :: i, j
    !$omp parallel do private(i)
    do j = 1, n
       do i = 1, n
          b(i, j) = a(j, i)
       end do
    end do
  end subroutine naive

  subroutine tiled(b, a, n)
    integer, intent(in) :: n
    real, intent(in) :: a(n, n)
    real, intent(out) :: b(n, n)
    integer :: i, j, x, y
    real :: t(tile, tile)
    !$omp parallel do collapse(2) private(i, j, t)
    do y = 0, n - 1, tile
       do x = 0, n - 1, tile
          do j = 1, tile
             do i = 1, tile
                t(i, j) = a(x + i, y + j)
             end do
          end do
          do j = 1, tile
             do i = 1, tile
                b(y + i, x + j) = t(j, i)
             end do
          end do
       end do
    end do
  end subroutine tiled

  function transposes_outcome() result(s)
    real(8) :: s
    s = weighed(q, n*n)
  end function transposes_outcome
end module transposes
