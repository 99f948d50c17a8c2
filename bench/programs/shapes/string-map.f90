! A map from strings to integers: open addressing, deferred-length keys, growing.
module string_maps
  implicit none
  type entry
    character(len=:), allocatable :: key
    integer :: value = 0
  end type
  type string_map
    type(entry), allocatable :: slots(:)
    integer :: count = 0
  contains
    procedure :: add => map_add
    procedure :: get => map_get
    procedure, private :: find => map_find
  end type
contains
  pure integer function hash(text)
    character(*), intent(in) :: text
    integer :: i
    hash = 5381
    do i = 1, len(text)
      hash = ieor(ishft(hash, 5) + hash, iachar(text(i:i)))
    end do
  end function
  pure integer function map_find(this, key)
    class(string_map), intent(in) :: this
    character(*), intent(in) :: key
    integer :: n
    n = size(this%slots)
    map_find = modulo(hash(key), n) + 1
    do while (allocated(this%slots(map_find)%key))
      if (this%slots(map_find)%key == key) return
      map_find = modulo(map_find, n) + 1
    end do
  end function
  recursive subroutine map_add(this, key, value)
    class(string_map), intent(inout) :: this
    character(*), intent(in) :: key
    integer, intent(in) :: value
    type(entry), allocatable :: old(:)
    integer :: i
    if (.not. allocated(this%slots)) allocate (this%slots(16))
    if (2*this%count >= size(this%slots)) then
      call move_alloc(this%slots, old)
      allocate (this%slots(2*size(old)))
      this%count = 0
      do i = 1, size(old)
        if (allocated(old(i)%key)) call this%add(old(i)%key, old(i)%value)
      end do
    end if
    i = this%find(key)
    if (.not. allocated(this%slots(i)%key)) then
      this%slots(i)%key = key
      this%count = this%count + 1
    end if
    this%slots(i)%value = this%slots(i)%value + value
  end subroutine
  integer function map_get(this, key)
    class(string_map), intent(in) :: this
    character(*), intent(in) :: key
    map_get = this%slots(this%find(key))%value
  end function
end module
subroutine shape(outcome)
  use string_maps
  implicit none
  real(8), intent(inout) :: outcome
  type(string_map) :: m
  character(len=12) :: word
  integer :: i, k
  do i = 1, 3000
    k = mod(i*7919, 700)
    word = achar(97 + mod(k, 26))//achar(97 + mod(k/26, 26))//'key'//achar(48 + mod(k, 10))
    call m%add(trim(word), i)
  end do
  outcome = outcome + m%get('bakey1') + m%count
end subroutine
