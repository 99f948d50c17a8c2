module stream
  use sizes
  implicit none
  integer, parameter :: long8 = long/2
  real, allocatable :: a(:), b(:), c(:)
  real(8), allocatable :: a8(:), b8(:), c8(:)
contains
  subroutine stream_ready()
    integer :: i
    allocate (a(long), b(long), c(long), a8(long8), b8(long8), c8(long8))
    !$omp parallel do
    do i = 1, long
       a(i) = 0
       b(i) = 1.5
       c(i) = 0.25
    end do
    !$omp parallel do
    do i = 1, long8
       a8(i) = 0
       b8(i) = 1.5d0
       c8(i) = 0.25d0
    end do
  end subroutine stream_ready

  subroutine stream_done()
    deallocate (a, b, c, a8, b8, c8)
  end subroutine stream_done

  subroutine stream_turn(name)
    character(*), intent(in) :: name
    real :: s
    real(8) :: s8
    integer :: i
    s = 2
    s8 = 2
    select case (name)
    case ('copy f32', 'cuf copy f32')
       !$omp parallel do
       do i = 1, long
          a(i) = b(i)
       end do
    case ('triad f32', 'cuf triad f32')
       !$omp parallel do
       do i = 1, long
          a(i) = b(i) + s*c(i)
       end do
    case ('copy f64', 'cuf copy f64')
       !$omp parallel do
       do i = 1, long8
          a8(i) = b8(i)
       end do
    case ('triad f64', 'cuf triad f64')
       !$omp parallel do
       do i = 1, long8
          a8(i) = b8(i) + s8*c8(i)
       end do
    end select
  end subroutine stream_turn

  function stream_outcome(name) result(s)
    character(*), intent(in) :: name
    real(8) :: s
    if (index(name, 'f64') > 0) then
       s = weighed8(a8, long8)
    else
       s = weighed(a, long)
    end if
  end function stream_outcome
end module stream
