/** What a real device says of itself. */
import type { DeviceModel } from '../../machine/models.ts';
import type { Driver } from './driver-table.ts';
import { type NativeMemory, textOf } from './native-memory.ts';

/** Numbers of CUdevice_attribute. */
const attributes = {
  major: 75,
  minor: 76,
  multiProcessorCount: 16,
  clockRate: 13,
  memoryClockRate: 36,
  memoryBusWidth: 37,
  l2CacheSize: 38,
  persistingL2CacheMaxSize: 108,
  accessPolicyMaxWindowSize: 109,
  sharedMemPerMultiprocessor: 81,
  sharedMemPerBlockOptin: 97,
  reservedSharedMemPerBlock: 111,
  maxThreadsPerMultiProcessor: 39,
  maxBlocksPerMultiProcessor: 106,
  singleToDoublePrecisionPerfRatio: 87,
  asyncEngineCount: 40,
} as const satisfies Partial<Record<keyof DeviceModel, number>>;

/** Further ones, by the names of cudaDeviceProp. */
const ownAttributes = {
  maxThreadsPerBlock: 1,
  sharedMemPerBlock: 8,
  totalConstMem: 9,
  memPitch: 11,
  regsPerBlock: 12,
  deviceOverlap: 15,
  kernelExecTimeoutEnabled: 17,
  integrated: 18,
  canMapHostMemory: 19,
  computeMode: 20,
  concurrentKernels: 31,
  ECCEnabled: 32,
  pciBusID: 33,
  pciDeviceID: 34,
  tccDriver: 35,
  unifiedAddressing: 41,
  pciDomainID: 50,
  streamPrioritiesSupported: 78,
  globalL1CacheSupported: 79,
  localL1CacheSupported: 80,
  regsPerMultiprocessor: 82,
  managedMemory: 83,
  isMultiGpuBoard: 84,
  multiGpuBoardGroupID: 85,
  hostNativeAtomicSupported: 86,
  pageableMemoryAccess: 88,
  concurrentManagedAccess: 89,
  computePreemptionSupported: 90,
  canUseHostPointerForRegisteredMem: 91,
  cooperativeLaunch: 95,
  hostRegisterSupported: 99,
  pageableMemoryAccessUsesHostPageTables: 100,
  directManagedMemAccessFromHost: 101,
} as const;

const clusterLaunch = 120;

export function deviceModelOf(driver: Driver, native: NativeMemory, device: number): DeviceModel {
  const ask = (attribute: number): number => {
    const code = driver.calls.cuDeviceGetAttribute(native.cell(0), attribute, device);
    return code === 0 ? native.i32(0) : 0;
  };
  const name = native.buffer(256);
  driver.calls.cuDeviceGetName(name.address, 256, device);
  driver.calls.cuDeviceTotalMem_v2(native.cell(0), device);
  const totalGlobalMem = Number(native.u64(0));
  return {
    name: textOf(name.bytes),
    totalGlobalMem,
    major: ask(attributes.major),
    minor: ask(attributes.minor),
    multiProcessorCount: ask(attributes.multiProcessorCount),
    clockRate: ask(attributes.clockRate),
    memoryClockRate: ask(attributes.memoryClockRate),
    memoryBusWidth: ask(attributes.memoryBusWidth),
    l2CacheSize: ask(attributes.l2CacheSize),
    persistingL2CacheMaxSize: ask(attributes.persistingL2CacheMaxSize),
    accessPolicyMaxWindowSize: ask(attributes.accessPolicyMaxWindowSize),
    sharedMemPerMultiprocessor: ask(attributes.sharedMemPerMultiprocessor),
    sharedMemPerBlockOptin: ask(attributes.sharedMemPerBlockOptin),
    reservedSharedMemPerBlock: ask(attributes.reservedSharedMemPerBlock),
    maxThreadsPerMultiProcessor: ask(attributes.maxThreadsPerMultiProcessor),
    maxBlocksPerMultiProcessor: ask(attributes.maxBlocksPerMultiProcessor),
    singleToDoublePrecisionPerfRatio: ask(attributes.singleToDoublePrecisionPerfRatio),
    asyncEngineCount: ask(attributes.asyncEngineCount),
    maxClusterSize: ask(clusterLaunch) === 1 ? 8 : 1,
    own: Object.fromEntries(Object.entries(ownAttributes).map(([name, attribute]) => [name, ask(attribute)])),
  };
}
