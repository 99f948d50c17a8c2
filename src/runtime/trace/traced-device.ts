/** A device that tells what it does: each piece of work stands between two events of its stream, which are read when they are done. */
import type {
  Address,
  Copy,
  Device,
  ErrorCode,
  EventId,
  Fill,
  Launch,
  MemoryKind,
  PageEvent,
  StreamId,
} from '../../machine/device.ts';
import { codeOf } from '../../machine/errors.ts';
import type { MemoryName, ReportEvent } from '../../machine/report.ts';
import type { ManagedMoves } from './managed-moves.ts';
import { rounded, type Trace } from './trace.ts';

/** `device` as it is, and what it does is told to `trace`; `pages`: of managed memory, where they are watched. */
export function tracedDevice(device: Device, trace: Trace, pages?: ManagedMoves): Device {
  const { model } = device;
  trace.tell({
    kind: 'device',
    time: rounded(trace.now()),
    ordinal: device.ordinal,
    name: model.name,
    major: model.major,
    minor: model.minor,
    multiprocessors: model.multiProcessorCount,
    totalMemory: model.totalGlobalMem,
    simulated: model.own === undefined,
  });
  const own = new TracedCalls(device, trace, pages).calls();
  const traced = new Proxy(device, {
    get(target, name) {
      if (name in own) return Reflect.get(own, name);
      // `launch` serves.
      if (name === 'launchQuickly') return undefined;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  originals.set(traced, device);
  return traced;
}

const originals = new WeakMap<Device, Device>();

const memoryNames: Readonly<Record<MemoryKind, MemoryName>> = {
  device: 'Device',
  managed: 'Managed',
  pinned: 'Pinned',
  unregistered: 'Pageable',
};

/** What nsys calls the default stream, and the first that a program makes. */
const defaultStream = 7;
const firstStream = 13;

/** So much work may be unread. */
const mostPending = 512;
/** After so many microseconds times are counted from a new event: those of CUDA are single precision. */
const freshEnough = 1e6;

/** Where `event` stands in the run's time. */
type Base = { readonly event: EventId; readonly time: number };

type WorkKind = Extract<ReportEvent, { readonly duration: number; readonly device: number }>;
type Facts<E> = E extends WorkKind ? Omit<E, 'time' | 'duration' | 'device' | 'stream' | 'correlation'> : never;
type WorkFacts = Facts<ReportEvent>;

type Pending = {
  readonly from: EventId;
  readonly to: EventId;
  readonly base: Base;
  readonly stream: number;
  readonly correlation: number;
  readonly facts: WorkFacts;
};

class TracedCalls {
  readonly #device: Device;
  readonly #trace: Trace;
  readonly #pages: ManagedMoves | undefined;
  /** What the driver tells of managed memory. */
  #news: (() => readonly PageEvent[]) | undefined;
  readonly #free: EventId[] = [];
  readonly #streams = new Map<StreamId, number>();
  readonly #bytes = new Map<Address, { readonly bytes: number; readonly memory: MemoryName }>();
  #pending: Pending[] = [];
  #base: Base | undefined;
  #baseStream: StreamId = 0n;

  constructor(device: Device, trace: Trace, pages: ManagedMoves | undefined) {
    this.#device = device;
    this.#trace = trace;
    this.#pages = pages;
    trace.whenEnding(() => this.#end());
  }

  calls(): Partial<Device> {
    const device = this.#device;
    const { setPeerAccess } = device;
    return {
      launch: (launch) => this.#launch(launch),
      copy: (copy) => this.#copy(copy),
      fill: (fill) => this.#fill(fill),
      allocate: (bytes, kind) =>
        this.#allocated(allocators[kind], bytes, memoryNames[kind], () => device.allocate(bytes, kind)),
      allocateAsync: (bytes, stream) =>
        this.#allocated('cudaMallocAsync', bytes, 'Device', () => device.allocateAsync(bytes, stream)),
      free: (address) => this.#freed(undefined, address, () => device.free(address)),
      freeAsync: (address, stream) => this.#freed('cudaFreeAsync', address, () => device.freeAsync(address, stream)),
      synchronise: () => this.#waits('cudaDeviceSynchronize', () => device.synchronise()),
      synchroniseStream: (stream) => this.#waits('cudaStreamSynchronize', () => device.synchroniseStream(stream)),
      reset: () => this.#reset(),
      ...(this.#pages && {
        synchroniseEvent: (event: EventId) => {
          const code = device.synchroniseEvent(event);
          this.#drain();
          return code;
        },
        prefetch: (address: Address, bytes: number, toDevice: boolean) => {
          this.#drain();
          this.#pages?.prefetched(Number(address), bytes, toDevice);
          device.prefetch?.(address, bytes, toDevice);
        },
      }),
      ...(setPeerAccess && {
        setPeerAccess: (peer: Device, on: boolean) => setPeerAccess.call(device, originals.get(peer) ?? peer, on),
      }),
    };
  }

  #launch(launch: Launch): ErrorCode {
    if (this.#pages) this.#drain();
    const kernel = this.#device.kernel(launch.kernel);
    const name = launch.cooperative ? 'cudaLaunchCooperativeKernel' : 'cudaLaunchKernel';
    const facts: WorkFacts = {
      kind: 'kernel',
      name: kernel?.name ?? '',
      grid: [launch.grid.x, launch.grid.y, launch.grid.z],
      block: [launch.block.x, launch.block.y, launch.block.z],
      registers: kernel?.registers ?? 0,
      staticShared: kernel?.sharedBytes ?? 0,
      dynamicShared: launch.sharedBytes,
      local: kernel?.localBytes ?? 0,
    };
    return this.#call(name, () => this.#timed(launch.stream, facts, () => this.#device.launch(launch)));
  }

  /** A plain copy is begun, its end noted, and then waited for: the host's waiting is no part of it. */
  #copy(copy: Copy): ErrorCode {
    const [from, to] = [this.#memoryOf(copy.from), this.#memoryOf(copy.to)];
    const onDevice = isOnDevice(from) && isOnDevice(to);
    const name = `cudaMemcpy${copy.height > 1 ? '2D' : ''}${copy.asynchronous ? 'Async' : ''}`;
    const facts: WorkFacts = {
      kind: 'copy',
      direction: `${isOnDevice(from) ? 'D' : 'H'}to${isOnDevice(to) ? 'D' : 'H'}`,
      bytes: copy.width * copy.height,
      from,
      to,
    };
    const waits = !copy.asynchronous && !onDevice;
    const work = waits ? { ...copy, asynchronous: true } : copy;
    const code = this.#call(name, () => {
      const begun = this.#timed(copy.stream, facts, () => this.#device.copy(work));
      return begun === codeOf.success && waits ? this.#device.synchroniseStream(copy.stream) : begun;
    });
    if (waits && this.#pages) this.#drain();
    return code;
  }

  #fill(fill: Fill): ErrorCode {
    const facts: WorkFacts = {
      kind: 'fill',
      bytes: fill.count * fill.patternBytes * fill.height,
      value: Number(BigInt.asUintN(8 * fill.patternBytes, fill.pattern)),
      memory: this.#memoryOf(fill.to),
    };
    const name = `cudaMemset${fill.height > 1 ? '2D' : ''}${fill.asynchronous ? 'Async' : ''}`;
    return this.#call(name, () => this.#timed(fill.stream, facts, () => this.#device.fill(fill)));
  }

  #memoryOf(address: Address): MemoryName {
    return memoryNames[this.#device.pointerFacts(address).kind];
  }

  #allocated(name: string, bytes: number, memory: MemoryName, run: () => Address): Address {
    const address = this.#trace.api(name, run, (given) => (given === 0n ? codeOf.memoryAllocation : codeOf.success));
    if (address !== 0n) {
      this.#bytes.set(address, { bytes, memory });
      if (memory === 'Managed') {
        this.#pages?.allocated(Number(address), bytes);
        this.#news ??= this.#device.watchPages?.();
      }
      this.#tellAllocation('allocate', address, bytes, memory);
    }
    return address;
  }

  #freed(name: string | undefined, address: Address, run: () => ErrorCode): ErrorCode {
    const known = this.#bytes.get(address);
    if (this.#pages) this.#drain();
    const code = this.#call(name ?? (known?.memory === 'Pinned' ? 'cudaFreeHost' : 'cudaFree'), run);
    if (known) this.#tellAllocation('free', address, known.bytes, known.memory);
    this.#bytes.delete(address);
    this.#pages?.freed(Number(address));
    return code;
  }

  #tellAllocation(what: 'allocate' | 'free', address: Address, bytes: number, memory: MemoryName): void {
    const { correlation } = this.#trace;
    const time = rounded(this.#trace.now());
    this.#trace.tell({
      kind: 'allocation',
      time,
      what,
      memory,
      address,
      bytes,
      device: this.#device.ordinal,
      correlation,
    });
  }

  #waits(name: string, run: () => ErrorCode): ErrorCode {
    const code = this.#call(name, run);
    this.#drain();
    return code;
  }

  #call(name: string, run: () => ErrorCode): ErrorCode {
    return this.#trace.api(name, run, (code) => code);
  }

  // ---- time ---------------------------------------------------------------------------------------------------------------

  #timed(stream: StreamId, facts: WorkFacts, run: () => ErrorCode): ErrorCode {
    const device = this.#device;
    const base = this.#freshBase();
    const [from, to] = [this.#event(), this.#event()];
    const started = device.recordEvent(from, stream);
    const code = run();
    if (started !== 0 || code !== 0 || device.recordEvent(to, stream) !== 0) {
      this.#free.push(from, to);
      return code;
    }
    const { correlation } = this.#trace;
    this.#pending.push({ from, to, base, stream: this.#streamNumber(stream), correlation, facts });
    if (this.#pending.length >= mostPending) this.#drain();
    return code;
  }

  #event(): EventId {
    return this.#free.pop() ?? this.#device.createEvent(true);
  }

  #streamNumber(stream: StreamId): number {
    if (stream <= 1n) return defaultStream;
    const known = this.#streams.get(stream) ?? firstStream + this.#streams.size;
    this.#streams.set(stream, known);
    return known;
  }

  /** An event on a stream of its own, where there is no other work: the host knows when it happens. */
  #freshBase(): Base {
    const device = this.#device;
    const old = this.#base;
    if (old && 1000 * performance.now() - old.time < freshEnough + 1000 * this.#trace.start) return old;
    this.#baseStream ||= device.createStream(false, 0);
    const event = device.createEvent(true);
    const before = this.#trace.now();
    device.recordEvent(event, this.#baseStream);
    device.synchroniseEvent(event);
    const time = old
      ? old.time + 1000 * device.elapsed(old.event, event).milliseconds
      : (before + this.#trace.now()) / 2;
    this.#base = { event, time };
    return this.#base;
  }

  /** Tells what is done. */
  #drain(): void {
    const device = this.#device;
    this.#pending = this.#pending.filter((work) => {
      if (device.eventState(work.to) === 'pending') return true;
      const { from, to, base, stream, correlation, facts } = work;
      const start = device.elapsed(base.event, from);
      const span = device.elapsed(from, to);
      this.#free.push(from, to);
      if (start.error !== 0 || span.error !== 0) return false;
      const time = rounded(base.time + 1000 * start.milliseconds);
      const duration = rounded(1000 * span.milliseconds);
      this.#trace.tell({ ...facts, time, duration, device: device.ordinal, stream, correlation });
      return false;
    });
    if (this.#pending.length === 0) this.#pages?.kernelsDone(device.ordinal);
    this.#tellPages();
  }

  #tellPages(): void {
    const events = this.#news?.() ?? [];
    if (events.length === 0) return;
    const { ordinal } = this.#device;
    const now = this.#trace.now();
    for (const event of events) {
      const time = rounded(now - event.time);
      const { address } = event;
      if (event.kind === 'fault')
        this.#trace.tell({
          kind: 'page-fault',
          time,
          by: event.by,
          address,
          device: ordinal,
          place: '',
          count: event.count,
        });
      else {
        const { direction, cause, bytes } = event;
        const duration = rounded(event.time - event.end);
        const where = { device: ordinal, stream: 0, correlation: 0 };
        this.#trace.tell({ kind: 'migration', time, duration, ...where, direction, cause, address, bytes });
      }
    }
  }

  #reset(): void {
    this.#end();
    this.#trace.api(
      'cudaDeviceReset',
      () => this.#device.reset(),
      () => codeOf.success,
    );
    this.#pending = [];
    this.#free.length = 0;
    this.#bytes.clear();
    this.#streams.clear();
    this.#base = undefined;
    this.#baseStream = 0n;
  }

  #end(): void {
    if (this.#pending.length > 0 && this.#device.failure() === 0) this.#device.synchronise();
    if (this.#device.failure() === 0) this.#drain();
  }
}

const allocators = { device: 'cudaMalloc', managed: 'cudaMallocManaged', pinned: 'cudaMallocHost' } as const;

function isOnDevice(memory: MemoryName): boolean {
  return memory === 'Device' || memory === 'Managed';
}
