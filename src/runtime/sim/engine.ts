/**
 * The machine that the simulated devices share: the memory with its heap, the command queue, the threads, and what kernels print.
 * The host thread publishes commands and helps to run them while it waits.
 */
import {
  type BlockSize,
  type DataRange,
  expectedVersions,
  type LaunchStrides,
  type Lines,
  type WrittenFor,
} from '../../back/wasm/encode/artifact.ts';
import { lineAt, type SourceLine } from '../../base/line-table.ts';
import type { FixedParam, Fn, LaunchShape } from '../../ir/module.ts';
import type { Launch, Triple } from '../../machine/device.ts';
import { codeOf } from '../../machine/errors.ts';
import { scratchMargin } from '../../machine/kernel.ts';
import type { Heap } from '../heap.ts';
import type { SharedMemory } from '../native/shared-memory.ts';
import { ProgramExit } from '../program-exit.ts';
import type { ProgramMemory } from '../program-memory.ts';
import { LaunchProofs, type Proven } from '../sanitizer/launch-proofs.ts';
import type { Sanitizer } from '../sanitizer/sanitizer.ts';
import type { HostCode, ThreadPlaces, Threads } from '../team/host-code.ts';
import {
  controlBytes,
  directSlot,
  field,
  getLong,
  header,
  inlineParamCount,
  kinds,
  maxDependencies,
  maxThreads,
  modes,
  setLong,
  tick,
} from './control.ts';
import { Costs } from './costs.ts';
import type { Executor } from './executor.ts';
import { clearFailure, type Failure, noteFailure, readFailure } from './failure.ts';
import { nameOfArguments } from './launch-arguments.ts';
import { LaunchSamples } from './launch-samples.ts';
import { shortTime } from './launch-size.ts';
import { type Moves, movesIn } from './moves.ts';
import { Pool, type WorkerScript } from './pool.ts';
import { type PrintedLine, PrintReader } from './prints.ts';
import type { Queue } from './queue.ts';
import { modeOf, type SimKernel, type Version } from './sim-kernel.ts';
import type { Streams } from './streams.ts';
import { type KernelCode, makeThread } from './thread.ts';
import { tierUpInTurn } from './tier-up.ts';
import type { WidthAsked } from './wide.ts';
import { type InTheMaking, WidthChoice } from './width-choice.ts';

export type EngineOptions = {
  readonly memory: ProgramMemory;
  /** By their numbers. */
  readonly kernels: readonly (SimKernel & { readonly id: number })[];
  /** The compiled module of these. */
  readonly module: WebAssembly.Module;
  readonly imports: KernelCode['imports'];
  /** Kernels that are written when they are first asked for: those that are not there, and better ones for launches that are worth it. */
  readonly later?: KernelsLater;
  /** Compiled for blocks of one size each. */
  readonly versions?: readonly KernelVersions[];
  /** Of the simulated model, in kHz: for kernels that read the clock. */
  readonly clockRate: number;
  /** Of kernels' vectors: 256 bits for those that may gain by it, or for those that `trials` makes and that are measured to be faster. */
  readonly width: WidthAsked;
  readonly trials?: Trials;
  /** Nanoseconds that launches of a kernel last before it is tried so; a usual number where not given. */
  readonly hot?: number;
  /** Seconds after which a kernel whose threads all wait for something has failed. */
  readonly timeout: number;
  /** Whether the program is one of several processes. */
  readonly sharesMemory: boolean;
  /** Where static variables of devices lie. */
  readonly deviceData: readonly DataRange[];
  /** Texts that printed items name. */
  readonly texts: readonly string[];
  /** Threads that run kernels, the host's included. */
  readonly threads: number;
  readonly workerScript: WorkerScript;
  /** Takes lines that kernels printed. */
  readonly print: (lines: readonly PrintedLine[]) => void;
  readonly lines: Lines;
  /** The host's code, where several threads run it, and what each of them gets. */
  readonly host?: HostCode;
  readonly newPlaces?: () => ThreadPlaces;
  /** Told once of a kernel that ended the work of a device. */
  readonly failed: (failure: Failure, kernel: string, line: SourceLine | undefined) => void;
  /** Watches what devices do with memory. */
  readonly sanitizer?: Sanitizer | undefined;
};

type KernelVersions = Omit<KernelCode, 'names' | 'wide'> & {
  readonly shape: LaunchShape;
  readonly kernels: readonly (SimKernel & { readonly id: number })[];
  readonly lines: Lines;
};

type KernelsLater = {
  readonly count: number;
  readonly fnOf: (kernel: number) => Fn | undefined;
  readonly write: (
    kernel: number,
    how: WrittenFor,
  ) => Pick<KernelCode, 'module' | 'imports'> & {
    readonly kernel: SimKernel;
    readonly lines: Lines;
  };
};

type Written = ReturnType<KernelsLater['write']>;

/** Makes versions for 256 bits, while the program goes on. */
type Trials = {
  readonly prepare: () => void;
  readonly make: (kernel: number, how: WrittenFor) => () => Written | 'open' | undefined;
  readonly stop: () => void;
};

const spinMicroseconds = 60;
/** A piece of work that takes so long has company sent for. */
const workersMilliseconds = 0.5;
/** To look at the clock takes a part of a short launch: one of so many is timed. */
const timedLaunches = 4;
const once = (): boolean => false;
/** What a launch's code is to know: the size of its blocks, which of the sanitizer's checks it needs, the strides of its arrays of assumed shape, its dynamic shared memory in bytes, and some of its arguments. */
export type AskedVersion = {
  readonly size?: Triple | undefined;
  readonly proven?: Proven | undefined;
  readonly strides?: LaunchStrides;
  readonly dynamic?: number | undefined;
  readonly given?: readonly FixedParam[] | undefined;
};
type How = Omit<WrittenFor, 'instead' | 'wide'>;

/** What versions for blocks of one size know besides. */
function keyOf({ proven, strides = 'unit', dynamic = 0, given = [] }: AskedVersion): string {
  return [proven?.key ?? '', strides, dynamic, nameOfArguments(given)].join(' ');
}

/** Of a kernel that is written when it is launched: some for blocks of one size (those that were expected and two more), and one for all others; under the sanitizer more, for launches that need some of the checks. */
const usualVersions = expectedVersions + 6;
const checkedVersions = 8;
/** Nanoseconds of threads: about what it takes to write a kernel for the size of its blocks. */
const worthWriting = 40e6;
const owner = { kind: 'unregistered', device: -1 } as const;

export class Engine {
  readonly heap: Heap;
  readonly queue: Queue;
  readonly moves: Moves;
  readonly costs: Costs;
  readonly threads: number;
  readonly sanitizer: Sanitizer | undefined;
  /** The streams and events of each device. */
  readonly books: Streams[] = [];
  /** The first byte of the heap, and of memory that is the program's own. */
  readonly control: number;
  readonly #kernels: (SimKernel | undefined)[];
  /** What is written of these, by number, and the sizes of blocks that versions are for. */
  readonly #versions = new Map<number, Version>();
  readonly #blocks = new Map<number, { readonly size: BlockSize; readonly key: string; readonly how: How }>();
  readonly #versionCount: number;
  readonly #later: KernelsLater | undefined;
  /** Nanoseconds of threads that launches took with code that was there and may be better: from `worthWriting` on they get their own. */
  readonly #taken = new Map<number, number>();
  readonly #writing = new Map<number, number>();
  readonly samples = new LaunchSamples({
    isDone: (sequence) => this.isDone(sequence),
    spent: (slot) => this.spent(slot),
  });
  #proofs: LaunchProofs | undefined;
  readonly #add: (code: KernelCode) => void;
  readonly #isWide: boolean;
  readonly #trials: Trials | undefined;
  /** Where widths are measured. */
  readonly widths: WidthChoice | undefined;
  /** How many versions there may be; those for 256 bits have numbers behind. */
  readonly #narrow: number;
  readonly #memory: ProgramMemory;
  readonly #executor: Executor;
  readonly #pool: Pool;
  readonly #prints: PrintReader;
  readonly #print: (lines: readonly PrintedLine[]) => void;
  readonly #failed: EngineOptions['failed'];
  readonly #lines: Lines;
  /** Of the versions of kernels, by number. */
  readonly #linesOf = new Map<number, Lines>();
  /** Devices whose failure has been told. */
  readonly #told = new Set<number>();
  readonly #compile: (kernel: number) => void;
  readonly #compileChosen: (kernel: number, params: number, record: number) => void;
  readonly #compiled: boolean[] = [];
  /** Whether other processes may write to memory of devices. */
  sharesMemory: boolean;
  readonly #deviceData: readonly DataRange[];
  readonly #longParams = new Map<number, number>();
  readonly #callbacks: { readonly sequence: number; readonly then: () => void }[] = [];
  #arena = { address: 0, stride: 0 };
  #order = 0;
  #shortLaunches = 0;

  constructor(options: EngineOptions) {
    const { memory } = options.memory;
    this.#memory = options.memory;
    this.sharesMemory = options.sharesMemory;
    this.sanitizer = options.sanitizer;
    this.heap = options.memory.heap;
    this.control = this.heap.allocate(controlBytes, 4096, owner);
    if (this.control === 0) throw new ProgramExit(127, '0: no memory is left for the simulated device');
    new Uint8Array(memory.buffer, this.control, controlBytes).fill(0);
    this.#later = options.later;
    const count = options.later?.count ?? options.kernels.length;
    this.#kernels = new Array(count);
    for (const kernel of options.kernels) this.#kernels[kernel.id] = kernel;
    this.threads = Math.max(1, Math.min(options.threads, maxThreads));
    this.#versionCount = options.sanitizer ? checkedVersions : usualVersions;
    this.#isWide = options.width === 256;
    this.#narrow = count * (options.later ? this.#versionCount : 1);
    const numbers = this.#narrow * (options.width === 'auto' ? 2 : 1);
    this.#trials = options.trials;
    if (options.width === 'auto' && options.trials && options.later && !options.sanitizer)
      this.widths = new WidthChoice(
        {
          prepare: (version) => this.#mayWiden(version) && options.trials?.prepare(),
          widen: (version) => this.#widen(version),
          taken: (sample) => this.samples.taken(sample),
        },
        options.hot,
      );
    // Those that are there are for blocks of any size.
    const general = options.later ? (this.#versionCount - 1) * count : 0;
    for (const kernel of options.later ? options.kernels : []) {
      this.#versions.set(kernel.id + general, { kernel, number: kernel.id + general });
      this.#taken.set(kernel.id, 0);
    }
    const codes = (options.later ? (options.versions ?? []) : []).map((of) => this.#take(of, count));
    const costs = this.heap.allocate(Math.max(1, numbers) * 4, 64, owner);
    if (costs === 0) throw new ProgramExit(127, '0: no memory is left for the simulated device');
    new Uint8Array(memory.buffer, costs, numbers * 4).fill(0);
    this.costs = new Costs(memory, costs, numbers);
    const setup = {
      memory,
      costs,
      address: options.memory.address,
      control: this.control,
      thread: 0,
      kernels: numbers,
      codes: [
        {
          module: options.module,
          imports: options.imports,
          names: options.kernels.map(({ id, facts }) => [id + general, facts.name] as const),
          wide: this.#isWide,
        },
        ...codes,
      ],
      clockRate: options.clockRate,
      timeout: options.timeout,
      ...(options.host && { host: options.host }),
    };
    const { queue, executor, prepare, prepareChosen, add } = makeThread(
      setup,
      () => this.flushPrints(),
      undefined,
      options.sanitizer?.kernelChecks,
    );
    this.queue = queue;
    this.#compile = prepare;
    this.#compileChosen = prepareChosen;
    this.#add = add;
    this.queue.initialise(this.threads);
    this.#executor = executor;
    this.moves = movesIn(memory, options.memory.address);
    this.#pool = new Pool(setup, options.workerScript, this.threads - 1, options.newPlaces);
    this.#prints = new PrintReader(memory, queue.words, this.control, options.texts);
    this.#print = options.print;
    this.#deviceData = options.deviceData;
    this.#failed = options.failed;
    this.#lines = options.lines;
  }

  /** A kernel, in whatever version there is. */
  kernel(id: number): SimKernel | undefined {
    return this.#kernels[id] ?? this.version(id)?.kernel;
  }

  /**
   * The version of a kernel that blocks of this size run, and its number: the first sizes that a kernel is launched with have versions of their own. All say the
   * same of the kernel but for what its code needs. Without a size, the version for any.
   */
  version(id: number, asked: AskedVersion = {}): Version | undefined {
    const { size, proven, strides = 'unit', dynamic = 0, given = [] } = asked;
    const later = this.#later;
    if (!later || !(id >= 0 && id < later.count)) {
      const kernel = this.#kernels[id];
      return kernel && { kernel, number: id };
    }
    const last = this.#versionCount - 1;
    const key = keyOf(asked);
    const place = size ? this.#placeFor(id, size, later.count, key) : last;
    const number = id + place * later.count;
    const known = this.#versions.get(number);
    if (known) return known;
    if (this.weighs(id)) return this.#versions.get(id + last * later.count);
    const block = size && place < last ? ([size.x, size.y, size.z] as const) : undefined;
    const how = { block, strides, ...(block && { dynamic, given }) };
    if (block) this.#blocks.set(number, { size: block, key, how });
    const write = (wide: boolean): Written => later.write(id, { ...how, instead: block && proven, wide });
    const start = performance.now();
    const narrow = write(false);
    this.#writing.set(id, 1e6 * (performance.now() - start));
    const wide = this.#isWide && narrow.kernel.widens === true;
    return this.#keep(id, number, wide ? write(wide) : narrow, wide);
  }

  /** Nanoseconds that it took to write some version of a kernel; undefined where none was written while the program runs. */
  writingTime(id: number): number | undefined {
    return this.#writing.get(id);
  }

  /** Makes code for a launch that is likely to come. */
  expect(id: number, { block: [x, y, z], dynamic }: LaunchShape): void {
    const version = this.version(id, { size: { x, y, z }, dynamic });
    if (version) this.prepare(version.number);
  }

  /** Takes what was written for blocks of one size. */
  #take({ module, imports, shape, kernels, lines }: KernelVersions, count: number): KernelCode {
    const { block, dynamic } = shape;
    const [x, y, z] = block;
    const key = keyOf({ dynamic });
    const names = kernels.map((kernel) => {
      const number = kernel.id + count * this.#placeFor(kernel.id, { x, y, z }, count, key);
      this.#kernels[kernel.id] ??= kernel;
      this.#blocks.set(number, { size: block, key, how: { ...shape, strides: 'unit' } });
      this.#versions.set(number, { kernel, number });
      this.#linesOf.set(number, lines);
      return [number, kernel.facts.name] as const;
    });
    return { module, imports, names, wide: false };
  }

  /** Whether a kernel runs by code for any launch, until its launches have taken long enough for code of their own. */
  weighs(id: number): boolean {
    const taken = this.#taken.get(id);
    return taken !== undefined && taken <= worthWriting;
  }

  /** Whether this version of a kernel is the one for any launch. */
  isForAny({ number }: Version): boolean {
    return this.#later !== undefined && number >= (this.#versionCount - 1) * this.#later.count;
  }

  /** A launch of such a kernel takes so many nanoseconds of threads. */
  addTaken(id: number, nanoseconds: number): void {
    this.#taken.set(id, (this.#taken.get(id) ?? 0) + nanoseconds);
  }

  #placeFor(id: number, { x, y, z }: Triple, count: number, wanted: string): number {
    let place = 0;
    for (; place < this.#versionCount - 1; place++) {
      const of = this.#blocks.get(id + place * count);
      if (!of || (of.key === wanted && of.size[0] === x && of.size[1] === y && of.size[2] === z)) break;
    }
    return place;
  }

  #keep(id: number, number: number, { kernel, module, imports, lines }: Written, wide: boolean): Version {
    this.#kernels[id] ??= kernel;
    this.#linesOf.set(number, lines);
    const code: KernelCode = { module, imports, names: [[number, kernel.facts.name]], wide };
    this.#add(code);
    this.#pool.add(code);
    const version = { kernel, number };
    this.#versions.set(number, version);
    return version;
  }

  /** The same version of a kernel for vectors of 256 bits, once it is known that the engine can compile it; undefined where it gains nothing by them. */
  #widen(version: Version): InTheMaking | undefined {
    const { number } = version;
    if (!this.#trials || !this.#mayWiden(version)) return undefined;
    const id = this.#kernelOf(number);
    const how = this.#blocks.get(number)?.how ?? { strides: 'unit' };
    tierUpInTurn();
    const making = this.#trials.make(id, { ...how, wide: true });
    return () => {
      const written = making();
      if (written === 'open') return 'later';
      if (!written) return undefined;
      const made = this.#keep(id, number + this.#narrow, written, true);
      this.costs.guess(made.number, number);
      this.prepare(made.number);
      return made;
    };
  }

  #mayWiden({ kernel }: Version): boolean {
    return kernel.widens === true && modeOf(kernel) === modes.plain;
  }

  /** Nanoseconds of threads that the launch in this slot took. */
  spent(slot: number): number {
    return (Atomics.load(this.queue.words, slot + field.spent) >>> 0) * tick;
  }

  /** The checks that a launch needs are known, where some are not: under the sanitizer. */
  proven(launch: Launch): Proven | undefined {
    const { sanitizer } = this;
    if (!sanitizer || !this.#later) return undefined;
    this.#proofs ??= new LaunchProofs({
      kernel: this.#later.fnOf,
      param: ({ params }, index) => this.view.getBigInt64(Number(params) + 8 * index, true),
      roomAt: (address) => this.roomAt(address),
      isWithin: (from, to) => sanitizer.isWithin(from, to),
      isWritten: (from, to) => sanitizer.isWritten(from, to),
      isOrdered: ({ stream }) =>
        stream <= 1n && this.books.length === 1 && this.books[0]?.isPlain === true && !sanitizer.order?.hasBranches,
      allocationOf: (address) => sanitizer.allocationOf(address),
      addressOf: (name) => sanitizer.addressOf(name),
    });
    if (sanitizer.watchesWrites) {
      this.waitForAll();
      sanitizer.seeWrites();
    }
    return this.#proofs.of(launch, sanitizer.generation);
  }

  /** Where a launch goes in managed memory, where somebody watches what the host does with that. */
  noteTouches(launch: Launch): void {
    this.sanitizer?.touched(() => this.#proofs?.touches(launch) ?? []);
  }

  /** Waits for the work of all devices. */
  waitForAll(): void {
    const isDone = (sequence: number): boolean => this.isDone(sequence);
    for (const book of this.books) for (const stream of book.all(isDone)) this.wait(stream.last);
  }

  /** An unmapped address from which kernels may go up or down without touching memory: half way to where addresses end, or far off. */
  get poison(): bigint {
    if (this.#memory.address === 'i64') return 1n << 62n;
    const end = this.view.byteLength;
    return BigInt(end + Math.floor((2 ** 32 - end) / 2 / 4096) * 4096);
  }

  /** Whether an address of these two words is null. */
  isNull(low: number, high: number): boolean {
    return low === 0 && (high === 0 || this.#memory.address === 'i32');
  }

  /** The memory as the host sees it now. */
  get view(): DataView {
    return this.#memory.view;
  }

  /** An allocation has failed for want of room in the memory. */
  short(bytes: number): void {
    this.#memory.short(bytes);
  }

  /** What processes of the machine share of the memory. */
  get shared(): SharedMemory | undefined {
    return this.#memory.shared;
  }

  get memoryBytes(): number {
    return this.view.byteLength;
  }

  /** The error that ended the work of a device; its user is told where it came from when it is first seen. */
  failure(device: number): number {
    const code = Atomics.load(this.queue.words, header.failures + device);
    if (code !== 0 && !this.#told.has(device)) this.#tell(device);
    return code;
  }

  /** Ends the work of a device as a failed launch does; its user knows why. */
  fail(device: number): void {
    const unknown = { trap: 0, kernel: -1, block: 0, blocks: 0, gridX: 0, gridY: 0, bytes: [] };
    noteFailure(this.queue.words, device, { ...unknown, code: codeOf.launchFailure });
  }

  clearFailure(device: number): void {
    clearFailure(this.queue.words, device);
    this.#told.delete(device);
  }

  #tell(device: number): void {
    this.#told.add(device);
    const failure = readFailure(this.queue.words, device);
    if (failure.kernel < 0) return;
    this.flushPrints();
    const id = this.#kernelOf(failure.kernel);
    const lines = this.#linesOf.get(failure.kernel) ?? this.#lines;
    this.#failed(failure, this.kernel(id)?.facts.name ?? String(id), firstLine(lines, failure.bytes));
  }

  /** The kernel whose version has this number. */
  #kernelOf(number: number): number {
    return this.#later ? number % this.#later.count : number;
  }

  isDone(sequence: number): boolean {
    return this.queue.isDone(sequence);
  }

  /** How long the host has slept for devices. */
  get sleptSeconds(): number {
    return this.queue.sleptMilliseconds / 1000;
  }

  get lastPublished(): number {
    return (this.queue.words[header.head]! - 1) | 0;
  }

  /** Whether all commands up to this one are done. */
  isPast(sequence: number): boolean {
    return ((sequence - Atomics.load(this.queue.words, header.first)) | 0) < 0;
  }

  /** Those of the commands that are not done, no more than a command can name: several are joined by commands of their own. */
  reduce(sequences: readonly number[], device: number): readonly number[] {
    if (sequences.length === 0) return sequences;
    const open: number[] = [];
    for (const sequence of sequences) if (!this.isDone(sequence) && !open.includes(sequence)) open.push(sequence);
    while (open.length > maxDependencies) {
      this.slot();
      open.push(this.queue.publish(kinds.join, device, 1, 1, open.splice(0, maxDependencies)));
    }
    return open;
  }

  /** The words of the next command; waits for room. */
  slot(): number {
    for (;;) {
      const seen = this.#generation();
      if (this.queue.hasRoom()) break;
      this.#help(undefined, seen, 1);
    }
    const slot = this.queue.nextSlot();
    this.samples.vacate(slot);
    const params = this.#longParams.get(slot);
    if (params !== undefined) {
      this.#longParams.delete(slot);
      this.heap.free(params);
    }
    return slot;
  }

  /** Room for the parameters of the command in this slot. */
  paramsOf(slot: number, count: number): number {
    if (count <= inlineParamCount) return this.control + 4 * (slot + field.inlineParams);
    const address = this.heap.allocate(count * 8, 64, owner);
    this.#longParams.set(slot, address);
    return address;
  }

  /** Working storage for each thread, of at least `stride` bytes: false where there is no room. */
  placeArena(slot: number, stride: number): boolean {
    const least = stride + scratchMargin;
    if (least > this.#arena.stride) {
      const wanted = Math.ceil((least * 1.5) / 4096) * 4096;
      const address = this.heap.allocate(wanted * this.threads + scratchMargin, 4096, owner);
      if (address === 0) return false;
      if (this.#arena.address > 0 && this.isIdle()) this.heap.free(this.#arena.address);
      this.#arena = { address, stride: wanted };
      this.sanitizer?.ofBlocks(address + scratchMargin, wanted * this.threads);
    }
    this.placeAgain(slot);
    return true;
  }

  /** The same where a launch like this one had enough. */
  placeAgain(slot: number): void {
    const { words } = this.queue;
    setLong(words, slot + field.arena, this.#arena.address + scratchMargin);
    words[slot + field.arenaStride] = this.#arena.stride;
    words[slot + field.order] = ++this.#order;
  }

  /** Bytes from an address to the end of the variable or block that holds it. */
  roomAt(address: number): number | undefined {
    return this.#memory.roomAt(address);
  }

  /** Whether static variables of devices lie there. */
  isStaticData(address: number): boolean {
    return this.#deviceData.some(({ at, bytes }) => address >= at && address < at + bytes);
  }

  /** Before the first launch of a kernel: compiles it. */
  prepare(kernel: number): void {
    if (this.#compiled[kernel]) return;
    this.#compiled[kernel] = true;
    this.#compile(kernel);
  }

  /** The same of the version of its code that runs the command in this slot. */
  prepareChosen(slot: number, kernel: number): void {
    const { words } = this.queue;
    this.#compileChosen(kernel, getLong(words, slot + field.params), this.control + 4 * (slot + field.record));
  }

  isIdle(): boolean {
    const { words } = this.queue;
    return Atomics.load(words, header.first) === words[header.head];
  }

  /** Runs the units of the direct slot on this thread. */
  runDirect(device: number, total: number): void {
    this.#executor.device = device;
    const { words } = this.queue;
    words[directSlot + field.device] = device;
    do {
      words[directSlot + field.waiting] = 0;
      this.#executor.attempt(directSlot, 0, total);
    } while (this.queue.goesOn(directSlot, words[directSlot + field.waiting]!) && this.failure(device) === 0);
  }

  /** The same for blocks that wait for nobody: gives how many units are done. All where they are known to be short, else those until the time (in nanoseconds) is over. `timed`: somebody wants to know what it takes. */
  runDirectFor(
    device: number,
    total: number,
    expected: number | undefined,
    nanoseconds: number,
    timed = false,
  ): number {
    this.#executor.device = device;
    if (expected !== undefined && expected <= shortTime) {
      this.#executor.attempt(directSlot, 0, total, timed || ++this.#shortLaunches % timedLaunches === 0);
      return total;
    }
    const end = performance.now() + nanoseconds / 1e6;
    let done = 0;
    for (let piece = expected === undefined ? 1 : Math.ceil(total / 4); done < total; piece *= 2) {
      const to = Math.min(done + piece, total);
      this.#executor.attempt(directSlot, done, to);
      if (this.failure(device) !== 0) return total;
      done = to;
      if (done < total && performance.now() > end) break;
    }
    return done;
  }

  stamp(address: number): void {
    this.#executor.stamp(address);
  }

  /** The workers as threads that run the host's code. */
  get hostThreads(): Threads {
    return {
      waits: this.queue.waits(),
      start: (count) => this.#pool.startUpTo(count - 1),
      failure: (thread) => this.#pool.failure(thread),
    };
  }

  startWorkers(): void {
    if (!this.#pool.isStarted) this.#pool.start();
  }

  get hasWorkers(): boolean {
    return this.#pool.isStarted;
  }

  /** Calls `then` once the command is done, at the next occasion. */
  whenDone(sequence: number, then: () => void): void {
    this.#callbacks.push({ sequence, then });
    this.poll();
  }

  /** Runs what waits for commands that are done by now. */
  poll(): void {
    for (let i = 0; i < this.#callbacks.length; ) {
      const { sequence, then } = this.#callbacks[i]!;
      if (!this.isDone(sequence)) {
        i++;
        continue;
      }
      this.#callbacks.splice(i, 1);
      then();
    }
  }

  /** Waits for a command, and helps with what comes before it. */
  wait(sequence: number): void {
    for (;;) {
      const seen = this.#generation();
      if (this.isDone(sequence)) break;
      this.#help((sequence + 1) | 0, seen, 50);
    }
    if (this.#callbacks.length > 0) this.poll();
  }

  /** Does one piece of work, where there is one: for hosts that ask again and again. */
  nudge(): void {
    const work = this.queue.take();
    if (work) this.#executor.run(work, once);
    if (this.#prints.isPressing) this.flushPrints();
    if (this.#callbacks.length > 0) this.poll();
  }

  flushPrints(): void {
    const lines = this.#prints.read();
    if (lines.length > 0) this.#print(lines);
  }

  #generation(): number {
    return Atomics.load(this.queue.words, header.generation);
  }

  /** Work of a command before `end`; where there is none, a rest until `generation` is no longer `seen`. */
  #help(end: number | undefined, seen: number, sleepMilliseconds: number): void {
    const work = this.queue.take(end);
    if (work) {
      this.#executor.run(work, this.hasWorkers ? undefined : this.#startsLate(work.slot));
      return;
    }
    if (this.#prints.isPressing) this.flushPrints();
    this.queue.pause(seen, spinMicroseconds, sleepMilliseconds);
  }

  /** Starts the workers for what takes longer than was thought, when there is more of it. */
  #startsLate(slot: number): () => boolean {
    const start = performance.now();
    return () => {
      if (performance.now() - start > workersMilliseconds && this.queue.hasMore(slot)) this.startWorkers();
      return true;
    };
  }

  stop(): void {
    this.#trials?.stop();
    this.#pool.stop(this.queue);
  }
}

/** Functions of the library have no lines: what called them has. */
function firstLine(lines: Lines, bytes: readonly number[]): SourceLine | undefined {
  const table = typeof lines === 'function' ? lines() : lines;
  for (const byte of table ? bytes : []) {
    const line = table && lineAt(table, byte);
    if (line) return line;
  }
  return undefined;
}
