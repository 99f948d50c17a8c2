! What an iteration stores in one branch or another is what the next one begins with: at the first cell, where the array is cut, with other stores to the same array, backwards, and where
! branches look behind.
program recurrences
  implicit none
  integer, parameter :: n = 40
  integer :: a(0:n), b(0:n), c(n), i, failures = 0
  integer(1) :: bytes(0:n)
  real(8) :: x(n), y(n)
  character(n) :: text, other
  do i = 1, n
    text(i:i) = achar(97 + mod(i*i, 5))
    other(i:i) = achar(97 + mod(3*i, 5))
    c(i) = mod(7*i, 4)
  end do
  ! The two ways read the cell before, and the cell itself.
  a = 1
  do i = 1, n
    if (c(i) == 0) then
      a(i) = a(i - 1) + 2
    else if (c(i) == 1) then
      a(i) = a(i) + a(i - 1)
    else
      a(i) = max(a(i - 1), c(i))
    end if
  end do
  call check(a(n), 33, 'branches')
  ! No cell is before the first one, and the branch knows.
  b = 5
  do i = 0, n
    if (i == 0) then
      b(i) = 1
    else
      b(i) = mod(3*b(i - 1) + i, 101)
    end if
  end do
  call check(sum(b), 2034, 'first cell')
  ! Two stores to one place in a branch.
  a = 0
  do i = 1, n
    if (mod(i, 3) == 0) then
      a(i) = i
      a(i) = a(i) + a(i - 1)
    else
      a(i) = a(i - 1) - 1
    end if
  end do
  call check(a(n), 246, 'twice')
  ! The other branch stores elsewhere in the array.
  a = [(i, i = 0, n)]
  do i = 1, n - 1
    if (c(i) > 1) then
      a(i) = a(i - 1) + 1
      a(i + 1) = 3
    else
      a(i) = 2*a(i - 1)
    end if
  end do
  call check(sum(mod(a, 1000)), 15310, 'elsewhere')
  ! Downwards; bytes that wrap; reals.
  bytes = 100
  do i = n - 1, 0, -1
    if (text(i + 1:i + 1) == other(i + 1:i + 1)) then
      bytes(i) = ieor(bytes(i + 1), int(c(i + 1), 1))
    else
      bytes(i) = not(bytes(i + 1))
    end if
  end do
  call check(sum(int(bytes)), 72, 'downwards')
  x = 1; y = 0
  do i = 2, n
    if (c(i) < 2) then
      y(i) = y(i - 1)*0.5d0 + x(i)
    else
      y(i) = y(i - 1) + x(i - 1)
    end if
    x(i) = y(i)
  end do
  call check(int(y(n)*1000), 15250, 'reals')
  ! A choice of characters in an outer loop.
  b = 0
  do i = 1, n
    call row(text(i:i))
  end do
  call check(b(n), 24, 'letters')
  if (failures == 0) print *, 'PASS'
contains
  subroutine row(letter)
    character, intent(in) :: letter
    integer :: j, above(0:n)
    above = b
    do j = 1, n
      if (letter == other(j:j)) then
        b(j) = above(j - 1) + 1
      else
        b(j) = max(b(j - 1), above(j))
      end if
    end do
  end subroutine
  subroutine check(found, wanted, what)
    integer, intent(in) :: found, wanted
    character(*), intent(in) :: what
    if (found == wanted) return
    print *, 'FAIL ', what, found, wanted
    failures = failures + 1
  end subroutine
end program
