/**
 * Grid and block of a kernel loop on a real device. What decides, measured on an H200:
 * - A block costs the device about as much as 100 threads' loads: a thread takes several iterations one after another where enough blocks are left.
 * - Iterations of the innermost loop keep loads on their way together (their loop is unrolled), those of outer loops do not: so a warp goes along the innermost
 *   loop, and the other warps of a block side by side along the next.
 * - Of a reduction each block leaves a partial result: it takes as many blocks as the device runs at once, however many iterations there are. One block more
 *   would run alone at the end; one with more registers than others fits less often, smaller blocks then fill better.
 */

export type Three<T> = readonly [T, T, T];

const threadsOfBlock = 256;
const warp = 32;
/** Iterations of the innermost loop for a thread, the more the better: of a loop alone, and of one within others. */
const iterationsAlone = [8];
const iterationsWithin = [16, 8, 4, 2];
/** Blocks for each multiprocessor below which a thread takes fewer. */
const blocksToFill = 8;
/** Threads of a block that reduces several loops: whichever gives a thread less to do. */
const threadsToReduce = [512, 256];
/** What beginning an inner loop costs, in iterations of the innermost one: of the middle loop's iterations, and of the outermost one's. */
const toBegin = { inner: 2, middle: 4 } as const;
/** Numbers of parts of a loop that are looked at. */
const mostSplits = 8;
const mostBlocks: Three<number> = [2_147_483_647, 65_535, 65_535];

/** How many blocks of so many threads a multiprocessor holds at once. */
export type Resident = (threads: number) => number;

/** Trips innermost first; wanted extents are -1 for `*`, or -2 where the loops reduce. Gives grid xyz, then block xyz. */
export function chooseLoopShape(
  trips: Three<bigint>,
  grid: Three<number>,
  block: Three<number>,
  multiprocessors: number,
  resident: Resident,
): readonly number[] {
  const alone = trips[1] <= 1n && trips[2] <= 1n;
  const shaped = (threads: number): Shaped => {
    const shape = blockShape(trips, block, alone ? threadsOfBlock : warp, threads);
    return { shape, ...reducingGrid(trips, shape, resident(shape[0] * shape[1] * shape[2]) * multiprocessors) };
  };
  const reduces = grid.includes(-2);
  const { shape, blocks } = reduces
    ? (alone ? [threadsOfBlock] : threadsToReduce).map(shaped).reduce((a, b) => (b.turns < a.turns ? b : a))
    : spread(trips, block, alone, multiprocessors);
  const gridOf = (axis: 0 | 1 | 2): number =>
    grid[axis] > 0 ? grid[axis] : Math.max(1, Math.min(blocks[axis], mostBlocks[axis]));
  return [gridOf(0), gridOf(1), gridOf(2), ...shape];
}

type Grid = { readonly blocks: Three<number>; readonly turns: number };
type Shaped = Grid & { readonly shape: Three<number> };

function spread(
  trips: Three<bigint>,
  block: Three<number>,
  alone: boolean,
  multiprocessors: number,
): Pick<Shaped, 'shape' | 'blocks'> {
  const shape = blockShape(trips, block, alone ? threadsOfBlock : warp, threadsOfBlock);
  return { shape, blocks: spreadGrid(trips, shape, alone, multiprocessors) };
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

/** At most as many blocks as run at once, so that the thread with most to do has little; `turns`: what that is. Outer loops are spread first where nothing else decides. */
function reducingGrid(trips: Three<bigint>, shape: Three<number>, most: number): Grid {
  const x = blocksOf(trips[0], shape[0]);
  const y = blocksOf(trips[1], shape[1]);
  const z = blocksOf(trips[2], shape[2]);
  let best: Grid = { blocks: [1, 1, 1], turns: Number.POSITIVE_INFINITY };
  for (const nz of partitions(z, most))
    for (const ny of partitions(y, Math.floor(most / nz))) {
      const nx = Math.max(1, Math.min(x, Math.floor(most / (nz * ny))));
      const inner = toBegin.inner + Math.ceil(x / nx);
      const turns = Math.ceil(z / nz) * (toBegin.middle + Math.ceil(y / ny) * inner);
      if (turns < best.turns) best = { blocks: [nx, ny, nz], turns };
    }
  return best;
}

/** Numbers of parts, `most` at most, that `n` can be split into so that no fewer parts would be as short: the most first, and one. */
function partitions(n: number, most: number): readonly number[] {
  const found: number[] = [];
  for (let parts = Math.min(n, most); parts > 1 && found.length < mostSplits; ) {
    const fewest = Math.ceil(n / Math.ceil(n / parts));
    found.push(fewest);
    parts = fewest - 1;
  }
  return [...found, 1];
}
