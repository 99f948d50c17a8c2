/** Kernels as the simulated device needs them. */
import type { Kernel } from '../../back/wasm/encode/artifact.ts';
import type { KernelFacts } from '../../machine/kernel.ts';
import { modes } from './control.ts';

export type SimKernel = {
  readonly facts: KernelFacts;
  readonly scratchFixed: number;
  readonly scratchPerThread: number;
  /** Scratch is for blocks that run as one, until they hold so many threads in x. */
  readonly scratchRow?: number | undefined;
  /** Blocks wait for each other: those of a cluster, or all of the grid. */
  readonly inPhases: boolean;
  /** Its blocks stop where their threads wait, and go on when they are called again. */
  readonly yields: boolean;
  /** Threads may wait for other blocks. */
  readonly waits: boolean;
  readonly gridBarriers: boolean;
  /** The trap of blocks that wait at such a barrier in vain. */
  readonly gridTrap?: number | undefined;
  readonly clusterDims: readonly [number, number, number] | undefined;
  /** Some blocks run their first regions together. */
  readonly inGroups: boolean;
  /** It is faster the more blocks it runs at once. */
  readonly inTurns: boolean;
  /** Which version of its code runs depends on the launch. */
  readonly chooses?: true | undefined;
  /** Each call begins and ends with arrays of the thread's own. */
  readonly keepsArrays?: true | undefined;
  /** What must hold of parameters for it to be launched. */
  readonly apart?: Kernel['apart'];
  /** Addresses whose memory nobody else may write, or the kernel is told so. */
  readonly alone?: Kernel['alone'] | undefined;
  readonly nearParams?: Kernel['nearParams'] | undefined;
  /** What parameters must be, or another version runs. */
  readonly fixed?: Kernel['fixed'] | undefined;
  /** And cells of memory. */
  readonly fixedCells?: Kernel['fixedCells'] | undefined;
  /** Parameters that give its code a shape. */
  readonly shapeParams?: Kernel['shapeParams'] | undefined;
  /** Vectors of 256 bits may make it faster. */
  readonly widens?: true | undefined;
  /** Rough number of instructions of one thread. */
  readonly cost: number;
};

/** A kernel as some launches run it; its code and its costs are known by the number. */
export type Version = { readonly kernel: SimKernel; readonly number: number };

/** How its blocks run. */
export function modeOf(kernel: SimKernel): (typeof modes)[keyof typeof modes] {
  if (kernel.inPhases) return modes.phases;
  if (kernel.yields) return modes.yields;
  return kernel.waits ? modes.waits : modes.plain;
}
