module finishing
contains
  subroutine finish()
  end subroutine finish
end module finishing
