/** The program's own thread among those that run host code: what they share, the others' stacks and variables, and the calls that it makes for them. */
import { type HostModule, type Layout, pendingAt, threadExports } from '../../back/wasm/encode/artifact.ts';
import { ioHasResults } from '../../library/io-keys.ts';
import { ProgramExit } from '../program-exit.ts';
import type { ProgramMemory } from '../program-memory.ts';
import type { HostCode, ThreadFailure, ThreadPlaces, Threads } from './host-code.ts';
import { type Call, Receiver, Turns } from './mail.ts';
import { settingsOf, threadsByLevel } from './settings.ts';
import { startWanted } from './spare-threads.ts';
import { Team } from './team.ts';
import { mostThreads, threadsOfLevel, word } from './team-words.ts';
import { ThreadHeap, teamBytes } from './thread-heap.ts';
import { callEntry } from './thread-team.ts';

export type FirstParts = {
  readonly memory: ProgramMemory;
  readonly layout: Pick<Layout, 'threads' | 'stackLow' | 'stackHigh'>;
  readonly cores: number;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly threads: () => Threads;
  readonly exports: () => WebAssembly.Exports;
  readonly trapped: (place: number) => void;
};

type Among = (name: string, call: (...args: never) => unknown) => (...args: never) => unknown;

export class FirstThread {
  readonly team: Team;
  readonly control: number;
  readonly #parts: FirstParts;
  readonly #heap: ThreadHeap | undefined;
  readonly #turns = new Turns();
  #imports: readonly { readonly name: string; readonly call: Call }[] = [];
  #receiver: Receiver | undefined;
  #threads: Threads | undefined;
  #multicore: boolean;
  #words: Int32Array = new Int32Array(8);
  #cells: Int32Array = new Int32Array(8);

  constructor(parts: FirstParts) {
    this.#parts = parts;
    this.#multicore = parts.layout.threads !== undefined;
    const { memory, layout } = parts;
    this.control = layout.threads ? shareMemory(memory) : 0;
    if (layout.threads) this.#heap = new ThreadHeap(memory.memory, memory.address, this.control, 0, memory.heap);
    // A program without directives has one thread, whatever the environment says.
    const settings = settingsOf(layout.threads ? parts.environment : {}, layout.threads ? parts.cores : 1);
    const cores = (): number => (this.#multicore ? parts.cores : 1);
    this.team = new Team({
      thread: 0,
      memory: () => memory.memory.buffer,
      control: () => this.control,
      waits: () => this.#others.waits,
      call: (entry, frame) => callEntry(parts.exports(), memory.address, entry, frame),
      serve: () => this.#serve(),
      gather: (size) => this.#gather(size),
      allocate: (bytes) => memory.allocate(bytes, 4096),
      ask: () => {},
      settings,
      get cores() {
        return cores();
      },
    });
  }

  /** Its directives count, even where none opens a region. */
  readonly multicore = (): void => {
    this.#multicore = true;
    Object.assign(this.team.settings, settingsOf(this.#parts.environment, this.#parts.cores));
  };

  get #pending(): number {
    return (this.#parts.layout.threads?.lock ?? 0) + pendingAt;
  }

  get #others(): Threads {
    this.#threads ??= this.#parts.threads();
    return this.#threads;
  }

  /** What the other threads need to run the program's code; the order of imports is that of `called`. */
  code(module: WebAssembly.Module, imports: HostModule['imports']): HostCode {
    return {
      module,
      imports: imports.map((i) => ({ module: i.module, name: i.name })),
      control: this.control,
      pending: this.#pending,
      cores: this.#parts.cores,
    };
  }

  /** Writes static data, and keeps the imports of this thread's instance for calls on behalf of others. */
  start(imports: HostModule['imports'], given: WebAssembly.Imports, exports: WebAssembly.Exports): void {
    const data = exports[threadExports.data];
    if (typeof data === 'function') data();
    this.#imports = imports.map(({ module, name }) => {
      const call = given[module]?.[name];
      return { name, call: typeof call === 'function' ? (...args) => Reflect.apply(call, undefined, args) : refuse };
    });
  }

  /** Calls that are not the same among threads. */
  readonly among: Among = (name, call) => {
    const { memory } = this.#parts;
    const own: Call = (...args) => Reflect.apply(call, undefined, args);
    switch (name) {
      case 'memory.allocate-block':
        return (bytes: bigint, alignment: bigint) => {
          this.#heap?.takeBack();
          return own(bytes, alignment);
        };
      case 'memory.free-block':
        return (at: number) => void this.#heap?.free(at);
      case 'io.start':
        return (operation: number, bits: number, ...more: readonly (number | bigint)[]) => {
          memory.refresh();
          const thread = this.#answering;
          if (!this.#turns.mayCall(thread, name)) this.team.wait(() => this.#turns.mayCall(thread, name));
          this.#turns.begin(thread, (bits & ioHasResults) !== 0);
          return own(operation, bits, ...more);
        };
      case 'io.read-record':
      case 'io.write-record':
      case 'io.transfer':
        return (...args: Parameters<Call>) => {
          memory.refresh();
          const thread = this.#answering;
          if (!this.#turns.mayCall(thread, name)) this.team.wait(() => this.#turns.mayCall(thread, name));
          return own(...args);
        };
      case 'io.end':
      case 'io.leave':
        return () => {
          const result = own();
          this.#turns.called(this.#answering, name);
          return result;
        };
      default:
        return call;
    }
  };

  /** The thread whose call is being made. */
  #answering = 0;

  /** Threads that call MPI at the same time. */
  readonly forMpi = {
    areMany: (): boolean => this.#answering !== 0 || this.team.isOpen,
    until: (step: () => boolean): void => {
      if (this.#answering === 0) this.team.poll(step);
      else this.#begun = step;
    },
  };

  /** What the call that is being made has begun and not ended. */
  #begun: (() => boolean) | undefined;

  #takeBegun(): (() => boolean) | undefined {
    const begun = this.#begun;
    this.#begun = undefined;
    return begun;
  }

  #gather(size: number): void {
    const others = this.#others;
    if (!this.#receiver) {
      const { memory, environment } = this.#parts;
      this.#words = new Int32Array(memory.memory.buffer, this.control);
      this.#cells = new Int32Array(memory.memory.buffer);
      this.#words.set(threadsByLevel(environment), threadsOfLevel);
      this.#receiver = new Receiver(this.#words.buffer, this.control, others.waits, this.#imports, this.#turns);
    }
    if (size <= this.#words[word.started]!) return;
    others.start(size);
    Atomics.store(this.#words, word.started, size);
  }

  /** For one more thread. */
  newPlaces(): ThreadPlaces {
    const { memory, layout } = this.#parts;
    const own = layout.threads?.own ?? { at: 0, bytes: 0 };
    const stack = layout.stackHigh - layout.stackLow;
    const at = memory.allocate(stack + own.bytes, 4096);
    if (at === 0) throw new ProgramExit(127, '0: no memory is left for another thread');
    const ownAt = at + stack;
    const image = layout.threads?.image ?? 0;
    new Uint8Array(memory.memory.buffer).copyWithin(ownAt, image, image + own.bytes);
    return { stackLow: at, stackHigh: ownAt, ownOffset: ownAt - own.at };
  }

  /** Whenever this thread waits. True where it is to ask again soon. */
  #serve(): boolean {
    if (!this.#receiver) return false;
    if (Atomics.load(this.#words, word.failed) !== 0) this.#rethrow();
    // Who asks counts his request first and sets the word then: it is not lost here.
    const cells = this.#cells;
    if (Atomics.load(cells, this.#pending / 4) !== 0) Atomics.store(cells, this.#pending / 4, 0);
    if (startWanted({ words: () => this.#words, gather: (size) => this.#gather(size) })) this.#others.waits.stir();
    if (Atomics.load(this.#words, word.requests) === 0) return false;
    this.#parts.memory.refresh();
    this.#receiver.serve(
      (thread) => {
        this.#answering = thread;
      },
      (thread, error) => {
        if (error instanceof Error) error.stack = this.#told(thread)?.stack ?? error.stack ?? '';
        return error;
      },
      () => this.#takeBegun(),
    );
    this.#answering = 0;
    if (Atomics.load(this.#words, word.requests) > 0) Atomics.store(cells, this.#pending / 4, 1);
    return this.#receiver.hasBegun;
  }

  #told(thread: number): ThreadFailure | undefined {
    const sleeper = new Int32Array(new SharedArrayBuffer(4));
    for (let i = 0; i < 200; i++) {
      const failure = this.#others.failure(thread);
      if (failure) return failure;
      Atomics.wait(sleeper, 0, 0, 5);
    }
    return undefined;
  }

  #rethrow(): never {
    for (let thread = 1; thread < mostThreads; thread++) {
      const failure = this.#others.failure(thread);
      if (failure?.kind !== 'error') continue;
      if (failure.trap !== undefined) this.#parts.trapped(failure.trap);
      throw errorOf(failure);
    }
    throw new Error('a thread has failed and does not say why');
  }
}

function errorOf({ name, message, stack }: ThreadFailure): Error {
  const made =
    name === 'RuntimeError'
      ? new WebAssembly.RuntimeError(message)
      : name === 'RangeError'
        ? new RangeError(message)
        : new Error(message);
  made.stack = stack;
  return made;
}

function refuse(): never {
  throw new RangeError('no such import');
}

function shareMemory(memory: ProgramMemory): number {
  const bytes = teamBytes(memory.address);
  const at = memory.allocate(bytes, 4096);
  if (at === 0) throw new ProgramExit(127, '0: no memory is left for threads');
  new Uint8Array(memory.memory.buffer, at, bytes).fill(0);
  return at;
}
