/** Kernels in blocks with rows of few threads (8 by 8, 4 by 64, 1 by 128): what long rows do is done for them as well. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layoutProgram } from '../../src/back/wasm/compile.ts';
import { showWasm } from '../../src/back/wasm/encode/show.ts';
import { kernelsLater } from '../../src/back/wasm/kernel/kernels.ts';
import type { BlockSize } from '../../src/ir/module.ts';
import { compile } from '../reference/compare.ts';

const source = `module m
contains
  attributes(global) subroutine product(a, b, c, n)
    integer, value :: n
    real :: a(n, n), b(n, n), c(n, n)
    integer :: i, j, k
    i = (blockIdx%x - 1)*blockDim%x + threadIdx%x
    j = (blockIdx%y - 1)*blockDim%y + threadIdx%y
    if (i > n .or. j > n) return
    c(i, j) = 0
    do k = 1, n
      c(i, j) = c(i, j) + a(i, k)*b(k, j)
    end do
  end subroutine product

  attributes(global) subroutine planes(a, b, n)
    integer, value :: n
    real :: a(n, n, n), b(n, n, n), s
    integer :: i, j, k
    i = (blockIdx%x - 1)*blockDim%x + threadIdx%x
    j = (blockIdx%y - 1)*blockDim%y + threadIdx%y
    if (i > n .or. j > n) return
    s = 0
    do k = 1, n
      s = s*0.5 + a(i, j, k)
      b(i, j, k) = s
    end do
  end subroutine planes
end module m
program p
  use m
  real, device :: a(64, 64), b(64, 64), c(64, 64), d(64, 64, 64), e(64, 64, 64)
  call product<<<1, 1>>>(a, b, c, 64)
  call planes<<<1, 1>>>(d, e, 64)
end program p
`;

/** The code of a kernel, and the passes that changed it. */
function written(kernel: string, block: BlockSize): { text: string; passes: ReadonlySet<string> } {
  const program = compile(source);
  const passes = new Set<string>();
  const layout = layoutProgram(program, { stackBytes: 1 << 16, memory: 32 });
  const later = kernelsLater(
    program,
    layout,
    {
      watch: ({ pass, before, after }) => {
        if (after.some((fn, i) => fn !== before[i])) passes.add(pass);
      },
    },
    { traps: [], texts: [] },
  );
  const id = program.kernels.findIndex((k) => k.name.endsWith(kernel));
  const { bytes } = later.write(id, { block, strides: 'unit', wide: false, given: [] });
  return { text: showWasm(bytes), passes };
}

/** How often one number is loaded for all lanes. */
const splats = (block: BlockSize): number => written('product', block).text.split('load32_splat').length - 1;

test('rows of few threads: four of them share what they load, not two', () => {
  // In five copies of the loop's body: four iterations together, and one at the end.
  const more = 5 * (4 - 2);
  assert.ok(splats([8, 8, 1]) >= splats([32, 8, 1]) + more, String([splats([8, 8, 1]), splats([32, 8, 1])]));
  assert.ok(splats([4, 16, 1]) >= splats([32, 8, 1]) + more, String([splats([4, 16, 1]), splats([32, 8, 1])]));
});

for (const block of [
  [32, 4, 1],
  [8, 8, 1],
  [4, 64, 1],
  [1, 128, 1],
] as const)
  test(`planes one after another: blocks of ${block.join(' by ')}`, () => {
    assert.ok(written('planes', block).passes.has('interchange-plane-loops'));
  });
