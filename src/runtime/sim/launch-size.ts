/** How much work a launch is, roughly, and what follows from that: run at once or queued, in pieces of how many blocks. In instructions of all its threads. */
import type { Launch } from '../../machine/device.ts';
import type { SimKernel } from './engine.ts';
import { sizeOf } from './launch-check.ts';

/** Up to here a launch runs at once on the host. */
export const smallWork = 100_000;
/** A launch that was measured to take longer is never run at once. */
export const smallMilliseconds = 0.05;
/** From here on it is worth starting the workers. */
export const workersWork = 1_500_000;
/** The least that is handed out at once. */
const chunkWork = 20_000;

export function workOf(kernel: SimKernel, launch: Launch): number {
  return workOfBlock(kernel, launch) * sizeOf(launch.grid);
}

function workOfBlock(kernel: SimKernel, launch: Launch): number {
  return (kernel.cost + 1) * sizeOf(launch.block);
}

/** What is handed out: blocks, or clusters of blocks that wait for each other. */
export function unitsOf(kernel: SimKernel, launch: Launch): number {
  const [x, y, z] = (kernel.inPhases && kernel.clusterDims) || [1, 1, 1];
  return sizeOf(launch.grid) / (x * y * z);
}

/** Units that are handed out at once. */
export function chunkOf(kernel: SimKernel, launch: Launch, threads: number): number {
  const blocks = unitsOf(kernel, launch);
  const fair = Math.ceil(blocks / (threads * 8));
  const least = Math.ceil(chunkWork / workOfBlock(kernel, launch));
  return Math.max(1, Math.min(Math.max(fair, least), Math.ceil(blocks / threads)));
}
