/** The launch of a CUF kernel: grid and block for the loops, where the program leaves the choice (`*`) to us. */

type Three<T> = readonly [T, T, T];

/** Threads of a block by the number of loops that have trips: as many as fill warps in the innermost loop. */
const defaultBlocks: readonly Three<number>[] = [
  [1, 1, 1],
  [128, 1, 1],
  [32, 4, 1],
  [32, 4, 1],
];

/**
 * Of loops that reduce on a processor, which runs the threads of a block in turn: one row of lanes, so that it goes through memory from end to end and keeps its sums in registers. Blocks of several
 * rows would come to the same memory once for each.
 */
const laneBlock: Three<number> = [16, 1, 1];

/** Of loops that reduce: the most blocks, and how many turns a thread takes before there are more. */
const blocksThatReduce = 512;
const turnsThatReduce = 16;
const turnsOfLanes = 128;

/**
 * `trips` innermost first; wanted extents are -1 for `*`, -2 for that in the grid of loops that reduce. Gives grid xyz, then block xyz. Trips of -1 are no loops: a cooperative launch that asks for as many
 * blocks as the device runs at once, which is taken as one on each of its `multiprocessors`. `inTurn`: whether a processor runs the threads of a block in turn.
 */
export function chooseShape(
  trips: Three<bigint>,
  grid: Three<number>,
  block: Three<number>,
  multiprocessors = 1,
  inTurn = false,
): readonly number[] {
  if (trips[0] < 0n) return [multiprocessors, 1, 1, ...block];
  const loops = trips[2] > 1n ? 3 : trips[1] > 1n ? 2 : 1;
  const inRow = inTurn && grid[0] === -2 && block.every((wanted) => wanted < 0);
  const defaults = inRow ? laneBlock : defaultBlocks[loops]!;
  const blockShape = block.map((wanted, i) => (wanted > 0 ? wanted : defaults[i]!));
  const gridShape = grid.map((wanted, i) => {
    if (wanted > 0) return wanted;
    const needed = (trips[i]! + BigInt(blockShape[i]! - 1)) / BigInt(blockShape[i]!);
    const limit = i === 0 ? 2_147_483_647n : 65_535n;
    return Number(needed < 1n ? 1n : needed > limit ? limit : needed);
  });
  return [...fewer(gridShape, grid, inRow ? turnsOfLanes : turnsThatReduce), ...blockShape];
}

/** The innermost loops take several turns first: what a thread adds up then lies in rows. */
function fewer(grid: readonly number[], wanted: Three<number>, turns: number): readonly number[] {
  const most = Math.min(blocksThatReduce, Math.ceil(grid.reduce((n, x) => n * x, 1) / turns));
  const made = [...grid];
  for (let i = 0; i < 3; i++) {
    if (wanted[i] !== -2) continue;
    const others = made.reduce((n, x, j) => (j === i ? n : n * x), 1);
    made[i] = Math.max(1, Math.min(made[i]!, Math.ceil(most / others)));
  }
  return made;
}

/** What `chooseShape` takes: trips, grid and block, innermost first. */
type Asked = readonly [
  t0: bigint,
  t1: bigint,
  t2: bigint,
  gx: number,
  gy: number,
  gz: number,
  bx: number,
  by: number,
  bz: number,
  multiprocessors: number,
  inTurn: boolean,
];

/** Remembers the last choice: where a loop of the host launches short loops again and again, to choose takes a part of their time. */
export class LastShape {
  #asked: readonly unknown[] = [];
  #shape: readonly number[] = [];

  of(...asked: Asked): readonly number[] {
    for (let i = 0; i < asked.length; i++) if (asked[i] !== this.#asked[i]) return this.#choose(asked);
    return this.#shape;
  }

  #choose(asked: Asked): readonly number[] {
    const [t0, t1, t2, gx, gy, gz, bx, by, bz, multiprocessors, inTurn] = asked;
    this.#asked = asked;
    this.#shape = chooseShape([t0, t1, t2], [gx, gy, gz], [bx, by, bz], multiprocessors, inTurn);
    return this.#shape;
  }
}
