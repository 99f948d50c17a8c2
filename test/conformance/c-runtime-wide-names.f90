! C names of the CUDA runtime whose interfaces take the direction of a copy as a long number, which C on 64-bit machines cannot tell
program wide_directions
  use iso_c_binding
  implicit none
  interface
    integer(c_int) function alloc(p, n) bind(c, name='cudaMalloc')
      import
      type(c_ptr) :: p
      integer(c_size_t), value :: n
    end function
    integer(c_int) function copy(to, from, n, kind) bind(c, name='cudaMemcpy')
      import
      type(c_ptr), value :: to, from
      integer(c_size_t), value :: n, kind
    end function
  end interface
  type(c_ptr) :: a
  real(8), target :: x(4), y(4)
  x = 3
  y = 0
  if (alloc(a, 32_8) == 0 .and. copy(a, c_loc(x), 32_8, 1_8) == 0 .and. copy(c_loc(y), a, 32_8, 2_8) == 0 .and. all(y == 3)) print *, 'PASS'
end program
