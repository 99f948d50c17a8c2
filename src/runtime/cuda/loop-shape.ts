/**
 * Grid and block of a kernel loop on a real device. What decides, measured on an H200:
 * - A block costs the device about as much as 100 threads' loads: a thread takes several iterations one after another where enough blocks are left.
 * - Iterations of the innermost loop keep loads on their way together (their loop is unrolled), those of outer loops do not: so a warp goes along the innermost
 *   loop, and the other warps of a block side by side along the next.
 * - Of a reduction each block leaves a partial result: it takes as many blocks as the device runs at once, however many iterations there are.
 */

export type Three<T> = readonly [T, T, T];

const threadsOfBlock = 256;
const warp = 32;
/** Iterations of the innermost loop for a thread, the more the better: of a loop alone, and of one within others. */
const iterationsAlone = [8];
const iterationsWithin = [16, 8, 4, 2];
/** Blocks for each multiprocessor below which a thread takes fewer. */
const blocksToFill = 8;
/** Threads for each multiprocessor that reduce. */
const threadsToReduce = 2048;
const mostBlocks: Three<number> = [2_147_483_647, 65_535, 65_535];

/** Trips innermost first; wanted extents are -1 for `*`, or -2 where the loops reduce. Gives grid xyz, then block xyz. */
export function chooseLoopShape(
  trips: Three<bigint>,
  grid: Three<number>,
  block: Three<number>,
  multiprocessors: number,
): readonly number[] {
  const reduces = grid.includes(-2);
  const alone = trips[1] <= 1n && trips[2] <= 1n;
  const shape = blockShape(
    trips,
    block,
    alone ? threadsOfBlock : warp,
    reduces && !alone ? 2 * threadsOfBlock : threadsOfBlock,
  );
  const chosen = reduces
    ? reducingGrid(trips, shape, multiprocessors)
    : spreadGrid(trips, shape, alone, multiprocessors);
  const gridOf = (axis: 0 | 1 | 2): number =>
    grid[axis] > 0 ? grid[axis] : Math.max(1, Math.min(chosen[axis], mostBlocks[axis]));
  return [gridOf(0), gridOf(1), gridOf(2), ...shape];
}

/** Threads along the innermost loop first, `along` at least as far as there are iterations; what is left goes to the next loops, and then back to the innermost. */
function blockShape(trips: Three<bigint>, block: Three<number>, along: number, threads: number): Three<number> {
  const fixed = block.reduce((product, n) => (n > 0 ? product * n : product), 1);
  let left = Math.max(1, Math.floor(threads / fixed));
  const take = (axis: 0 | 1 | 2, least: number, most: number): number => {
    if (block[axis] > 0) return block[axis];
    let n = Math.min(least, left);
    while (n * 2 <= Math.min(left, most) && BigInt(n) < trips[axis]) n *= 2;
    left = Math.max(1, Math.floor(left / n));
    return n;
  };
  const x = take(0, least(trips[0]), Math.max(warp, along));
  const y = take(1, 1, 1024);
  const z = take(2, 1, 64);
  // Outer loops of few iterations leave threads over.
  const more = block[0] > 0 ? 1 : widening(trips[0], x, left);
  return [x * more, y, z];
}

/** A warp, or fewer threads where a short loop would leave most of it idle. */
function least(trips: bigint): number {
  let n = 1;
  while (n < warp && BigInt(n) < trips) n *= 2;
  return n;
}

function widening(trips: bigint, threads: number, left: number): number {
  let n = 1;
  while (n * 2 <= left && BigInt(threads * n) < trips) n *= 2;
  return n;
}

function blocksOf(trips: bigint, each: number): number {
  return Number((trips + BigInt(each) - 1n) / BigInt(each));
}

function spreadGrid(
  trips: Three<bigint>,
  shape: Three<number>,
  alone: boolean,
  multiprocessors: number,
): Three<number> {
  const outer: readonly [number, number] = [blocksOf(trips[1], shape[1]), blocksOf(trips[2], shape[2])];
  const blocks = (iterations: number): number => blocksOf(trips[0], shape[0] * iterations) * outer[0] * outer[1];
  const enough = blocksToFill * multiprocessors;
  const iterations = (alone ? iterationsAlone : iterationsWithin).find((n) => blocks(n) >= enough) ?? 1;
  return [blocksOf(trips[0], shape[0] * iterations), ...outer];
}

/** The outermost loop is spread first: what a thread does along the innermost one stays together. */
function reducingGrid(trips: Three<bigint>, shape: Three<number>, multiprocessors: number): Three<number> {
  const threads = shape[0] * shape[1] * shape[2];
  let left = Math.max(1, Math.ceil((threadsToReduce * multiprocessors) / threads));
  const take = (axis: 0 | 1 | 2): number => {
    const n = Math.min(blocksOf(trips[axis], shape[axis]), left);
    left = Math.ceil(left / n);
    return n;
  };
  const z = take(2);
  const y = take(1);
  return [take(0), y, z];
}
