/**
 * Genuine managed memory inside the program's own memory: pages that the driver moves to where they are used.
 *
 * The driver gives managed memory (cuMemAllocManaged) at addresses of its choice, but host code can only reach what lies in its WebAssembly memory. The memory
 * behind that call is a mapping of the process's own /dev/nvidia-uvm whose offset is its address; such a mapping can be made over any pages, also those of a
 * WebAssembly memory. Numbers and layouts here are those of NVIDIA's published kernel module (uvm_ioctl.h); no interface promises them.
 * The risk: another version of that module may refuse (then data stay page-locked, as without this file) or mean something else by them. So the first use tests
 * itself without a kernel (a page is written here, moved to the device and read back), and CUFORT_MANAGED=pinned leaves all of it out.
 */
import type { DeviceModel } from '../../machine/models.ts';
import type { Owner } from '../heap.ts';
import type { Driver, DriverCalls, System } from './driver-table.ts';
import type { HostMemory } from './host-memory.ts';
import type { NativeMemory } from './native-memory.ts';

/** Smaller data stay page-locked: moving them costs more than reaching for them. Also what mappings are aligned to: the driver moves pages in blocks of this size. */
const blockBytes = 2 << 20;

/** UVM_MIGRATE and the place of its fields: base, length, the processor's UUID, flags, …, the status. */
const migrate = { request: 51, base: 0, length: 8, processor: 16, status: 72, bytes: 80 } as const;

/** Of a context, what moves of pages need. */
type Target = {
  readonly calls: DriverCalls;
  readonly device: number;
  readonly ordinal: number;
  readonly model: DeviceModel;
  readonly session: { readonly native: NativeMemory };
};

type Pages = { readonly from: number; readonly bytes: number };

export class ManagedPages {
  readonly #driver: Driver;
  readonly #host: HostMemory;
  /** A line for the user where this cannot be had. */
  readonly #explain: (text: string) => void;
  readonly #ranges = new Map<number, Pages>();
  /** Ranges that no kernel has seen yet. */
  #fresh: Pages[] = [];
  /** The descriptor of the driver's module; -1 where it cannot be used; undefined before the first use. */
  #descriptor: number | undefined;

  constructor(driver: Driver, host: HostMemory, wanted: boolean, explain: (text: string) => void) {
    this.#driver = driver;
    this.#host = host;
    this.#explain = explain;
    if (!wanted) this.#descriptor = -1;
  }

  /** The address of new managed memory, or 0 where it is to be had in another way. */
  allocate(context: Target, bytes: number, owner: Owner): number {
    if (bytes < blockBytes) return 0;
    const system = this.#usable(context);
    return system ? this.#map(system, bytes, owner) : 0;
  }

  /** Before the block is freed: its pages are plain memory again. */
  release(address: number): void {
    const pages = this.#ranges.get(address);
    if (!pages) return;
    this.#driver.system?.map(this.#host.base + BigInt(pages.from), pages.bytes, undefined);
    this.#host.forget(pages.from, pages.from + pages.bytes);
    this.#ranges.delete(address);
    this.#fresh = this.#fresh.filter((p) => p !== pages);
  }

  /** Whether the address lies in such pages: the driver's own copies and fills do not know them. */
  holds(address: bigint): boolean {
    if (this.#ranges.size === 0 || !this.#host.isHost(address)) return false;
    const at = Number(address);
    for (const p of this.#ranges.values()) if (at >= p.from && at < p.from + p.bytes) return true;
    return false;
  }

  get isEmpty(): boolean {
    return this.#ranges.size === 0;
  }

  /** What no kernel has seen moves to the device at once: page by page, as kernels touch it, takes six times as long. */
  bring(context: Target): void {
    if (this.#fresh.length === 0) return;
    const all = this.#fresh;
    this.#fresh = [];
    const { calls, session } = context;
    const { native } = session;
    const free = calls.cuMemGetInfo_v2(native.cell(0), native.cell(1)) === 0 ? Number(native.u64(0)) : 0;
    const bytes = all.reduce((n, p) => n + p.bytes, 0);
    if (bytes > free) return;
    for (const p of all) this.move(context, p.from, p.bytes, true);
  }

  /** Moves pages to the device of the context or to the host; false where the driver refuses. */
  move(context: Target, from: number, bytes: number, toDevice: boolean): boolean {
    const { system } = this.#driver;
    const descriptor = this.#descriptor ?? -1;
    if (!system || descriptor < 0) return false;
    const request = context.session.native.buffer(migrate.bytes);
    const view = new DataView(request.bytes.buffer);
    view.setBigUint64(migrate.base, this.#host.base + BigInt(from), true);
    view.setBigUint64(migrate.length, BigInt(bytes), true);
    if (toDevice) {
      const id = context.session.native.buffer(16);
      if (context.calls.cuDeviceGetUuid_v2(id.address, context.device) !== 0) return false;
      request.bytes.set(id.bytes, migrate.processor);
    } else request.bytes.set(hostProcessor, migrate.processor);
    view.setUint32(migrate.status, 0xffff, true);
    return (
      system.control(descriptor, migrate.request, BigInt(request.address)) && view.getUint32(migrate.status, true) === 0
    );
  }

  /** After the end of a context. */
  clear(): void {
    for (const address of [...this.#ranges.keys()]) this.release(address);
  }

  #usable(context: Target): System | undefined {
    const { system } = this.#driver;
    if (this.#descriptor === undefined) {
      const problem = this.#test(context, system);
      if (problem !== undefined) {
        this.#descriptor = -1;
        this.#explain(`managed data stay in page-locked host memory: ${problem}`);
      }
    }
    return (this.#descriptor ?? -1) >= 0 ? system : undefined;
  }

  /** Tries it on a block of its own; gives what is in the way. */
  #test(context: Target, system: System | undefined): string | undefined {
    if (!system) return 'this system has no mappings of the driver';
    if (context.model.own?.concurrentManagedAccess !== 1) return 'the device does not serve page faults';
    for (const descriptor of system.descriptors('/dev/nvidia-uvm')) {
      this.#descriptor = descriptor;
      if (this.#works(context, system)) return undefined;
    }
    return 'the driver does not take part of the program memory as managed';
  }

  #works(context: Target, system: System): boolean {
    const at = this.#map(system, blockBytes, { kind: 'managed', device: context.ordinal });
    if (at === 0) return false;
    const words = new Uint32Array(this.#host.memory.memory.buffer, at, blockBytes / 4);
    const holds = (): boolean => words[0] === 0x5eed && words[words.length - 1] === 0xf00d;
    words[0] = 0x5eed;
    words[words.length - 1] = 0xf00d;
    const moved = this.move(context, at, blockBytes, true);
    const good = moved && holds();
    this.release(at);
    this.#host.memory.heap.free(at);
    return good;
  }

  /** Whole blocks, so that no other data lie in their pages; none of them may be known to the driver as page-locked. */
  #map(system: System, bytes: number, owner: Owner): number {
    const host = this.#host;
    const { heap } = host.memory;
    const whole = Math.ceil(bytes / blockBytes) * blockBytes;
    // The memory itself begins at a page, not at a block.
    const skew = Number((BigInt(blockBytes) - (host.base % BigInt(blockBytes))) % BigInt(blockBytes));
    const from = heap.allocate(whole, skew === 0 ? blockBytes : 65536, owner);
    if (from === 0) return 0;
    const descriptor = this.#descriptor ?? -1;
    if (host.touches(from, whole) || !system.map(host.base + BigInt(from), whole, descriptor)) {
      heap.free(from);
      return 0;
    }
    const pages = { from, bytes: whole };
    const block = heap.at(from);
    if (block) block.asked = bytes;
    this.#ranges.set(from, pages);
    this.#fresh.push(pages);
    host.know(from, from + whole);
    return from;
  }
}

/** How the module names the host's processors among those that pages move to. */
const hostProcessor = new Uint8Array([
  0xa6, 0x5e, 0x0f, 0x4e, 0xd7, 0xd4, 0x7b, 0xa2, 0x50, 0x47, 0x41, 0x2c, 0x14, 0x2a, 0x77, 0x73,
]);
