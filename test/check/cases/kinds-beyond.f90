! A kind that is too large, by its name: told once for each name.
module kinds_beyond
  use, intrinsic :: iso_fortran_env, only: quad => real128
  implicit none
  integer, parameter :: long = selected_int_kind(30)
  !ERROR: kind-too-large
  real(quad), parameter :: pi = 3.14_quad
  real(quad) :: a, b
  !ERROR: kind-too-large
  integer(long) :: n = 1_long
  integer(long), allocatable :: list(:)
  !ERROR: kind-too-large
  real(16) :: c
  !ERROR: kind-too-large
  real(16) :: d
contains
  real(quad) function f(x)
    real(quad), intent(in) :: x
    f = x*2.0_quad + pi
  end function
end module
