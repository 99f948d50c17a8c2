/**
 * Launches like the last one of their kernel, with blocks of the same size: what was found out for that one holds, and most of its command. Where a loop of the host launches kernels of a few
 * microseconds, finding that out takes as long as they run.
 */
import type { Launch, Triple } from '../../machine/device.ts';
import { inlineParamCount, modes } from './control.ts';
import { modeOf, type Version } from './sim-kernel.ts';

export type Repeated = {
  readonly version: Version;
  readonly block: Triple;
  readonly sharedBytes: number;
  /** The commands that were written, of this version and the one for the other width. */
  command: Int32Array | undefined;
  wideCommand: Int32Array | undefined;
};

export class RepeatedLaunches {
  readonly #known: (Repeated | undefined)[] = [];

  /** Keeps a launch that ran on the host's thread. */
  note({ kernel, block, sharedBytes }: Launch, version: Version): void {
    const known = this.#known[kernel];
    if (known?.version === version && isLike(known, block.x, block.y, block.z, sharedBytes)) return;
    if (!isPlain(version)) return;
    this.#known[kernel] = { version, block: { ...block }, sharedBytes, command: undefined, wideCommand: undefined };
  }

  find(kernel: number, x: number, y: number, z: number, sharedBytes: number): Repeated | undefined {
    const known = this.#known[kernel];
    return known && isLike(known, x, y, z, sharedBytes) ? known : undefined;
  }

  /** What is allowed has changed. */
  clear(): void {
    this.#known.length = 0;
  }
}

function isLike({ block, sharedBytes }: Repeated, x: number, y: number, z: number, bytes: number): boolean {
  return block.x === x && block.y === y && block.z === z && sharedBytes === bytes;
}

/** Whether its blocks run one by one, and neither its code nor the memory that they need depends on the grid or the parameters. */
function isPlain({ kernel }: Version): boolean {
  const { facts, clusterDims, scratchRow, chooses } = kernel;
  if (modeOf(kernel) !== modes.plain || clusterDims || chooses || facts.cooperative || facts.rooms) return false;
  return scratchRow === undefined && facts.params.length <= inlineParamCount;
}
