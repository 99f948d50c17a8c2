/** Memory of one real device, and host memory that it reaches. */
import type { Address, ErrorCode, PointerFacts, StreamId } from '../../machine/device.ts';
import { codeOf } from '../../machine/errors.ts';
import type { Owner } from '../heap.ts';
import type { CudaContext } from './context.ts';

/** Blocks of powers of two that are kept: each at most so large, and so many. */
const scratchBytes = { least: 1 << 12, most: 1 << 20 };
const scratchBlocks = 8;

export class CudaMemory {
  readonly #context: CudaContext;
  readonly #registered = new Map<bigint, number>();
  /** Memory that was asked for in the order of a stream and does not come from the driver's pools. */
  readonly #unpooled = new Set<bigint>();
  /** Blocks that are in use, with their bytes, and those that are kept. */
  readonly #taken = new Map<bigint, number>();
  readonly #kept: { readonly address: bigint; readonly bytes: number }[] = [];

  constructor(context: CudaContext) {
    this.#context = context;
  }

  allocate(bytes: number, kind: 'device' | 'managed' | 'pinned'): Address {
    const context = this.#context;
    context.enter();
    if (context.failure !== 0 || !(bytes >= 0)) return 0n;
    if (kind !== 'device') return this.#allocateHost(bytes, { kind, device: context.ordinal });
    const { native } = context.session;
    const code = context.note(context.calls.cuMemAlloc_v2(native.cell(0), Math.max(bytes, 1)));
    return code === 0 ? native.u64(0) : 0n;
  }

  takeScratch(asked: number): Address {
    if (asked > scratchBytes.most || this.#context.failure !== 0) return this.allocate(asked, 'device');
    const bytes = Math.max(scratchBytes.least, 2 ** Math.ceil(Math.log2(Math.max(asked, 1))));
    const found = this.#kept.findIndex((block) => block.bytes === bytes);
    const [block] = found < 0 ? [] : this.#kept.splice(found, 1);
    const address = block?.address ?? this.allocate(bytes, 'device');
    if (address !== 0n) this.#taken.set(address, bytes);
    return address;
  }

  giveScratch(address: Address): boolean {
    const bytes = this.#taken.get(address);
    if (bytes === undefined || !this.#taken.delete(address)) return false;
    if (this.#kept.length < scratchBlocks) this.#kept.push({ address, bytes });
    else this.free(address);
    return true;
  }

  /** Pinned and managed data lie in the program's memory, where the device reaches them too. */
  #allocateHost(bytes: number, owner: Owner): Address {
    const { host, managed } = this.#context.session;
    const moving = owner.kind === 'managed' ? managed.allocate(this.#context, bytes, owner) : 0;
    if (moving !== 0) return BigInt(moving);
    const address = host.memory.heap.allocate(bytes, 256, owner);
    if (address === 0) return 0n;
    if (host.register(address, Math.max(bytes, 1)) === 0) return BigInt(address);
    host.memory.heap.free(address);
    return 0n;
  }

  free(address: Address): ErrorCode {
    const context = this.#context;
    context.enter();
    if (address === 0n) return context.failure;
    const { host, managed } = context.session;
    if (!host.isHost(address)) return context.note(context.calls.cuMemFree_v2(address));
    const owner = host.memory.heap.at(Number(address))?.owner;
    if (owner === undefined || owner.kind === 'unregistered') return codeOf.invalidValue;
    const code = context.note(context.calls.cuCtxSynchronize());
    managed.release(Number(address));
    host.memory.heap.free(Number(address));
    return code;
  }

  allocateAsync(bytes: number, stream: StreamId): Address {
    const context = this.#context;
    context.enter();
    if (context.failure !== 0) return 0n;
    const { native, host } = context.session;
    const code = context.note(context.calls.cuMemAllocAsync(native.cell(0), Math.max(bytes, 1), stream));
    const address = code === 0 ? native.u64(0) : 0n;
    if (!host.isHost(address) || address === 0n) return address;
    // The driver's pools may lie at small addresses, which are the host's here.
    context.note(context.calls.cuMemFreeAsync(address, stream));
    const plain = this.allocate(bytes, 'device');
    if (plain !== 0n) this.#unpooled.add(plain);
    return plain;
  }

  freeAsync(address: Address, stream: StreamId): ErrorCode {
    const context = this.#context;
    context.enter();
    if (context.session.host.isHost(address)) return this.free(address);
    if (this.#unpooled.delete(address)) {
      const code = context.note(context.calls.cuStreamSynchronize(stream));
      return code === 0 ? this.free(address) : code;
    }
    return context.note(context.calls.cuMemFreeAsync(address, stream));
  }

  info() {
    const context = this.#context;
    context.enter();
    const { native } = context.session;
    context.note(context.calls.cuMemGetInfo_v2(native.cell(0), native.cell(1)));
    return { free: native.u64(0), total: native.u64(1) };
  }

  facts(address: Address): PointerFacts {
    const context = this.#context;
    context.enter();
    const { native, host } = context.session;
    if (host.isHost(address)) return this.#hostFacts(address);
    const code = context.calls.cuMemGetAddressRange_v2(native.cell(0), native.cell(1), address);
    if (code !== 0) return { kind: 'unregistered', base: address, bytes: 0 };
    return { kind: 'device', base: native.u64(0), bytes: Number(native.u64(1)) };
  }

  #hostFacts(address: Address): PointerFacts {
    const { host, image } = this.#context.session;
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
    const context = this.#context;
    context.enter();
    const { host } = context.session;
    if (this.#registered.has(address)) return codeOf.hostMemoryAlreadyRegistered;
    if (address === 0n || bytes <= 0 || !host.isHost(address)) return codeOf.invalidValue;
    const code = context.note(host.register(Number(address), bytes));
    if (code === 0) this.#registered.set(address, bytes);
    return code;
  }

  unregister(address: Address): ErrorCode {
    return this.#registered.delete(address) ? codeOf.success : codeOf.hostMemoryNotRegistered;
  }

  /** Moves managed memory to where it will be used; false where it does not move. */
  prefetch(address: Address, bytes: number, toDevice: boolean): boolean {
    const { managed } = this.#context.session;
    return managed.holds(address) && managed.move(this.#context, Number(address), bytes, toDevice);
  }

  /** The context is gone, and all that it held. */
  clear(): void {
    const { host, managed } = this.#context.session;
    managed.clear();
    host.forgetRegistered();
    for (const block of [...host.memory.heap.blocks()])
      if (block.owner?.device === this.#context.ordinal && block.owner.kind !== 'unregistered')
        host.memory.heap.free(block.address);
    this.#registered.clear();
    this.#unpooled.clear();
    this.#taken.clear();
    this.#kept.length = 0;
  }
}
