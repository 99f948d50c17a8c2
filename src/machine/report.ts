/** What a running program tells of itself, for profilers: one record for each event. Times are microseconds since the program started. */

/** A stretch of the host's time with a name begins (push, start) or ends (pop, end), or a moment is marked: NVTX. */
export type Annotation = {
  readonly what: 'push' | 'pop' | 'start' | 'end' | 'mark';
  readonly label: string;
  /** Of ranges that need not nest; 0 of others. */
  readonly id: bigint;
  /** ARGB; absent where the program gives none. */
  readonly color?: number;
  readonly category?: number;
  /** What the program calls it. */
  readonly categoryName?: string;
  readonly payload?: number;
  /** Whose range or moment it is: each domain has a stack of ranges of its own. */
  readonly domain?: string;
};

/** Where data lies, in nsys's words. */
export type MemoryName = 'Pageable' | 'Pinned' | 'Device' | 'Managed';

/** Work on a device, between two events of its stream. */
type Work = {
  readonly duration: number;
  readonly device: number;
  readonly stream: number;
  /** Of the call of the API that asked for it. */
  readonly correlation: number;
};

export type KernelRun = Work & {
  readonly name: string;
  readonly grid: readonly [number, number, number];
  readonly block: readonly [number, number, number];
  readonly registers: number;
  readonly staticShared: number;
  readonly dynamicShared: number;
  readonly local: number;
};

/** `direction`: of memcpy, as HtoD. */
export type CopyRun = Work & {
  readonly direction: string;
  readonly bytes: number;
  readonly from: MemoryName;
  readonly to: MemoryName;
};

export type FillRun = Work & { readonly bytes: number; readonly value: number; readonly memory: MemoryName };

/** A call of CUDA's API by the host. */
export type ApiCall = {
  readonly name: string;
  readonly duration: number;
  readonly correlation: number;
  /** The error code that it gave. */
  readonly result: number;
};

/** The program asks; somebody uses what is not there; the driver expects so; there is no room; somebody far away uses it often. */
export type MigrationCause = 'user' | 'fault' | 'prefetch' | 'eviction' | 'access-counters';

/** Managed memory moves between host and device: a stretch of pages. Its time is 0 on a simulated device, where nothing moves. */
export type Migration = Work & {
  readonly direction: 'HtoD' | 'DtoH';
  readonly address: bigint;
  readonly bytes: number;
  readonly cause: MigrationCause;
};

/** Somebody uses a page of managed memory that is not there. `place`: path and line of host code, where they are known. */
export type PageFault = {
  readonly by: 'host' | 'device';
  readonly address: bigint;
  readonly device: number;
  readonly place: string;
  /** So many at once. */
  readonly count: number;
};

export type Allocation = {
  readonly what: 'allocate' | 'free';
  readonly memory: MemoryName;
  readonly address: bigint;
  readonly bytes: number;
  readonly device: number;
  readonly correlation: number;
};

/** A device of the program, when it is made. */
export type DeviceStart = {
  readonly ordinal: number;
  readonly name: string;
  readonly major: number;
  readonly minor: number;
  readonly multiprocessors: number;
  readonly totalMemory: number;
  readonly simulated: boolean;
};

/** Where the host was for `duration`, by sampling: its procedures, the innermost first; what is none of the program stands in square brackets. */
export type HostSample = { readonly duration: number; readonly stack: readonly string[] };

export type ReportEvent = { readonly time: number } & (
  | ({ readonly kind: 'nvtx' } & Annotation)
  | ({ readonly kind: 'kernel' } & KernelRun)
  | ({ readonly kind: 'copy' } & CopyRun)
  | ({ readonly kind: 'fill' } & FillRun)
  | ({ readonly kind: 'api' } & ApiCall)
  | ({ readonly kind: 'migration' } & Migration)
  | ({ readonly kind: 'page-fault' } & PageFault)
  | ({ readonly kind: 'allocation' } & Allocation)
  | ({ readonly kind: 'sample' } & HostSample)
  | ({ readonly kind: 'device' } & DeviceStart)
  /** The program's start or end; `clock`: milliseconds since 1970 where time is 0. */
  | {
      readonly kind: 'program';
      readonly what: 'start' | 'end';
      readonly command: string;
      readonly process: number;
      readonly clock: number;
    }
);
export type Report = (event: ReportEvent) => void;
