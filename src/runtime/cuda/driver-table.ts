/** The functions of NVIDIA's driver that this device calls, with the types of their arguments. Each gives a CUresult. The fake driver of the tests is made from the same table. */

/** address: of memory of either side, or of a cell that is filled; handle: of a context, module, function, stream, event; record: 64 bytes by value, given by where they stand. */
export type ArgumentType = 'i32' | 'u32' | 'f32' | 'u64' | 'size' | 'address' | 'handle' | 'byte' | 'half' | 'record';

export const driverTable = {
  cuInit: ['u32'],
  cuDriverGetVersion: ['address'],
  cuDeviceGetCount: ['address'],
  cuDeviceGet: ['address', 'i32'],
  cuDeviceGetName: ['address', 'i32', 'i32'],
  cuDeviceGetAttribute: ['address', 'i32', 'i32'],
  cuDeviceGetUuid_v2: ['address', 'i32'],
  cuDeviceTotalMem_v2: ['address', 'i32'],
  cuDeviceGetPCIBusId: ['address', 'i32', 'i32'],
  cuDeviceCanAccessPeer: ['address', 'i32', 'i32'],
  cuDevicePrimaryCtxRetain: ['address', 'i32'],
  cuDevicePrimaryCtxReset_v2: ['i32'],
  cuCtxSetCurrent: ['handle'],
  cuCtxSynchronize: [],
  cuCtxSetLimit: ['i32', 'size'],
  cuCtxEnablePeerAccess: ['handle', 'u32'],
  cuCtxDisablePeerAccess: ['handle'],
  cuCtxGetStreamPriorityRange: ['address', 'address'],
  cuModuleLoadDataEx: ['address', 'address', 'u32', 'address', 'address'],
  cuModuleUnload: ['handle'],
  cuModuleGetFunction: ['address', 'handle', 'address'],
  cuModuleGetGlobal_v2: ['address', 'address', 'handle', 'address'],
  cuFuncGetAttribute: ['address', 'i32', 'handle'],
  cuFuncSetAttribute: ['handle', 'i32', 'i32'],
  cuLaunchKernelEx: ['address', 'handle', 'address', 'address'],
  cuOccupancyMaxActiveBlocksPerMultiprocessor: ['address', 'handle', 'i32', 'size'],
  cuMemAlloc_v2: ['address', 'size'],
  cuMemFree_v2: ['address'],
  cuMemAllocAsync: ['address', 'size', 'handle'],
  cuMemFreeAsync: ['address', 'handle'],
  cuMemGetInfo_v2: ['address', 'address'],
  cuMemGetAddressRange_v2: ['address', 'address', 'address'],
  cuMemHostRegister_v2: ['address', 'size', 'u32'],
  cuMemHostUnregister: ['address'],
  cuMemcpy: ['address', 'address', 'size'],
  cuMemcpyHtoDAsync_v2: ['address', 'address', 'size', 'handle'],
  cuMemcpyDtoHAsync_v2: ['address', 'address', 'size', 'handle'],
  cuMemcpyDtoDAsync_v2: ['address', 'address', 'size', 'handle'],
  cuMemcpyAsync: ['address', 'address', 'size', 'handle'],
  cuMemcpy2DAsync_v2: ['address', 'handle'],
  cuMemcpy2DUnaligned_v2: ['address'],
  cuMemsetD8Async: ['address', 'byte', 'size', 'handle'],
  cuMemsetD16Async: ['address', 'half', 'size', 'handle'],
  cuMemsetD32Async: ['address', 'u32', 'size', 'handle'],
  cuMemsetD2D8Async: ['address', 'size', 'byte', 'size', 'size', 'handle'],
  cuMemsetD2D16Async: ['address', 'size', 'half', 'size', 'size', 'handle'],
  cuMemsetD2D32Async: ['address', 'size', 'u32', 'size', 'size', 'handle'],
  cuStreamCreateWithPriority: ['address', 'u32', 'i32'],
  cuStreamDestroy_v2: ['handle'],
  cuStreamQuery: ['handle'],
  cuStreamSynchronize: ['handle'],
  cuStreamWaitEvent: ['handle', 'handle', 'u32'],
  cuEventCreate: ['address', 'u32'],
  cuEventDestroy_v2: ['handle'],
  cuEventRecord: ['handle', 'handle'],
  cuEventQuery: ['handle'],
  cuEventSynchronize: ['handle'],
  cuEventElapsedTime: ['address', 'handle', 'handle'],
  cuIpcGetMemHandle: ['address', 'address'],
  cuIpcOpenMemHandle_v2: ['address', 'record', 'u32'],
  cuIpcCloseMemHandle: ['address'],
  cuIpcGetEventHandle: ['address', 'handle'],
  cuIpcOpenEventHandle: ['address', 'record'],
} as const satisfies Record<string, readonly ArgumentType[]>;

export type DriverFunction = keyof typeof driverTable;

export type DriverCalls = { readonly [N in DriverFunction]: (...args: readonly (number | bigint)[]) => number };

/** The driver as this device sees it. */
export type Driver = {
  readonly calls: DriverCalls;
  /** Where the bytes of a buffer lie, as native code sees them. */
  readonly addressOf: (buffer: ArrayBufferLike) => bigint;
  /** Missing where the system has no such calls. */
  readonly system?: System;
};

/** Calls of the operating system for the driver's own mappings (managed-pages.ts). */
export type System = {
  /** Maps the descriptor's memory over the pages there, with the address as offset; plain memory where no descriptor is given. */
  readonly map: (address: bigint, bytes: number, descriptor: number | undefined) => boolean;
  /** An ioctl. */
  readonly control: (descriptor: number, request: number, argument: bigint) => boolean;
  /** Opens a file for both; undefined where that is not allowed. */
  readonly open?: (path: string) => number | undefined;
  readonly close?: (descriptor: number) => void;
  /** The process's open descriptors of this file. */
  readonly descriptors: (path: string) => readonly number[];
};
