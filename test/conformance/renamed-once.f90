! A name that one `use` of a module renames: its own name is not brought by another `use` of the same module, unless an only list has it.
module given
  implicit none
  integer, parameter :: x = 1, y = 2, z = 3
end module given
program renamed_once
  implicit none
  integer :: i
  i = first() + second()
  if (i == 1 + 20 + 300 + 4000) print '(a)', 'PASS'
contains
  integer function first()
    use given
    use given, only: other => x
    integer :: x
    x = 20
    first = other + x
  end function first
  integer function second()
    use given, only: third => z, z
    use given, mine => y
    integer, parameter :: y = 40
    second = 100 * y + 100 * third + 0 * (z + mine)
  end function second
end program renamed_once
