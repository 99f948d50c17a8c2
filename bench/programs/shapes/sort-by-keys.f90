! Records sorted by three keys, by merging.
module people
  implicit none
  type person
    character(12) :: name
    integer :: age
    real(8) :: pay
  end type
contains
  pure logical function before(a, b)
    type(person), intent(in) :: a, b
    if (a%age /= b%age) then
      before = a%age < b%age
    else if (a%name /= b%name) then
      before = a%name < b%name
    else
      before = a%pay < b%pay
    end if
  end function
  recursive subroutine sort(p, t)
    type(person), intent(inout) :: p(:), t(:)
    integer :: n, m, i, j, k
    n = size(p)
    if (n < 2) return
    m = n/2
    call sort(p(:m), t(:m))
    call sort(p(m + 1:), t(m + 1:))
    t(:m) = p(:m)
    i = 1
    j = m + 1
    k = 1
    do while (i <= m .and. j <= n)
      if (before(p(j), t(i))) then
        p(k) = p(j)
        j = j + 1
      else
        p(k) = t(i)
        i = i + 1
      end if
      k = k + 1
    end do
    if (i <= m) p(k:n) = t(i:m)
  end subroutine
end module
subroutine shape(outcome)
  use people
  implicit none
  real(8), intent(inout) :: outcome
  integer, parameter :: n = 600
  type(person) :: p(n), t(n)
  integer :: i
  do i = 1, n
    p(i) = person('n'//achar(97 + mod(i*7, 26))//achar(97 + mod(i*11, 26)), mod(i*37, 41), mod(i*13, 97)*0.5d0)
  end do
  call sort(p, t)
  outcome = outcome + p(n/2)%pay + p(1)%age
end subroutine
