! Variables and procedures of submodules are their own, whatever the module or another submodule calls its own ones.
module counting
  implicit none
  integer :: n = 1
  interface
    module integer function first()
    end function first
    module integer function second()
    end function second
  end interface
end module counting

submodule (counting) one
  integer :: n = 10
contains
  module integer function first()
    n = n + 1
    first = local()
  end function first
  integer function local()
    local = n
  end function local
end submodule one

submodule (counting) two
  integer :: n = 100
contains
  module procedure second
    n = n + 1
    second = local()
  end procedure second
  integer function local()
    local = 2 * n
  end function local
end submodule two

program submodule_variables
  use counting
  implicit none
  n = 5
  if (first() == 11 .and. second() == 202 .and. first() == 12 .and. n == 5) print '(a)', 'PASS'
end program submodule_variables
