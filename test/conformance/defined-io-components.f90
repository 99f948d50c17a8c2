! A type without procedures for input and output whose components have them: transferred component by component.
module parts
  implicit none
  type :: money
    integer :: cents = 0
  contains
    procedure, private :: write_money, read_money, store_money, fetch_money
    generic :: write(formatted) => write_money
    generic :: read(formatted) => read_money
    generic :: write(unformatted) => store_money
    generic :: read(unformatted) => fetch_money
  end type money
  type :: line
    integer :: number
    type(money) :: price
    type(money) :: rest(2)
  end type line
  type :: bill
    character(2) :: name
    type(line) :: first
    logical :: paid
  end type bill
contains
  subroutine write_money(dtv, unit, iotype, vlist, iostat, iomsg)
    class(money), intent(in) :: dtv
    integer, intent(in) :: unit, vlist(:)
    character(*), intent(in) :: iotype
    integer, intent(out) :: iostat
    character(*), intent(inout) :: iomsg
    if (iotype == 'LISTDIRECTED') then
      write (unit, '(a,i0)', iostat=iostat, iomsg=iomsg) ' $', dtv%cents
    else
      write (unit, '(a,i3.3)', iostat=iostat, iomsg=iomsg) '$', dtv%cents
    end if
  end subroutine write_money
  subroutine read_money(dtv, unit, iotype, vlist, iostat, iomsg)
    class(money), intent(inout) :: dtv
    integer, intent(in) :: unit, vlist(:)
    character(*), intent(in) :: iotype
    integer, intent(out) :: iostat
    character(*), intent(inout) :: iomsg
    character :: sign
    read (unit, '(a,i3)', iostat=iostat, iomsg=iomsg) sign, dtv%cents
    if (sign /= '$') iostat = 77
  end subroutine read_money
  subroutine store_money(dtv, unit, iostat, iomsg)
    class(money), intent(in) :: dtv
    integer, intent(in) :: unit
    integer, intent(out) :: iostat
    character(*), intent(inout) :: iomsg
    write (unit, iostat=iostat, iomsg=iomsg) -dtv%cents
  end subroutine store_money
  subroutine fetch_money(dtv, unit, iostat, iomsg)
    class(money), intent(inout) :: dtv
    integer, intent(in) :: unit
    integer, intent(out) :: iostat
    character(*), intent(inout) :: iomsg
    read (unit, iostat=iostat, iomsg=iomsg) dtv%cents
    dtv%cents = -dtv%cents
  end subroutine fetch_money
end module parts
program defined_io_components
  use parts
  implicit none
  type(bill) :: b, c, many(2)
  character(60) :: text, lines(2)
  integer :: raw(6), u
  character(2) :: name
  logical :: paid
  b = bill('ab', line(7, money(12), [money(3), money(4)]), .true.)
  write (text, '(a,i2,3dt,l2)') b
  if (text /= 'ab 7$012$003$004 T') error stop 'formatted'
  read (text, '(a,i2,3dt,l2)') c
  if (c%name /= 'ab' .or. c%first%number /= 7 .or. c%first%price%cents /= 12) error stop 'read'
  if (any(c%first%rest%cents /= [3, 4]) .or. .not. c%paid) error stop 'read the rest'
  many = b
  many(2)%first%price%cents = 99
  write (lines, '(a,i2,3dt,l2)') many
  if (lines(1) /= 'ab 7$012$003$004 T' .or. lines(2) /= 'ab 7$099$003$004 T') error stop 'array'
  write (text, *) b%first
  if (index(text, '$12 ') == 0 .or. index(text, ' $3 ') == 0 .or. index(text, ' $4 ') == 0) error stop 'list-directed'
  open (newunit=u, form='unformatted', access='stream', status='scratch')
  write (u) b
  read (u, pos=1) name, raw(1:4), paid
  if (name /= 'ab' .or. any(raw(1:4) /= [7, -12, -3, -4]) .or. .not. paid) error stop 'unformatted'
  c = bill('  ', line(0, money(0), [money(0), money(0)]), .false.)
  read (u, pos=1) c
  if (c%first%price%cents /= 12 .or. any(c%first%rest%cents /= [3, 4])) error stop 'unformatted read'
  print *, 'PASS'
end program defined_io_components
