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

export function sizeOf(extents: Triple): number {
  return extents.x * extents.y * extents.z;
}

function within({ x, y, z }: Triple, limits: readonly [number, number, number]): boolean {
  return x >= 1 && y >= 1 && z >= 1 && x <= limits[0] && y <= limits[1] && z <= limits[2];
}
