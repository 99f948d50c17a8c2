/** A real device behind the CUDA driver. */
import type {
  Address,
  Copy,
  Device,
  ErrorCode,
  EventId,
  EventState,
  Fill,
  Launch,
  PointerFacts,
  StreamId,
} from '../../machine/device.ts';
import { codeOf } from '../../machine/errors.ts';
import type { KernelFacts } from '../../machine/kernel.ts';
import { common, type DeviceModel } from '../../machine/models.ts';
import type { Owner } from '../heap.ts';
import { checkLaunch } from '../sim/launch-check.ts';
import type { PrintedLine } from '../sim/prints.ts';
import type { CudaImage } from './cuda-image.ts';
import type { Driver, DriverCalls } from './driver-table.ts';
import type { HostMemory } from './host-memory.ts';
import { type LoadedModule, loadModule } from './load-module.ts';
import { chooseLoopShape, type Three } from './loop-shape.ts';
import type { NativeMemory } from './native-memory.ts';
import { readPrinted } from './printed.ts';
import { Streams } from './streams.ts';
import { fillSymbol, supportModule } from './support.ts';

/** After these the device's context is of no use. */
const lasting: ReadonlySet<number> = new Set([
  214, 220, 226, 700, 702, 709, 710, 714, 715, 716, 717, 718, 719, 721, 999,
]);

/** Numbers of CUfunction_attribute. */
const functionAttribute = { maxThreads: 0, shared: 1, constant: 2, local: 3, registers: 4, dynamicShared: 8 } as const;

export type Session = {
  readonly driver: Driver;
  readonly native: NativeMemory;
  readonly host: HostMemory;
  readonly image: CudaImage;
  /** The context that the driver works in now. */
  current: bigint;
  readonly print: (lines: readonly PrintedLine[]) => void;
  /** A line for the user on the standard error output. */
  readonly message: (text: string) => void;
  /** Whether to tell what the driver's compiler says of registers and memory. */
  readonly verbose: boolean;
};

type Entry = { readonly handle: number; readonly isAddress: readonly boolean[]; readonly cooperative: boolean };

export class CudaDevice implements Device {
  readonly ordinal: number;
  readonly model: DeviceModel;
  readonly #session: Session;
  readonly #calls: DriverCalls;
  readonly #device: number;
  readonly #streams = new Streams();
  readonly #registered = new Map<bigint, number>();
  readonly #callbacks: { readonly event: bigint; readonly then: () => void }[] = [];
  readonly #sharedLimits = new Map<number, number>();
  #context = 0n;
  #module: LoadedModule | undefined;
  #entries: Entry[] = [];
  #facts: KernelFacts[] | undefined;
  #support: number | undefined;
  #printRing = 0n;
  #trapCell = 0;
  #failure: ErrorCode = 0;

  constructor(session: Session, model: DeviceModel, ordinal: number, device: number) {
    this.#session = session;
    this.#calls = session.driver.calls;
    this.model = model;
    this.ordinal = ordinal;
    this.#device = device;
  }

  // ---- context and module -----------------------------------------------------------------------------------------------

  /** Makes the device's context the driver's current one; the first time, makes it. What goes wrong is a failure of the device. */
  #enter(): void {
    if (this.#context === 0n && (this.#failure !== 0 || !this.#start())) return;
    if (this.#session.current === this.#context) return;
    this.#session.current = this.#context;
    this.#calls.cuCtxSetCurrent(this.#context);
  }

  #start(): boolean {
    const { native } = this.#session;
    this.#failure = this.#calls.cuDevicePrimaryCtxRetain(native.cell(0), this.#device);
    if (this.#failure === 0) this.#context = native.u64(0);
    return this.#failure === 0;
  }

  /** The program's code on this device; none where the device does not work. */
  #loaded(): LoadedModule | undefined {
    this.#enter();
    if (this.#context !== 0n) this.#module ??= this.#load();
    return this.#module;
  }

  #load(): LoadedModule {
    const { driver, native, host, image } = this.#session;
    const capability = this.model.major * 10 + this.model.minor;
    const module = loadModule(driver, native, image.ptx(capability).text, this.#session.verbose);
    if (this.#session.verbose && module.information !== '') this.#session.message(module.information);
    const { kernels, symbols } = image.ptx(capability);
    this.#entries = kernels.map((k) => ({
      handle: Number(module.entry(k.symbol)),
      isAddress: k.params.map((p) => p === 'address'),
      cooperative: k.cooperative,
    }));
    this.#poke(module.variable(symbols.hostBase), host.base);
    const trap = module.variable(symbols.trapCell);
    if (trap !== 0n) {
      this.#trapCell = host.memory.heap.allocate(64, 64, { kind: 'unregistered', device: -1 });
      host.memory.view.setInt32(this.#trapCell, 0, true);
      host.register(this.#trapCell, 64);
      this.#poke(trap, host.base + BigInt(this.#trapCell));
    }
    this.#printRing = module.variable(symbols.print);
    if (image.managedEnd > 0) host.register(65536, image.managedEnd - 65536);
    return module;
  }

  /** Sets a variable of 8 bytes. */
  #poke(address: bigint, value: bigint): void {
    if (address === 0n) return;
    this.#session.native.setU64(8, value);
    this.#calls.cuMemcpy(address, this.#session.native.cell(8), 8);
  }

  get kernels(): readonly KernelFacts[] {
    this.#loaded();
    this.#facts ??= this.#session.image.ptx(this.#capability()).kernels.map((k, i): KernelFacts => {
      const ask = (attribute: number): number => {
        const handle = this.#entries[i]?.handle;
        if (handle === undefined) return 0;
        const code = this.#calls.cuFuncGetAttribute(this.#session.native.cell(0), attribute, handle);
        return code === 0 ? this.#session.native.i32(0) : 0;
      };
      return {
        name: k.name,
        params: k.params,
        sharedBytes: ask(functionAttribute.shared),
        constantBytes: ask(functionAttribute.constant),
        localBytes: ask(functionAttribute.local),
        registers: ask(functionAttribute.registers),
        maxThreads: ask(functionAttribute.maxThreads) || 1024,
        cooperative: k.cooperative,
      };
    });
    return this.#facts;
  }

  #capability(): number {
    return this.model.major * 10 + this.model.minor;
  }

  /** The program's variables on this device, into the cells that host code reads: called when the device becomes the current one. */
  makeCurrent(): void {
    const module = this.#loaded();
    if (!module) return;
    const { image, host } = this.#session;
    const { globals } = image.ptx(this.#capability());
    for (const { at, name, addend } of image.cells) {
      const symbol = globals.get(name);
      const address = symbol === undefined ? 0n : module.variable(symbol);
      host.memory.view.setBigUint64(at, address === 0n ? 0n : address + BigInt(addend), true);
    }
  }

  // ---- failure ------------------------------------------------------------------------------------------------------------

  /** Remembers what ends the device's work. */
  #note(code: ErrorCode): ErrorCode {
    if (!lasting.has(code) || this.#failure !== 0) return code;
    this.#failure = code;
    const place = this.#trapCell > 0 ? this.#session.host.memory.view.getInt32(this.#trapCell, true) : 0;
    if (place > 0) this.#tellTrap(place - 1);
    return code;
  }

  #tellTrap(place: number): void {
    const trap = this.#session.image.ptx(this.#capability()).traps[place];
    if (!trap) return;
    this.#session.message(`a kernel stopped: ${trap.message}${trap.place === '' ? '' : ` (${trap.place})`}`);
  }

  failure(): ErrorCode {
    return this.#failure;
  }

  /** A failed kernel's device may stay unusable until the process ends: then it says so at the next call. */
  reset(): void {
    this.#enter();
    this.#calls.cuDevicePrimaryCtxReset_v2(this.#device);
    const { host } = this.#session;
    host.forgetRegistered();
    for (const block of [...host.memory.heap.blocks()])
      if (block.owner?.device === this.ordinal && block.owner.kind !== 'unregistered')
        host.memory.heap.free(block.address);
    this.#streams.clear();
    this.#callbacks.length = 0;
    this.#sharedLimits.clear();
    this.#registered.clear();
    this.#context = 0n;
    this.#session.current = 0n;
    this.#module = undefined;
    this.#support = undefined;
    this.#facts = undefined;
    this.#failure = 0;
    this.makeCurrent();
  }

  // ---- memory -------------------------------------------------------------------------------------------------------------

  allocate(bytes: number, kind: 'device' | 'managed' | 'pinned'): Address {
    this.#enter();
    if (this.#failure !== 0 || !(bytes >= 0)) return 0n;
    if (kind !== 'device') return this.#allocateHost(bytes, { kind, device: this.ordinal });
    const { native } = this.#session;
    const code = this.#note(this.#calls.cuMemAlloc_v2(native.cell(0), Math.max(bytes, 1)));
    return code === 0 ? native.u64(0) : 0n;
  }

  /** Pinned and managed data lie in the program's memory, where the device reaches them too. */
  #allocateHost(bytes: number, owner: Owner): Address {
    const { host } = this.#session;
    const address = host.memory.heap.allocate(bytes, 256, owner);
    if (address === 0) return 0n;
    if (host.register(address, Math.max(bytes, 1)) === 0) return BigInt(address);
    host.memory.heap.free(address);
    return 0n;
  }

  free(address: Address): ErrorCode {
    this.#enter();
    if (address === 0n) return this.#failure;
    const { host } = this.#session;
    if (!host.isHost(address)) return this.#note(this.#calls.cuMemFree_v2(address));
    const owner = host.memory.heap.at(Number(address))?.owner;
    if (owner === undefined || owner.kind === 'unregistered') return codeOf.invalidValue;
    const code = this.#note(this.#calls.cuCtxSynchronize());
    host.memory.heap.free(Number(address));
    return code;
  }

  allocateAsync(bytes: number, stream: StreamId): Address {
    this.#enter();
    if (!this.#streams.get(stream) || this.#failure !== 0) return 0n;
    const { native } = this.#session;
    const code = this.#note(this.#calls.cuMemAllocAsync(native.cell(0), Math.max(bytes, 1), stream));
    return code === 0 ? native.u64(0) : 0n;
  }

  freeAsync(address: Address, stream: StreamId): ErrorCode {
    this.#enter();
    if (!this.#streams.get(stream)) return codeOf.invalidResourceHandle;
    if (this.#session.host.isHost(address)) return this.free(address);
    return this.#note(this.#calls.cuMemFreeAsync(address, stream));
  }

  memoryInfo() {
    this.#enter();
    const { native } = this.#session;
    this.#note(this.#calls.cuMemGetInfo_v2(native.cell(0), native.cell(1)));
    return { free: native.u64(0), total: native.u64(1) };
  }

  pointerFacts(address: Address): PointerFacts {
    this.#enter();
    const { native, host } = this.#session;
    if (host.isHost(address)) return this.#hostFacts(address);
    const code = this.#calls.cuMemGetAddressRange_v2(native.cell(0), native.cell(1), address);
    if (code !== 0) return { kind: 'unregistered', base: address, bytes: 0 };
    return { kind: 'device', base: native.u64(0), bytes: Number(native.u64(1)) };
  }

  #hostFacts(address: Address): PointerFacts {
    const { host, image } = this.#session;
    const block = host.memory.heap.around(Number(address));
    if (block?.owner && block.owner.kind !== 'unregistered')
      return { kind: block.owner.kind, base: BigInt(block.address), bytes: block.asked };
    for (const [base, bytes] of this.#registered)
      if (address >= base && address < base + BigInt(bytes)) return { kind: 'pinned', base, bytes };
    for (const { at, bytes } of image.managed)
      if (address >= at && address < at + bytes) return { kind: 'managed', base: BigInt(at), bytes };
    return { kind: 'unregistered', base: address, bytes: 0 };
  }

  register(address: Address, bytes: number): ErrorCode {
    this.#enter();
    if (this.#registered.has(address)) return codeOf.hostMemoryAlreadyRegistered;
    if (address === 0n || bytes <= 0 || !this.#session.host.isHost(address)) return codeOf.invalidValue;
    const code = this.#note(this.#session.host.register(Number(address), bytes));
    if (code === 0) this.#registered.set(address, bytes);
    return code;
  }

  unregister(address: Address): ErrorCode {
    return this.#registered.delete(address) ? codeOf.success : codeOf.hostMemoryNotRegistered;
  }

  // ---- copies and fills -------------------------------------------------------------------------------------------------------

  copy(copy: Copy): ErrorCode {
    this.#enter();
    if (!this.#streams.get(copy.stream)) return codeOf.invalidResourceHandle;
    if (this.#failure !== 0) return this.#failure;
    this.#runCallbacks();
    const { host } = this.#session;
    const onDevice = !host.isHost(copy.to) && !host.isHost(copy.from);
    if (copy.width > 0 && copy.height > 0) {
      const code = copy.height === 1 ? this.#copyRun(copy) : this.#copyRows(copy);
      if (code !== 0) return this.#note(code);
    }
    // Between two places of the device even a plain copy does not hold the host up.
    return copy.asynchronous || onDevice ? codeOf.success : this.#note(this.#calls.cuStreamSynchronize(copy.stream));
  }

  #copyRun({ to, from, width, stream }: Copy): ErrorCode {
    const { host } = this.#session;
    host.expectCopy(host.isHost(to) ? to : from, width);
    let at = 0;
    for (const bytes of piecesOf(host.pieces(to, width), host.pieces(from, width))) {
      const offset = BigInt(at);
      const code = this.#calls.cuMemcpyAsync(host.native(to) + offset, host.native(from) + offset, bytes, stream);
      if (code !== 0) return code;
      at += bytes;
    }
    return codeOf.success;
  }

  /** CUDA_MEMCPY2D: for source and target x, y, kind of memory (4: by address), host, device, array, pitch; then width and height. */
  #copyRows(copy: Copy): ErrorCode {
    const { native, host } = this.#session;
    const extent = Math.max(copy.toPitch, copy.fromPitch) * copy.height;
    if (host.pieces(copy.to, extent).length > 1 || host.pieces(copy.from, extent).length > 1)
      return this.#copyEachRow(copy);
    const first = 16;
    const fields = [
      [0, 0, 4, 0, host.native(copy.from), 0, copy.fromPitch],
      [0, 0, 4, 0, host.native(copy.to), 0, copy.toPitch],
      [copy.width, copy.height],
    ].flat();
    fields.forEach((value, i) => {
      native.setU64(first + i, value);
    });
    return this.#calls.cuMemcpy2DAsync_v2(native.cell(first), copy.stream);
  }

  #copyEachRow(copy: Copy): ErrorCode {
    for (let row = 0; row < copy.height; row++) {
      const to = copy.to + BigInt(row * copy.toPitch);
      const from = copy.from + BigInt(row * copy.fromPitch);
      const code = this.#copyRun({ ...copy, to, from, height: 1 });
      if (code !== 0) return code;
    }
    return codeOf.success;
  }

  fill(fill: Fill): ErrorCode {
    this.#enter();
    if (!this.#streams.get(fill.stream)) return codeOf.invalidResourceHandle;
    if (this.#failure !== 0) return this.#failure;
    this.#runCallbacks();
    const code = fill.count > 0 && fill.height > 0 ? this.#fillRows(fill) : codeOf.success;
    if (code !== 0) return this.#note(code);
    return fill.asynchronous ? codeOf.success : this.#note(this.#calls.cuStreamSynchronize(fill.stream));
  }

  #fillRows({ to, pitch, pattern, patternBytes, count, height, stream }: Fill): ErrorCode {
    const { calls } = this.#session.driver;
    const at = this.#session.host.native(to);
    const low = Number(BigInt.asUintN(32, pattern));
    const high = Number(BigInt.asUintN(32, pattern >> 32n));
    const rows = height > 1;
    switch (patternBytes) {
      case 1:
        return rows
          ? calls.cuMemsetD2D8Async(at, pitch, low & 0xff, count, height, stream)
          : calls.cuMemsetD8Async(at, low & 0xff, count, stream);
      case 2:
        return rows
          ? calls.cuMemsetD2D16Async(at, pitch, low & 0xffff, count, height, stream)
          : calls.cuMemsetD16Async(at, low & 0xffff, count, stream);
      case 4:
        return rows
          ? calls.cuMemsetD2D32Async(at, pitch, low, count, height, stream)
          : calls.cuMemsetD32Async(at, low, count, stream);
      default:
        if (low === high && !rows) return calls.cuMemsetD32Async(at, low, 2 * count, stream);
        return this.#fillWide(at, pattern, count, height, pitch, stream);
    }
  }

  #fillWide(at: bigint, pattern: bigint, count: number, height: number, pitch: number, stream: StreamId): ErrorCode {
    const { driver, native } = this.#session;
    this.#support ??= Number(loadModule(driver, native, supportModule(this.#capability()), false).entry(fillSymbol));
    const block = new DataView(new ArrayBuffer(40));
    [at, pattern, count, height, pitch].forEach((value, i) => {
      block.setBigUint64(8 * i, BigInt.asUintN(64, BigInt(value)), true);
    });
    native.setParams(block, 0, [false, false, false, false, false], 0n);
    const blocks = Math.min(Math.ceil(count / 256), 32 * this.model.multiProcessorCount);
    const rows = Math.min(height, 65535);
    return this.#calls.cuLaunchKernel(this.#support, blocks, rows, 1, 256, 1, 1, 0, stream, native.paramPointers, 0);
  }

  // ---- launches ---------------------------------------------------------------------------------------------------------------

  launch(launch: Launch): ErrorCode {
    const facts = this.kernels[launch.kernel];
    const entry = this.#entries[launch.kernel];
    if (this.#failure !== 0) return this.#failure;
    if (!facts || !entry) return codeOf.invalidDeviceFunction;
    this.#enter();
    if (!this.#streams.get(launch.stream)) return codeOf.invalidResourceHandle;
    const code = checkLaunch(launch, facts, this.dynamicSharedLimit(launch.kernel));
    if (code !== 0) return code;
    if (this.#callbacks.length > 0) this.#runCallbacks();
    return this.#note(this.#launchEntry(launch, entry));
  }

  #launchEntry({ grid, block, sharedBytes, stream, params, cooperative }: Launch, entry: Entry): ErrorCode {
    const { native, host } = this.#session;
    native.setParams(host.memory.view, Number(params), entry.isAddress, host.base);
    const { handle } = entry;
    if (cooperative || entry.cooperative)
      return this.#calls.cuLaunchCooperativeKernel(
        handle,
        grid.x,
        grid.y,
        grid.z,
        block.x,
        block.y,
        block.z,
        sharedBytes,
        stream,
        native.paramPointers,
      );
    return this.#calls.cuLaunchKernel(
      handle,
      grid.x,
      grid.y,
      grid.z,
      block.x,
      block.y,
      block.z,
      sharedBytes,
      stream,
      native.paramPointers,
      0,
    );
  }

  openShape(kernel: number, trips: Three<bigint>, grid: Three<number>, block: Three<number>): readonly number[] {
    const { multiProcessorCount } = this.model;
    if (trips[0] >= 0n) return chooseLoopShape(trips, grid, block, multiProcessorCount);
    return [this.#residentBlocks(kernel, block[0] * block[1] * block[2]) * multiProcessorCount, 1, 1, ...block];
  }

  /** How many blocks of so many threads a multiprocessor holds at once. */
  #residentBlocks(kernel: number, threads: number): number {
    this.#loaded();
    const { native } = this.#session;
    const handle = this.#entries[kernel]?.handle ?? 0;
    const code = this.#calls.cuOccupancyMaxActiveBlocksPerMultiprocessor(native.cell(0), handle, threads, 0);
    return code === 0 ? Math.max(1, native.i32(0)) : 1;
  }

  canAccessPeer(peer: number): boolean {
    const { native } = this.#session;
    return this.#calls.cuDeviceCanAccessPeer(native.cell(0), this.#device, peer) === 0 && native.i32(0) !== 0;
  }

  setPeerAccess(peer: Device, on: boolean): ErrorCode {
    if (!(peer instanceof CudaDevice)) return codeOf.invalidDevice;
    peer.#enter();
    this.#enter();
    const code = on
      ? this.#calls.cuCtxEnablePeerAccess(peer.#context, 0)
      : this.#calls.cuCtxDisablePeerAccess(peer.#context);
    return this.#note(code);
  }

  dynamicSharedLimit(kernel: number): number {
    const fixed = this.kernels[kernel]?.sharedBytes ?? 0;
    return this.#sharedLimits.get(kernel) ?? Math.max(0, common.sharedMemPerBlock - fixed);
  }

  setDynamicSharedLimit(kernel: number, bytes: number): ErrorCode {
    this.#loaded();
    const entry = this.#entries[kernel];
    if (!entry) return codeOf.invalidDeviceFunction;
    const code = this.#calls.cuFuncSetAttribute(entry.handle, functionAttribute.dynamicShared, bytes);
    if (code === 0) this.#sharedLimits.set(kernel, bytes);
    return code;
  }

  // ---- streams ------------------------------------------------------------------------------------------------------------------

  createStream(blocking: boolean, priority: number): StreamId {
    this.#enter();
    const { native } = this.#session;
    const code = this.#note(this.#calls.cuStreamCreateWithPriority(native.cell(0), blocking ? 0 : 1, priority));
    if (code !== 0) return 0n;
    const id = native.u64(0);
    this.#streams.add(id, { blocking, priority });
    return id;
  }

  destroyStream(stream: StreamId): ErrorCode {
    this.#enter();
    if (!this.#streams.delete(stream)) return codeOf.invalidResourceHandle;
    return this.#note(this.#calls.cuStreamDestroy_v2(stream));
  }

  knowsStream(stream: StreamId): boolean {
    return this.#streams.get(stream) !== undefined;
  }

  streamPriority(stream: StreamId): number {
    return this.#streams.get(stream)?.priority ?? 0;
  }

  streamIsBlocking(stream: StreamId): boolean {
    return this.#streams.get(stream)?.blocking ?? true;
  }

  queryStream(stream: StreamId): ErrorCode {
    this.#enter();
    if (!this.#streams.get(stream)) return codeOf.invalidResourceHandle;
    if (this.#failure !== 0) return this.#failure;
    this.#runCallbacks();
    return this.#note(this.#calls.cuStreamQuery(stream));
  }

  synchroniseStream(stream: StreamId): ErrorCode {
    this.#enter();
    if (!this.#streams.get(stream)) return codeOf.invalidResourceHandle;
    const code = this.#failure || this.#note(this.#calls.cuStreamSynchronize(stream));
    return this.#afterWait(code);
  }

  waitForEvent(stream: StreamId, event: EventId): ErrorCode {
    this.#enter();
    const known = this.#streams.events.get(event);
    if (!this.#streams.get(stream) || !known) return codeOf.invalidResourceHandle;
    return known.recorded ? this.#note(this.#calls.cuStreamWaitEvent(stream, event, 0)) : codeOf.success;
  }

  hostCallback(stream: StreamId, then: () => void): ErrorCode {
    this.#enter();
    if (!this.#streams.get(stream)) return codeOf.invalidResourceHandle;
    const { native } = this.#session;
    const made = this.#note(this.#calls.cuEventCreate(native.cell(0), 2));
    if (made !== 0) return made;
    const event = native.u64(0);
    this.#callbacks.push({ event, then });
    return this.#note(this.#calls.cuEventRecord(event, stream));
  }

  /** Those whose stream has come so far. */
  #runCallbacks(): void {
    for (let i = 0; i < this.#callbacks.length; ) {
      const { event, then } = this.#callbacks[i]!;
      if (this.#calls.cuEventQuery(event) === codeOf.notReady) {
        i++;
        continue;
      }
      this.#callbacks.splice(i, 1);
      this.#calls.cuEventDestroy_v2(event);
      then();
    }
  }

  /** What becomes visible once the host has waited. */
  #afterWait(code: ErrorCode): ErrorCode {
    this.#runCallbacks();
    if (code === 0 && this.#printRing !== 0n) this.#takePrinted();
    return code;
  }

  /** Kernels of other streams may be writing: all of them are waited for. */
  #takePrinted(): void {
    const { native, image, print } = this.#session;
    if (this.#note(this.#calls.cuCtxSynchronize()) !== 0) return;
    this.#calls.cuMemcpy(native.cell(0), this.#printRing, 16);
    const written = Number(native.u64(0));
    const lost = native.u64(1);
    if (written === 0) return;
    const { printBytes, printHead, texts } = image.ptx(this.#capability());
    const ring = native.buffer(Math.min(written, printBytes));
    this.#calls.cuMemcpy(ring.address, this.#printRing + BigInt(printHead), ring.bytes.length);
    this.#calls.cuMemsetD8Async(this.#printRing, 0, printHead + ring.bytes.length, 0);
    print(readPrinted(ring.bytes, texts));
    if (lost > 0n) this.#session.message(`${lost} lines that kernels printed were lost: the buffer was full`);
  }

  // ---- events -------------------------------------------------------------------------------------------------------------------

  createEvent(timed: boolean): EventId {
    this.#enter();
    const { native } = this.#session;
    if (this.#note(this.#calls.cuEventCreate(native.cell(0), timed ? 0 : 2)) !== 0) return 0n;
    const id = native.u64(0);
    this.#streams.events.set(id, { timed, recorded: false });
    return id;
  }

  destroyEvent(event: EventId): ErrorCode {
    this.#enter();
    if (!this.#streams.events.delete(event)) return codeOf.invalidResourceHandle;
    return this.#note(this.#calls.cuEventDestroy_v2(event));
  }

  recordEvent(event: EventId, stream: StreamId): ErrorCode {
    this.#enter();
    const known = this.#streams.events.get(event);
    if (!known || !this.#streams.get(stream)) return codeOf.invalidResourceHandle;
    known.recorded = true;
    return this.#note(this.#calls.cuEventRecord(event, stream));
  }

  eventState(event: EventId): EventState {
    this.#enter();
    const known = this.#streams.events.get(event);
    if (!known) return 'unknown';
    if (!known.recorded) return 'unrecorded';
    return this.#note(this.#calls.cuEventQuery(event)) === codeOf.notReady ? 'pending' : 'done';
  }

  synchroniseEvent(event: EventId): ErrorCode {
    this.#enter();
    if (!this.#streams.events.has(event)) return codeOf.invalidResourceHandle;
    const code = this.#failure || this.#note(this.#calls.cuEventSynchronize(event));
    return this.#afterWait(code);
  }

  elapsed(from: EventId, to: EventId): { readonly error: ErrorCode; readonly milliseconds: number } {
    this.#enter();
    const events = [this.#streams.events.get(from), this.#streams.events.get(to)];
    if (events.some((e) => !e?.timed || !e.recorded)) return { error: codeOf.invalidResourceHandle, milliseconds: 0 };
    const { native } = this.#session;
    const error = this.#note(this.#calls.cuEventElapsedTime(native.cell(0), from, to));
    return { error, milliseconds: error === 0 ? native.f32(0) : 0 };
  }

  synchronise(): ErrorCode {
    this.#enter();
    const code = this.#failure || this.#note(this.#calls.cuCtxSynchronize());
    return this.#afterWait(code);
  }
}

/** Cuts at the places where either side is cut. */
function piecesOf(a: readonly number[], b: readonly number[]): readonly number[] {
  if (a.length === 1) return b;
  if (b.length === 1) return a;
  const edges = new Set<number>();
  for (const list of [a, b]) {
    let at = 0;
    for (const n of list) {
      at += n;
      edges.add(at);
    }
  }
  const sorted = [...edges].sort((x, y) => x - y);
  return sorted.map((edge, i) => edge - (sorted[i - 1] ?? 0));
}
