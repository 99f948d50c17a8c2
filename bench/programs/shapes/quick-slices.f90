! Sorting by slices.
module sorting
  implicit none
contains
  recursive subroutine sort(a)
    real(8), intent(inout) :: a(:)
    real(8) :: pivot, t
    integer :: i, j
    if (size(a) < 2) return
    pivot = a((size(a) + 1)/2)
    i = 0
    j = size(a) + 1
    do
      do
        j = j - 1
        if (a(j) <= pivot) exit
      end do
      do
        i = i + 1
        if (a(i) >= pivot) exit
      end do
      if (i >= j) exit
      t = a(i)
      a(i) = a(j)
      a(j) = t
    end do
    call sort(a(:j))
    call sort(a(j + 1:))
  end subroutine
end module
subroutine shape(outcome)
  use sorting
  implicit none
  real(8), intent(inout) :: outcome
  real(8) :: a(5000)
  integer :: i
  a = [(mod(i*7919, 5003)*0.5d0, i = 1, 5000)]
  call sort(a)
  outcome = outcome + a(2500)
end subroutine
