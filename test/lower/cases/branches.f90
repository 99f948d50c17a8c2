subroutine branches(i, c)
  integer :: i
  character(3) :: c
  select case (i)
  case (:0)
    i = 1
  case (1:3, 7)
    i = 2
  case default
    i = 3
  end select
  select case (c)
  case ('abc')
    i = 4
  case ('b':'d')
    i = 5
  end select
  if (i == 9) goto 10
  i = i + 1
10 continue
  i = i * 2
  goto (10, 20), i
20 i = 0
  if (i > 0 .and. c(i:i) == 'x') return
  i = -1
end subroutine branches
