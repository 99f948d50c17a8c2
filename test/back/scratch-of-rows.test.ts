/** Working storage of kernels whose threads keep numbers while rows of blocks run as one: there is enough for rows of the blocks that the code makes of a launch's. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layoutProgram } from '../../src/back/wasm/compile.ts';
import { blocksOfRow, type Scratch } from '../../src/back/wasm/encode/artifact.ts';
import { writeKernels } from '../../src/back/wasm/kernel/kernels.ts';
import type { BlockSize } from '../../src/ir/module.ts';
import { compile } from '../reference/compare.ts';

/** Threads of the longest rows whose arrays stay near, and bytes of what each keeps. */
const row = 1024;
const kept = 8;

function scratchOf(place: string, loop: readonly [string, string], block: BlockSize): Scratch {
  const program = compile(`module m
contains
  attributes(global) subroutine planes(a, b, w, nx, ny, nz)
    integer, value :: nx, ny, nz
    real, dimension(nx, ny, nz) :: a, b
    real :: w(nx, ny), f, g
    integer :: i, j, k, t
    t = threadIdx%x - 1
    ${place}
    ${loop[0]}
      f = sqrt(w(i, j))
      g = w(i, j)*3
      do k = 1, nz
        b(i, j, k) = f*a(i, j, k) + g
      end do
    ${loop[1]}
  end subroutine planes
end module m
program p
  use m
  real, device :: a(64, 8, 4), b(64, 8, 4), w(64, 8)
  call planes<<<1, 1>>>(a, b, w, 64, 8, 4)
end program p
`);
  const layout = layoutProgram(program, { stackBytes: 1 << 16, memory: 32 });
  return writeKernels(program, layout, { block }).kernels[0]!.scratch;
}

test('blocks of one row that are several have room for the arrays of all', () => {
  const place = 'i = (blockIdx%x - 1)*32 + mod(t, 32) + 1; j = (blockIdx%y - 1)*8 + t/32 + 1';
  const scratch = scratchOf(place, ['if (i <= nx .and. j <= ny) then', 'end if'], [256, 1, 1]);
  assert.equal(scratch.perThread, kept);
  assert.ok(blocksOfRow(scratch.row, 256, 10_000) * 256 >= row * 8, JSON.stringify(scratch));
});

test('grids that are enlarged have room for their rows, whatever the launch has', () => {
  const loop = ['do i = (blockIdx%x - 1)*blockDim%x + threadIdx%x, nx, blockDim%x*gridDim%x', 'end do'] as const;
  const plain = scratchOf(
    'i = (blockIdx%x - 1)*blockDim%x + threadIdx%x; j = 1',
    ['if (i <= nx) then', 'end if'],
    [64, 1, 1],
  );
  const scratch = scratchOf('j = 1', loop, [64, 1, 1]);
  assert.equal(plain.perThread, kept);
  const ofOne = scratch.fixed + scratch.perThread * 64 * blocksOfRow(scratch.row, 64, 1);
  assert.ok(ofOne >= plain.fixed + row * kept, JSON.stringify([plain, scratch]));
});
