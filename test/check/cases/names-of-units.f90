! Names of programs, modules and procedures that stand for something else as well.
module shop
  use, intrinsic :: iso_c_binding
  integer :: buy, sell
contains
  !ERROR: global-name-twice
  subroutine open_shop() bind(c, name='shop')
  end subroutine
end module
subroutine buy
  !ERROR: duplicate-declaration
  use shop, only: buy
end subroutine
subroutine mine
  !ERROR: duplicate-declaration
  use shop, mine => sell
end subroutine
subroutine yours
  use shop, only: theirs => buy
end subroutine
subroutine wares()
  !ERROR: duplicate-declaration
  type wares
    integer :: i
  end type
end subroutine
subroutine twice() bind(c, name='here')
end subroutine
!ERROR: global-name-twice
subroutine again() bind(c, name='here')
end subroutine
subroutine starts
  !ERROR: not-a-procedure
  call everything()
end subroutine
program everything
  !ERROR: not-a-procedure
  call shop()
  call starts()
  !ERROR: not-a-procedure
  call everything
end program
