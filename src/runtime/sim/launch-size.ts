/**
 * How long a launch takes, roughly, and what follows from that: run at once or queued, in pieces of how many blocks. Times are measured (`costs.ts`); before the
 * first measurement they are guessed from the kernel's instructions. In nanoseconds of one thread of the machine.
 */
import type { Launch } from '../../machine/device.ts';
import type { SimKernel } from './engine.ts';
import { sizeOf } from './launch-check.ts';

/** Up to here a launch runs at once on the host; what takes longer than was thought is queued when so much has passed. */
export const smallTime = 50_000;
export const patience = 100_000;
/** From here on it is worth starting the workers. */
const workersTime = 750_000;
/** What is handed out at once, where there is enough of it. */
const leastPiece = 10_000;
const mostPiece = 100_000;
/** Of an instruction, where nothing is measured. */
const guess = 0.5;

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

export function wantsWorkers(units: number, ofUnit: number): boolean {
  return units > 1 && units * ofUnit > workersTime;
}

/**
 * Units that are handed out at once: every thread comes several times, with pieces that are neither too small to be worth it nor so large that others wait for the last.
 * Long pieces are whole rows of `row` blocks, which some kernels run as one.
 */
export function chunkOf(units: number, ofUnit: number, threads: number, row = 1): number {
  const fair = Math.ceil(units / (threads * 8));
  const [least, most] = [leastPiece / ofUnit, mostPiece / ofUnit];
  const wanted = Math.max(Math.min(fair, most), least);
  const some = Math.max(1, Math.min(Math.floor(wanted), Math.ceil(units / threads)));
  return some > row ? some - (some % row) : some;
}
