/** The program's kernels on one real device: what the driver says of them, and launches. */
import type { Address, ErrorCode, Launch, PointerFacts } from '../../machine/device.ts';
import { codeOf } from '../../machine/errors.ts';
import type { KernelFacts, LaunchFact } from '../../machine/kernel.ts';
import { common } from '../../machine/models.ts';
import { checkShape } from '../sim/launch-check.ts';
import type { CudaContext } from './context.ts';
import { chooseLoopShape, type Three } from './loop-shape.ts';

/** Numbers of CUfunction_attribute. */
const functionAttribute = { maxThreads: 0, shared: 1, constant: 2, local: 3, registers: 4, dynamicShared: 8 } as const;

/** A kernel as a launch needs it. */
type Entry = {
  readonly handle: number;
  /** What is started where these facts hold of a launch. */
  readonly usual: { readonly handle: number; readonly facts: readonly LaunchFact[] } | undefined;
  readonly params: number;
  /** Which parameters are addresses. */
  readonly addresses: readonly number[];
  /** Word of the program's memory of each cell that follows the parameters. */
  readonly cells: readonly number[];
  /** Parameters whose room follows them all. */
  readonly rooms: readonly number[];
  readonly cellIsAddress: readonly boolean[];
  readonly cooperative: boolean;
  readonly maxThreads: number;
  /** Blocks of so many threads that a multiprocessor holds at once, as the driver told. */
  readonly resident: Map<number, number>;
  /** Bytes of dynamic shared memory that a launch may ask for. */
  sharedLimit: number;
};

/** A loop's shape, and what it was chosen for. */
type Shaped = {
  readonly trips: Three<bigint>;
  readonly grid: Three<number>;
  readonly block: Three<number>;
  readonly shape: readonly number[];
};

function areSame<T>(a: Three<T>, b: Three<T>): boolean {
  return a[0] === b[0] && a[1] === b[1] && a[2] === b[2];
}

export class CudaKernels {
  readonly #shapes = new Map<number, Shaped>();
  readonly #context: CudaContext;
  readonly #factsOfPointer: (address: Address) => PointerFacts;
  #entries: readonly Entry[] = [];
  #facts: readonly KernelFacts[] | undefined;

  constructor(context: CudaContext, factsOfPointer: (address: Address) => PointerFacts) {
    this.#context = context;
    this.#factsOfPointer = factsOfPointer;
  }

  /** The context is gone. */
  clear(): void {
    this.#entries = [];
    this.#facts = undefined;
  }

  get facts(): readonly KernelFacts[] {
    this.#facts ??= this.#load();
    return this.#facts;
  }

  #load(): readonly KernelFacts[] {
    const module = this.#context.loaded();
    const entry = (symbol: string): number => Number(module?.entry(symbol) ?? 0n);
    const kernels = this.#context.code.kernels.map((kernel) => {
      const handle = entry(kernel.symbol);
      const usual = kernel.usual && { handle: entry(kernel.usual.symbol), facts: kernel.usual.facts };
      return { kernel, handle, usual, facts: this.#factsOf(kernel, [handle, ...(usual ? [usual.handle] : [])]) };
    });
    this.#entries = kernels.map(({ kernel, handle, usual, facts }) => ({
      handle,
      usual,
      params: kernel.params.length,
      addresses: kernel.params.flatMap((p, i) => (p === 'address' ? [i] : [])),
      cells: kernel.hostCells.map(({ at }) => at / 4),
      rooms: kernel.rooms ?? [],
      cellIsAddress: kernel.hostCells.map(({ isAddress }) => isAddress),
      cooperative: kernel.cooperative,
      maxThreads: facts.maxThreads,
      resident: new Map(),
      sharedLimit: Math.max(0, common.sharedMemPerBlock - facts.sharedBytes),
    }));
    return kernels.map(({ facts }) => facts);
  }

  /** Of a kernel of several versions what is true of all. */
  #factsOf(
    kernel: Pick<KernelFacts, 'name' | 'params' | 'rooms' | 'cooperative'>,
    handles: readonly number[],
  ): KernelFacts {
    const { calls, session } = this.#context;
    const each = (attribute: number): readonly number[] =>
      handles.map((handle) => {
        if (handle === 0) return 0;
        const code = calls.cuFuncGetAttribute(session.native.cell(0), attribute, handle);
        return code === 0 ? session.native.i32(0) : 0;
      });
    const ask = (attribute: number): number => Math.max(...each(attribute));
    return {
      name: kernel.name,
      params: kernel.params,
      ...(kernel.rooms && { rooms: kernel.rooms }),
      sharedBytes: ask(functionAttribute.shared),
      constantBytes: ask(functionAttribute.constant),
      localBytes: ask(functionAttribute.local),
      registers: ask(functionAttribute.registers),
      maxThreads: Math.min(...each(functionAttribute.maxThreads)) || 1024,
      cooperative: kernel.cooperative,
    };
  }

  #entry(kernel: number): Entry | undefined {
    if (!this.#facts) this.#facts = this.#load();
    return this.#entries[kernel];
  }

  /** The caller has entered the context, and found the stream. */
  launch({ kernel, grid, block, sharedBytes, stream, params, cooperative }: Launch): ErrorCode {
    return this.launchQuickly(
      kernel,
      grid.x,
      grid.y,
      grid.z,
      block.x,
      block.y,
      block.z,
      sharedBytes,
      stream,
      Number(params),
      cooperative ?? false,
    );
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
    stream: bigint,
    params: number,
    cooperative: boolean,
  ): ErrorCode {
    const entry = this.#entry(kernel);
    if (!entry) return codeOf.invalidDeviceFunction;
    const code = checkShape(gx, gy, gz, bx, by, bz, entry.maxThreads);
    if (code !== 0) return code;
    if (sharedBytes < 0 || sharedBytes > entry.sharedLimit) return codeOf.invalidValue;
    const { calls, session } = this.#context;
    this.#context.lastKernel = kernel;
    this.#context.launches++;
    const { launches, host, image, managed } = session;
    if (image.unified) host.registerAll();
    managed.bring(this.#context);
    launches.setShape(gx, gy, gz, bx, by, bz);
    launches.setRest(sharedBytes, stream, cooperative || entry.cooperative);
    const { words } = host.memory;
    const first = params / 4;
    launches.takeParams(words, first, entry.params, entry.addresses);
    let next = entry.params;
    for (const param of entry.rooms)
      launches.setParam(next++, this.#roomAt(host.memory.view.getBigUint64(params + 8 * param, true)));
    for (let i = 0; i < entry.cells.length; i++)
      launches.takeParam(next + i, words, entry.cells[i]!, entry.cellIsAddress[i]!);
    const { usual } = entry;
    return launches.launch(calls, usual && launches.holds(usual.facts) ? usual.handle : entry.handle);
  }

  /** Bytes from an address to the end of its memory; -1 where nobody knows. */
  #roomAt(address: bigint): bigint {
    const { kind, base, bytes } = this.#factsOfPointer(address);
    return kind === 'unregistered' ? -1n : base + BigInt(bytes) - address;
  }

  openShape(kernel: number, trips: Three<bigint>, grid: Three<number>, block: Three<number>): readonly number[] {
    const { multiProcessorCount } = this.#context.model;
    if (trips[0] < 0n) {
      const threads = block[0] * block[1] * block[2];
      return [this.#residentBlocks(kernel, threads) * multiProcessorCount, 1, 1, ...block];
    }
    // A loop that runs again has mostly as many iterations as before.
    const last = this.#shapes.get(kernel);
    if (last && areSame(last.trips, trips) && areSame(last.grid, grid) && areSame(last.block, block)) return last.shape;
    const resident = (threads: number): number => this.#residentBlocks(kernel, threads);
    const shape = chooseLoopShape(trips, grid, block, multiProcessorCount, resident);
    this.#shapes.set(kernel, { trips, grid, block, shape });
    return shape;
  }

  /** How many blocks of so many threads a multiprocessor holds at once. */
  #residentBlocks(kernel: number, threads: number): number {
    const { calls, session } = this.#context;
    const entry = this.#entry(kernel);
    const known = entry?.resident.get(threads);
    if (known !== undefined) return known;
    const handle = entry?.usual?.handle ?? entry?.handle ?? 0;
    const code = calls.cuOccupancyMaxActiveBlocksPerMultiprocessor(session.native.cell(0), handle, threads, 0);
    const found = code === 0 ? Math.max(1, session.native.i32(0)) : 1;
    entry?.resident.set(threads, found);
    return found;
  }

  dynamicSharedLimit(kernel: number): number {
    return this.#entry(kernel)?.sharedLimit ?? 0;
  }

  setDynamicSharedLimit(kernel: number, bytes: number): ErrorCode {
    const entry = this.#entry(kernel);
    if (!entry) return codeOf.invalidDeviceFunction;
    this.#context.enter();
    for (const handle of [entry.handle, ...(entry.usual ? [entry.usual.handle] : [])]) {
      const code = this.#context.calls.cuFuncSetAttribute(handle, functionAttribute.dynamicShared, bytes);
      if (code !== 0) return code;
    }
    entry.sharedLimit = bytes;
    return 0;
  }
}
