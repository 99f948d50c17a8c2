program select_case
  implicit none
  integer :: i, hits(5)
  character(6) :: word
  hits = 0
  do i = -3, 12
    select case (i)
    case (:-1)
      hits(1) = hits(1) + 1
    case (0)
      hits(2) = hits(2) + 1
    case (1, 3, 5:7)
      hits(3) = hits(3) + 1
    case (10:)
      hits(4) = hits(4) + 1
    case default
      hits(5) = hits(5) + 1
    end select
  end do
  call check(all(hits == [3, 1, 5, 3, 4]), 'integers')
  word = 'banana'
  select case (word)
  case ('a':'ab')
    call check(.false., 'a to ab')
  case ('apple', 'banana')
    hits(1) = 10
  case default
    call check(.false., 'default of words')
  end select
  select case (hits(1) == 10)
  case (.true.)
    hits(2) = 20
  case (.false.)
    hits(2) = 0
  end select
  call check(hits(2) == 20, 'logical')
  outer: select case (hits(2))
  case (20)
    if (hits(1) == 10) exit outer
    hits(3) = -1
  end select outer
  call check(hits(3) == 5, 'exit from a case')
  print '(a)', 'PASS'
contains
  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    if (ok) return
    print *, "wrong: ", what
    error stop 1
  end subroutine check
end program select_case
