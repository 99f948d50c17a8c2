! Equivalences and common blocks that contradict each other, and values that two variables of one place begin with.
subroutine two_values
  integer, save :: a = 1, b = 2
  integer, save :: c = 7, d = 7
  character(4) :: t
  integer :: i, list(4), part(2)
  !ERROR: shared-values
  equivalence (a, b), (c, d)
  !ERROR: shared-values
  equivalence (t, i)
  equivalence (list(2), part)
  data t /'abcd'/, i /3/
  data list(1) /1/, list(4) /4/, part /2, 3/
end subroutine two_values

subroutine two_blocks
  integer :: a, b, c
  equivalence (a, b)
  common /x/ a
  !ERROR: equivalence-conflict
  common /y/ b
  common /z/ c
end subroutine two_blocks

subroutine before_block
  integer :: a, n(4)
  !ERROR: equivalence-conflict
  common /x/ a
  equivalence (a, n(3))
end subroutine before_block

subroutine other_order
  integer :: a, b, c, n(4)
  !ERROR: equivalence-conflict
  common /x/ a, b, c
  equivalence (a, n(1)), (c, n(4))
end subroutine other_order

subroutine block_called
  integer :: n
  common /counted/ n
  !ERROR: common-object
  call counted(n)
end subroutine block_called

subroutine longer_block
  integer :: a, n(4)
  common /x/ a
  equivalence (a, n(1))
end subroutine longer_block

subroutine with_defaults
  type counter
    sequence
    integer :: n = 7
  end type counter
  type(counter) :: c
  integer :: j
  !ERROR: common-object
  equivalence (c, j)
  common /x/ j
end subroutine with_defaults
