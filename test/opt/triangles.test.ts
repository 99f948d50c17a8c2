/** Loops over a triangle count for what they are, not for the square around it: a factorisation of 8 by 8 fits into registers. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fn } from '../../src/ir/module.ts';
import { eachExpressionIn } from '../../src/ir/walk.ts';
import { optimisePtx } from '../../src/opt/pipeline.ts';
import { compile } from '../reference/compare.ts';

const source = `module m
contains
  attributes(global) subroutine factor(o, a, n)
    integer, value :: n
    real :: o(n,8,8), m(8,8), p
    real, intent(in) :: a(n,8,8)
    integer :: t, i, j, k
    t = (blockIdx%x - 1)*blockDim%x + threadIdx%x
    do j = 1, 8
      do i = 1, 8
        m(i,j) = a(t,i,j)
      end do
    end do
    do k = 1, 7
      p = 1/m(k,k)
      do i = k+1, 8
        m(i,k) = m(i,k)*p
      end do
      do j = k+1, 8
        do i = k+1, 8
          m(i,j) = m(i,j) - m(i,k)*m(k,j)
        end do
      end do
    end do
    do j = 1, 8
      do i = 1, 8
        o(t,i,j) = m(i,j)
      end do
    end do
  end subroutine
end module
program main
  use m
  real, device :: o(32,8,8), a(32,8,8)
  call factor<<<1,32>>>(o, a, 32)
end program
`;

function usesSlots(fn: Fn): boolean {
  let found = false;
  eachExpressionIn(fn.body, (e) => {
    if (e.kind === 'slot') found = true;
  });
  return found;
}

test('a factorisation of 8 by 8 is in registers', () => {
  const program = compile(source);
  const { kernels } = optimisePtx(
    program,
    {
      globals: program.globals,
      capability: 90,
      contract: true,
      mathName: () => undefined,
      mathFunction: () => undefined,
      keep: new Set(),
    },
    { target: 'ptx', program, watch: undefined },
  );
  assert.deepEqual(kernels.map(usesSlots), [false]);
});
