/** The checks that CUDA makes before it takes a launch. */
import type { Launch, Triple } from '../../machine/device.ts';
import { codeOf } from '../../machine/errors.ts';
import type { KernelFacts } from '../../machine/kernel.ts';
import { common } from '../../machine/models.ts';

const [maxGridX, maxGridY, maxGridZ] = common.maxGridSize;
const [maxBlockX, maxBlockY, maxBlockZ] = common.maxThreadsDim;

/** The error code of a launch, or success. `sharedLimit`: how much dynamic shared memory the kernel may ask for. */
export function checkLaunch(launch: Launch, facts: KernelFacts, sharedLimit: number): number {
  const { grid, block } = launch;
  const code = checkShape(grid.x, grid.y, grid.z, block.x, block.y, block.z, facts.maxThreads);
  if (code !== codeOf.success) return code;
  if (launch.sharedBytes < 0 || launch.sharedBytes > sharedLimit) return codeOf.invalidValue;
  return codeOf.success;
}

/** The error code of a grid and block, or success. `maxThreads`: of the kernel. */
export function checkShape(
  gx: number,
  gy: number,
  gz: number,
  bx: number,
  by: number,
  bz: number,
  maxThreads: number,
): number {
  if (!isGrid(gx, gy, gz)) return codeOf.invalidConfiguration;
  const code = checkBlock(bx, by, bz);
  if (code !== codeOf.success) return code;
  return bx * by * bz > maxThreads ? codeOf.launchOutOfResources : codeOf.success;
}

export function isGrid(x: number, y: number, z: number): boolean {
  return x >= 1 && y >= 1 && z >= 1 && x <= maxGridX && y <= maxGridY && z <= maxGridZ;
}

/** The error code of a block that no kernel takes, or success. */
export function checkBlock(x: number, y: number, z: number): number {
  if (x < 1 || y < 1 || z < 1 || x > maxBlockX || y > maxBlockY || z > maxBlockZ) return codeOf.invalidConfiguration;
  return x * y * z > common.maxThreadsPerBlock ? codeOf.invalidConfiguration : codeOf.success;
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
