! Trees are built and counted.
module binary_trees
  implicit none
  type node
    type(node), pointer :: left => null(), right => null()
  end type
contains
  recursive function grown(depth) result(tree)
    integer, intent(in) :: depth
    type(node), pointer :: tree
    allocate (tree)
    if (depth == 0) return
    tree%left => grown(depth - 1)
    tree%right => grown(depth - 1)
  end function
  recursive integer function count_of(tree) result(n)
    type(node), intent(in) :: tree
    n = 1
    if (associated(tree%left)) n = n + count_of(tree%left) + count_of(tree%right)
  end function
  recursive subroutine fell(tree)
    type(node), pointer :: tree
    if (associated(tree%left)) then
      call fell(tree%left)
      call fell(tree%right)
    end if
    deallocate (tree)
  end subroutine
end module
subroutine shape(outcome)
  use binary_trees
  implicit none
  real(8), intent(inout) :: outcome
  type(node), pointer :: tree
  tree => grown(15)
  outcome = outcome + count_of(tree)
  call fell(tree)
end subroutine
