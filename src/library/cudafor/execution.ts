/** Kernels: what they need, and their settings. */
import type { CudaRuntime } from '../../machine/device.ts';
import { codeOf } from '../../machine/errors.ts';
import type { Routine } from '../library-module.ts';
import { call, double, int, kernel, struct } from './define.ts';

export const executionRoutines: Readonly<Record<string, Routine>> = {
  cudaFuncGetAttributes: call({
    doc: 'What a kernel needs.',
    takes: { attr: struct('cudaFuncAttributes'), func: kernel },
    run(cuda, { attr, func }) {
      const facts = cuda.device.kernel(Number(func.value));
      if (!facts) return codeOf.invalidDeviceFunction;
      const { major, minor } = cuda.device.model;
      const values = {
        sharedSizeBytes: facts.sharedBytes,
        constSizeBytes: facts.constantBytes,
        localSizeBytes: facts.localBytes,
        maxThreadsPerBlock: facts.maxThreads,
        numRegs: facts.registers,
        ptxVersion: major * 10 + minor,
        binaryVersion: major * 10 + minor,
        cacheModeCA: 0,
        maxDynamicSharedSizeBytes: cuda.device.dynamicSharedLimit(Number(func.value)),
        preferredShmemCarveout: Number(cuda.setting(`carveout ${func.value}`) ?? -1n),
      };
      for (const [name, value] of Object.entries(values)) attr.cell.component(name).setInteger(value);
      return codeOf.success;
    },
  }),
  cudaFuncSetAttribute: call({
    doc: 'Sets an attribute of a kernel (cudaFuncAttribute…).',
    takes: { func: kernel, attribute: int, val: int },
    run: (cuda, { func, attribute, val }) =>
      setAttribute(cuda, Number(func.value), Number(attribute.value), Number(val.value)),
  }),
  cudaFuncSetCacheConfig: call({
    doc: 'How L1 cache and shared memory are divided for a kernel: a hint.',
    takes: { func: kernel, cacheconfig: int },
    run: (cuda, { func, cacheconfig }) => hint(cuda, func, cacheconfig, 3),
  }),
  cudaFuncSetSharedMemConfig: call({
    doc: 'The size of a bank of shared memory for a kernel: a hint.',
    takes: { func: kernel, config: int },
    run: (cuda, { func, config }) => hint(cuda, func, config, 2),
  }),
  cudaSetDoubleForDevice: call({
    doc: 'Does nothing on devices with double precision.',
    takes: { d: { how: 'out', type: double } },
    run: () => codeOf.success,
  }),
  cudaSetDoubleForHost: call({
    doc: 'Does nothing on devices with double precision.',
    takes: { d: { how: 'out', type: double } },
    run: () => codeOf.success,
  }),
};

type Value = { readonly value: number | bigint };

/** A hint that one of the numbers up to `greatest` names, for a kernel that there is. */
function hint(cuda: CudaRuntime, func: Value, { value }: Value, greatest: number): number {
  if (!cuda.device.kernel(Number(func.value))) return codeOf.invalidDeviceFunction;
  return value >= 0 && value <= greatest ? codeOf.success : codeOf.invalidValue;
}

function setAttribute(cuda: CudaRuntime, id: number, attribute: number, value: number): number {
  if (!cuda.device.kernel(id)) return codeOf.invalidDeviceFunction;
  switch (attribute) {
    case 8:
      return cuda.device.setDynamicSharedLimit(id, value);
    case 9:
      cuda.setSetting(`carveout ${id}`, BigInt(value));
      return value < -1 || value > 100 ? codeOf.invalidValue : codeOf.success;
    case 14:
      return codeOf.success;
    default:
      return codeOf.invalidValue;
  }
}
