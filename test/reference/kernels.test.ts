/**
 * Random CUDA Fortran kernels do on the simulated device what their threads do one at a time, with every chunk width.
 * `KERNELS=5000 node --test test/reference` runs more than the default; `node test/reference/compare.ts SEED SEED+1` one.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arrayKernels } from './array-kernels.ts';
import { blockAlgorithms } from './block-algorithms.ts';
import { blockLoops } from './block-loops.ts';
import { compile, problemsOf, problemsOfKernels } from './compare.ts';
import { fused } from './fused.ts';
import { gridStrides } from './grid-strides.ts';
import { withEdges } from './kernel-source.ts';
import { localStructures } from './local-structures.ts';
import { loopConditions } from './loop-conditions.ts';
import { oddFlow } from './odd-flow.ts';
import { ownArrays } from './own-arrays.ts';
import { paddedTiles } from './padded-tiles.ts';
import { records } from './records.ts';
import { rowsAlike } from './rows-alike.ts';
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

const count = Number(process.env.KERNELS ?? 200);
const first = Number(process.env.KERNELS_FROM ?? 0);

test(`${count} random kernels`, () => {
  assert.deepEqual(problemsOf(first, first + count), []);
});

test('neighbours at the edges of rows', () => {
  assert.deepEqual(problemsOf(withEdges, withEdges + count / 5), []);
});

// Chunks that begin anywhere cross the end of a warp, where a branch parts its threads.
test('a block of a warp and one thread', () => {
  assert.deepEqual([...problemsOf(10100050, 10100060), ...problemsOf(10400050, 10400060)], []);
});

test('values handed along the columns of tiles', () => {
  for (let seed = first; seed < first + count / 5; seed += 10) {
    const { text, kernels } = sharedColumns(seed, seed + 10);
    // In blocks of known sizes: other versions leave the threads of a column as they are.
    assert.deepEqual(problemsOfKernels(compile(text), kernels, 5 + ((seed / 10) % 5)), []);
  }
});

test('tiles that hold a part of memory', () => {
  for (let seed = first; seed < first + count / 3; seed += 10) {
    const { text, kernels } = sharedTiles(seed, seed + 10);
    assert.deepEqual(problemsOfKernels(compile(text), kernels, 3 + ((seed / 10) % 5)), []);
  }
});

test('loops from and to the number of a thread', () => {
  for (let seed = first; seed < first + count / 5; seed += 10) {
    const { text, kernels } = triangularLoops(seed, seed + 10);
    assert.deepEqual(problemsOfKernels(compile(text), kernels, seed / 10), []);
  }
});

test('diagonals of tiles in shared memory', () => {
  for (let seed = first; seed < first + count / 5; seed += 10) {
    const { text, kernels } = sharedWaves(seed, seed + 10);
    assert.deepEqual(problemsOfKernels(compile(text), kernels, 5 + ((seed / 10) % 5)), []);
  }
});

test('windows that overlap, with their own ends', () => {
  for (let seed = first; seed < first + count / 4; seed += 10) {
    const { text, kernels } = sharedWindows(seed, seed + 10);
    assert.deepEqual(problemsOfKernels(compile(text), kernels, 5 + ((seed / 10) % 5)), []);
  }
});

test('loops by strides of the grid', () => {
  for (let seed = first; seed < first + count / 4; seed += 10) {
    const { text, kernels } = gridStrides(seed, seed + 10);
    assert.deepEqual(problemsOfKernels(compile(text), kernels, 3 + ((seed / 10) % 7)), []);
  }
});

test('conditions on what loops count', () => {
  for (let seed = first; seed < first + count / 2; seed += 10) {
    const { text, kernels } = loopConditions(seed, seed + 10);
    assert.deepEqual(problemsOfKernels(compile(text), kernels, 3 + ((seed / 10) % 7)), []);
  }
});

test('threads that do the work of several', () => {
  for (let seed = first; seed < first + count / 2; seed += 10) {
    const { text, kernels } = sharedWork(seed, seed + 10);
    assert.deepEqual(problemsOfKernels(compile(text), kernels, 3 + ((seed / 10) % 7)), []);
  }
});

test('pieces of work with arrays of the threads', () => {
  for (let seed = first; seed < first + count / 2; seed += 10) {
    const { text, kernels } = ownArrays(seed, seed + 10);
    assert.deepEqual(problemsOfKernels(compile(text), kernels, 3 + ((seed / 10) % 7)), []);
  }
});

/** What is made of two numbers before it, 36 times over, was written out. */
test('recurrences of numbers that are unrolled', () => {
  const { text, kernels } = ownArrays(5090, 5100);
  assert.deepEqual(problemsOfKernels(compile(text), kernels, 5), []);
});

test('trees, shuffles and sums of blocks', () => {
  for (let seed = first; seed < first + count / 2; seed += 10) {
    const { text, kernels } = trees(seed, seed + 10);
    assert.deepEqual(problemsOfKernels(compile(text), kernels, 3 + ((seed / 10) % 7)), []);
  }
});

test('tiles with rims of their own, kept within an array or padded', () => {
  for (let seed = first; seed < first + count; seed += 10) {
    const { text, kernels } = paddedTiles(seed, seed + 10);
    assert.deepEqual(problemsOfKernels(compile(text), kernels, 3 + ((seed / 10) % 7)), []);
  }
});

test('tiles that blocks go through in a loop', () => {
  for (let seed = first; seed < first + count / 2; seed += 10) {
    const { text, kernels } = tileLoops(seed, seed + 10);
    assert.deepEqual(problemsOfKernels(compile(text), kernels, 3 + ((seed / 10) % 7)), []);
  }
});

test('shuffles, votes and matches of warps', () => {
  for (let seed = first; seed < first + count / 2; seed += 10) {
    const { text, kernels } = warps(seed, seed + 10);
    assert.deepEqual(problemsOfKernels(compile(text), kernels, 3 + ((seed / 10) % 7)), []);
  }
});

test('blocks that do the work of several, and blocks that do nothing', () => {
  for (let seed = first; seed < first + count / 2; seed += 10) {
    const { text, kernels } = blockLoops(seed, seed + 10);
    assert.deepEqual(problemsOfKernels(compile(text), kernels, 3 + ((seed / 10) % 7)), []);
  }
});

test('lists, searches and stacks, left from within', () => {
  for (let seed = first; seed < first + count / 4; seed += 10) {
    const { text, kernels } = oddFlow(seed, seed + 10);
    assert.deepEqual(problemsOfKernels(compile(text), kernels, 3 + ((seed / 10) % 7)), []);
  }
});

test('scans, sorts, transposes and counts of blocks', () => {
  for (let seed = first; seed < first + count / 5; seed += 10) {
    const { text, kernels } = blockAlgorithms(seed, seed + 10);
    assert.deepEqual(problemsOfKernels(compile(text), kernels, 3 + ((seed / 10) % 7)), []);
  }
});

test('arrays of several dimensions', () => {
  for (let seed = first; seed < first + count / 4; seed += 10) {
    const { text, kernels } = arrayKernels(seed, seed + 10);
    assert.deepEqual(problemsOfKernels(compile(text), kernels, 3 + ((seed / 10) % 7)), []);
  }
});

test('atomic functions at places of all kinds', () => {
  for (let seed = first; seed < first + count / 4; seed += 10) {
    const { text, kernels } = scatteredSums(seed, seed + 10);
    assert.deepEqual(problemsOfKernels(compile(text), kernels, 3 + ((seed / 10) % 7)), []);
  }
});

test('records of all sizes', () => {
  for (let seed = first; seed < first + count / 2; seed += 10) {
    const { text, kernels } = records(seed, seed + 10);
    assert.deepEqual(problemsOfKernels(compile(text), kernels, 3 + ((seed / 10) % 7)), []);
  }
});

/** Chunks behind an edge began anywhere in groups of threads; what one way of a branch had found was used behind both. */
test('records behind edges and under conditions', () => {
  for (const seed of [30540, 30769, 40455]) {
    const from = seed - (seed % 10);
    const { text, kernels } = records(from, from + 10);
    assert.deepEqual(problemsOfKernels(compile(text), kernels, 3 + ((from / 10) % 7)), []);
  }
});

/** A barrier between a load and what overwrites it was lost behind a tree. */
test('sums behind a tree', () => {
  const { text, kernels } = trees(2470, 2480);
  assert.deepEqual(problemsOfKernels(compile(text), kernels, 5), []);
});

test('arrays of structures of the threads', () => {
  for (let seed = first; seed < first + count / 4; seed += 10) {
    const { text, kernels } = localStructures(seed, seed + 10);
    assert.deepEqual(problemsOfKernels(compile(text), kernels, 2 + ((seed / 10) % 8)), []);
  }
});

test('locals that all rows of threads set alike', () => {
  const { text, kernels } = rowsAlike();
  for (let group = 0; group < 10; group++) assert.deepEqual(problemsOfKernels(compile(text), kernels, group), []);
});

/** What a thread had read of a neighbour before a tree was lost where a branch behind it might set it. */
test('neighbours read before a tree', () => {
  assert.deepEqual(problemsOf(34240792, 34240793), []);
});

/** V8 ended the process on this one, in registers of 256 bits (VectorValues.extended). */
test('halves of joined vectors', () => {
  assert.deepEqual(problemsOf(91006, 91007), []);
});

/** V8 lost upper halves in this one: in one gap between instructions a joined vector and its lower half are loaded from one slot (tier-up.ts). */
test('both widths of a joined vector loaded at once', () => {
  assert.deepEqual(problemsOf(21700, 21701), []);
});

test('a product and a sum rounded once', () => {
  const tiny = 2 ** -52;
  assert.equal(fused(1 + tiny, 1 - tiny, -1, 'f64'), -(2 ** -104));
  assert.equal(fused(3, 5, 7, 'f32'), 22);
  assert.equal(fused(2 ** 100, 2 ** 100, -1, 'f32'), Number.POSITIVE_INFINITY);
  assert.equal(fused(1 + 2 ** -12, 1 + 2 ** -12, 2 ** -80, 'f32'), Math.fround(1 + 2 ** -11 + 2 ** -23));
  assert.ok(Object.is(fused(-1, 0, -0, 'f64'), -0));
  assert.ok(Object.is(fused(1, 1, -1, 'f64'), 0));
});
