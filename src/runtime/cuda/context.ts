/** One device's context with the driver: entered before calls of the driver, with the program's code in it, and with what ended its work. */
import type { ErrorCode } from '../../machine/device.ts';
import { assertionText, codeOf, errorText } from '../../machine/errors.ts';
import type { DeviceModel } from '../../machine/models.ts';
import type { CudaCode } from './cuda-image.ts';
import type { DriverCalls } from './driver-table.ts';
import { type LoadedModule, loadModule } from './load-module.ts';
import { readPrinted } from './printed.ts';
import type { Session } from './session.ts';

/** After these the context is of no use. */
const lasting: ReadonlySet<number> = new Set([
  214, 220, 226, 700, 702, 709, 710, 714, 715, 716, 717, 718, 719, 721, 999,
]);

/**
 * Where a kernel that stops says why: the place's number plus one, then the block's number plus one, and what its thread printed before. Host memory, since the device's goes
 * with the context.
 */
const trapCellBytes = 64;

export class CudaContext {
  readonly session: Session;
  readonly calls: DriverCalls;
  readonly model: DeviceModel;
  readonly ordinal: number;
  /** The driver's number for the device. */
  readonly device: number;
  #handle = 0n;
  #module: LoadedModule | undefined;
  #trapCell = 0;
  /** What ended the device's work; 0 while it is well. */
  failure: ErrorCode = 0;
  /** The kernel that was launched last, by its number, and how many were since the host last waited for all. */
  lastKernel = 0;
  launches = 0;

  constructor(session: Session, model: DeviceModel, ordinal: number, device: number) {
    this.session = session;
    this.calls = session.driver.calls;
    this.model = model;
    this.ordinal = ordinal;
    this.device = device;
  }

  get isStarted(): boolean {
    return this.#handle !== 0n;
  }

  /** Makes the context the driver's current one; the first time, makes it. What goes wrong is a failure of the device. */
  enter(): void {
    if (this.#handle === 0n && (this.failure !== 0 || !this.#start())) return;
    if (this.session.current === this.#handle) return;
    this.session.current = this.#handle;
    this.calls.cuCtxSetCurrent(this.#handle);
  }

  #start(): boolean {
    const { native } = this.session;
    this.failure = this.calls.cuDevicePrimaryCtxRetain(native.cell(0), this.device);
    if (this.failure === 0) this.#handle = native.u64(0);
    return this.failure === 0;
  }

  /** Known once the context was entered. */
  get handle(): bigint {
    return this.#handle;
  }

  /** Whether it is the driver's current one, with the program's code, and well. */
  get isReady(): boolean {
    return this.#module !== undefined && this.failure === 0 && this.session.current === this.#handle;
  }

  get capability(): number {
    return this.model.major * 10 + this.model.minor;
  }

  /** The program's kernels as they are made for this device. */
  get code(): CudaCode {
    return this.session.image.ptx(this.capability);
  }

  /** The program's code on this device; none where the device does not work. */
  loaded(): LoadedModule | undefined {
    this.enter();
    if (this.#handle !== 0n) this.#module ??= this.#load();
    return this.#module;
  }

  #load(): LoadedModule {
    const { driver, native, host, image, verbose, message, patience } = this.session;
    const { text, symbols } = this.code;
    const module = loadModule(driver, native, text, verbose);
    if (verbose && module.information !== '') message(module.information);
    this.#poke(module.variable(symbols.hostBase), host.base);
    this.#poke(module.variable(symbols.patience), Number.isFinite(patience) ? BigInt(Math.ceil(patience * 1e9)) : 0n);
    const trap = module.variable(symbols.trapCell);
    if (trap !== 0n) this.#poke(trap, host.base + BigInt(this.#makeTrapCell()));
    if (image.managedEnd > 0) host.register(65536, image.managedEnd - 65536);
    return module;
  }

  #makeTrapCell(): number {
    const { host } = this.session;
    const { heap } = host.memory;
    const { at, bytes } = this.code.lastWords ?? { at: trapCellBytes, bytes: 0 };
    this.#trapCell ||= heap.allocate(at + bytes, trapCellBytes, { kind: 'unregistered', device: -1 });
    host.memory.bytes(this.#trapCell, at + bytes).fill(0);
    host.register(this.#trapCell, at + bytes);
    return this.#trapCell;
  }

  /** Sets a variable of 8 bytes. */
  #poke(address: bigint, value: bigint): void {
    if (address === 0n) return;
    this.session.native.setU64(8, value);
    this.calls.cuMemcpy(address, this.session.native.cell(8), 8);
  }

  /** Remembers what ends the device's work, and gives the code back. */
  note(code: ErrorCode): ErrorCode {
    return code === 0 || this.failure !== 0 || !lasting.has(code) ? code : this.#fail(code);
  }

  #fail(code: ErrorCode): ErrorCode {
    const place = this.#trapCell > 0 ? this.session.host.memory.view.getInt32(this.#trapCell, true) : 0;
    const trap = this.code.traps[place - 1];
    const isAssertion = trap?.message.startsWith(assertionText) === true;
    this.failure = trap?.waits ? codeOf.launchTimeout : isAssertion ? codeOf.assert : code;
    if (!trap) return this.#tellKernel();
    this.#tellLastWords();
    const block = this.session.host.memory.view.getInt32(this.#trapCell + 4, true);
    const who = trap.kernel === '' ? 'a kernel' : `kernel ${trap.kernel}`;
    const where = trap.place === '' ? '' : ` (${trap.place})`;
    this.session.message(`${who} stopped: ${block > 0 ? `block ${block} ` : ''}${trap.message}${where}`);
    return this.failure;
  }

  #tellLastWords(): void {
    const { lastWords, texts } = this.code;
    const { host, print } = this.session;
    if (!lastWords) return;
    print(readPrinted(host.memory.bytes(this.#trapCell + lastWords.at, lastWords.bytes).slice(), texts));
  }

  /** The driver does not say which kernel has failed: it is one of those that the host has not waited for. */
  #tellKernel(): ErrorCode {
    const last = this.code.kernels[this.lastKernel]?.name;
    if (last === undefined || this.launches === 0) return this.failure;
    const what = `${errorText(this.failure)} (error ${this.failure})`;
    const several = `a kernel stopped: ${what}; it is one of ${this.launches} that were launched since the host last waited, of which ${last} is the last (CUDA_LAUNCH_BLOCKING=1 tells which)`;
    this.session.message(this.launches === 1 ? `kernel ${last} stopped: ${what}` : several);
    return this.failure;
  }

  /** Ends the context; the next call makes a new one. A failed kernel's device may stay unusable until the process ends: then it says so. */
  reset(): void {
    this.enter();
    this.calls.cuDevicePrimaryCtxReset_v2(this.device);
    this.session.current = 0n;
    this.#handle = 0n;
    this.#module = undefined;
    this.failure = 0;
  }
}
