/** Runs units of commands on the thread it belongs to. A kernel that fails ends the work of its device. */
import { hrtime } from 'node:process';
import { codeOf } from '../../machine/errors.ts';
import { framesOf } from '../wasm-frames.ts';
import { runClusters } from './clusters.ts';
import { copyField, field, fillField, getLong, header, kinds, modes, slotWords, tick } from './control.ts';
import type { Costs } from './costs.ts';
import { type Failure, noteFailure } from './failure.ts';
import { fillPattern, type Moves } from './moves.ts';
import type { Queue, Work } from './queue.ts';
import { TimedOut, Waiting } from './waiting.ts';

/** A kernel as its module exports it. */
export type KernelFunction = (
  params: number,
  launch: number,
  first: number,
  last: number,
  shared: number,
  scratch: number,
) => void;

/** The kernels by number, made at first need. */
export type KernelSource = (kernel: number) => KernelFunction;

/** The block that a kernel has begun with last, from 0, and how many run as one with it. */
export type RunningBlocks = (kernel: number) => readonly [first: number, count: number];

export class Executor {
  readonly #memory: WebAssembly.Memory;
  readonly #queue: Queue;
  readonly #control: number;
  readonly #thread: number;
  readonly #moves: Moves;
  readonly #kernel: KernelSource;
  readonly #costs: Costs;
  readonly #blocks: RunningBlocks;
  /** The device and the launch that this thread works for, and the place of the trap that it met (from 1): for imports of the kernel module. */
  device = 0;
  order = 0;
  trapPlace = 0;
  isAssertion = false;
  /** The block that met it (from 1). */
  trapBlock = 0;
  readonly #begin: ((order: number) => void) | undefined;
  readonly #waiting: Waiting;
  /** Units of a plain kernel that this thread has run and not told of, and what they took. */
  #units = 0;
  #milliseconds = 0;
  #timed = true;

  constructor(of: {
    readonly memory: WebAssembly.Memory;
    readonly queue: Queue;
    readonly control: number;
    readonly thread: number;
    readonly moves: Moves;
    readonly kernel: KernelSource;
    readonly blocks: RunningBlocks;
    readonly costs: Costs;
    readonly timeout: number;
    /** Told of the launch whose units come. */
    readonly begin?: ((order: number) => void) | undefined;
  }) {
    this.#memory = of.memory;
    this.#queue = of.queue;
    this.#control = of.control;
    this.#thread = of.thread;
    this.#moves = of.moves;
    this.#kernel = of.kernel;
    this.#blocks = of.blocks;
    this.#costs = of.costs;
    this.#begin = of.begin;
    this.#waiting = new Waiting(of.queue, of.thread, of.timeout);
  }

  /** Threads of `block` have waited for `turns` turns of a loop. */
  wait(place: number, block: number, turns: number): void {
    this.#waiting.wait(this.device, place, block, turns);
  }

  /** Performs units of a command, and more of them while there are some and `goesOn` says so: then all are reported. */
  run(work: Work, goesOn: () => boolean = always): void {
    const { slot } = work;
    const { words } = this.#queue;
    this.device = words[slot + field.device]!;
    let count = 0;
    try {
      for (let next: Work | undefined = work; next; next = goesOn() ? this.#queue.more(slot) : undefined) {
        count += next.to - next.from;
        if (Atomics.load(words, header.failures + this.device) === 0 || words[slot + field.kind] === kinds.event)
          this.#attempt(slot, next.from, next.to);
      }
    } finally {
      this.#noteTime(slot);
      this.#queue.finish(slot, count);
    }
  }

  /** Performs units of a command that is not in the queue; `timed`: says what they took. */
  attempt(slot: number, from: number, to: number, timed = true): void {
    this.#timed = timed;
    this.#attempt(slot, from, to);
    this.#timed = true;
    this.#noteTime(slot);
  }

  /** Performs units of a command; what goes wrong becomes the failure of its device, and is thrown on where it is a bug of ours. */
  #attempt(slot: number, from: number, to: number): void {
    try {
      this.#perform(slot, from, to);
    } catch (error) {
      this.#fail(slot, error);
    }
  }

  #perform(slot: number, from: number, to: number): void {
    switch (this.#queue.words[slot + field.kind]) {
      case kinds.kernel:
        this.#runKernel(slot, from, to);
        break;
      case kinds.copy:
        this.#copy(slot + field.record, from, to);
        break;
      case kinds.fill:
        this.#fill(slot + field.record, from, to);
        break;
      case kinds.event:
        this.stamp(getLong(this.#queue.words, slot + field.params));
        break;
      default:
    }
  }

  #runKernel(slot: number, from: number, to: number): void {
    const { words } = this.#queue;
    this.order = words[slot + field.order]!;
    this.#begin?.(this.order);
    const shared = getLong(words, slot + field.arena) + this.#thread * words[slot + field.arenaStride]!;
    const scratch = shared + words[slot + field.sharedBytes]!;
    const record = this.#control + 4 * (slot + field.record);
    const number = words[slot + field.subject]!;
    const kernel = this.#kernel(number);
    const params = getLong(words, slot + field.params);
    const mode = words[slot + field.mode]!;
    if (mode === modes.plain && !this.#timed) {
      kernel(params, record, from, to, shared, scratch);
      return;
    }
    if (mode === modes.plain) {
      const start = performance.now();
      kernel(params, record, from, to, shared, scratch);
      this.#milliseconds += performance.now() - start;
      this.#units += to - from;
      return;
    }
    if (mode === modes.waits) {
      const stride = words[slot + field.blockStride]!;
      const own = scratch - shared;
      this.#waiting.run(slot, from, to, (block, depth) => {
        const at = shared + depth * stride;
        kernel(params, record, block, block + 1, at, at + own);
      });
      return;
    }
    if (mode === modes.yields) {
      const stride = words[slot + field.blockStride]!;
      const states = new Int32Array(this.#memory.buffer);
      this.#waiting.runYielding(slot, from, to, {
        begin: (place) => {
          states[(scratch + place * stride) / 4] = 0;
        },
        isDone: (place) => states[(scratch + place * stride) / 4] === -1,
        hasMoved: (place) => states[(scratch + place * stride) / 4 + 1] === 0,
        run: (block, place) =>
          kernel(params, record, block, block + 1, shared + place * stride, scratch + place * stride),
      });
      return;
    }
    const launch = {
      words: words.subarray(slot, slot + slotWords),
      states: new Int32Array(this.#memory.buffer),
      run: (block: number, at: number) =>
        kernel(params, record, block, block + 1, at, at + words[slot + field.sharedBytes]!),
    };
    this.#waiting.run(slot, 0, 1, () => {
      Atomics.add(words, slot + field.waiting, runClusters(launch, shared, from, to));
    });
  }

  /** Tells what the units of a plain kernel took. */
  #noteTime(slot: number): void {
    if (this.#units === 0) return;
    const { words } = this.#queue;
    this.#costs.note(words[slot + field.subject]!, this.#milliseconds, this.#units * words[slot + field.threads]!);
    Atomics.add(words, slot + field.spent, Math.round((this.#milliseconds * 1e6) / tick));
    this.#milliseconds = 0;
    this.#units = 0;
  }

  /** A unit is a row where there are several, else a piece of the one. */
  #copy(record: number, from: number, to: number): void {
    const { words } = this.#queue;
    const at = (name: keyof typeof copyField) => getLong(words, record + copyField[name]);
    const width = at('width');
    const piece = at('piece');
    if (piece > 0) {
      const start = from * piece;
      this.#moves.copy(at('to') + start, at('from') + start, Math.min(to * piece, width) - start);
      return;
    }
    for (let row = from; row < to; row++)
      this.#moves.copy(at('to') + row * at('toPitch'), at('from') + row * at('fromPitch'), width);
  }

  #fill(record: number, from: number, to: number): void {
    const { words } = this.#queue;
    const at = (name: keyof typeof fillField) => getLong(words, record + fillField[name]);
    const pattern = (BigInt(at('high')) << 32n) | BigInt(at('low'));
    const view = new DataView(this.#memory.buffer);
    for (let row = from; row < to; row++) {
      const count = Math.min(at('count'), at('all') - row * at('count'));
      fillPattern(this.#moves, view, at('to') + row * at('pitch'), pattern, at('patternBytes'), count);
    }
  }

  /** Writes the time, in nanoseconds, at an address. */
  stamp(address: number): void {
    new DataView(this.#memory.buffer).setBigInt64(address, hrtime.bigint(), true);
  }

  #fail(slot: number, error: unknown): void {
    const { words } = this.#queue;
    const timedOut = error instanceof TimedOut ? error : undefined;
    if (timedOut) this.trapPlace = timedOut.place + 1;
    const own = this.isAssertion ? codeOf.assert : codeOf.launchFailure;
    const known = timedOut ? codeOf.launchTimeout : this.trapPlace > 0 ? own : codeOfTrap(error);
    noteFailure(words, this.device, this.#failureOf(slot, known ?? codeOf.unknown, error));
    this.trapPlace = 0;
    this.isAssertion = false;
    this.trapBlock = 0;
    if (known === undefined) throw error;
  }

  #failureOf(slot: number, code: number, error: unknown): Failure {
    const { words } = this.#queue;
    const isKernel = words[slot + field.kind] === kinds.kernel;
    const kernel = isKernel ? words[slot + field.subject]! : -1;
    const [first, blocks] = isKernel ? this.#blocks(kernel) : [-1, 0];
    const block = error instanceof TimedOut ? error.block + 1 : this.trapBlock || first + 1;
    return {
      code,
      trap: this.trapPlace,
      kernel,
      block,
      blocks: this.trapBlock > 0 || error instanceof TimedOut ? 1 : blocks,
      gridX: isKernel ? words[slot + field.record]! : 0,
      gridY: isKernel ? words[slot + field.record + 1]! : 0,
      bytes: framesOf(error).map((f) => f.byte),
    };
  }
}

const always = (): boolean => true;

/** The CUDA error for an exception of WebAssembly; undefined where it is none of these. */
function codeOfTrap(error: unknown): number | undefined {
  if (error instanceof RangeError) return codeOf.hardwareStackError;
  if (!(error instanceof WebAssembly.RuntimeError)) return undefined;
  if (/out of bounds/.test(error.message)) return codeOf.illegalAddress;
  if (/unaligned/.test(error.message)) return codeOf.misalignedAddress;
  return codeOf.launchFailure;
}
