module m
  ! error[missing-end]
  type t
    integer :: i
  ! error[missing-contains]
  subroutine s
    ! error[missing-end]
    do i = 1, 3
      ! error[missing-end]
      if (i == 1) then
        x = 1
  end subroutine s
  subroutine s2
    where (a > 0)
      b = 1
    ! error[stray-end]
    end do
    end where
    ! error[syntax]
    outer: do i = 1, 2, 3, 4
      x = 1
    ! error[wrong-end-name]
    end do inner
    select case (i)
      ! error[misplaced-statement]
      x = 1
    case (1)
      x = 2
    end select
    ! error[missing-end]
    do 10 i = 1, 2
      x = 1
  ! error[wrong-end]
  end function s2
  ! error[misplaced-statement]
  x = 1
  integer :: y
  ! error[unbalanced-parentheses]
  subroutine s3(a, b
  end subroutine s3
end module m
! error[misplaced-statement]
contains
! error[missing-end]
subroutine last
  x = 1

program nests
contains
  subroutine inner
  ! error[nested-contains]
  contains
    subroutine innermost
    end subroutine innermost
  end subroutine inner
end program nests
