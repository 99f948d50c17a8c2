/** How many blocks a multiprocessor holds, and what keeps it from holding more. */
import { common, type DeviceModel } from '../../machine/models.ts';

export type Occupancy = {
  readonly blocks: number;
  readonly warps: number;
  /** Of the warps that a multiprocessor can hold. */
  readonly share: number;
  readonly limits: Readonly<Record<Limit, number>>;
  readonly limiter: Limit;
};
export type Limit = 'warps' | 'blocks' | 'registers' | 'shared memory';

export function occupancyOf(model: DeviceModel, threads: number, registers: number, shared: number): Occupancy {
  const warps = Math.ceil(threads / common.warpSize);
  const most = model.maxThreadsPerMultiProcessor / common.warpSize;
  const registersOfWarp = Math.ceil((Math.max(registers, 16) * common.warpSize) / 256) * 256;
  const unit = model.major >= 8 ? 128 : 256;
  const sharedOfBlock = Math.ceil((shared + model.reservedSharedMemPerBlock) / unit) * unit;
  const limits = {
    warps: Math.floor(most / warps),
    blocks: model.maxBlocksPerMultiProcessor,
    registers: Math.floor((Math.floor(common.regsPerMultiprocessor / registersOfWarp / 4) * 4) / warps),
    'shared memory':
      shared === 0 ? Number.POSITIVE_INFINITY : Math.floor(model.sharedMemPerMultiprocessor / sharedOfBlock),
  };
  const names = ['warps', 'blocks', 'registers', 'shared memory'] as const;
  const limiter = names.reduce((least, name) => (limits[name] < limits[least] ? name : least));
  const blocks = Math.max(1, limits[limiter]);
  return { blocks, warps: blocks * warps, share: (blocks * warps) / most, limits, limiter };
}
