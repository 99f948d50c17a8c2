/** Data of the host that directives keep on devices: what the runtime answers for compiled code and for the routines of the module openacc. */
/** As of device.ts. */
type Address = bigint;
type StreamId = bigint;

/** What becomes of data where a region begins (or `enter data` stands), as bits. */
export const entering = {
  /** Where it is not on the device, it gets a place there; else its place must be there. */
  allocate: 1,
  /** A new place gets the host's values. */
  copy: 2,
  /** It must be there already: else the program ends. */
  present: 4,
  /** The place stays until as many `exit data` have come; else until the region ends. */
  dynamic: 8,
  /** The host's address is the device's. */
  address: 16,
  /** Where it is not there, the host's address is given. */
  maybe: 32,
  /** Values go to the device, also where it was there. */
  always: 64,
  /** A new place begins with zeros. */
  zero: 128,
  /** It stays for the rest of the program: of `declare`. */
  stays: 256,
  /** With `maybe`: where it is there, it stays until the region ends. */
  held: 512,
} as const;

/** Where a region ends, or `exit data` stands. */
export const leaving = {
  /** Values come back where nobody else needs the place. */
  copy: 1,
  /** As of `exit data`. */
  dynamic: 2,
  /** Nobody needs it any more. */
  finalize: 4,
  /** It must be there. */
  present: 8,
  /** Values come back in any case. */
  always: 16,
  /** Only pointers to it are detached. */
  pointerOnly: 32,
} as const;

/** An array or scalar, or a section of one. */
export type Area = {
  /** Of the whole variable. */
  readonly base: Address;
  /** Of the first element that is meant. */
  readonly start: Address;
  readonly elementBytes: number;
  /** Of the dimensions of the section; -1: not known. */
  readonly extents: readonly number[];
  /** Bytes from one element to the next. */
  readonly strides: readonly number[];
  readonly name: string;
  /** File, procedure and line, for messages: `a.f90:main:10`. */
  readonly place: string;
};

/** Queues are numbered by the program; -1 is that of `async` without a number, -2 synchronous work. */
export type Queue = bigint;
export const synchronous = -2n;

export interface Offload {
  /** The device's address of the whole variable. */
  enter(area: Area, how: number, queue: Queue): Address;
  exit(area: Area, how: number, queue: Queue): void;
  /** Copies to the host (self) or to the device. */
  update(area: Area, to: 'host' | 'device', ifPresent: boolean, queue: Queue): void;
  /** The device's address of what lies at a host address; undefined where it is not there. */
  find(address: Address, bytes: number): Address | undefined;
  /** The host's address of what lies at a device's. */
  hostAddress(device: Address): Address | undefined;
  /** A pointer in an object that is on the device points to what is on the device. `cell` lies in the descriptor of `bytes` bytes at `descriptor`. */
  attach(descriptor: Address, bytes: number, cell: Address, target: Address): void;
  detach(cell: Address, last: boolean): void;
  /** Host and device memory as one, without copies. */
  map(host: Address, device: Address, bytes: number): void;
  unmap(host: Address): void;
  stream(queue: Queue): StreamId;
  setStream(queue: Queue, stream: StreamId): void;
  defaultQueue: Queue;
  /** The host waits for a queue, or for all. */
  wait(queue: Queue | undefined): void;
  /** Work of `later` comes after that of `queue` so far, or of all queues. */
  waitIn(queue: Queue | undefined, later: Queue): void;
  isDone(queue: Queue | undefined): boolean;
  /** The type of device that the program has chosen, as the module openacc numbers them. */
  deviceType: number;
  /** The host runs OpenACC's constructs. */
  readonly onHost: boolean;
  hostVersions(alone: boolean): void;
  /** OpenMP's constructs are for devices. */
  targets: boolean;
  /** Whether a construct runs on a device: that one, or the one that the program has chosen. */
  begin(device: number | undefined): boolean;
  end(): void;
  /** How many devices OpenMP has. */
  readonly targetDevices: number;
  /** The one that its constructs take where they name none; the host's number is `targetDevices`. */
  targetDevice: number;
  /** Whether anybody wants to be told of kernels. */
  readonly tells: boolean;
  /** Before a kernel of a compute region, with the extents of grid and block; 1 where its end is to be waited for. */
  launching(place: string, kernel: string, shape: readonly number[]): number;
  launched(stream: StreamId): void;
  /** What is told at the end of the program. */
  readonly profile: string;
}
