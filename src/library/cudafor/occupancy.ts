/** Occupancy: how many blocks of a kernel a multiprocessor holds, by the rules of NVIDIA's occupancy calculator. */
import type { CudaRuntime, Device } from '../../machine/device.ts';
import { codeOf } from '../../machine/errors.ts';
import { common } from '../../machine/models.ts';
import type { Cell, Routine } from '../library-module.ts';
import { call, count, int, kernel, optionalInt, outInt } from './define.ts';

export const occupancyRoutines: Readonly<Record<string, Routine>> = {
  cudaOccupancyMaxActiveBlocksPerMultiprocessor: call({
    doc: 'How many blocks of a kernel a multiprocessor holds at once.',
    takes: { numblocks: outInt, func: kernel, blocksize: int, dynamicsmemsize: count },
    run: activeBlocks,
  }),
  cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags: call({
    doc: 'How many blocks of a kernel a multiprocessor holds at once.',
    takes: { numblocks: outInt, func: kernel, blocksize: int, dynamicsmemsize: count, flags: int },
    run: activeBlocks,
  }),
  cudaOccupancyMaxPotentialBlockSize: call({
    doc: 'The block size that fills the device best, and the least grid that does.',
    takes: {
      mingridsize: outInt,
      blocksize: outInt,
      func: kernel,
      dynamicsmemsize: { ...count, optional: 0 },
      blocksizelimit: optionalInt(0),
    },
    run(cuda, { mingridsize, blocksize, func, dynamicsmemsize, blocksizelimit }) {
      const limit = Number(blocksizelimit.value) || 1024;
      const best = bestBlock(cuda.device, Number(func.value), Number(dynamicsmemsize.value), limit);
      if (!best) return codeOf.invalidDeviceFunction;
      mingridsize.cell.setInteger(best.blocks * cuda.device.model.multiProcessorCount);
      blocksize.cell.setInteger(best.threads);
      return codeOf.success;
    },
  }),
};

type Args = {
  readonly numblocks: { readonly cell: Cell };
  readonly func: { readonly value: number | bigint };
  readonly blocksize: { readonly value: number | bigint };
  readonly dynamicsmemsize: { readonly value: number | bigint };
};

function activeBlocks(cuda: CudaRuntime, args: Args): number {
  const blocks = residentBlocks(
    cuda.device,
    Number(args.func.value),
    Number(args.blocksize.value),
    Number(args.dynamicsmemsize.value),
  );
  if (blocks === undefined) return codeOf.invalidDeviceFunction;
  if (Number(args.blocksize.value) <= 0) return codeOf.invalidValue;
  args.numblocks.cell.setInteger(blocks);
  return codeOf.success;
}

/** Limits by threads, blocks, registers (allotted in 256 per warp) and shared memory (in 128 bytes, or 256 before 8.0). */
export function residentBlocks(device: Device, kernelId: number, threads: number, dynamic: number): number | undefined {
  const facts = device.kernel(kernelId);
  if (!facts) return undefined;
  const { model } = device;
  if (threads <= 0 || threads > facts.maxThreads) return 0;
  const shared = facts.sharedBytes + dynamic;
  if (dynamic > device.dynamicSharedLimit(kernelId)) return 0;
  const warps = Math.ceil(threads / common.warpSize);
  const registersOfWarp = Math.ceil((Math.max(facts.registers, 16) * common.warpSize) / 256) * 256;
  const warpsByRegisters = Math.floor(common.regsPerMultiprocessor / registersOfWarp / 4) * 4;
  const unit = model.major >= 8 ? 128 : 256;
  const sharedOfBlock = Math.ceil((shared + model.reservedSharedMemPerBlock) / unit) * unit;
  return Math.min(
    model.maxBlocksPerMultiProcessor,
    Math.floor(model.maxThreadsPerMultiProcessor / common.warpSize / warps),
    Math.floor(warpsByRegisters / warps),
    sharedOfBlock === 0 ? Number.POSITIVE_INFINITY : Math.floor(model.sharedMemPerMultiprocessor / sharedOfBlock),
  );
}

function bestBlock(device: Device, kernelId: number, dynamic: number, limit: number) {
  if (!device.kernel(kernelId)) return undefined;
  let best = { threads: 32, blocks: 1 };
  for (let threads = Math.min(1024, limit); threads >= 32; threads -= 32) {
    const blocks = residentBlocks(device, kernelId, threads, dynamic) ?? 0;
    if (blocks * threads > best.blocks * best.threads) best = { threads, blocks };
  }
  return best;
}
