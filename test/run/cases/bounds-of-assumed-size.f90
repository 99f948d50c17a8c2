! options: -Mbounds
! exit: 127
! The last extent of `a(*)` is what the memory of the argument has: of variables, locals, automatic and allocated arrays, and what follows an element.
subroutine set(a, k)
  integer :: k, a(*)
  a(k) = 1
end subroutine
subroutine set_row(a, k)
  real(8) :: a(3, 0:*)
  integer :: k
  a(1:3, k) = 2
end subroutine
subroutine set_word(w, k)
  character(*) :: w(*)
  integer :: k
  w(k) = 'x'
end subroutine
subroutine set_locals(n)
  integer :: n
  integer :: own(10), automatic(n)
  call set(own, 10)
  call set(automatic, n)
end subroutine
program bounds_of_assumed_size
  integer :: static(10)
  integer, allocatable :: allocated_one(:)
  real(8) :: rows(3, 4)
  character(5) :: words(4)
  allocate (allocated_one(10))
  call set(static, 10)
  call set(static(4), 7)
  call set(allocated_one, 10)
  call set(allocated_one(10:1:-3), 4)
  call set_row(rows, 3)
  call set_row(rows(2, 1), 3)
  call set_word(words, 4)
  call set_locals(11)
  print '(a)', 'all inside'
  call set(allocated_one(4), 8)
end program
