! DEC's structures: records, nested structures, unions of maps, %fill, initial values, dots between components, records of modules.
module shapes
  implicit none
  structure /point/
    integer x, y /7/
    real weights(3) /1.0, 2*0.5/
    structure /inner/ in, in2(2)
      real a
      byte b
    end structure
    union
      map
        integer i1
        integer i2
      end map
      map
        real(8) wide
      end map
      map
        character*4 letters
        union
          map
            integer(2) low, high
          end map
          map
            integer both
          end map
        end union
      end map
    end union
    integer %fill(2)
    real last
  end structure
  record /point/ shared_point
contains
  subroutine move(p, by)
    record /point/ p
    integer by
    p.x = p.x + by
    p.in.a = p.in.a * 2
  end subroutine
end module
program dec_structures
  use shapes
  implicit none
  structure /pair/
    record /point/ left, right
  end structure
  record /point/ point, list(3)
  record /pair/ pair
  integer k, mistakes
  mistakes = 0
  if (list(2).y /= 7 .or. list(2).weights(1) /= 1 .or. list(3).weights(3) /= 0.5) call wrong(1)
  point.x = 3
  point.in.a = 1.5
  point.in2(2).b = 4_1
  point.wide = 1d0
  if (point.i1 /= 0 .or. point.i2 /= int(z'3ff00000')) call wrong(2)
  point.letters = 'abcd'
  point.both = 65536*2 + 5
  if (point.low /= 5 .or. point.high /= 2 .or. point.i1 /= transfer('abcd', 0)) call wrong(3)
  if (sizeof(point) /= 68 .and. sizeof(point) /= 72) call wrong(4)
  call move(point, 4)
  if (point.x /= 7 .or. point%in%a /= 3.0) call wrong(5)
  do k = 1, 3
    list(k) = point
    list(k).x = k
  end do
  if (list(2).x /= 2 .or. list(3).in2(2).b /= 4 .or. list(1).letters /= 'abcd') call wrong(6)
  if (list(1).x.eq.1.and.list(2).x.gt.1) then
    pair.left = list(1)
    pair.right.last = 2.5
    if (pair.left.x + pair.right.last /= 3.5) call wrong(7)
  else
    call wrong(8)
  end if
  shared_point.x = 9
  call move(shared_point, 1)
  if (shared_point.x /= 10) call wrong(9)
  if (mistakes == 0) print *, 'PASS'
contains
  subroutine wrong(number)
    integer number
    mistakes = mistakes + 1
    print *, 'wrong:', number
  end subroutine
end program
