/** A source of about so many lines in the style of a real code: modules with kernels, host drivers and plain procedures. */
export function longSource(lines: number): string {
  const parts: string[] = [];
  let length = 0;
  for (let i = 1; length < lines - 12; i++) {
    const part = moduleText(i);
    parts.push(part);
    length += part.split('\n').length;
  }
  parts.push(
    [
      'program main',
      ...parts.map((_, i) => `  use work_${i + 1}, only: drive_${i + 1}`),
      '  implicit none',
      ...parts.map((_, i) => `  call drive_${i + 1}(1000)`),
      'end program main',
      '',
    ].join('\n'),
  );
  return parts.join('\n');
}

function moduleText(i: number): string {
  return `module work_${i}
  use cudafor
  implicit none
  integer, parameter :: width_${i} = ${128 + (i % 4) * 32}
  type :: state_${i}
     integer :: steps = 0
     real(8) :: energy = 0.0d0
     real(8), allocatable :: history(:)
  end type state_${i}
contains
  attributes(global) subroutine update_${i}(a, b, c, n)
    real(8), intent(inout) :: a(*)
    real(8), intent(in) :: b(*), c(*)
    integer, value :: n
    integer :: i, k
    real(8) :: s
    i = (blockIdx%x - 1)*blockDim%x + threadIdx%x
    if (i > 1 .and. i < n) then
       s = 0.0d0
       do k = -1, 1
          s = s + b(i + k)*0.25d0 + c(i)
       end do
       if (s > 0.5d0) then
          a(i) = sqrt(s) + a(i)
       else
          a(i) = a(i) - s*s
       end if
    end if
  end subroutine update_${i}

  subroutine measure_${i}(x, total, largest)
    real(8), intent(in) :: x(:)
    real(8), intent(out) :: total, largest
    integer :: i
    total = 0.0d0
    largest = -huge(1.0d0)
    do i = 1, size(x)
       total = total + x(i)**2
       if (abs(x(i)) > largest) largest = abs(x(i))
    end do
  end subroutine measure_${i}

  subroutine drive_${i}(n)
    integer, intent(in) :: n
    real(8), allocatable :: a(:), b(:), c(:)
    real(8), device, allocatable :: a_d(:), b_d(:), c_d(:)
    type(state_${i}) :: state
    real(8) :: total, largest
    integer :: step, istat
    allocate(a(n), b(n), c(n), a_d(n), b_d(n), c_d(n))
    allocate(state%history(10))
    a = 1.0d0
    b = [(dble(step)/n, step = 1, n)]
    c = 2.0d0*b - a
    a_d = a
    b_d = b
    c_d = c
    do step = 1, 10
       call update_${i}<<<(n + width_${i} - 1)/width_${i}, width_${i}>>>(a_d, b_d, c_d, n)
       a = a_d
       call measure_${i}(a, total, largest)
       state%history(step) = total
       state%steps = state%steps + 1
       select case (step)
       case (1)
          state%energy = total
       case (2:5)
          state%energy = max(state%energy, total)
       case default
          if (largest > 1.0d6) exit
       end select
    end do
    istat = cudaDeviceSynchronize()
    where (a > 1.0d0)
       a = 1.0d0
    elsewhere
       a = a*0.5d0
    end where
    write (*, '(a, i0, 2(1x, es12.4))') 'module ', ${i}, state%energy, sum(a)
    deallocate(a, b, c, a_d, b_d, c_d)
  end subroutine drive_${i}
end module work_${i}
`;
}

/** One module of about so many lines, with procedures as in `longSource`. */
export function longModule(lines: number): string {
  const parts: string[] = [];
  const declarations: string[] = [];
  let length = 0;
  for (let i = 1; length < lines; i++) {
    const [head = '', body = ''] = moduleText(i).split('contains\n');
    const types = head.split('\n').slice(3);
    declarations.push(types.join('\n'));
    parts.push(body.replace(/^end module.*\n?/m, ''));
    length += types.length + body.split('\n').length - 1;
  }
  return [
    'module work',
    '  use cudafor',
    '  implicit none',
    ...declarations,
    'contains',
    ...parts,
    'end module',
    '',
  ].join('\n');
}
