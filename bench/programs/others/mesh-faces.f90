module work
  use samples
  implicit none
  integer, parameter :: cells = 64*1024, faces = 12
  real, allocatable :: u(:), new(:), area(:, :)
  integer, allocatable :: beside(:, :)
contains
  subroutine start()
    integer :: i, f
    if (.not. allocated(u)) allocate (u(cells), new(cells), area(faces, cells), beside(faces, cells))
    u = [(sample(i), i=1, cells)]
    area = transpose(reshape([(sample(i*3), i=1, cells*faces)], [cells, faces]))
    beside = transpose(reshape([((1 + modulo(i + (f - 6)*97 + mod(i*7, 13), cells), i=1, cells), f=1, faces)], [cells, faces]))
  end subroutine start
  subroutine turn()
    integer :: c, f
    real :: total
    !$omp parallel do private(f, total)
    do c = 1, cells
      total = 0
      do f = 1, faces
        total = total + area(f, c)*(u(beside(f, c)) - u(c))
      end do
      new(c) = u(c) + 0.01*total
    end do
  end subroutine turn
  function outcome() result(s)
    real(8) :: s
    real, allocatable :: h(:)
    h = new
    s = sum(dble(h))
  end function outcome
end module work
