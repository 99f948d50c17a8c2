! Sections that are given to functions which take elements in order: their gaps are left out.
program reshaped_sections
  implicit none
  integer :: b(10, 10), c(4, 4, 4), i, n
  logical :: good = .true.
  b = reshape([(i, i=1, 100)], [10, 10])
  c = reshape([(i, i=1, 64)], [4, 4, 4])
  n = 5
  call check(reshape(b(4:5, 4:5), [4]), [34, 35, 44, 45])
  call check(reshape(b(4:n, 4:n), [4]), [34, 35, 44, 45])
  call check(reshape(b(4:n, 4:n), [6], pad=b(1:1, 2:3)), [34, 35, 44, 45, 11, 21])
  call check(reshape(reshape(b(1:3:2, 9:n:-4), [2, 2], order=[2, 1]), [4]), [81, 41, 83, 43])
  call check(reshape(transpose(b(4:n, 4:n)), [4]), [34, 44, 35, 45])
  call check(pack(b(4:n, 4:n), b(4:n, 4:n) > 34), [35, 44, 45])
  call check(reshape(c(2:3, 1, 2:4:2), [4]), [18, 19, 50, 51])
  call check(reshape(b([2, 7], [1, 3]), [4]), [2, 7, 22, 27])
  call check(transfer(b(4:n, 4:n), [0]), [34, 35, 44, 45])
  ! The squares of the elements are too large for their kind.
  if (norm2([1.0, 2.0, huge(1.0)]) /= huge(1.0) .or. abs(norm2(real(b(4:5, 1)) * 1e30) - sqrt(41.0) * 1e30) > 1e24) good = .false.
  if (good) print '(a)', 'PASS'
contains
  subroutine check(found, wanted)
    integer, intent(in) :: found(:), wanted(:)
    if (size(found) == size(wanted)) then
      if (all(found == wanted)) return
    end if
    good = .false.
    print *, found
  end subroutine check
end program reshaped_sections
