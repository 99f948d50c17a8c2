/** Grid and block of a kernel loop on a real device. */

export type Three<T> = readonly [T, T, T];

const threadsOfBlock = 256;
/** What a thread does one after another along the innermost loop, so that several loads are on their way at once. */
const turnsOfThread = 8;
/** Rows that a thread does one after another in loops within loops: what it computes once then counts less. */
const rowsOfThread = 4;
/** Blocks for each multiprocessor below which every element gets a thread of its own. */
const blocksToFill = 8;

/** Trips innermost first; wanted extents are -1 for `*`. Gives grid xyz, then block xyz. */
export function chooseLoopShape(
  trips: Three<bigint>,
  grid: Three<number>,
  block: Three<number>,
  multiprocessors: number,
): readonly number[] {
  const shape = blockShape(trips, block);
  const blocksOf = (axis: 0 | 1 | 2, turns: number): number => {
    const each = BigInt(shape[axis] * turns);
    return Number((trips[axis] + each - 1n) / each);
  };
  const blocks = (turns: Three<number>): number =>
    blocksOf(0, turns[0]) * blocksOf(1, turns[1]) * blocksOf(2, turns[2]);
  const choices: readonly Three<number>[] = [
    [turnsOfThread, rowsOfThread, 1],
    [turnsOfThread, 1, 1],
  ];
  const turns = choices.find((t) => blocks(t) >= blocksToFill * multiprocessors) ?? [1, 1, 1];
  const limits = [2_147_483_647, 65_535, 65_535] as const;
  const gridOf = (axis: 0 | 1 | 2): number =>
    grid[axis] > 0 ? grid[axis] : Math.max(1, Math.min(blocksOf(axis, turns[axis]), limits[axis]));
  return [gridOf(0), gridOf(1), gridOf(2), ...shape];
}

/** Threads along the innermost loop first, a warp at least; what is left goes to the next loops. */
function blockShape(trips: Three<bigint>, block: Three<number>): Three<number> {
  const fixed = block.reduce((product, n) => (n > 0 ? product * n : product), 1);
  let left = Math.max(1, Math.floor(threadsOfBlock / fixed));
  const take = (axis: 0 | 1 | 2, least: number, most: number): number => {
    if (block[axis] > 0) return block[axis];
    let n = Math.min(least, left);
    while (n * 2 <= Math.min(left, most) && BigInt(n) < trips[axis]) n *= 2;
    left = Math.max(1, Math.floor(left / n));
    return n;
  };
  return [take(0, 32, 1024), take(1, 1, 1024), take(2, 1, 64)];
}
