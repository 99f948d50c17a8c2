program where_construct
  implicit none
  integer :: a(6) = [1, -2, 3, -4, 5, -6], b(6), m(2, 2)
  where (a > 0) b = a
  where (a <= 0) b = 0
  call check(all(b == [1, 0, 3, 0, 5, 0]), 'where statement')
  where (a < -3)
    b = 100
  elsewhere (a < 0)
    b = -100
  elsewhere
    b = b * 2
  end where
  call check(all(b == [2, -100, 6, 100, 10, 100]), 'elsewhere')
  where (a > 0)
    a = -a
    b = a
  end where
  call check(all(b == [-1, -100, -3, 100, -5, 100]), 'the mask is evaluated once')
  m = reshape([1, 2, 3, 4], [2, 2])
  where (mod(m, 2) == 0) m = m / 2
  call check(all(m == reshape([1, 1, 3, 2], [2, 2])), 'two dimensions')
  call several
  print '(a)', 'PASS'
contains
  ! Assignments of one construct see what those before it have done to all elements.
  subroutine several
    integer :: x(40), y(40), z(40), w(2, 20), index(40), i
    integer, target :: t(41)
    integer, pointer :: p(:), q(:)
    x = [(mod(i * 7, 11) - 5, i = 1, 40)]
    y = [(i, i = 1, 40)]
    where (x > 0)
      y = x * 2
      z = y + 1
    elsewhere (x < -2)
      y = -x
      z = y * y
    elsewhere
      y = 7
      z = y + x
    end where
    call check(all(y == [(outcome(mod(i * 7, 11) - 5, 1), i = 1, 40)]), 'several arms')
    call check(all(z == [(outcome(mod(i * 7, 11) - 5, 2), i = 1, 40)]), 'several statements')

    ! What the first statement changes at other places than its own
    x = [(i, i = 1, 40)]
    y = 0
    where (mod(x, 2) == 0)
      x = -x
      y = x(40:1:-1)
    elsewhere
      y = x(40)
    end where
    call check(all(y(1::2) == -40) .and. all(y(2::2) == [(41 - i, i = 2, 40, 2)]), 'the other way round')
    x = [(i, i = 1, 40)]
    where (x > 20)
      x = 100
      y = x(30) + sum(x(1:20)) + maxval(x)
    elsewhere (cshift(x, 1) == 100)
      x = 50
      y = x
    end where
    call check(all(y(21:40) == 100 + 210 + 100) .and. x(20) == 50 .and. x(19) == 19 .and. y(20) == 50, 'of all elements')
    index = [(41 - i, i = 1, 40)]
    x = [(i, i = 1, 40)]
    where (x > 10)
      index = 3
      y = x(index)
    end where
    call check(all(y(11:) == 3), 'by an index that changes')

    ! Two names for one place
    t = [(i, i = 1, 41)]
    p => t(1:40)
    q => t(2:41)
    where (p > 0)
      p = 0
      q = q + 1
    end where
    call check(t(1) == 0 .and. all(t(2:40) == 1) .and. t(41) == 42, 'two pointers')

    w = reshape([(i, i = 1, 40)], [2, 20])
    where (w(:, 1:19) > 10)
      w(:, 1:19) = w(:, 2:20)
    elsewhere
      w(:, 1:19) = 0
    end where
    call check(all(w(:, 1:5) == 0) .and. all(w(1, 6:19) == [(2 * i + 1, i = 6, 19)]), 'sections')
    do i = 0, 40
      x = 1
      y = 2
      where (x(:i) + y(:i) == 3)
        x(:i) = 5
      elsewhere
        y(:i) = 6
      end where
      call check(count(x == 5) == i .and. all(x(i+1:) == 1) .and. all(y == 2), 'all lengths')
    end do
  end subroutine

  pure integer function outcome(x, which)
    integer, intent(in) :: x, which
    if (x > 0) then
      outcome = merge(2 * x, 2 * x + 1, which == 1)
    else if (x < -2) then
      outcome = merge(-x, x * x, which == 1)
    else
      outcome = merge(7, 7 + x, which == 1)
    end if
  end function

  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    if (ok) return
    print *, "wrong: ", what
    error stop 1
  end subroutine check
end program where_construct
