! Scalars that elemental subroutines would set many times, namelists, elements from which too few follow, contiguous pointers, names of constructs.
module whole
  implicit none
  type plain
    real :: x
  end type plain
  type list
    integer :: n
    real, pointer :: values(:) => null()
  end type list
  type own
    integer :: a
  end type own
contains
  elemental subroutine add(a, b, c)
    integer, intent(out) :: a
    integer, intent(in) :: b, c
    a = b + c
  end subroutine add
  subroutine four(x)
    real, intent(in) :: x(4)
    print *, x
  end subroutine four
  subroutine of_unknown(a, n)
    real :: a(*)
    integer, intent(in) :: n
    namelist /unknown/ a
    namelist /fixed/ n
    !ERROR: namelist-object
    write (*, nml=unknown)
    write (*, nml=fixed)
    !ERROR: not-definable
    read (*, nml=fixed)
  end subroutine of_unknown
  subroutine show(action)
    interface
      subroutine action(p)
        import :: plain
        class(plain), intent(in) :: p
      end subroutine action
    end interface
    call action(plain(1.0))
  end subroutine show
  subroutine of_type(p)
    type(plain), intent(in) :: p
    print *, p%x
  end subroutine of_type
  subroutine of_class(p)
    class(plain), intent(in) :: p
    print *, p%x
  end subroutine of_class
end module whole

program whole_objects
  use whole
  implicit none
  integer :: i, k(2)
  real :: a(6), b(2, 3)
  real, target :: t(10), m(3, 4)
  real, pointer, contiguous :: p(:), q(:, :)
  type(plain) :: one
  type(list) :: all
  type(own) :: objects(2)
  namelist /good/ one, i, a
  namelist /bad/ all
  a = 1
  b = 1
  t = 0
  m = 0
  call add(i, 1, 2)
  call add(k, 1, 2)
  call add(k, [1, 2], 3)
  !ERROR: shape-mismatch
  call add(i, [1, 2], 3)
  write (*, nml=good)
  !ERROR: namelist-object
  write (*, nml=bad)
  call four(a(3))
  !WARNING: too-few-elements
  call four(a(4))
  call four(b(1, 2))
  !WARNING: too-few-elements
  call four(b(2, 2))
  p => t(2:5)
  q => m(:, 2:3)
  p => m(2:3, 1)
  !ERROR: not-contiguous
  p => t(::2)
  !ERROR: not-contiguous
  q => m(2:, :)
  !ERROR: not-contiguous
  p => m(1, :)
  call show(of_class)
  !ERROR: procedure-interface
  call show(of_type)
  objects%a = 1
  !ERROR: intrinsic-argument-missing
  objects = eoshift(objects, 1)
  rows: do i = 1, 2
    print *, i
  end do rows
  !WARNING: construct-twice
  rows: do i = 1, 2
    print *, i
  end do rows
end program whole_objects
