/** A real device behind the CUDA driver: each call enters its context, and leaves what is to be done to the file of its subject. */
import type {
  Address,
  Copy,
  Device,
  ErrorCode,
  EventId,
  EventState,
  Fill,
  Launch,
  PageEvent,
  PointerFacts,
  StreamId,
} from '../../machine/device.ts';
import { codeOf } from '../../machine/errors.ts';
import type { KernelFacts } from '../../machine/kernel.ts';
import type { DeviceModel } from '../../machine/models.ts';
import { CudaContext } from './context.ts';
import { CudaKernels } from './cuda-kernels.ts';
import { CudaMemory } from './cuda-memory.ts';
import { CudaSharing } from './cuda-sharing.ts';
import { CudaStreams } from './cuda-streams.ts';
import { CudaTransfers } from './cuda-transfers.ts';
import type { Three } from './loop-shape.ts';
import { PageEvents } from './page-events.ts';
import { takePrinted } from './printed-ring.ts';
import type { Session } from './session.ts';

export class CudaDevice implements Device {
  readonly ordinal: number;
  readonly model: DeviceModel;
  readonly #context: CudaContext;
  readonly #memory: CudaMemory;
  readonly #transfers: CudaTransfers;
  readonly #kernels: CudaKernels;
  readonly #streams: CudaStreams;
  readonly sharing: CudaSharing;

  constructor(session: Session, model: DeviceModel, ordinal: number, device: number) {
    this.model = model;
    this.ordinal = ordinal;
    this.#context = new CudaContext(session, model, ordinal, device);
    this.#memory = new CudaMemory(this.#context);
    this.#transfers = new CudaTransfers(this.#context);
    this.#kernels = new CudaKernels(this.#context, (address) => this.#memory.facts(address));
    this.#streams = new CudaStreams(this.#context);
    this.sharing = new CudaSharing(this.#context, this.#streams);
  }

  failure(): ErrorCode {
    return this.#context.failure;
  }

  get isUnused(): boolean {
    return !this.#context.isStarted;
  }

  reset(): void {
    this.#context.reset();
    this.#memory.clear();
    this.#transfers.clear();
    this.#kernels.clear();
    this.#streams.clear();
    this.makeCurrent();
  }

  /** Where a variable of the program lies; 0n where its code names none. */
  placeOf(name: string): Address {
    const symbol = this.#context.code.globals.get(name);
    return (symbol === undefined ? undefined : this.#context.loaded()?.variable(symbol)) ?? 0n;
  }

  /** The program's variables on this device, into the cells that host code reads. */
  makeCurrent(): void {
    const module = this.#context.loaded();
    if (!module) return;
    const { image, host } = this.#context.session;
    const { globals } = this.#context.code;
    for (const { at, name, addend } of image.cells) {
      const symbol = globals.get(name);
      const address = symbol === undefined ? 0n : module.variable(symbol);
      host.memory.view.setBigUint64(at, address === 0n ? 0n : address + BigInt(addend), true);
    }
  }

  // ---- memory -------------------------------------------------------------------------------------------------------------

  allocate(bytes: number, kind: 'device' | 'managed' | 'pinned'): Address {
    return this.#memory.allocate(bytes, kind);
  }

  free(address: Address): ErrorCode {
    return this.#memory.free(address);
  }

  takeScratch(bytes: number): Address {
    return this.#memory.takeScratch(bytes);
  }

  giveScratch(address: Address): boolean {
    return this.#memory.giveScratch(address);
  }

  allocateAsync(bytes: number, stream: StreamId): Address {
    return this.#streams.knows(stream) ? this.#memory.allocateAsync(bytes, stream) : 0n;
  }

  freeAsync(address: Address, stream: StreamId): ErrorCode {
    return this.#streams.knows(stream) ? this.#memory.freeAsync(address, stream) : codeOf.invalidResourceHandle;
  }

  memoryInfo() {
    return this.#memory.info();
  }

  pointerFacts(address: Address): PointerFacts {
    return this.#memory.facts(address);
  }

  isHost(address: Address): boolean {
    return this.#context.session.host.isHost(address);
  }

  register(address: Address, bytes: number): ErrorCode {
    return this.#memory.register(address, bytes);
  }

  unregister(address: Address): ErrorCode {
    return this.#memory.unregister(address);
  }

  // ---- copies and fills ---------------------------------------------------------------------------------------------------

  copy(copy: Copy): ErrorCode {
    const refused = this.#refusal(copy.stream);
    if (refused !== 0) return refused;
    const code = this.#context.note(this.#transfers.copy(copy));
    const { host } = this.#context.session;
    // Between two places of devices even a plain copy does not hold the host up.
    const later = copy.asynchronous || (!host.isHost(copy.to) && !host.isHost(copy.from));
    if (code !== 0 || later) return code;
    const waited = this.#streams.wait(copy.stream);
    // What kernels have printed shows itself, as with NVIDIA's runtime. Other streams may go on beside a copy in one of them.
    return copy.stream === 0n ? this.#afterWait(waited) : waited;
  }

  fill(fill: Fill): ErrorCode {
    const refused = this.#refusal(fill.stream);
    if (refused !== 0) return refused;
    const code = this.#context.note(this.#transfers.fill(fill));
    return code !== 0 || fill.asynchronous ? code : this.#streams.wait(fill.stream);
  }

  /** Why new work cannot go into a stream; 0 where it can. */
  #refusal(stream: StreamId): ErrorCode {
    this.#context.enter();
    if (!this.#streams.knows(stream)) return codeOf.invalidResourceHandle;
    if (this.#streams.hasCallbacks) this.#streams.settleCallbacks(stream);
    return this.#context.failure;
  }

  // ---- kernels ------------------------------------------------------------------------------------------------------------

  kernel(id: number): KernelFacts | undefined {
    return this.#kernels.facts[id];
  }

  launch(launch: Launch): ErrorCode {
    return this.#refusal(launch.stream) || this.#context.note(this.#kernels.launch(launch));
  }

  launchQuickly(
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
  ): ErrorCode {
    if (!this.#context.isReady || this.#streams.hasCallbacks || !this.#streams.knows(stream)) {
      const refused = this.#refusal(stream);
      if (refused !== 0) return refused;
    }
    const code = this.#kernels.launchQuickly(kernel, gx, gy, gz, bx, by, bz, sharedBytes, stream, params, false);
    return code === 0 ? code : this.#context.note(code);
  }

  openShape(kernel: number, trips: Three<bigint>, grid: Three<number>, block: Three<number>): readonly number[] {
    this.#context.enter();
    return this.#kernels.openShape(kernel, trips, grid, block);
  }

  dynamicSharedLimit(kernel: number): number {
    return this.#kernels.dynamicSharedLimit(kernel);
  }

  setDynamicSharedLimit(kernel: number, bytes: number): ErrorCode {
    return this.#kernels.setDynamicSharedLimit(kernel, bytes);
  }

  prefetch(address: Address, bytes: number, toDevice: boolean): void {
    this.#memory.prefetch(address, bytes, toDevice);
  }

  watchPages(): (() => readonly PageEvent[]) | undefined {
    const { driver, native } = this.#context.session;
    const events = driver.system && PageEvents.open(driver.system, native);
    return events && (() => events.take());
  }

  setLimit(limit: number, value: number): ErrorCode {
    const refused = this.#refusal(0n);
    return refused === 0 ? this.#context.note(this.#context.calls.cuCtxSetLimit(limit, value)) : refused;
  }

  // ---- other devices ------------------------------------------------------------------------------------------------------

  canAccessPeer(peer: number): boolean {
    const { calls, session, device } = this.#context;
    return calls.cuDeviceCanAccessPeer(session.native.cell(0), device, peer) === 0 && session.native.i32(0) !== 0;
  }

  setPeerAccess(peer: Device, on: boolean): ErrorCode {
    if (!(peer instanceof CudaDevice)) return codeOf.invalidDevice;
    peer.#context.enter();
    this.#context.enter();
    const { calls } = this.#context;
    const code = on
      ? calls.cuCtxEnablePeerAccess(peer.#context.handle, 0)
      : calls.cuCtxDisablePeerAccess(peer.#context.handle);
    return this.#context.note(code);
  }

  // ---- streams ------------------------------------------------------------------------------------------------------------

  createStream(blocking: boolean, priority: number): StreamId {
    this.#context.enter();
    return this.#streams.create(blocking, priority);
  }

  destroyStream(stream: StreamId): ErrorCode {
    this.#context.enter();
    return this.#streams.destroy(stream);
  }

  knowsStream(stream: StreamId): boolean {
    return this.#streams.knows(stream);
  }

  streamPriority(stream: StreamId): number {
    return this.#streams.book.priority(stream);
  }

  streamIsBlocking(stream: StreamId): boolean {
    return this.#streams.book.isBlocking(stream);
  }

  queryStream(stream: StreamId): ErrorCode {
    this.#context.enter();
    return this.#streams.query(stream);
  }

  synchroniseStream(stream: StreamId): ErrorCode {
    this.#context.enter();
    if (!this.#streams.isKnown(stream)) return codeOf.invalidResourceHandle;
    return this.#afterWait(this.#streams.wait(stream));
  }

  waitForEvent(stream: StreamId, event: EventId): ErrorCode {
    const refused = this.#refusal(stream);
    const known = this.#streams.event(event);
    if (refused !== 0 || !known) return refused || codeOf.invalidResourceHandle;
    if (!known.recorded) return codeOf.success;
    return this.#context.note(this.#context.calls.cuStreamWaitEvent(stream, event, 0));
  }

  hostCallback(stream: StreamId, then: () => void): ErrorCode {
    this.#context.enter();
    return this.#streams.knows(stream) ? this.#streams.addCallback(stream, then) : codeOf.invalidResourceHandle;
  }

  // ---- events -------------------------------------------------------------------------------------------------------------

  createEvent(timed: boolean, forProcesses = false): EventId {
    this.#context.enter();
    return this.#streams.createEvent(timed, forProcesses);
  }

  destroyEvent(event: EventId): ErrorCode {
    this.#context.enter();
    return this.#streams.destroyEvent(event);
  }

  recordEvent(event: EventId, stream: StreamId): ErrorCode {
    this.#context.enter();
    return this.#streams.record(event, stream);
  }

  eventState(event: EventId): EventState {
    this.#context.enter();
    return this.#streams.state(event);
  }

  synchroniseEvent(event: EventId): ErrorCode {
    this.#context.enter();
    if (!this.#streams.event(event)) return codeOf.invalidResourceHandle;
    return this.#afterWait(this.#streams.waitForEvent(event));
  }

  elapsed(from: EventId, to: EventId): { readonly error: ErrorCode; readonly milliseconds: number } {
    this.#context.enter();
    return this.#streams.elapsed(from, to);
  }

  synchronise(): ErrorCode {
    this.#context.enter();
    const code = this.#afterWait(this.#streams.waitForAll());
    if (code === 0) this.#context.launches = 0;
    return code;
  }

  /** What becomes visible once the host has waited. */
  #afterWait(code: ErrorCode): ErrorCode {
    if (this.#streams.hasCallbacks) this.#streams.runCallbacks();
    if (code === 0) takePrinted(this.#context);
    return code;
  }
}
