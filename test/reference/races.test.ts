/** Random kernels have one result whatever the order of their threads: `RACES=200 node --test test/reference/races.test.ts` looks at more of them than the default. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arrayKernels } from './array-kernels.ts';
import { blockAlgorithms } from './block-algorithms.ts';
import { blockLoops } from './block-loops.ts';
import { compile } from './compare.ts';
import { gridStrides } from './grid-strides.ts';
import { type RandomSource, randomSourceText } from './kernel-source.ts';
import { localStructures } from './local-structures.ts';
import { loopConditions } from './loop-conditions.ts';
import { marchingLoops } from './marching-loops.ts';
import { oddFlow } from './odd-flow.ts';
import { ownArrays } from './own-arrays.ts';
import { racesOf } from './races.ts';
import { records } from './records.ts';
import { scatteredSums } from './scattered-sums.ts';
import { sharedColumns } from './shared-columns.ts';
import { sharedTiles } from './shared-tiles.ts';
import { sharedWaves } from './shared-waves.ts';
import { sharedWindows } from './shared-windows.ts';
import { sharedWork } from './shared-work.ts';
import { tileLoops } from './tile-loops.ts';
import { trees } from './trees.ts';
import { triangularLoops } from './triangular-loops.ts';
import { warps } from './warps.ts';

const generators: readonly ((from: number, to: number) => RandomSource)[] = [
  arrayKernels,
  blockAlgorithms,
  blockLoops,
  gridStrides,
  localStructures,
  loopConditions,
  marchingLoops,
  oddFlow,
  ownArrays,
  randomSourceText,
  records,
  scatteredSums,
  sharedColumns,
  sharedTiles,
  sharedWaves,
  sharedWindows,
  sharedWork,
  tileLoops,
  trees,
  triangularLoops,
  warps,
];

const count = Number(process.env.RACES ?? 10);

for (const make of generators)
  test(`no races: ${make.name}`, () => {
    const { text, kernels } = make(0, count);
    const program = compile(text);
    assert.deepEqual(
      kernels.flatMap((k) => racesOf(program, k)),
      [],
    );
  });

test('races, and shared memory that nobody has written, are seen', () => {
  const text = `module m
contains
  attributes(global) subroutine kernel1(ia, la, ra, da, ca, n)
    integer, value :: n
    integer :: ia(*), ca(*)
    integer(8) :: la(*)
    real :: ra(*)
    real(8) :: da(*)
    integer, shared :: s(8)
    ${'@'}
  end subroutine kernel1
end module m
program p
  use m
  integer, device :: ia(9), ca(9)
  integer(8), device :: la(9)
  real, device :: ra(9)
  real(8), device :: da(9)
  call kernel1<<<1, 1>>>(ia, la, ra, da, ca, 1)
end program p
`;
  const kernel = { name: 'kernel1', grid: [2, 1, 1], block: [8, 1, 1], n: 1, elements: 64 } as const;
  const first = (statements: string): string | undefined =>
    racesOf(compile(text.replace('@', statements)), kernel)[0]?.replace(/byte \d+ is /, '');
  assert.equal(first('ia(1) = threadIdx%x'), 'seed 1: written: thread 0 of block 0, thread 1 of block 0');
  assert.equal(
    first('if (threadIdx%x == 1) ia(1) = blockIdx%x'),
    'seed 1: written: thread 0 of block 0, thread 0 of block 1',
  );
  assert.equal(
    first('s(threadIdx%x) = 1; ia(threadIdx%x + 8*blockIdx%x) = s(9 - threadIdx%x)'),
    'seed 1: read before it is written: thread 0 of block 0, thread 0 of block 0',
  );
  assert.equal(
    first('ia(threadIdx%x + 8*blockIdx%x) = ia(threadIdx%x + 8*blockIdx%x + 1)'),
    'seed 1: written after it was read: thread 0 of block 0, thread 1 of block 0',
  );
  assert.equal(
    first('s(threadIdx%x) = 1; call syncthreads(); ia(threadIdx%x + 8*blockIdx%x) = s(9 - threadIdx%x)'),
    undefined,
  );
});
