/** The checks that CUDA makes before it takes a launch. */
import type { Launch, Triple } from '../../machine/device.ts';
import { codeOf } from '../../machine/errors.ts';
import type { KernelFacts } from '../../machine/kernel.ts';
import { common } from '../../machine/models.ts';

/** The error code of a launch, or success. `sharedLimit`: how much dynamic shared memory the kernel may ask for. */
export function checkLaunch(launch: Launch, facts: KernelFacts, sharedLimit: number): number {
  if (!within(launch.block, common.maxThreadsDim) || !within(launch.grid, common.maxGridSize))
    return codeOf.invalidConfiguration;
  const threads = sizeOf(launch.block);
  if (threads > common.maxThreadsPerBlock) return codeOf.invalidConfiguration;
  if (threads > facts.maxThreads) return codeOf.launchOutOfResources;
  if (launch.sharedBytes < 0 || launch.sharedBytes > sharedLimit) return codeOf.invalidValue;
  return codeOf.success;
}

/** Whether a grid is made of whole clusters, and those no larger than the device takes. */
export function fillsClusters(
  { grid }: Launch,
  cluster: readonly [number, number, number] | undefined,
  largest: number,
): boolean {
  if (!cluster) return true;
  const [x, y, z] = cluster;
  return grid.x % x === 0 && grid.y % y === 0 && grid.z % z === 0 && x * y * z <= largest;
}

export function sizeOf(extents: Triple): number {
  return extents.x * extents.y * extents.z;
}

function within({ x, y, z }: Triple, limits: readonly [number, number, number]): boolean {
  return x >= 1 && y >= 1 && z >= 1 && x <= limits[0] && y <= limits[1] && z <= limits[2];
}
