! Input and output of derived types by procedures of their own.
module points
  implicit none
  type :: point
    integer :: x = 1, y = 2
  contains
    procedure, private :: write_point, read_point
    generic :: write(formatted) => write_point
    generic :: read(formatted) => read_point
  end type point
  type, extends(point) :: named
    character(4) :: name = 'abcd'
  contains
    procedure, private :: write_point => write_named
  end type named
  type :: money
    integer :: cents
  end type money
  interface write(formatted)
    module procedure write_money
  end interface
  interface write(unformatted)
    module procedure store_money
  end interface
  interface read(unformatted)
    module procedure fetch_money
  end interface
contains
  subroutine write_point(dtv, unit, iotype, vlist, iostat, iomsg)
    class(point), intent(in) :: dtv
    integer, intent(in) :: unit
    character(*), intent(in) :: iotype
    integer, intent(in) :: vlist(:)
    integer, intent(out) :: iostat
    character(*), intent(inout) :: iomsg
    character(20) :: form
    if (iotype == 'DTwide') then
      write (form, '(a,i0,a,i0,a)') '(i', vlist(1), ',i', vlist(2), ')'
      write (unit, form, iostat=iostat, iomsg=iomsg) dtv%x, dtv%y
    else
      write (unit, '(a,i0,a)', iostat=iostat) '<', dtv%x, ','
      write (unit, '(i0,a)', iostat=iostat) dtv%y, '>'
    end if
  end subroutine write_point

  subroutine write_named(dtv, unit, iotype, vlist, iostat, iomsg)
    class(named), intent(in) :: dtv
    integer, intent(in) :: unit
    character(*), intent(in) :: iotype
    integer, intent(in) :: vlist(:)
    integer, intent(out) :: iostat
    character(*), intent(inout) :: iomsg
    write (unit, '(2a)', iostat=iostat, iomsg=iomsg) trim(dtv%name), iotype
  end subroutine write_named

  subroutine read_point(dtv, unit, iotype, vlist, iostat, iomsg)
    class(point), intent(inout) :: dtv
    integer, intent(in) :: unit
    character(*), intent(in) :: iotype
    integer, intent(in) :: vlist(:)
    integer, intent(out) :: iostat
    character(*), intent(inout) :: iomsg
    if (iotype == 'LISTDIRECTED') then
      read (unit, *, iostat=iostat, iomsg=iomsg) dtv%x, dtv%y
    else
      read (unit, '(i2,i3)', iostat=iostat, iomsg=iomsg) dtv%x, dtv%y
    end if
  end subroutine read_point

  subroutine write_money(m, unit, iotype, vlist, iostat, iomsg)
    class(money), intent(in) :: m
    integer, intent(in) :: unit
    character(*), intent(in) :: iotype
    integer, intent(in) :: vlist(:)
    integer, intent(out) :: iostat
    character(*), intent(inout) :: iomsg
    iostat = 0
    if (m%cents < 0) iostat = 77
    if (m%cents < 0) iomsg = 'debt'
    write (unit, '(i0,a,i2.2)') m%cents / 100, '.', mod(m%cents, 100)
  end subroutine write_money

  subroutine store_money(m, unit, iostat, iomsg)
    class(money), intent(in) :: m
    integer, intent(in) :: unit
    integer, intent(out) :: iostat
    character(*), intent(inout) :: iomsg
    write (unit, iostat=iostat, iomsg=iomsg) -m%cents
  end subroutine store_money

  subroutine fetch_money(m, unit, iostat, iomsg)
    class(money), intent(inout) :: m
    integer, intent(in) :: unit
    integer, intent(out) :: iostat
    character(*), intent(inout) :: iomsg
    read (unit, iostat=iostat, iomsg=iomsg) m%cents
    m%cents = -m%cents
  end subroutine fetch_money
end module points

program defined_io
  use points
  implicit none
  type(point) :: p, many(2)
  type(named) :: n
  class(point), allocatable :: any
  type(money) :: m
  character(40) :: line
  integer :: status, k
  logical :: good = .true.
  write (line, '(a,dt,i3)') 'p', p, 7
  call check(line == 'p<1,2>  7', line)
  write (line, '(dt "wide" (4, 5), a)') p, '|'
  call check(line == '   1    2|', line)
  many(2)%x = 10
  write (line, '(2dt)') many
  call check(line == '<1,2><10,2>', line)
  write (line, '(3(dt,:,";"))') (many(k), k = 2, 1, -1)
  call check(line == '<10,2>;<1,2>', line)
  write (line, *) p
  call check(adjustl(line) == '<1,2>', line)
  allocate (any, source=n)
  write (line, '(dt,dt)') any, n
  call check(line == 'abcdDTabcdDT', line)
  m%cents = 1234
  write (line, '(dt,a)') m, ' euros'
  call check(line == '12.34 euros', line)
  m%cents = -1
  write (line, '(dt)', iostat=status) m
  call check(status == 77, 'iostat')
  line = ' 7 42 x'
  read (line, '(dt,a)') p, line(1:2)
  call check(p%x == 7 .and. p%y == 42, 'formatted read')
  line = '5, 6, 7'
  read (line, *) p, k
  call check(p%x == 5 .and. p%y == 6 .and. k == 7, 'list-directed read')
  open (10, status='scratch', form='unformatted')
  write (10) m, 5
  rewind (10)
  read (10) k
  call check(k == 1, 'unformatted write')
  rewind (10)
  m%cents = 0
  read (10) m, k
  call check(m%cents == -1 .and. k == 5, 'unformatted read')
  open (11, status='scratch')
  write (11, '(dt,1x,dt)') p, p
  rewind (11)
  read (11, '(a)') line
  call check(line == '<5,6> <5,6>', line)
  if (good) print '(a)', 'PASS'
contains
  subroutine check(right, what)
    logical, intent(in) :: right
    character(*), intent(in) :: what
    if (right) return
    good = .false.
    print '(2a)', 'FAIL ', what
  end subroutine check
end program defined_io
