/** Data of directives on the devices of a program: tables of what is present, copies, queues. */
import type { Address, CudaRuntime, Device, ErrorCode, StreamId } from '../../machine/device.ts';
import { codeOf, errorText } from '../../machine/errors.ts';
import { type Area, entering, leaving, type Offload, type Queue, synchronous } from '../../machine/offload.ts';
import { ProgramExit } from '../program-exit.ts';
import { AcceleratorTimes } from './accelerator-times.ts';
import { type Block, PresentTable } from './present-table.ts';
import { rectanglesOf, spanOf } from './section-copy.ts';

/** Where the program is told what happens, if it asks. */
export type Told = {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly write: (text: string) => void;
};

const nvidia = 4;
const host = 2;
/** Bits of NVCOMPILER_ACC_NOTIFY. */
const notify = { launches: 1, transfers: 2, waits: 4, regions: 8, memory: 16 } as const;

export class OffloadState implements Offload {
  readonly #cuda: CudaRuntime;
  readonly #tables = new Map<number, PresentTable>();
  readonly #streams = new Map<Queue, StreamId>();
  readonly #write: (text: string) => void;
  readonly #notify: number;
  /** What OMP_TARGET_OFFLOAD and OMP_DEFAULT_DEVICE say. */
  readonly #disabled: boolean;
  readonly #mandatory: boolean;
  readonly #firstTarget: number;
  defaultQueue: Queue = 0n;
  deviceType = nvidia;
  #forHost = false;
  /** What ACC_DEVICE_TYPE says. */
  readonly #wanted: string;

  constructor(cuda: CudaRuntime, { environment, write }: Told) {
    this.#cuda = cuda;
    this.#write = write;
    const offload = environment.OMP_TARGET_OFFLOAD?.trim().toLowerCase();
    this.#disabled = offload === 'disabled';
    this.#wanted = environment.ACC_DEVICE_TYPE?.trim() ?? '';
    this.#mandatory = offload === 'mandatory';
    this.#firstTarget = Number(environment.OMP_DEFAULT_DEVICE ?? 0) || 0;
    const time = environment.NVCOMPILER_ACC_TIME ?? environment.PGI_ACC_TIME ?? '0';
    this.#times = time === '' || time === '0' ? undefined : new AcceleratorTimes();
    this.#notify = Number(environment.NVCOMPILER_ACC_NOTIFY ?? environment.PGI_ACC_NOTIFY ?? 0) || 0;
  }

  /** OpenACC for the host, too or alone: there its data is where it is. */
  hostVersions(alone: boolean): void {
    this.#forHost = true;
    if (alone || /^(?:host|multicore|cpu)$/i.test(this.#wanted)) this.deviceType = host;
  }

  get onHost(): boolean {
    return this.#forHost && this.deviceType === host;
  }

  get #device(): Device {
    return this.#cuda.device;
  }

  get #table(): PresentTable {
    const { ordinal } = this.#device;
    const known = this.#tables.get(ordinal);
    if (known) return known;
    const made = new PresentTable();
    this.#tables.set(ordinal, made);
    return made;
  }

  // ---- data ---------------------------------------------------------------------------------------------------

  enter(area: Area, how: number, queue: Queue): Address {
    if (area.base === 0n || how & entering.address || this.onHost) return area.base;
    const span = spanOf(area) ?? { from: area.start, bytes: 0 };
    const found = this.#table.overlapping(span.from, Math.max(1, span.bytes));
    const block = found && how & entering.stays ? this.#stillThere(found, span) : found;
    if (block) return this.#again(block, area, span, how, queue);
    if (this.#isDevices(span.from)) return area.base;
    if (how & entering.maybe) return area.base;
    if (how & entering.present || !(how & entering.allocate) || area.extents.includes(-1)) this.#missing(area, how);
    if (span.bytes === 0) return area.base;
    const device = this.#allocate(span.bytes);
    this.#tell(notify.memory, 'alloc', area, span.bytes);
    const dynamic = (how & (entering.dynamic | entering.stays)) !== 0;
    const made: Block = {
      host: span.from,
      bytes: span.bytes,
      device,
      structured: dynamic ? 0 : 1,
      dynamic: dynamic ? 1 : 0,
      lent: false,
      attached: new Map(),
    };
    this.#table.add(made);
    if (how & entering.zero) this.#zero(made);
    if (how & (entering.copy | entering.always)) this.#move(made, area, 'device', queue);
    return device + (area.base - span.from);
  }

  /** Of data that stays: what was allocated anew since then has no place yet. */
  #stillThere(block: Block, span: { from: Address; bytes: number }): Block | undefined {
    if (span.from >= block.host && span.from + BigInt(span.bytes) <= block.host + BigInt(block.bytes)) return block;
    this.#table.remove(block);
    if (!block.lent) this.#cuda.note(this.#device.free(block.device));
    return undefined;
  }

  #again(block: Block, area: Area, span: { from: Address; bytes: number }, how: number, queue: Queue): Address {
    const end = span.from + BigInt(span.bytes);
    if (span.from < block.host || end > block.host + BigInt(block.bytes)) {
      if (how & entering.maybe) return area.base;
      this.#partly(area);
    }
    if (how & (entering.allocate | entering.held) && !(how & entering.stays)) {
      if (how & entering.dynamic) block.dynamic++;
      else block.structured++;
    }
    if (how & entering.always) this.#move(block, area, 'device', queue);
    return block.device + (area.base - block.host);
  }

  exit(area: Area, how: number, queue: Queue): void {
    if (area.base === 0n || this.onHost) return;
    const span = spanOf(area) ?? { from: area.start, bytes: 0 };
    const block = this.#table.overlapping(span.from, Math.max(1, span.bytes));
    if (!block) {
      if (how & leaving.present && !this.#isDevices(span.from) && span.bytes > 0) this.#missing(area, entering.present);
      return;
    }
    if (how & leaving.finalize) block.dynamic = 0;
    else if (how & leaving.dynamic) block.dynamic = Math.max(0, block.dynamic - 1);
    else block.structured = Math.max(0, block.structured - 1);
    const last = block.structured === 0 && block.dynamic === 0;
    if (how & leaving.always || (how & leaving.copy && last)) this.#move(block, area, 'host', queue);
    if (!last) return;
    this.#table.remove(block);
    if (!block.lent) this.#check(this.#device.free(block.device), 'free', area);
    this.#tell(notify.memory, 'free', area, block.bytes);
  }

  #zero(block: Block): void {
    const fill = { to: block.device, pitch: 0, pattern: 0n, patternBytes: 1, count: block.bytes, height: 1 };
    this.#device.fill({ ...fill, stream: this.stream(synchronous), asynchronous: false });
  }

  update(area: Area, to: 'host' | 'device', ifPresent: boolean, queue: Queue): void {
    const span = spanOf(area);
    if (area.base === 0n || span?.bytes === 0 || this.onHost) return;
    const from = span?.from ?? area.start;
    const block = this.#table.overlapping(from, Math.max(1, span?.bytes ?? 1));
    if (!block) {
      if (ifPresent || this.#isDevices(from)) return;
      this.#fatal(`data in update ${to} clause was not found on device 1: name=${area.name}`, area);
    }
    if (from < block.host || (span && from + BigInt(span.bytes) > block.host + BigInt(block.bytes))) this.#partly(area);
    this.#move(block, area, to, queue);
  }

  find(address: Address, bytes: number): Address | undefined {
    const block = this.#table.at(address);
    if (!block || address + BigInt(bytes) > block.host + BigInt(block.bytes)) return undefined;
    return block.device + (address - block.host);
  }

  hostAddress(device: Address): Address | undefined {
    const block = this.#table.find((b) => device >= b.device && device < b.device + BigInt(b.bytes));
    return block && block.host + (device - block.device);
  }

  map(host: Address, device: Address, bytes: number): void {
    this.#table.add({ host, bytes, device, structured: 0, dynamic: 1, lent: true, attached: new Map() });
  }

  unmap(host: Address): void {
    const block = this.#table.at(host);
    if (block) this.#table.remove(block);
  }

  /** Managed and device data of CUDA Fortran is where it is. */
  #isDevices(address: Address): boolean {
    const { kind } = this.#device.pointerFacts(address);
    return kind === 'device' || kind === 'managed';
  }

  #allocate(bytes: number): Address {
    const address = this.#device.allocate(bytes, 'device');
    if (address !== 0n) return address;
    const code = this.#device.failure() || codeOf.memoryAllocation;
    throw new ProgramExit(
      1,
      `Out of memory allocating ${bytes} bytes of device memory\nFailing in Thread:1\nAccelerator Fatal Error: call to cuMemAlloc returned error ${code} (${errorText(code)})`,
    );
  }

  /** Copies what the area says; pointers that were attached stay the host's on the host, the device's on the device. */
  #move(block: Block, area: Area, to: 'host' | 'device', queue: Queue): void {
    const span = spanOf(area) ?? { from: block.host, bytes: block.bytes };
    const there = block.device + (span.from - block.host);
    const stream = this.stream(queue);
    const kept = to === 'host' ? this.#pointersIn(block, span) : [];
    const asynchronous = queue !== synchronous && block.attached.size === 0 && !this.#times;
    const start = this.#times ? performance.now() : 0;
    for (const { offset, width, pitch, height } of rectanglesOf(area)) {
      const [host, device] = [span.from + BigInt(offset), there + BigInt(offset)];
      const [target, source] = to === 'host' ? [host, device] : [device, host];
      const code = this.#device.copy({
        to: target,
        toPitch: pitch,
        from: source,
        fromPitch: pitch,
        width,
        height,
        stream,
        asynchronous,
      });
      this.#check(code, to === 'host' ? 'download' : 'upload', area);
    }
    this.#times?.copy(partsOf(area.place), to === 'host' ? 'copyout' : 'copyin', 1000 * (performance.now() - start));
    for (const [cell, value] of kept) this.#cuda.writeInteger(cell, 8, value);
    if (to === 'device') for (const [cell, { device }] of block.attached) this.#point(block, cell, device);
    this.#tell(notify.transfers, to === 'host' ? 'download CUDA data' : 'upload CUDA data', area, span.bytes);
  }

  #pointersIn(block: Block, span: { from: Address; bytes: number }): [Address, bigint][] {
    return [...block.attached.keys()]
      .filter((cell) => cell >= span.from && cell < span.from + BigInt(span.bytes))
      .map((cell) => [cell, this.#cuda.readInteger(cell, 8)]);
  }

  attach(descriptor: Address, bytes: number, cell: Address, target: Address): void {
    if (this.onHost) return;
    const block = this.#table.at(cell);
    if (!block) return;
    // What is not there is not pointed to.
    if (target === this.#cuda.readInteger(cell, 8) && !this.#isDevices(target)) return;
    const known = block.attached.get(cell);
    if (known && known.device === target) {
      known.count++;
      return;
    }
    block.attached.set(cell, { device: target, count: 1 });
    const area = {
      base: descriptor,
      start: descriptor,
      elementBytes: bytes,
      extents: [],
      strides: [],
      name: '',
      place: '',
    };
    if (descriptor >= block.host && bytes > 0) this.#moveQuietly(block, area);
    this.#point(block, cell, target);
  }

  #moveQuietly(block: Block, area: Area): void {
    const { base, elementBytes: width } = area;
    const to = block.device + (base - block.host);
    const stream = this.stream(synchronous);
    this.#device.copy({
      to,
      toPitch: width,
      from: base,
      fromPitch: width,
      width,
      height: 1,
      stream,
      asynchronous: false,
    });
  }

  /** The device's cell holds an address. */
  #point(block: Block, cell: Address, value: Address): void {
    const to = block.device + (cell - block.host);
    const fill = { to, pitch: 8, pattern: value, patternBytes: 8, count: 1, height: 1, asynchronous: false };
    this.#device.fill({ ...fill, stream: this.stream(synchronous) });
  }

  detach(cell: Address, last: boolean): void {
    const block = this.#table.at(cell);
    const known = block?.attached.get(cell);
    if (!block || !known || (--known.count > 0 && !last)) return;
    block.attached.delete(cell);
    this.#point(block, cell, this.#cuda.readInteger(cell, 8));
  }

  // ---- devices of OpenMP ---------------------------------------------------------------------------------------

  targets = false;
  #targetDevice: number | undefined;
  readonly #before: number[] = [];
  readonly #times: AcceleratorTimes | undefined;
  #launch: { readonly place: ReturnType<typeof partsOf>; readonly shape: string; readonly start: number } | undefined;

  get targetDevices(): number {
    return this.targets && !this.#disabled ? this.#cuda.devices.length : 0;
  }

  get targetDevice(): number {
    return Math.min(this.#targetDevice ?? this.#firstTarget, this.targetDevices);
  }

  set targetDevice(n: number) {
    this.#targetDevice = n;
  }

  begin(device: number | undefined): boolean {
    const chosen = device ?? this.targetDevice;
    if (chosen < 0 || chosen >= this.targetDevices) {
      if (this.#mandatory && device === undefined) this.#noTarget();
      return false;
    }
    const before = this.#device.ordinal;
    if (device !== undefined) this.#before.push(before);
    if (chosen !== before) this.#cuda.note(this.#cuda.setDevice(chosen));
    return true;
  }

  end(): void {
    const before = this.#before.pop();
    if (before !== undefined && before !== this.#device.ordinal) this.#cuda.note(this.#cuda.setDevice(before));
  }

  #noTarget(): never {
    throw new ProgramExit(1, 'OMP_TARGET_OFFLOAD is mandatory, but there is no device to run a target construct');
  }

  // ---- queues -------------------------------------------------------------------------------------------------

  stream(queue: Queue): StreamId {
    const number = queue === -3n || queue === -1n ? this.defaultQueue : queue;
    if (number === synchronous) return this.#cuda.defaultStream();
    const known = this.#streams.get(number);
    if (known !== undefined) return known;
    const made = this.#device.createStream(true, 0);
    this.#streams.set(number, made);
    return made;
  }

  setStream(queue: Queue, stream: StreamId): void {
    this.#streams.set(queue, stream);
  }

  wait(queue: Queue | undefined): void {
    if (queue === undefined) this.#cuda.note(this.#device.synchronise());
    else this.#cuda.note(this.#device.synchroniseStream(this.stream(queue)));
  }

  waitIn(queue: Queue | undefined, later: Queue): void {
    const earlier = queue === undefined ? [...this.#streams.values()] : [this.stream(queue)];
    const stream = this.stream(later);
    for (const s of earlier) {
      if (s === stream) continue;
      const event = this.#device.createEvent(false);
      this.#device.recordEvent(event, s);
      this.#device.waitForEvent(stream, event);
      this.#device.destroyEvent(event);
    }
  }

  isDone(queue: Queue | undefined): boolean {
    const streams = queue === undefined ? [0n, ...this.#streams.values()] : [this.stream(queue)];
    return streams.every((s) => this.#device.queryStream(s) === codeOf.success);
  }

  // ---- messages -----------------------------------------------------------------------------------------------

  get tells(): boolean {
    return this.#times !== undefined || (this.#notify & notify.launches) !== 0;
  }

  launching(place: string, kernel: string, shape: readonly number[]): number {
    const [gx = 1, gy = 1, gz = 1, bx = 1, by = 1, bz = 1] = shape;
    const grid = extents([gx, gy, gz]);
    const block = extents([bx, by, bz]);
    if (this.#notify & notify.launches)
      this.#write(
        `launch CUDA kernel  ${where(place)} device=${this.#device.ordinal} threadid=1 num_gangs=${gx * gy * gz} num_workers=${by * bz} vector_length=${bx} grid=${grid} block=${block} kernel=${kernel}\n`,
      );
    if (!this.#times) return 0;
    this.#device.synchronise();
    this.#launch = { place: partsOf(place), shape: `grid: [${grid}]  block: [${block}]`, start: performance.now() };
    return 1;
  }

  launched(stream: StreamId): void {
    const { place, shape, start } = this.#launch ?? {};
    if (!place || shape === undefined || start === undefined) return;
    this.#device.synchroniseStream(stream);
    this.#times?.kernel(place, shape, 1000 * (performance.now() - start));
  }

  get profile(): string {
    return this.#times?.text(this.#device.ordinal) ?? '';
  }

  #tell(bit: number, what: string, area: Area, bytes: number): void {
    if (!(this.#notify & bit)) return;
    this.#write(
      `${what}  ${where(area.place)} device=${this.#device.ordinal} threadid=1 variable=${area.name} bytes=${bytes}\n`,
    );
  }

  #check(code: ErrorCode, what: string, area: Area): void {
    if (this.#cuda.note(code) === codeOf.success) return;
    throw new ProgramExit(
      1,
      `Failing in Thread:1\nAccelerator Fatal Error: ${what} of ${area.name} returned error ${code} (${errorText(code)})\n ${fileAndLine(area.place)}`,
    );
  }

  #missing(area: Area, how: number): never {
    const clause = how & entering.present ? 'PRESENT clause' : 'data clause';
    return this.#fatal(
      `data in ${clause} was not found on device ${this.#device.ordinal + 1}: name=${area.name} host:0x${area.base.toString(16)}`,
      area,
    );
  }

  #partly(area: Area): never {
    return this.#fatal(`variable in data clause is partially present on the device: name=${area.name}`, area);
  }

  #fatal(text: string, area: Area): never {
    const { ordinal, model } = this.#device;
    const { blocks } = this.#table;
    const list = blocks.map(
      (b) =>
        `host:0x${b.host.toString(16)} device:0x${b.device.toString(16)} size:${b.bytes} presentcount:${b.structured}+${b.dynamic}`,
    );
    const dump = `Present table dump for device[${ordinal + 1}]: NVIDIA Tesla GPU ${ordinal}, compute capability ${model.major}.${model.minor}, threadid=1\n${list.length > 0 ? list.join('\n') : '...empty...'}`;
    throw new ProgramExit(1, `${dump}\nFATAL ERROR: ${text}\n ${fileAndLine(area.place)}`);
  }
}

function extents(list: readonly [number, number, number]): string {
  const [x, y, z] = list;
  return z > 1 ? `${x}x${y}x${z}` : y > 1 ? `${x}x${y}` : `${x}`;
}

function where(place: string): string {
  const [file, procedure, line] = partsOf(place);
  return `file=${file} function=${procedure} line=${line}`;
}

function fileAndLine(place: string): string {
  const [file, procedure, line] = partsOf(place);
  return `file:${file} ${procedure} line:${line}`;
}

function partsOf(place: string): readonly [string, string, string] {
  const match = /^(.*):([^:]*):(\d+)$/.exec(place);
  return [match?.[1] ?? place, match?.[2] ?? '', match?.[3] ?? ''];
}
