/**
 * A CUDA device as the runtime library sees it: simulated on processor cores, or a real one behind the CUDA driver.
 * Addresses are bigint in one flat range with the host's (unified addressing); kernels are known by number.
 * Methods give the CUDA error code of the call (0 is success). Once a kernel has failed, every call gives that failure until `reset`.
 */
import type { ArgumentPart, KernelFacts } from './kernel.ts';
import type { DeviceModel } from './models.ts';
import type { Offload } from './offload.ts';
import type { Annotation, MigrationCause } from './report.ts';

export type Address = bigint;
/** 0 is the legacy default stream, 1 and 2 name the legacy and the per-thread default stream, others come from `createStream`. */
export type StreamId = bigint;
export type EventId = bigint;
/** A code of errors.ts; 0 is success. */
export type ErrorCode = number;

export type Triple = { readonly x: number; readonly y: number; readonly z: number };

export type Launch = {
  readonly kernel: number;
  readonly grid: Triple;
  readonly block: Triple;
  readonly sharedBytes: number;
  readonly stream: StreamId;
  /** Where the arguments lie in host memory, 8 bytes each in the order of `KernelFacts.params`; they are taken over before `launch` returns. */
  readonly params: Address;
  readonly cooperative?: boolean;
};

/** What memory an address belongs to. `unregistered` is host memory that CUDA does not know. */
/** What a driver tells of pages of managed memory; times are microseconds ago. `count`: faults, each of a part of the page. */
export type PageEvent =
  | {
      readonly kind: 'fault';
      readonly by: 'host' | 'device';
      readonly address: Address;
      readonly time: number;
      count: number;
    }
  | {
      readonly kind: 'migration';
      readonly direction: 'HtoD' | 'DtoH';
      readonly cause: MigrationCause;
      readonly address: Address;
      bytes: number;
      readonly time: number;
      readonly end: number;
    };

export type MemoryKind = 'device' | 'managed' | 'pinned' | 'unregistered';

export type PointerFacts = { readonly kind: MemoryKind; readonly base: Address; readonly bytes: number };

/** A rectangle of `height` rows of `width` bytes (height 1: one run of bytes); between rows lie the pitches. */
export type Copy = {
  readonly to: Address;
  readonly toPitch: number;
  readonly from: Address;
  readonly fromPitch: number;
  readonly width: number;
  readonly height: number;
  readonly stream: StreamId;
  /** Return before it is done. */
  readonly asynchronous: boolean;
};

/** `height` rows, each `count` times the lowest `patternBytes` (1, 2, 4, 8) bytes of `pattern`. */
export type Fill = {
  readonly to: Address;
  readonly pitch: number;
  readonly pattern: bigint;
  readonly patternBytes: number;
  readonly count: number;
  readonly height: number;
  readonly stream: StreamId;
  readonly asynchronous: boolean;
};

/** Words of 8 bytes in a handle. */
export const processHandleWords = 8;

/** By which another process finds memory or an event. */
export type ProcessHandle = readonly bigint[];

/** Memory and events of a device that processes of one machine share. */
export interface ProcessSharing {
  giveMemory(address: Address): { readonly error: ErrorCode; readonly handle: ProcessHandle };
  /** The same handle gives the same address, which is closed as often as it was opened. */
  openMemory(handle: ProcessHandle): { readonly error: ErrorCode; readonly address: Address };
  closeMemory(address: Address): ErrorCode;
  /** Of an event that was made for it. */
  giveEvent(event: EventId): { readonly error: ErrorCode; readonly handle: ProcessHandle };
  openEvent(handle: ProcessHandle): { readonly error: ErrorCode; readonly event: EventId };
}

export type EventState = 'done' | 'pending' | 'unrecorded' | 'unknown';

export interface Device {
  readonly ordinal: number;
  readonly model: DeviceModel;
  /** A processor runs the threads of a block in turn. */
  readonly threadsInTurn?: boolean;
  /** Kernels read the descriptors of variables that they reach by name while they run: those of the host. Elsewhere a launch takes them along. */
  readonly readsDescriptors?: boolean;
  /** Undefined where there is no kernel of that number. */
  kernel(id: number): KernelFacts | undefined;

  /** The code of the kernel failure that ended the work of this device; 0 while it is well. Seen at synchronising calls. */
  failure(): ErrorCode;
  /** Nothing was done on it: there is nothing to wait for. */
  readonly isUnused?: boolean;
  /** Nothing that was begun is left to be done: what is begun now begins at once. Missing where a device cannot tell without asking. */
  readonly isIdle?: boolean;
  /** Forgets memory, streams, events and failure. */
  reset(): void;
  /** Called when it becomes the current device: host code now means its variables. */
  makeCurrent?(): void;

  /** 0n where there is no room. Aligned to 256. */
  allocate(bytes: number, kind: 'device' | 'managed' | 'pinned'): Address;
  /** Frees it after all work enqueued before. Null is ignored. */
  free(address: Address): ErrorCode;
  /** Ordered in the stream. */
  /** Memory that is soon given back, when nothing on the device uses it any more: where it takes long to allocate and free, some is kept. */
  takeScratch?(bytes: number): Address;
  /** False for memory that is none. */
  giveScratch?(address: Address): boolean;
  allocateAsync(bytes: number, stream: StreamId): Address;
  freeAsync(address: Address, stream: StreamId): ErrorCode;
  /** Bytes that can still be allocated, and of the device in all. */
  memoryInfo(): { readonly free: bigint; readonly total: bigint };
  pointerFacts(address: Address): PointerFacts;
  /** Whether it lies in the memory of the host; where it is missing, that is the devices' as well. */
  isHost?(address: Address): boolean;
  /** Missing where processes can share nothing. */
  readonly sharing?: ProcessSharing | undefined;
  /** Page-locks host memory that exists, or lets it go. */
  register(address: Address, bytes: number): ErrorCode;
  unregister(address: Address): ErrorCode;

  copy(copy: Copy): ErrorCode;
  fill(fill: Fill): ErrorCode;

  launch(launch: Launch): ErrorCode;
  /** The same for a launch that is not cooperative, without a record to be made: where it is missing, `launch` serves. */
  launchQuickly?(
    kernel: number,
    gx: number,
    gy: number,
    gz: number,
    bx: number,
    by: number,
    bz: number,
    sharedBytes: number,
    stream: StreamId,
    params: number,
  ): ErrorCode;
  /**
   * Grid xyz and block xyz where the program leaves a launch's shape open (-1; -2: the grid of loops that reduce) in part: of a kernel loop, trips innermost first, or (trips of -1) of a cooperative
   * launch that fills the device. Where it is missing the runtime chooses.
   */
  openShape?(
    kernel: number,
    trips: readonly [bigint, bigint, bigint],
    grid: readonly [number, number, number],
    block: readonly [number, number, number],
  ): readonly number[];

  createStream(blocking: boolean, priority: number): StreamId;
  destroyStream(stream: StreamId): ErrorCode;
  knowsStream(stream: StreamId): boolean;
  streamPriority(stream: StreamId): number;
  streamIsBlocking(stream: StreamId): boolean;
  /** Success, or not ready. */
  queryStream(stream: StreamId): ErrorCode;
  synchroniseStream(stream: StreamId): ErrorCode;
  /** Later work of the stream waits for the event's last record. */
  waitForEvent(stream: StreamId, event: EventId): ErrorCode;
  /** Calls `then` on the host once the stream's work so far is done: at the next call of the runtime after that, at the latest when the host waits. */
  hostCallback(stream: StreamId, then: () => void, fn?: Address, given?: Address): ErrorCode;
  /** Where somebody asks which nodes of a graph nothing orders. */
  readonly graphOrder?: GraphOrder | undefined;

  /** `forProcesses`: others may use it. */
  createEvent(timed: boolean, forProcesses?: boolean): EventId;
  destroyEvent(event: EventId): ErrorCode;
  recordEvent(event: EventId, stream: StreamId): ErrorCode;
  eventState(event: EventId): EventState;
  synchroniseEvent(event: EventId): ErrorCode;
  /** Milliseconds between two events that are done; an error code where that is not known. */
  elapsed(from: EventId, to: EventId): { readonly error: ErrorCode; readonly milliseconds: number };

  /** Waits for all work, and hands over what kernels printed. */
  synchronise(): ErrorCode;
  /** Whether kernels of this device may use the memory of the device of that number; where it is missing, they may. */
  canAccessPeer?(peer: number): boolean;
  /** Lets them, or not. Where it is missing there is nothing to do. */
  setPeerAccess?(peer: Device, on: boolean): ErrorCode;
  /** Bytes of dynamic shared memory that a launch of this kernel may ask for. */
  dynamicSharedLimit(kernel: number): number;
  setDynamicSharedLimit(kernel: number, bytes: number): ErrorCode;
  /** Somebody else is about to write there, as a library of NVIDIA's: where it is missing nobody wants to know. */
  touched?(address: Address): void;
  /** Moves managed memory to the device or to the host; where it is missing such memory does not move. */
  prefetch?(address: Address, bytes: number, toDevice: boolean): void;
  /** Begins to watch pages of managed memory, where the driver tells of them; gives what takes its news. Undefined where it does not. */
  watchPages?(): (() => readonly PageEvent[]) | undefined;
  /** One of CUDA's limits by its number (the stack of a thread, the second-level cache). Where it is missing they bound nothing. */
  setLimit?(limit: number, value: number): ErrorCode;
}

/** A CUDA array: rows without gaps in device memory; height and depth are 0 where it has fewer dimensions. */
export type CudaArray = {
  readonly address: Address;
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly elementBytes: number;
  /** Of the channels x, y, z and w, and what they hold (cudaChannelFormatKind…). */
  readonly bits: readonly number[];
  readonly kind: number;
};

/** A copy or fill of a graph: it is asynchronous, in the stream of the launch. */
export type GraphCopy = Omit<Copy, 'stream' | 'asynchronous'>;
export type GraphFill = Omit<Fill, 'stream' | 'asynchronous'>;
/** The arguments of `params` stay where they are as long as the program runs. */
export type GraphLaunch = Omit<Launch, 'stream'>;

/** What a node of a graph does. `fn` and `given` of the host's calls are those of the program, where it said them itself. */
export type GraphWork =
  | { readonly kind: 'kernel'; readonly launch: GraphLaunch }
  | { readonly kind: 'memcpy'; readonly copies: readonly GraphCopy[] }
  | { readonly kind: 'memset'; readonly fill: GraphFill }
  | { readonly kind: 'host'; readonly run: () => void; readonly fn: Address; readonly given: Address }
  | { readonly kind: 'graph'; readonly graph: bigint }
  | { readonly kind: 'empty' }
  | { readonly kind: 'wait-event' | 'event-record'; readonly event: EventId };
export type GraphNodeKind = GraphWork['kind'];

/** What is surely done at a point of a stream's work: of each stream the number of the last work. */
export type Moment = ReadonlyMap<StreamId, number>;

/** What orders works that are given to one stream, and are none of it alone: nodes of a graph come after those that they depend on. */
export interface GraphOrder {
  /** When work that is given to a stream now would begin. */
  moment(stream: StreamId, isBlocking: (stream: StreamId) => boolean): Moment;
  /** What is given meanwhile, to whichever stream, comes after these moments and what the branch has done before. */
  inBranch<T>(branch: StreamId, after: readonly Moment[], run: () => T): T;
  /** Further work of the stream comes after them. */
  join(stream: StreamId, moments: readonly Moment[], isBlocking: (stream: StreamId) => boolean): void;
}

/** Graphs of work that was captured from streams or added node by node; handles are unique in the program. */
export interface GraphCalls {
  /** Work that is given to a device is recorded. */
  readonly isCapturing: boolean;
  begin(stream: StreamId): ErrorCode;
  end(stream: StreamId): { readonly error: ErrorCode; readonly graph: bigint };
  captures(stream: StreamId): boolean;
  /** The capture of a stream: its number, its graph, after what its next work comes. */
  capture(
    stream: StreamId,
  ): { readonly id: bigint; readonly graph: bigint; readonly after: readonly bigint[] } | undefined;
  /** What is captured next comes after these nodes too, or after these alone. */
  setCaptureDependencies(stream: StreamId, nodes: readonly bigint[], alone: boolean): ErrorCode;
  create(): bigint;
  /** A graph that can be launched; undefined where there is no such graph. */
  instantiate(graph: bigint): bigint | undefined;
  isLaunchable(handle: bigint): boolean;
  launch(graph: bigint, device: Device, stream: StreamId): ErrorCode;
  destroy(graph: bigint): ErrorCode;
  /** A node that comes after others of the graph; undefined where there is no such graph, or not those nodes in it. A graph in it is taken as it is now. */
  add(graph: bigint, work: GraphWork, after: readonly bigint[]): bigint | undefined;
  /** Each of `to` comes after the one of `from` in its place; undefined where there are no such nodes. */
  addDependencies(graph: bigint, from: readonly bigint[], to: readonly bigint[]): ErrorCode;
  removeDependencies(graph: bigint, from: readonly bigint[], to: readonly bigint[]): ErrorCode;
  removeNode(node: bigint): ErrorCode;
  nodes(graph: bigint): readonly bigint[] | undefined;
  /** Pairs of nodes: the second comes after the first. */
  edges(graph: bigint): readonly (readonly [bigint, bigint])[] | undefined;
  graphOf(node: bigint): bigint | undefined;
  work(node: bigint): GraphWork | undefined;
  /** Of the same kind; `launchable`: in that, for the node of the graph that it was made of. */
  setWork(node: bigint, work: GraphWork, launchable?: bigint): ErrorCode;
  clone(graph: bigint): bigint | undefined;
  /** The node of a clone that was made of that node. */
  inClone(node: bigint, clone: bigint): bigint | undefined;
  /** A launchable graph does from now on what `graph` says, if that has the same nodes in the same order. */
  update(launchable: bigint, graph: bigint): 'updated' | 'differs' | 'unknown';
  /** Keeps bytes of the program's memory until it ends. */
  keepBytes(from: Address, bytes: number): Address;
}

/**
 * What library routines work on: the devices of the program, the current one, the errors of the calling thread.
 */
export interface CudaRuntime {
  readonly devices: readonly Device[];
  /** The current device. */
  readonly device: Device;
  /** Makes it current; cudaErrorInvalidDevice where there is none of this number. */
  setDevice(ordinal: number): ErrorCode;
  /** Remembers a failure for cudaGetLastError, and gives the code back. */
  note(code: ErrorCode): ErrorCode;
  /** The last error; cleared where `clear`, but not one that ended the device's work. */
  lastError(clear: boolean): ErrorCode;
  /** The program gets to know this code: of a routine's result, of `stat=`. */
  tell(code: ErrorCode): void;
  /** Whether it has got to know of the failure that ended the work of the current device. */
  readonly isTold: boolean;

  /** Host memory for a library routine: 0n where there is no room. */
  allocateHost(bytes: number): Address;
  freeHost(address: Address): void;
  /** The program's memory as the host reads it (8, 4 … bytes at an address). */
  readInteger(address: Address, bytes: 1 | 2 | 4 | 8): bigint;
  writeInteger(address: Address, bytes: 1 | 2 | 4 | 8, value: bigint): void;
  /** Calls a procedure of the program by its address, with i32 and i64 arguments. */
  callProcedure(address: Address, args: readonly (number | bigint)[]): void;
  /** The number of the kernel whose value (a pointer of C, c_funloc) an address is. */
  kernelAt(address: Address): number | undefined;
  /** Of a kernel of C. */
  argumentsOf(kernel: number): readonly ArgumentPart[] | undefined;

  /** The stream that calls without one use; of an array where `address` is given. */
  defaultStream(address?: Address): StreamId;
  setDefaultStream(stream: StreamId, address?: Address): void;

  /** Where somebody wants to know: NVTX. */
  readonly annotate?: ((annotation: Annotation) => void) | undefined;

  readonly graphs: GraphCalls;
  /** Data and queues of directives. */
  readonly offload: Offload;
  /** By their handles. */
  readonly arrays: Map<bigint, CudaArray>;

  /** Values set by cudaDeviceSetLimit and the like, by device and name. */
  setting(name: string): bigint | undefined;
  setSetting(name: string, value: bigint): void;
  /** How much kernels may allocate. */
  setHeapSize(bytes: number): ErrorCode;
  /** After the device was reset. */
  resetHeap(): void;
}
