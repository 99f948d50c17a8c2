/**
 * The GPU models that can be simulated: what their device properties say. Names are those of cudaDeviceProp; fields that are equal on all models stand in `common`.
 * Sources: NVIDIA's architecture white papers, the tables of compute capabilities in the CUDA C++ Programming Guide, and deviceQuery outputs.
 */

export type DeviceModel = {
  readonly name: string;
  readonly totalGlobalMem: number;
  readonly major: number;
  readonly minor: number;
  readonly multiProcessorCount: number;
  /** kHz */
  readonly clockRate: number;
  /** kHz */
  readonly memoryClockRate: number;
  /** bits */
  readonly memoryBusWidth: number;
  readonly l2CacheSize: number;
  readonly persistingL2CacheMaxSize: number;
  readonly accessPolicyMaxWindowSize: number;
  readonly sharedMemPerMultiprocessor: number;
  readonly sharedMemPerBlockOptin: number;
  readonly reservedSharedMemPerBlock: number;
  readonly maxThreadsPerMultiProcessor: number;
  readonly maxBlocksPerMultiProcessor: number;
  readonly singleToDoublePrecisionPerfRatio: number;
  readonly asyncEngineCount: number;
  /** Thread blocks of a cluster; 1 where there are no clusters. */
  readonly maxClusterSize: number;
  /** What a real device says itself, by the names of cudaDeviceProp. */
  readonly own?: Properties;
};

const rows = {
  p100: {
    name: 'Tesla P100-PCIE-16GB',
    totalGlobalMem: 17_071_734_784,
    major: 6,
    minor: 0,
    multiProcessorCount: 56,
    clockRate: 1_328_500,
    memoryClockRate: 715_000,
    memoryBusWidth: 4096,
    l2CacheSize: 4_194_304,
    persistingL2CacheMaxSize: 0,
    accessPolicyMaxWindowSize: 0,
    sharedMemPerMultiprocessor: 65_536,
    sharedMemPerBlockOptin: 49_152,
    reservedSharedMemPerBlock: 0,
    maxThreadsPerMultiProcessor: 2048,
    maxBlocksPerMultiProcessor: 32,
    singleToDoublePrecisionPerfRatio: 2,
    asyncEngineCount: 2,
    maxClusterSize: 1,
  },
  v100: {
    name: 'Tesla V100-SXM2-16GB',
    totalGlobalMem: 16_945_512_448,
    major: 7,
    minor: 0,
    multiProcessorCount: 80,
    clockRate: 1_530_000,
    memoryClockRate: 877_000,
    memoryBusWidth: 4096,
    l2CacheSize: 6_291_456,
    persistingL2CacheMaxSize: 0,
    accessPolicyMaxWindowSize: 0,
    sharedMemPerMultiprocessor: 98_304,
    sharedMemPerBlockOptin: 98_304,
    reservedSharedMemPerBlock: 0,
    maxThreadsPerMultiProcessor: 2048,
    maxBlocksPerMultiProcessor: 32,
    singleToDoublePrecisionPerfRatio: 2,
    asyncEngineCount: 6,
    maxClusterSize: 1,
  },
  t4: {
    name: 'Tesla T4',
    totalGlobalMem: 15_843_721_216,
    major: 7,
    minor: 5,
    multiProcessorCount: 40,
    clockRate: 1_590_000,
    memoryClockRate: 5_001_000,
    memoryBusWidth: 256,
    l2CacheSize: 4_194_304,
    persistingL2CacheMaxSize: 0,
    accessPolicyMaxWindowSize: 0,
    sharedMemPerMultiprocessor: 65_536,
    sharedMemPerBlockOptin: 65_536,
    reservedSharedMemPerBlock: 0,
    maxThreadsPerMultiProcessor: 1024,
    maxBlocksPerMultiProcessor: 16,
    singleToDoublePrecisionPerfRatio: 32,
    asyncEngineCount: 3,
    maxClusterSize: 1,
  },
  a100: {
    name: 'NVIDIA A100-SXM4-40GB',
    totalGlobalMem: 42_505_273_344,
    major: 8,
    minor: 0,
    multiProcessorCount: 108,
    clockRate: 1_410_000,
    memoryClockRate: 1_215_000,
    memoryBusWidth: 5120,
    l2CacheSize: 41_943_040,
    persistingL2CacheMaxSize: 26_214_400,
    accessPolicyMaxWindowSize: 134_213_632,
    sharedMemPerMultiprocessor: 167_936,
    sharedMemPerBlockOptin: 166_912,
    reservedSharedMemPerBlock: 1024,
    maxThreadsPerMultiProcessor: 2048,
    maxBlocksPerMultiProcessor: 32,
    singleToDoublePrecisionPerfRatio: 2,
    asyncEngineCount: 3,
    maxClusterSize: 1,
  },
  h100: {
    name: 'NVIDIA H100 80GB HBM3',
    totalGlobalMem: 85_029_158_912,
    major: 9,
    minor: 0,
    multiProcessorCount: 132,
    clockRate: 1_980_000,
    memoryClockRate: 2_619_000,
    memoryBusWidth: 5120,
    l2CacheSize: 52_428_800,
    persistingL2CacheMaxSize: 32_768_000,
    accessPolicyMaxWindowSize: 134_213_632,
    sharedMemPerMultiprocessor: 233_472,
    sharedMemPerBlockOptin: 232_448,
    reservedSharedMemPerBlock: 1024,
    maxThreadsPerMultiProcessor: 2048,
    maxBlocksPerMultiProcessor: 32,
    singleToDoublePrecisionPerfRatio: 2,
    asyncEngineCount: 3,
    maxClusterSize: 8,
  },
  h200: {
    name: 'NVIDIA H200',
    totalGlobalMem: 150_109_880_320,
    major: 9,
    minor: 0,
    multiProcessorCount: 132,
    clockRate: 1_980_000,
    memoryClockRate: 3_201_000,
    memoryBusWidth: 6144,
    l2CacheSize: 62_914_560,
    persistingL2CacheMaxSize: 39_321_600,
    accessPolicyMaxWindowSize: 134_213_632,
    sharedMemPerMultiprocessor: 233_472,
    sharedMemPerBlockOptin: 232_448,
    reservedSharedMemPerBlock: 1024,
    maxThreadsPerMultiProcessor: 2048,
    maxBlocksPerMultiProcessor: 32,
    singleToDoublePrecisionPerfRatio: 2,
    asyncEngineCount: 3,
    maxClusterSize: 8,
  },
} satisfies Record<string, DeviceModel>;

export type ModelName = keyof typeof rows;
export const deviceModels: Readonly<Record<ModelName, DeviceModel>> = rows;
export const defaultModel: ModelName = 'a100';

export function isModelName(name: string): name is ModelName {
  return Object.hasOwn(rows, name);
}

/** What all models share. */
export const common = {
  sharedMemPerBlock: 49_152,
  regsPerBlock: 65_536,
  regsPerMultiprocessor: 65_536,
  warpSize: 32,
  memPitch: 2_147_483_647,
  maxThreadsPerBlock: 1024,
  maxThreadsDim: [1024, 1024, 64],
  maxGridSize: [2_147_483_647, 65_535, 65_535],
  totalConstMem: 65_536,
  textureAlignment: 512,
  texturePitchAlignment: 32,
  surfaceAlignment: 512,
} as const;

/** A property that is a number or a list of numbers, by the name that cudaDeviceProp gives it. */
export type Properties = Readonly<Record<string, number | readonly number[]>>;

/** All numeric components of cudaDeviceProp for the device of this number. */
export function propertiesOf(model: DeviceModel, ordinal: number): Properties {
  const modern = model.major >= 8 ? 1 : 0;
  const { name: _, maxClusterSize: __, own, ...facts } = model;
  return {
    ...common,
    ...facts,
    deviceOverlap: 1,
    kernelExecTimeoutEnabled: 0,
    integrated: 0,
    canMapHostMemory: 1,
    computeMode: 0,
    ...textures,
    concurrentKernels: 1,
    ECCEnabled: 1,
    pciBusID: 7 + 8 * ordinal,
    pciDeviceID: 0,
    pciDomainID: 0,
    tccDriver: 0,
    unifiedAddressing: 1,
    streamPrioritiesSupported: 1,
    globalL1CacheSupported: 1,
    localL1CacheSupported: 1,
    managedMemory: 1,
    isMultiGpuBoard: 0,
    multiGpuBoardGroupID: ordinal,
    hostNativeAtomicSupported: 0,
    pageableMemoryAccess: 0,
    concurrentManagedAccess: 1,
    computePreemptionSupported: 1,
    canUseHostPointerForRegisteredMem: 1,
    cooperativeLaunch: 1,
    cooperativeMultiDeviceLaunch: 0,
    pageableMemoryAccessUsesHostPageTables: 0,
    directManagedMemAccessFromHost: 0,
    hostRegisterSupported: 1,
    sparseCudaArraySupported: modern,
    hostRegisterReadOnlySupported: 1,
    timelineSemaphoreInteropSupported: 1,
    memoryPoolsSupported: 1,
    gpuDirectRDMASupported: 1,
    gpuDirectRDMAFlushWritesOptions: 1,
    gpuDirectRDMAWritesOrdering: 100,
    memoryPoolSupportedHandleTypes: 1,
    deferredMappingCudaArraySupported: modern,
    ipcEventSupported: 1,
    clusterLaunch: model.maxClusterSize > 1 ? 1 : 0,
    unifiedFunctionPointers: modern,
    ...own,
  };
}

const textures = {
  maxTexture1D: 131_072,
  maxTexture1DMipmap: 32_768,
  maxTexture1DLinear: 268_435_456,
  maxTexture2D: [131_072, 65_536],
  maxTexture2DMipmap: [32_768, 32_768],
  maxTexture2DLinear: [131_072, 65_000, 2_097_120],
  maxTexture2DGather: [32_768, 32_768],
  maxTexture3D: [16_384, 16_384, 16_384],
  maxTexture3DAlt: [8192, 8192, 32_768],
  maxTextureCubemap: 32_768,
  maxTexture1DLayered: [32_768, 2048],
  maxTexture2DLayered: [32_768, 32_768, 2048],
  maxTextureCubemapLayered: [32_768, 2046],
  maxSurface1D: 32_768,
  maxSurface2D: [131_072, 65_536],
  maxSurface3D: [16_384, 16_384, 16_384],
  maxSurface1DLayered: [32_768, 2048],
  maxSurface2DLayered: [32_768, 32_768, 2048],
  maxSurfaceCubemap: 32_768,
  maxSurfaceCubemapLayered: [32_768, 2046],
} as const;
