! The intrinsic reduce over objects with allocatable parts, and over characters.
module pairs
  implicit none
  type pair
    integer, allocatable :: list(:)
    integer :: n = 0
  end type
contains
  pure function joined(a, b) result(c)
    type(pair), intent(in) :: a, b
    type(pair) :: c
    c%list = [a%list, b%list]
    c%n = 2*a%n + b%n
  end function

  pure function merged(a, b) result(c)
    character(*), intent(in) :: a, b
    character(len(a)) :: c
    integer :: i
    do i = 1, len(a)
      c(i:i) = merge(a(i:i), '-', a(i:i) == b(i:i))
    end do
  end function

  pure function word(a, b) result(c)
    character(4), intent(in) :: a, b
    character(4) :: c
    c = merged(a, b)
  end function
end module

program reduce_objects
  use pairs
  implicit none
  type(pair) :: all
  type(pair), allocatable :: p(:), m(:, :), r(:)
  character(4) :: w(3) = ['abcd', 'abxd', 'zbcd']
  integer :: i
  logical :: good
  allocate (p(6))
  do i = 1, 6
    p(i)%list = [i]
    p(i)%n = i
  end do
  all = reduce(p, joined)
  good = size(all%list) == 6 .and. sum(all%list*[1, 2, 3, 4, 5, 6]) == 91 .and. all%n == 120
  m = reshape(p, [2, 3])
  r = reduce(m, joined, dim=1)
  good = good .and. size(r) == 3
  do i = 1, 3
    good = good .and. r(i)%list(1) == 2*i - 1 .and. r(i)%list(2) == 2*i .and. r(i)%n == 6*i - 2
  end do
  r = reduce(m, joined, dim=2, mask=reshape([.true., .false., .true., .false., .true., .false.], [2, 3]), identity=p(6))
  good = good .and. size(r(1)%list) == 3 .and. r(1)%list(3) == 5 .and. size(r(2)%list) == 1 .and. r(2)%list(1) == 6
  good = good .and. reduce(w, word) == '-b-d'
  print '(a)', merge('PASS', 'FAIL', good)
end program
