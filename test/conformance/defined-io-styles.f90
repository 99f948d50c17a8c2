! What procedures for input and output are told (iotype, v_list of each DT, also in formats that are variables), what they answer, their own internal files;
! members of namelist groups that they transfer: scalars, arrays, polymorphic ones, components.
module points
  implicit none
  character(200) :: told = ''
  type point
    integer :: x = 0, y = 0
  contains
    procedure :: put, get
    generic :: write(formatted) => put
    generic :: read(formatted) => get
  end type
  type, extends(point) :: point3
    integer :: z = 0
  end type
  type line
    type(point) :: ends(2)
    character(3) :: name = ''
  end type
  type node
    integer :: value = 0
    type(node), pointer :: next => null()
  contains
    procedure :: put_node
    generic :: write(formatted) => put_node
  end type
contains
  subroutine put(dtv, unit, iotype, v_list, iostat, iomsg)
    class(point), intent(in) :: dtv
    integer, intent(in) :: unit, v_list(:)
    character(*), intent(in) :: iotype
    integer, intent(out) :: iostat
    character(*), intent(inout) :: iomsg
    character(40) :: format, number
    write (number, '(i0)') size(v_list)
    told = trim(told)//iotype//trim(number)//';'
    if (dtv%x == 666) then
      iostat = 77
      iomsg = 'not this one'
      return
    end if
    format = '(i0,":",i0)'
    if (size(v_list) == 2) write (format, '(a,i0,a,i0,a)') '(i', v_list(1), ',":",i', v_list(2), ')'
    write (unit, format, iostat=iostat) dtv%x, dtv%y
    select type (dtv)
    type is (point3)
      write (unit, '(":",i0)', iostat=iostat) dtv%z
    end select
  end subroutine
  subroutine get(dtv, unit, iotype, v_list, iostat, iomsg)
    class(point), intent(inout) :: dtv
    integer, intent(in) :: unit, v_list(:)
    character(*), intent(in) :: iotype
    integer, intent(out) :: iostat
    character(*), intent(inout) :: iomsg
    character :: colon
    read (unit, '(i1,a,i1)', iostat=iostat, iomsg=iomsg) dtv%x, colon, dtv%y
    select type (dtv)
    type is (point3)
      read (unit, '(a,i1)', iostat=iostat, iomsg=iomsg) colon, dtv%z
    end select
  end subroutine
  recursive subroutine put_node(dtv, unit, iotype, v_list, iostat, iomsg)
    class(node), intent(in) :: dtv
    integer, intent(in) :: unit, v_list(:)
    character(*), intent(in) :: iotype
    integer, intent(out) :: iostat
    character(*), intent(inout) :: iomsg
    write (unit, '(i0,a)', iostat=iostat, iomsg=iomsg) dtv%value, ' '
    if (associated(dtv%next)) write (unit, '(dt)', iostat=iostat, iomsg=iomsg) dtv%next
  end subroutine
end module

program styles
  use points
  implicit none
  type(point) :: a = point(1, 2), b = point(3, 4), list(3)
  class(point), allocatable :: c, many(:, :)
  type(line) :: l
  type(node), target :: first, second, third
  character(80) :: text, lines(20)
  character(60) :: format
  integer :: status, unit, n, taken
  logical :: good = .true.
  namelist /group/ n, a, list, c, l, many
  write (text, "(dt'one',1x,dt(3,2),' ',dt'two' (4), i3)") a, b, a, 5
  call check(text == '1:2   3: 4 1:2  5', 'several styles')
  call check(told == 'DTone0;DT2;DTtwo1;', 'what was told: '//trim(told))
  told = ''
  format = "(*(dt'it''s'(1,1),:,','))"
  write (text, format) a, b, a
  call check(text == '1:2,3:4,1:2' .and. told == "DTit's2;DTit's2;DTit's2;", 'format in a variable')
  told = ''
  write (text, *) a, b
  call check(text == ' 1:2 3:4' .and. told == 'LISTDIRECTED0;LISTDIRECTED0;', 'list-directed')
  a%x = 666
  text = 'as before'
  write (lines(1), '(dt)', iostat=status, iomsg=text) a
  call check(status == 77 .and. text == 'not this one', 'failure')
  a%x = 1
  first%value = 10
  second%value = 20
  third%value = 30
  first%next => second
  second%next => third
  write (text, '(dt,a)') first, '!'
  call check(text == '10 20 30 !', 'recursion')
  open (newunit=unit, status='scratch')
  write (unit, '(i2,dt,i3)') 7, b, 8
  rewind (unit)
  read (unit, '(i2,dt,i3)', advance='no', size=taken) n, a, status
  call check(n == 7 .and. a%x == 3 .and. a%y == 4 .and. status == 8 .and. taken == 8, 'size')
  close (unit)

  list%x = [1, 2, 3]
  list%y = [4, 5, 6]
  allocate (c, source=point3(7, 8, 9))
  l = line([point(1, 1), point(2, 2)], 'abc')
  allocate (point3 :: many(2, 2))
  many(:, 2)%x = 5
  n = 11
  told = ''
  lines = ''
  write (lines, group, delim="quote")
  call check(index(told, 'NAMELIST0;') == 1, 'told in a namelist')
  call check(any(adjustl(lines) == 'A = 3:4,') .and. any(adjustl(lines) == 'C = 7:8:9,'), 'namelist')
  call check(any(adjustl(lines) == '5:0:0') .and. any(adjustl(lines) == '2:5,'), 'arrays in a namelist')
  a = point()
  list = point()
  c%x = 0
  l = line([point(), point()], ' ')
  many%x = 0
  n = 0
  read (lines, group)
  call check(n == 11 .and. a%x == 3 .and. a%y == 4 .and. all(list%x == [1, 2, 3]) .and. all(list%y == [4, 5, 6]), 'read')
  select type (c)
  type is (point3)
    call check(c%x == 7 .and. c%y == 8 .and. c%z == 9, 'polymorphic')
  class default
    call check(.false., 'polymorphic')
  end select
  call check(all(l%ends%x == [1, 2]), 'components')
  call check(all(reshape(many%x, [4]) == [0, 0, 5, 5]), 'polymorphic array')
  lines(1) = "&group list(2) = 9:8, n = 4, l%ends(1) = 7:7,a=5:5/"
  read (lines(1), group)
  call check(list(2)%x == 9 .and. list(1)%x == 1 .and. list(3)%x == 3 .and. n == 4, 'an element')
  call check(l%ends(1)%y == 7 .and. l%ends(2)%x == 2 .and. a%x == 5, 'a component')
  lines(1) = "&group a = x /"
  read (lines(1), group, iostat=status)
  call check(status /= 0, 'failure in a namelist')
  if (good) print '(a)', 'PASS'
contains
  subroutine check(right, what)
    logical, intent(in) :: right
    character(*), intent(in) :: what
    if (right) return
    good = .false.
    print '(2a)', 'FAIL ', what
  end subroutine
end program
