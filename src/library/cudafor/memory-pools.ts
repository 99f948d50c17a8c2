/** Memory pools: each device has one heap, which is the one pool there is; its attributes are kept but change nothing. */
import type { CudaRuntime } from '../../machine/device.ts';
import { codeOf } from '../../machine/errors.ts';
import type { Cell, Routine } from '../library-module.ts';
import { call, count, int, outLong, struct } from './define.ts';

const pool = struct('cudaMemPool');

/** The handle of a device's pool: never 0. */
const handleOf = (ordinal: number) => BigInt(ordinal) + 0x1000n;

type Place = { readonly cell: Cell };
/** Whether a device has this pool. */
const isPool = (cuda: CudaRuntime, { cell }: Place): boolean =>
  cuda.devices.some((d) => handleOf(d.ordinal) === cell.component('handle').getInteger());

function setPool(cuda: CudaRuntime, cell: Cell, ordinal: number): number {
  if (!cuda.devices[ordinal]) return codeOf.invalidDevice;
  cell.component('handle').setInteger(handleOf(ordinal));
  return codeOf.success;
}

export const poolRoutines: Readonly<Record<string, Routine>> = {
  cudaDeviceGetDefaultMemPool: call({
    doc: 'The pool that a device has from the start.',
    takes: { mempool: pool, device: int },
    run: (cuda, { mempool, device }) => setPool(cuda, mempool.cell, Number(device.value)),
  }),
  cudaDeviceGetMemPool: call({
    doc: 'The pool that a device uses.',
    takes: { mempool: pool, device: int },
    run: (cuda, { mempool, device }) => setPool(cuda, mempool.cell, Number(device.value)),
  }),
  cudaDeviceSetMemPool: call({
    doc: 'Chooses the pool that a device uses.',
    takes: { device: int, mempool: pool },
    run(cuda, { device, mempool }) {
      if (!cuda.devices[Number(device.value)]) return codeOf.invalidDevice;
      const own = mempool.cell.component('handle').getInteger() === handleOf(Number(device.value));
      return own ? codeOf.success : codeOf.invalidValue;
    },
  }),
  cudaMemPoolSetAttribute: call({
    doc: 'Sets an attribute of a pool (cudaMemPool…).',
    takes: { mempool: pool, attribute: int, val: count },
    run(cuda, { mempool, attribute, val }) {
      if (!isPool(cuda, mempool)) return codeOf.invalidValue;
      cuda.setSetting(`pool ${attribute.value}`, BigInt(val.value));
      return codeOf.success;
    },
  }),
  cudaMemPoolGetAttribute: call({
    doc: 'An attribute of a pool.',
    takes: { mempool: pool, attribute: int, val: outLong },
    run(cuda, { mempool, attribute, val }) {
      if (!isPool(cuda, mempool)) return codeOf.invalidValue;
      val.cell.setInteger(cuda.setting(`pool ${attribute.value}`) ?? 0n);
      return codeOf.success;
    },
  }),
  cudaMemPoolTrimTo: call({
    doc: 'Gives memory of a pool back.',
    takes: { mempool: pool, minbytestokeep: count },
    run: (cuda, { mempool }) => (isPool(cuda, mempool) ? codeOf.success : codeOf.invalidValue),
  }),
  cudaMemPoolDestroy: call({
    doc: 'Lets a pool go: never the one that a device has from the start.',
    takes: { mempool: pool },
    run: () => codeOf.invalidValue,
  }),
};
