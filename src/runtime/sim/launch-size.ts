/**
 * How long a launch takes, roughly, and what follows from that: run at once or queued, in pieces of how many blocks. Times are measured (`costs.ts`); before the
 * first measurement they are guessed from the kernel's instructions. In nanoseconds of one thread of the machine.
 */
import type { Launch } from '../../machine/device.ts';
import { fewThreads } from '../../machine/kernel.ts';
import { sizeOf } from './launch-check.ts';
import type { SimKernel } from './sim-kernel.ts';

/** Up to here a launch runs at once on the host; what takes longer than was thought is queued when so much has passed. */
export const smallTime = 50_000;
export const patience = 100_000;
/** Up to here it runs in one piece, and what it takes is not always measured. */
export const shortTime = 10_000;
/** From here on it is worth starting the workers: for one launch, and for all that were queued without them. */
const workersTime = 750_000;
const workersTimeOfAll = 5_000_000;
/** What is handed out at once, where there is enough of it. */
const leastPiece = 4_000;
const mostPiece = 100_000;
/** Where a piece goes through memory in jumps, which should be few: its longest, and the shortest but for a share of what each thread has. */
const longPiece = 1_000_000;
const shortestPiece = 250_000;
const shareOfThread = 8;
/** Where each call has much to do besides its blocks: how many calls a thread makes at most, of its own share. */
const callsOfThread = 2;
/** Where blocks run faster together, so many stay together even if each takes long. */
const fewBlocks = 8;
/** Rows of a grid that each thread has before whole ones are handed out, where one takes no longer than a piece, and where it takes longer. */
const shortRows = 8;
const longRows = 32;
/** Of an instruction, where nothing is measured. */
const guess = 0.5;

/** How long a launch lasts that takes so many nanoseconds of threads, where all threads share it. */
export function duration(nanoseconds: number, threads: number): number {
  return nanoseconds <= smallTime ? nanoseconds : Math.max(smallTime, nanoseconds / threads);
}

/** So few along each axis of the grid that code for blocks of one size may run it. */
export function hasFewThreads({ grid, block }: Launch): boolean {
  return grid.x * block.x <= fewThreads && grid.y * block.y <= fewThreads && grid.z * block.z <= fewThreads;
}

/** What is handed out: blocks, or clusters of blocks that wait for each other. */
export function unitsOf(kernel: SimKernel, launch: Launch): number {
  return sizeOf(launch.grid) / blocksOfUnit(kernel);
}

function blocksOfUnit(kernel: SimKernel): number {
  const [x, y, z] = (kernel.inPhases && kernel.clusterDims) || [1, 1, 1];
  return x * y * z;
}

/** `measured`: nanoseconds of a thread of the kernel. */
export function timeOfUnit(kernel: SimKernel, launch: Launch, measured: number | undefined): number {
  return (measured ?? (kernel.cost + 1) * guess) * sizeOf(launch.block) * blocksOfUnit(kernel);
}

/** `before`: what launches took that were queued without workers. */
export function wantsWorkers(units: number, ofUnit: number, before: number): boolean {
  const time = units * ofUnit;
  return units > 1 && (time > workersTime || before + time > workersTimeOfAll);
}

/**
 * Units that are handed out at once, the most and the least: pieces get shorter towards the end, so that nobody waits long for the last, but not so short that
 * they are not worth it. Where there are many rows of `row` blocks, pieces are whole ones: some kernels run them as one.
 */
export function piecesOf(
  units: number,
  ofUnit: number,
  threads: number,
  row = 1,
  { inTurns = false, keepsArrays }: Partial<Pick<SimKernel, 'inTurns' | 'keepsArrays'>> = {},
): { readonly most: number; readonly least: number } {
  const fair = Math.ceil(units / threads);
  const upTo = (time: number): number => Math.max(1, Math.min(Math.floor(time / ofUnit), fair));
  if (keepsArrays) return { most: fair, least: Math.ceil(fair / callsOfThread) };
  const few = Math.min(fewBlocks, Math.ceil(fair / 2));
  const [most, least] = inTurns
    ? [Math.max(upTo(longPiece), few), Math.max(Math.min(upTo(shortestPiece), Math.ceil(fair / shareOfThread)), few)]
    : [upTo(mostPiece), upTo(leastPiece)];
  const rows = units / threads / row;
  if (rows < (row * ofUnit <= mostPiece ? shortRows : longRows)) return { most, least };
  return { most: Math.max(row, most - (most % row)), least: Math.max(row, least - (least % row)) };
}
