! Characters of kind 4 (ISO 10646): literals, lengths, conversion to and from kind 1, comparison, intrinsic functions, arrays, deferred lengths, dummies, components,
! formatted, list-directed and unformatted files, UTF-8.
module words
  implicit none
  integer, parameter :: wide = selected_char_kind('ISO_10646')
  character(5, wide), parameter :: greek = wide_'αβγ'
  character(3, wide), save :: table(2) = [wide_'ab', wide_'ßc']
  type :: entry
    character(4, wide) :: name = wide_'n/a'
    integer :: number = 0
    character(:, wide), allocatable :: text
  end type
contains
  function reversed(s) result(r)
    character(*, wide), intent(in) :: s
    character(len(s), wide) :: r
    integer :: i
    do i = 1, len(s)
      r(i:i) = s(len(s) - i + 1:len(s) - i + 1)
    end do
  end function
  subroutine set(list)
    character(*, wide), intent(inout) :: list(:)
    list(2)(2:) = wide_'Ω'
  end subroutine
end module
program characters_of_kind_4
  use words
  implicit none
  character(10, wide) :: s, t
  character(:, wide), allocatable :: a, lines(:)
  character(10) :: narrow
  character(3, wide) :: list(2)
  character(3) :: plain(2)
  type(entry) :: e, f
  integer :: unit, i, number, mistakes = 0
  s = wide_'hello'
  t = s
  call expect(wide == 4 .and. kind(s) == 4 .and. len(s) == 10 .and. len_trim(s) == 5 .and. s == t, 1)
  call expect(s == wide_'hello' .and. s // wide_'x' > t .and. wide_'a' < wide_'b' .and. lle(s, t), 2)
  a = trim(s) // wide_' world'
  call expect(len(a) == 11 .and. index(a, wide_'wor') == 7 .and. scan(a, wide_'ol') == 3 .and. verify(a, wide_'hel') == 5, 3)
  call expect(index(a, wide_'o', back=.true.) == 8 .and. ichar(a(1:1)) == 104 .and. iachar(greek(2:2)) == 946, 4)
  call expect(achar(945, wide) == greek(1:1) .and. char(8364, wide) == wide_'€' .and. ichar(char(128512, wide)) == 128512, 5)
  call expect(adjustl(wide_'  x') == wide_'x' .and. adjustr(wide_'x  ') == wide_'  x' .and. repeat(wide_'αb', 2) == wide_'αbαb', 6)
  call expect(merge(wide_'a', wide_'b', .false.) == wide_'b' .and. max(wide_'α', wide_'b') == wide_'α', 7)
  narrow = a
  call expect(narrow == 'hello worl', 8)
  s = narrow
  call expect(s == wide_'hello worl', 9)
  narrow = greek
  call expect(narrow == '???', 10)
  call expect(sizeof(s) == 40 .and. storage_size(s) == 320 .and. all(transfer(wide_'aα', [0]) == [97, 945]), 11)
  call expect(transfer([97, 98], wide_'xx') == wide_'ab', 12)
  call expect(reversed(wide_'abc') == wide_'cba' .and. reversed(greek(1:3)) == wide_'γβα', 13)
  call set(table)
  call expect(table(1) == wide_'ab' .and. table(2) == wide_'ßΩ', 14)
  plain = ['abc', 'de ']
  list = plain
  call expect(all(list == [wide_'abc', wide_'de ']) .and. maxval(list) == wide_'de' .and. findloc(list, wide_'abc', 1) == 1, 15)
  list(:)(2:2) = wide_'é'
  plain = list
  call expect(list(1) == wide_'aéc' .and. iachar(plain(2)(2:2)) == 233 .and. all(len_trim(list) == [3, 2]), 16)
  call expect(all(cshift(list, 1) == [list(2), list(1)]) .and. all(pack(list, list > wide_'b') == [list(2)]), 17)
  allocate (character(7, wide) :: lines(2))
  lines = wide_'line'
  lines(2) = wide_'longer than that'
  call expect(len(lines) == 7 .and. lines(2) == wide_'longer ', 18)
  e%text = wide_'text α'
  f = e
  call expect(f%name == wide_'n/a' .and. f%text == e%text .and. len(f%text) == 6, 19)
  select case (e%text)
  case (wide_'text β':)
    call expect(.false., 20)
  case (wide_'text α')
    continue
  case default
    call expect(.false., 21)
  end select
  open (newunit=unit, file='characters-of-kind-4.txt', encoding='utf-8', status='replace')
  write (unit, '(a, "|", a6, "|", a2, i3)') greek(1:3), greek(1:3), greek(1:3), 5
  write (unit, *) wide_'αβ', 7
  close (unit)
  open (newunit=unit, file='characters-of-kind-4.txt', access='stream', form='unformatted')
  read (unit) narrow
  call expect(narrow == char(206) // char(177) // char(206) // char(178) // char(206) // char(179) // '|   ', 22)
  close (unit)
  open (newunit=unit, file='characters-of-kind-4.txt', encoding='utf-8')
  read (unit, '(a3, 1x, a6, 1x, a2, i3)') s, t, a(1:2), number
  call expect(s == wide_'αβγ' .and. t == wide_'   αβγ' .and. a(1:2) == wide_'αβ' .and. number == 5, 23)
  read (unit, *) s, number
  call expect(s == wide_'αβ' .and. number == 7, 24)
  close (unit, status='delete')
  open (newunit=unit, status='scratch', form='unformatted')
  write (unit) list, s
  rewind (unit)
  lines = wide_''
  read (unit) list, t
  call expect(list(1) == wide_'aéc' .and. t == wide_'αβ', 25)
  write (narrow, '(a)') wide_'abc'
  call expect(narrow == 'abc', 26)
  do i = 1, 2
    a = a // wide_'!'
  end do
  call expect(len(a) == 13 .and. a(12:) == wide_'!!', 27)
  a = wide_'x😀y𝄞'
  call expect(len(a) == 4 .and. ichar(a(2:2)) == 128512 .and. a(3:) == wide_'y𝄞' .and. len(wide_'😀') == 1, 28)
  call expect(index(wide_'ab😀', wide_'😀') == 3 .and. wide_'😀' > wide_'z', 29)
  if (mistakes == 0) print *, wide_'PASS'
contains
  subroutine expect(right, number)
    logical, intent(in) :: right
    integer, intent(in) :: number
    if (right) return
    mistakes = mistakes + 1
    print *, 'wrong:', number
  end subroutine
end program
