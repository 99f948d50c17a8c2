/** The derived types of cudafor. Handles are opaque; the others have the components that users read. */
import type { LibraryComponent, LibraryType, RowType } from '../library-module.ts';
import { derived, integer, long } from './define.ts';

const ints = (names: string, extents?: readonly number[]): LibraryComponent[] =>
  names.split(' ').map((name) => ({ name, type: integer, ...(extents && { extents }) }));
const longs = (names: string): LibraryComponent[] => names.split(' ').map((name) => ({ name, type: long }));
const of = (name: string, type: RowType): LibraryComponent => ({ name, type });

const handle = (doc: string): LibraryType => ({
  doc,
  opaque: true,
  components: [{ name: 'handle', type: long, default: 0 }],
});

/** In the order of the C struct of CUDA 12. */
export const devicePropComponents: readonly LibraryComponent[] = [
  of('name', { base: 'character', length: 256 }),
  ...longs('totalGlobalMem sharedMemPerBlock'),
  ...ints('regsPerBlock warpSize'),
  ...longs('memPitch'),
  ...ints('maxThreadsPerBlock'),
  ...ints('maxThreadsDim maxGridSize', [3]),
  ...ints('clockRate'),
  ...longs('totalConstMem'),
  ...ints('major minor'),
  ...longs('textureAlignment texturePitchAlignment'),
  ...ints('deviceOverlap multiProcessorCount kernelExecTimeoutEnabled integrated canMapHostMemory computeMode'),
  ...ints('maxTexture1D maxTexture1DMipmap maxTexture1DLinear'),
  ...ints('maxTexture2D maxTexture2DMipmap', [2]),
  ...ints('maxTexture2DLinear', [3]),
  ...ints('maxTexture2DGather', [2]),
  ...ints('maxTexture3D maxTexture3DAlt', [3]),
  ...ints('maxTextureCubemap'),
  ...ints('maxTexture1DLayered', [2]),
  ...ints('maxTexture2DLayered', [3]),
  ...ints('maxTextureCubemapLayered', [2]),
  ...ints('maxSurface1D'),
  ...ints('maxSurface2D', [2]),
  ...ints('maxSurface3D', [3]),
  ...ints('maxSurface1DLayered', [2]),
  ...ints('maxSurface2DLayered', [3]),
  ...ints('maxSurfaceCubemap'),
  ...ints('maxSurfaceCubemapLayered', [2]),
  ...longs('surfaceAlignment'),
  ...ints('concurrentKernels ECCEnabled pciBusID pciDeviceID pciDomainID tccDriver asyncEngineCount unifiedAddressing'),
  ...ints('memoryClockRate memoryBusWidth l2CacheSize persistingL2CacheMaxSize maxThreadsPerMultiProcessor'),
  ...ints('streamPrioritiesSupported globalL1CacheSupported localL1CacheSupported'),
  ...longs('sharedMemPerMultiprocessor'),
  ...ints('regsPerMultiprocessor managedMemory isMultiGpuBoard multiGpuBoardGroupID hostNativeAtomicSupported'),
  ...ints('singleToDoublePrecisionPerfRatio pageableMemoryAccess concurrentManagedAccess computePreemptionSupported'),
  ...ints('canUseHostPointerForRegisteredMem cooperativeLaunch cooperativeMultiDeviceLaunch'),
  ...longs('sharedMemPerBlockOptin'),
  ...ints('pageableMemoryAccessUsesHostPageTables directManagedMemAccessFromHost maxBlocksPerMultiProcessor'),
  ...ints('accessPolicyMaxWindowSize'),
  ...longs('reservedSharedMemPerBlock'),
  ...ints('hostRegisterSupported sparseCudaArraySupported hostRegisterReadOnlySupported'),
  ...ints('timelineSemaphoreInteropSupported memoryPoolsSupported gpuDirectRDMASupported'),
  ...ints('gpuDirectRDMAFlushWritesOptions gpuDirectRDMAWritesOrdering memoryPoolSupportedHandleTypes'),
  ...ints('deferredMappingCudaArraySupported ipcEventSupported clusterLaunch unifiedFunctionPointers'),
];

export const types: Readonly<Record<string, LibraryType>> = {
  dim3: {
    doc: 'The extents of a grid or of a block.',
    components: ['x', 'y', 'z'].map((name) => ({ name, type: integer, default: 1 })),
  },
  cudaEvent: handle('An event.'),
  cudaDeviceProp: { doc: 'The properties of a device.', components: devicePropComponents },
  cudaFuncAttributes: {
    doc: 'What a kernel needs.',
    components: [
      ...longs('sharedSizeBytes constSizeBytes localSizeBytes'),
      ...ints('maxThreadsPerBlock numRegs ptxVersion binaryVersion cacheModeCA maxDynamicSharedSizeBytes'),
      ...ints('preferredShmemCarveout clusterDimMustBeSet requiredClusterWidth requiredClusterHeight'),
      ...ints('requiredClusterDepth clusterSchedulingPolicyPreference nonPortableClusterSizeAllowed'),
    ],
  },
  cudaPointerAttributes: {
    doc: 'Where an address points.',
    components: [
      ...ints('type device'),
      of('devicePointer', derived('c_devptr')),
      of('hostPointer', long),
      ...ints('memoryType isManaged'),
    ],
  },
  cudaChannelFormatDesc: { doc: 'The format of a channel.', components: ints('x y z w f') },
  cudaArrayPtr: handle('A CUDA array.'),
  cudaExtent: {
    doc: 'The extents of a 3-D object; width in elements or bytes.',
    components: longs('width height depth'),
  },
  cudaPos: { doc: 'A place in a 3-D object.', components: longs('x y z') },
  cudaPitchedPtr: {
    doc: 'Pitched memory.',
    components: [of('ptr', derived('c_devptr')), ...longs('pitch xsize ysize')],
  },
  cudaMemcpy3DParms: {
    doc: 'The arguments of a 3-D copy.',
    components: [
      of('srcArray', derived('cudaArrayPtr')),
      of('srcPos', derived('cudaPos')),
      of('srcPtr', derived('cudaPitchedPtr')),
      of('dstArray', derived('cudaArrayPtr')),
      of('dstPos', derived('cudaPos')),
      of('dstPtr', derived('cudaPitchedPtr')),
      of('extent', derived('cudaExtent')),
      ...ints('kind'),
    ],
  },
  cudaIpcMemHandle: {
    doc: 'Memory of another process.',
    components: [{ name: 'reserved', type: long, extents: [8] }],
    opaque: true,
  },
  cudaIpcEventHandle: {
    doc: 'An event of another process.',
    components: [{ name: 'reserved', type: long, extents: [8] }],
    opaque: true,
  },
  cudaGraph: handle('A graph of work.'),
  cudaGraphExec: handle('A graph made ready to launch.'),
  cudaGraphNode: handle('A node of a graph.'),
  cudaGraphExecUpdateResultInfo: {
    doc: 'How an update of a launchable graph went.',
    components: [
      ...ints('result'),
      of('errorNode', derived('cudaGraphNode')),
      of('errorFromNode', derived('cudaGraphNode')),
    ],
  },
  cudaKernelNodeParams: {
    doc: 'A launch in a graph.',
    components: [
      of('func', { base: 'derived', name: 'c_funptr', module: 'iso_c_binding' }),
      of('gridDim', derived('dim3')),
      of('blockDim', derived('dim3')),
      ...ints('sharedMemBytes'),
      of('kernelParams', { base: 'derived', name: 'c_ptr', module: 'iso_c_binding' }),
      of('extra', { base: 'derived', name: 'c_ptr', module: 'iso_c_binding' }),
    ],
  },
  cudaMemsetParams: {
    doc: 'A fill in a graph; width and elementSize in elements and bytes.',
    components: [
      of('dst', derived('c_devptr')),
      ...longs('pitch'),
      ...ints('value elementSize'),
      ...longs('width height'),
    ],
  },
  cudaHostNodeParams: {
    doc: 'A call of a host procedure in a graph.',
    components: [
      of('fn', { base: 'derived', name: 'c_funptr', module: 'iso_c_binding' }),
      of('userData', { base: 'derived', name: 'c_ptr', module: 'iso_c_binding' }),
    ],
  },
  cudaMemPool: handle('A memory pool.'),
  cudaDataType: {
    doc: 'The type of data as libraries name it.',
    components: [{ name: 'DataType', type: integer, default: 0 }],
  },
};
