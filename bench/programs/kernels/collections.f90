module collections
  use omp_lib
  use sizes
  implicit none
  integer, parameter :: bins = 256
  real, allocatable :: r(:)
  integer, allocatable :: a(:), b(:)
  real :: real_total
  integer :: total, counts(bins)
contains
  subroutine collections_ready()
    integer :: i
    allocate (r(many), a(many), b(many))
    !$omp parallel do
    do i = 1, many
       a(i) = iand(key(i), 65535)
       r(i) = sample(i)
       b(i) = 0
    end do
  end subroutine collections_ready

  subroutine collections_done()
    deallocate (r, a, b)
  end subroutine collections_done

  subroutine collections_turn(name)
    character(*), intent(in) :: name
    integer :: i
    select case (name)
    case ('sum, shared memory', 'sum, shuffle')
       real_total = 0
       !$omp parallel do reduction(+: real_total)
       do i = 1, many
          real_total = real_total + r(i)
       end do
    case ('sum, atomic')
       total = 0
       !$omp parallel do reduction(+: total)
       do i = 1, many
          total = total + a(i)
       end do
    case ('scan')
       call scan(a, b, many)
    case ('compaction')
       call compaction(a, b, many)
    case ('bitonic sort')
       call bitonic_sort(a, b, keys)
    case ('histogram')
       counts = 0
       !$omp parallel do reduction(+: counts)
       do i = 1, many
          counts(iand(a(i), bins - 1) + 1) = counts(iand(a(i), bins - 1) + 1) + 1
       end do
    end select
  end subroutine collections_turn

  ! Blocks of 256 numbers, by Hillis and Steele; their sums are scanned in turn and added.
  subroutine scan(a, b, n)
    integer, intent(in) :: n, a(n)
    integer, intent(out) :: b(n)
    integer, parameter :: width = 256
    integer :: s(width), x(width), sums(n/width), block, k, run, i, first
    !$omp parallel do private(s, x, k, first)
    do block = 1, n/width
       first = (block - 1)*width
       s = a(first + 1:first + width)
       k = 1
       do while (k < width)
          x(:k) = s(:k)
          x(k + 1:) = s(k + 1:) + s(:width - k)
          s = x
          k = k*2
       end do
       b(first + 1:first + width) = s
       sums(block) = s(width)
    end do
    run = 0
    do i = 1, n/width
       k = sums(i)
       sums(i) = run
       run = run + k
    end do
    !$omp parallel do private(first)
    do block = 1, n/width
       first = (block - 1)*width
       b(first + 1:first + width) = b(first + 1:first + width) + sums(block)
    end do
  end subroutine scan

  subroutine compaction(a, b, n)
    integer, intent(in) :: n, a(n)
    integer, intent(inout) :: b(n)
    integer :: before(0:256), me, all, i, first, last, run
    before = 0
    !$omp parallel private(me, all, i, first, last, run)
    me = omp_get_thread_num()
    all = omp_get_num_threads()
    first = int(int(n, 8)*me/all) + 1
    last = int(int(n, 8)*(me + 1)/all)
    run = 0
    do i = first, last
       run = run + iand(a(i), 1)
    end do
    before(me + 1) = run
    !$omp barrier
    run = sum(before(:me))
    do i = first, last
       if (iand(a(i), 1) == 1) then
          run = run + 1
          b(run) = a(i)
       end if
    end do
    !$omp end parallel
  end subroutine compaction

  subroutine bitonic_sort(a, b, n)
    integer, intent(in) :: n, a(n)
    integer, intent(inout) :: b(0:n - 1)
    integer :: i, j, k, other, x, y
    !$omp parallel do
    do i = 1, n
       b(i - 1) = a(i)
    end do
    k = 2
    do while (k <= n)
       j = k/2
       do while (j > 0)
          !$omp parallel do private(other, x, y)
          do i = 0, n - 1
             other = ieor(i, j)
             if (other > i) then
                x = b(i)
                y = b(other)
                if ((iand(i, k) == 0) .eqv. (x > y)) then
                   b(i) = y
                   b(other) = x
                end if
             end if
          end do
          j = j/2
       end do
       k = k*2
    end do
  end subroutine bitonic_sort

  function collections_outcome(name) result(s)
    character(*), intent(in) :: name
    real(8) :: s
    integer :: n
    select case (name)
    case ('sum, shared memory', 'sum, shuffle')
       s = real_total
    case ('sum, atomic')
       s = total
    case ('histogram')
       s = weighed_integers(counts, bins)
    case default
       n = many
       if (name == 'bitonic sort') n = keys
       if (name == 'compaction') n = many/4
       s = weighed_integers(b, n)
    end select
  end function collections_outcome
end module collections
