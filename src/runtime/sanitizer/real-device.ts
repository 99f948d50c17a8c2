/**
 * Real devices under the sanitizer. What memory they have, and what of it is written, stands where their kernels look (`memory-table.ts`, `memory-twins.ts`). Allocations lie apart and
 * what is freed is kept for a while, so that neither a neighbour nor the next one hides a mistake. After a wrong access the device's work is at an end, as after a failed launch.
 */
import type { Address, Copy, Device, ErrorCode, Fill, Launch, ProcessSharing, StreamId } from '../../machine/device.ts';
import { codeOf } from '../../machine/errors.ts';
import { withOwnCalls } from '../device-calls.ts';
import type { ProgramMemory } from '../program-memory.ts';
import { MemoryTable } from './memory-table.ts';
import { MemoryTwins } from './memory-twins.ts';
import { lastLaunch, type Sanitizer } from './sanitizer.ts';
import { filler, SharedTwins } from './shared-twins.ts';

/** A variable that kernels may use; `unset`: nobody knows what it holds at first. */
export type RealVariable = {
  readonly name: string;
  readonly at: Address;
  readonly bytes: number;
  readonly unset?: boolean;
  /** Where it lies in the host's memory, if it does. */
  readonly onHost?: Address;
};

export type RealDevice = {
  readonly device: Device;
  /** Where the host's memory begins for the device. */
  readonly base: bigint;
  readonly variables: () => Iterable<RealVariable>;
};

/** What all devices of a program have in common. */
export type RealMemory = {
  readonly memory: ProgramMemory;
  /** Whether it is kept what is written. */
  readonly init: boolean;
  /** Where the table lies in the host's memory, and room for what twins hold. */
  readonly table: number;
  readonly window: number;
};

const gap = 256;

type Freed = { readonly address: Address; readonly bytes: number };

export function checkedDevices(
  sanitizer: Sanitizer,
  { memory, table: at, window, init }: RealMemory,
): (real: RealDevice) => Device {
  const table = new MemoryTable(memory, at);
  const shared = new SharedTwins(memory);
  const waits: (() => void)[] = [];
  return (real) => {
    waits.push(() => real.device.synchronise());
    const room = { table, memory, window, base: real.base, shared };
    const twins = init ? new MemoryTwins(real.device, room) : undefined;
    const checks = new DeviceBooks(real, sanitizer, table, twins, memory, () => {
      for (const wait of waits) wait();
    });
    return withOwnCalls(real.device, checks.calls());
  };
}

class DeviceBooks {
  readonly #real: RealDevice;
  readonly #sanitizer: Sanitizer;
  readonly #table: MemoryTable;
  readonly #twins: MemoryTwins | undefined;
  readonly #waitForAll: () => void;
  readonly #memory: ProgramMemory;
  readonly #variables = new Set<Address>();
  /** Of kernels whose limit of dynamic shared memory was raised for twins: what the program may ask for. */
  readonly #sharedLimits = new Map<number, number>();
  #quarantine: Freed[] = [];
  #quarantined = 0;
  #failed: ErrorCode = codeOf.success;

  constructor(
    real: RealDevice,
    sanitizer: Sanitizer,
    table: MemoryTable,
    twins: MemoryTwins | undefined,
    memory: ProgramMemory,
    waitForAll: () => void,
  ) {
    this.#memory = memory;
    this.#real = real;
    this.#sanitizer = sanitizer;
    this.#table = table;
    this.#twins = twins;
    this.#waitForAll = waitForAll;
  }

  #allocate(bytes: number, kind: 'device' | 'managed' | 'pinned'): Address {
    return this.#allocated(
      this.#twice(() => this.#real.device.allocate(bytes + gap, kind)),
      bytes,
      kind,
    );
  }

  calls(): Partial<Device> {
    const { device } = this.#real;
    const after = (code: ErrorCode): ErrorCode => this.#failed || code;
    return {
      failure: () => this.#failed || device.failure(),
      reset: () => this.#reset(),
      allocate: (bytes, kind) => this.#allocate(bytes, kind),
      // Nothing is kept: who uses it after its end is found.
      takeScratch: (bytes) => this.#allocate(bytes, 'device'),
      giveScratch: () => false,
      allocateAsync: (bytes, stream) =>
        this.#allocated(
          this.#twice(() => device.allocateAsync(bytes + gap, stream)),
          bytes,
          'device',
        ),
      free: (address) => this.#free(address, () => device.free(address)),
      freeAsync: (address, stream) => this.#free(address, () => device.freeAsync(address, stream)),
      register: (address, bytes) => {
        const code = device.register(address, bytes);
        if (code === 0) this.#table.set(this.#real.base + address, { bytes });
        return code;
      },
      unregister: (address) => {
        this.#table.delete(this.#real.base + address);
        return device.unregister(address);
      },
      sharing: device.sharing && this.#sharing(device.sharing),
      touched: (address) => this.#twins?.forget(this.#onDevice(address)),
      copy: (copy) => this.#failed || this.#copy(copy),
      fill: (fill) => this.#failed || this.#fill(fill),
      launch: (launch) => this.#failed || this.#launch(launch),
      dynamicSharedLimit: (kernel) => this.#sharedLimit(kernel),
      setDynamicSharedLimit: (kernel, bytes) => {
        const code = device.setDynamicSharedLimit(kernel, bytes);
        if (code === 0) this.#sharedLimits.set(kernel, bytes);
        return code;
      },
      synchronise: () => after(device.synchronise()),
      synchroniseStream: (stream: StreamId) => after(device.synchroniseStream(stream)),
      synchroniseEvent: (event) => after(device.synchroniseEvent(event)),
      queryStream: (stream) => after(device.queryStream(stream)),
      recordEvent: (event, stream) => this.#failed || device.recordEvent(event, stream),
      waitForEvent: (stream, event) => this.#failed || device.waitForEvent(stream, event),
    };
  }

  #allocated(address: Address, bytes: number, kind: 'device' | 'managed' | 'pinned'): Address {
    if (address === 0n) return address;
    const at = kind === 'device' ? address : this.#real.base + address;
    const onHost = kind === 'device' ? undefined : address;
    if (this.#twins && onHost !== undefined) this.#memory.bytes(Number(onHost), bytes).fill(filler);
    this.#table.set(at, { bytes, ...this.#twinFor(bytes, onHost) });
    this.#sanitizer.allocated(Number(at), bytes, kind);
    return address;
  }

  #twinFor(bytes: number, onHost: Address | undefined): { readonly twin?: Address } | undefined {
    return onHost === undefined ? this.#twins?.make(bytes) : this.#twins?.makeShared(onHost, bytes);
  }

  /** Memory of other processes, as much as there is. */
  #sharing(sharing: ProcessSharing): ProcessSharing {
    return {
      giveMemory: (address) => sharing.giveMemory(address),
      openMemory: (handle) => {
        const opened = sharing.openMemory(handle);
        const { base, bytes } = this.#real.device.pointerFacts(opened.address);
        if (opened.error === 0) this.#table.set(base, { bytes });
        return opened;
      },
      closeMemory: (address) => {
        this.#table.delete(this.#real.device.pointerFacts(address).base);
        return sharing.closeMemory(address);
      },
      giveEvent: (event) => sharing.giveEvent(event),
      openEvent: (handle) => sharing.openEvent(handle),
    };
  }

  /** Where there is no room, freed memory goes first. */
  #twice(allocate: () => Address): Address {
    const first = allocate();
    if (first !== 0n || this.#quarantine.length === 0) return first;
    this.#release(0);
    return allocate();
  }

  #free(address: Address, refuse: () => ErrorCode): ErrorCode {
    if (address === 0n) return this.#failed || refuse();
    const { device, base } = this.#real;
    for (const at of [address, base + address]) {
      const known = this.#table.at(at);
      if (!known || this.#variables.has(at)) continue;
      const code = device.synchronise();
      this.#table.delete(at);
      this.#twins?.end(at, known);
      this.#sanitizer.freed(Number(at));
      this.#quarantine.push({ address, bytes: known.bytes });
      this.#quarantined += known.bytes;
      this.#release(this.#sanitizer.quarantineBytes);
      return this.#failed || code;
    }
    this.#sanitizer.invalidFree(Number(address), 'cudaFree');
    return this.#failed || (this.#quarantine.some((f) => f.address === address) ? codeOf.invalidValue : refuse());
  }

  /** Others may get freed memory, but for so many bytes of it. */
  #release(kept: number): void {
    while (this.#quarantined > kept) {
      const first = this.#quarantine.shift();
      if (!first) return;
      this.#quarantined -= first.bytes;
      this.#real.device.free(first.address);
    }
  }

  #reset(): void {
    this.#failed = codeOf.success;
    this.#quarantine = [];
    this.#quarantined = 0;
    for (const at of this.#variables) this.#table.delete(at);
    this.#variables.clear();
    this.#real.device.reset();
  }

  #copy(copy: Copy): ErrorCode {
    this.#seeVariables();
    this.#twins?.seeWrites();
    const known = { ...copy, to: this.#onDevice(copy.to), from: this.#onDevice(copy.from) };
    if (!this.#sanitizer.fitsCopy(known)) return codeOf.invalidValue;
    const isToHost = this.#real.device.isHost?.(copy.to) ?? false;
    const unset = isToHost ? this.#twins?.firstUnset(known) : undefined;
    if (unset) {
      // Whole variables are often copied of which only a part is used.
      const { at, partly } = unset;
      if (!partly || !this.#isOfVariable(at)) this.#sanitizer.copiesUnset(known, Number(at));
    }
    const code = this.#real.device.copy(copy);
    if (code === 0) this.#twins?.copied(known);
    return this.#failed || code;
  }

  #fill(fill: Fill): ErrorCode {
    this.#seeVariables();
    const known = { ...fill, to: this.#onDevice(fill.to) };
    if (!this.#sanitizer.fitsFill(known)) return codeOf.invalidValue;
    const code = this.#real.device.fill(fill);
    if (code === 0) this.#twins?.filled(known);
    return this.#failed || code;
  }

  /** An address as kernels know it. */
  #onDevice(address: Address): Address {
    return this.#real.device.isHost?.(address) ? this.#real.base + address : address;
  }

  #isOfVariable(address: Address): boolean {
    const found = this.#table.around(address);
    return found !== undefined && this.#variables.has(found[0]);
  }

  /** The variables of the program, once its code is on the device. */
  #seeVariables(): void {
    for (const { name, at, bytes, unset, onHost } of this.#real.variables()) {
      if (at === 0n || this.#variables.has(at)) continue;
      this.#variables.add(at);
      // What devices share the first one has seen to.
      if (!this.#table.at(at)) this.#table.set(at, { bytes, ...(unset && this.#twinFor(bytes, onHost)) });
      this.#sanitizer.variable(name, Number(at), bytes);
    }
  }

  #launch(launch: Launch): ErrorCode {
    this.#seeVariables();
    this.#twins?.seeWrites();
    if (launch.sharedBytes > this.#sharedLimit(launch.kernel)) return codeOf.invalidValue;
    const sharedBytes = this.#withTwin(launch);
    this.#table.write(this.#waitForAll);
    this.#note(launch);
    return this.#real.device.launch({ ...launch, sharedBytes });
  }

  /** What the program may ask for: half of the kernel's static memory is twins. */
  #sharedLimit(kernel: number): number {
    const { device } = this.#real;
    const twins = this.#twins ? (device.kernel(kernel)?.sharedBytes ?? 0) / 2 : 0;
    return this.#sharedLimits.get(kernel) ?? device.dynamicSharedLimit(kernel) + twins;
  }

  /** Bytes of dynamic shared memory, behind which the twin lies where there is room for it. */
  #withTwin({ kernel, sharedBytes: asked, cooperative }: Launch): number {
    if (!this.#twins) return asked;
    const twin = 16 * Math.ceil(asked / 16);
    // Of a cooperative launch all blocks must be there at once.
    const isAlone = !(cooperative || this.#real.device.kernel(kernel)?.cooperative);
    const isTwice = asked > 0 && isAlone && this.#makeRoom(kernel, 2 * twin);
    if (!isTwice) this.#makeRoom(kernel, asked);
    this.#table.setDynamic(asked, isTwice ? twin : 0);
    return isTwice ? 2 * twin : asked;
  }

  #makeRoom(kernel: number, bytes: number): boolean {
    const { device } = this.#real;
    const limit = this.#sharedLimit(kernel);
    if (bytes <= device.dynamicSharedLimit(kernel)) return true;
    if (device.setDynamicSharedLimit(kernel, bytes) !== 0) return false;
    this.#sharedLimits.set(kernel, limit);
    return true;
  }

  /** What kernels tell bears no number of a launch here: it is of the last one. */
  #note({ kernel, grid, block, sharedBytes }: Launch): void {
    this.#sanitizer.launched(lastLaunch, {
      kernel: this.#real.device.kernel(kernel)?.name ?? '',
      grid: [grid.x, grid.y, grid.z],
      block: [block.x, block.y, block.z],
      cluster: [1, 1, 1],
      fail: () => {
        this.#failed = codeOf.launchFailure;
      },
      sharedBytes,
      blockBytes: sharedBytes,
    });
  }
}
