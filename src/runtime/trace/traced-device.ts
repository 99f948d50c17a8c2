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
import type { MemoryName } from '../../machine/report.ts';
import { withOwnCalls } from '../device-calls.ts';
import { rounded } from './event-log.ts';
import type { ManagedMoves } from './managed-moves.ts';
import type { Trace } from './trace.ts';

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
  const traced = withOwnCalls(device, new TracedCalls(device, trace, pages).calls());
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

/** Work that is not done so far: a row of the log, and between which events it is. Without the first it began when its row says. */
type Pending = {
  readonly row: number;
  readonly start: number;
  readonly from: EventId | undefined;
  readonly to: EventId;
  readonly base: Base;
  readonly correlation: number;
};

class TracedCalls {
  readonly #device: Device;
  readonly #trace: Trace;
  readonly #pages: ManagedMoves | undefined;
  /** What the driver tells of managed memory. */
  #news: (() => readonly PageEvent[]) | undefined;
  readonly #free: EventId[] = [];
  readonly #streams = new Map<StreamId, number>();
  /** In the log, by their numbers. */
  readonly #kernels: number[] = [];
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
    const { stream } = launch;
    const call = this.#trace.begin();
    const row = this.#trace.log.kernel(
      this.#device.ordinal,
      this.#streamNumber(stream),
      this.#kernelOf(launch.kernel),
      launch.grid,
      launch.block,
      launch.sharedBytes,
    );
    const name = launch.cooperative ? 'cudaLaunchCooperativeKernel' : 'cudaLaunchKernel';
    return this.#timed(call, name, row, stream, () => this.#device.launch(launch));
  }

  #kernelOf(id: number): number {
    const known = this.#kernels[id];
    if (known !== undefined) return known;
    const { name = '', registers = 0, sharedBytes = 0, localBytes = 0 } = this.#device.kernel(id) ?? {};
    const made = this.#trace.log.addKernel({ name, registers, staticShared: sharedBytes, local: localBytes });
    this.#kernels[id] = made;
    return made;
  }

  /** A plain copy is begun, its end noted, and then waited for: the host's waiting is no part of it. */
  #copy(copy: Copy): ErrorCode {
    const [from, to] = [this.#memoryOf(copy.from), this.#memoryOf(copy.to)];
    const onDevice = isOnDevice(from) && isOnDevice(to);
    const direction = `${isOnDevice(from) ? 'D' : 'H'}to${isOnDevice(to) ? 'D' : 'H'}`;
    const name = `cudaMemcpy${copy.height > 1 ? '2D' : ''}${copy.asynchronous ? 'Async' : ''}`;
    const waits = !copy.asynchronous && !onDevice;
    const work = waits ? { ...copy, asynchronous: true } : copy;
    const call = this.#trace.begin();
    const facts = { direction, bytes: copy.width * copy.height, from, to };
    const row = this.#trace.log.copy(this.#device.ordinal, this.#streamNumber(copy.stream), facts);
    const code = this.#timed(
      call,
      name,
      row,
      copy.stream,
      () => this.#device.copy(work),
      waits ? () => this.#device.synchroniseStream(copy.stream) : undefined,
    );
    if (waits && this.#pages) this.#drain();
    return code;
  }

  #fill(fill: Fill): ErrorCode {
    const bytes = fill.count * fill.patternBytes * fill.height;
    const value = Number(BigInt.asUintN(8 * fill.patternBytes, fill.pattern));
    const name = `cudaMemset${fill.height > 1 ? '2D' : ''}${fill.asynchronous ? 'Async' : ''}`;
    const call = this.#trace.begin();
    const stream = this.#streamNumber(fill.stream);
    const row = this.#trace.log.fill(this.#device.ordinal, stream, bytes, value, this.#memoryOf(fill.to));
    return this.#timed(call, name, row, fill.stream, () => this.#device.fill(fill));
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
    const { correlation, log } = this.#trace;
    log.allocation(what, this.#trace.now(), correlation, this.#device.ordinal, memory, Number(address), bytes);
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

  /**
   * A call of the API that begins work, and then may wait for it. Where nothing else is to be done the work begins with the call, and where nothing is left after it
   * it has ended with it; elsewhere events of its stream tell.
   */
  #timed(
    call: number,
    name: string,
    row: number,
    stream: StreamId,
    run: () => ErrorCode,
    wait?: () => ErrorCode,
  ): ErrorCode {
    const device = this.#device;
    const trace = this.#trace;
    const { correlation } = trace;
    const base = device.isIdle === true ? undefined : this.#freshBase();
    const from = base && this.#record(stream);
    const start = trace.now();
    let code: ErrorCode = codeOf.unknown;
    let end = Number.NaN;
    try {
      code = run();
      if (code !== codeOf.success) {
        if (from !== undefined) this.#free.push(from);
        return code;
      }
      if (base === undefined && device.isIdle === true) {
        end = trace.now();
        trace.log.placeWork(row, start, end - start, correlation);
      } else {
        const to = this.#record(stream);
        if (to !== undefined)
          this.#pending.push({ row, start, from, to, base: base ?? this.#freshBase(), correlation });
      }
      if (wait) code = wait();
      return code;
    } finally {
      trace.end(call, start, Number.isNaN(end) || wait ? trace.now() : end, name, code);
      if (this.#pending.length >= mostPending) this.#drain();
    }
  }

  /** An event behind the work of a stream so far; undefined where the device takes none. */
  #record(stream: StreamId): EventId | undefined {
    const event = this.#event();
    if (this.#device.recordEvent(event, stream) === codeOf.success) return event;
    this.#free.push(event);
    return undefined;
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
    const { log } = this.#trace;
    this.#pending = this.#pending.filter(({ row, start, from, to, base, correlation }) => {
      if (device.eventState(to) === 'pending') return true;
      const began = from === undefined ? undefined : device.elapsed(base.event, from);
      const ended = device.elapsed(base.event, to);
      const span = from === undefined ? ended : device.elapsed(from, to);
      this.#free.push(to);
      if (from !== undefined) this.#free.push(from);
      if (span.error !== 0 || (began && began.error !== 0)) return false;
      const time = began ? base.time + 1000 * began.milliseconds : start;
      const duration = began ? 1000 * span.milliseconds : base.time + 1000 * ended.milliseconds - start;
      log.placeWork(row, time, Math.max(0, duration), correlation);
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
