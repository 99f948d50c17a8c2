module trees
  implicit none
  type item
    character(:), allocatable :: name
    integer, allocatable :: values(:)
  end type item
  type table
    type(item), allocatable :: items(:)
    integer :: used = 0
  contains
    procedure :: add
    procedure :: total
  end type table
contains
  subroutine add(this, name, values)
    class(table), intent(inout) :: this
    character(*), intent(in) :: name
    integer, intent(in) :: values(:)
    type(item), allocatable :: more(:)
    if (.not. allocated(this%items)) allocate(this%items(1))
    if (this%used == size(this%items)) then
      allocate(more(2 * this%used))
      more(:this%used) = this%items
      call move_alloc(more, this%items)
    end if
    this%used = this%used + 1
    this%items(this%used)%name = name
    this%items(this%used)%values = values
  end subroutine add
  integer function total(this)
    class(table), intent(in) :: this
    integer :: i
    total = 0
    do i = 1, this%used
      total = total + sum(this%items(i)%values)
    end do
  end function total
end module trees

program allocatable_components
  use trees
  implicit none
  type(table) :: t, copy
  integer :: i
  character(8) :: label
  do i = 1, 10
    write(label, '(a, i0)') 'item', i
    call t%add(trim(label), spread(i, 1, i))
  end do
  call check(t%used == 10 .and. size(t%items) == 16, 'growing')
  call check(t%total() == 385 .and. t%items(7)%name == 'item7' .and. len(t%items(10)%name) == 6, 'contents')
  copy = t
  copy%items(3)%values(1) = 100
  copy%items(3)%name = 'changed'
  call check(t%total() == 385 .and. copy%total() == 482, 'copies are deep')
  call check(t%items(3)%name == 'item3' .and. copy%items(3)%name == 'changed', 'names')
  deallocate(t%items)
  call check(.not. allocated(t%items) .and. copy%items(10)%values(10) == 10, 'the copy stays')
  print '(a)', 'PASS'
contains
  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    if (ok) return
    print *, "wrong: ", what
    error stop 1
  end subroutine check
end program allocatable_components
