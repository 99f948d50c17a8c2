/**
 * The command queue in shared memory. The host publishes; every thread takes units of ready commands and reports them finished.
 * A command is ready when the commands it depends on are done. No locks: units are claimed by an atomic add.
 * Where units may come in any order each thread begins in a part of its own, which it had the last time too: what it read and wrote may still be near it.
 * A slot is used again only when its command is done and no thread may still be looking at it (`epochs`).
 */
import { codeOf } from '../../machine/errors.ts';
import type { Waits } from '../team/waits.ts';
import {
  epochStride,
  field,
  header,
  idle,
  kinds,
  maxDependencies,
  maxParts,
  modes,
  partStride,
  slotCount,
  slotsAt,
  slotWords,
} from './control.ts';
import { noteFailure } from './failure.ts';

/** Units `from` up to `to` of the command whose words begin at `slot`. */
export type Work = { slot: number; from: number; to: number };

/** Fewer pieces of the least size are not worth a part. */
const piecesOfPart = 2;
/** How far behind the oldest command a thread looks for work. */
const lookAhead = 64;

export class Queue {
  readonly words: Int32Array;
  /** How long this thread has slept. */
  sleptMilliseconds = 0;
  readonly #epoch: number;
  readonly #thread: number;
  readonly #work: Work = { slot: 0, from: 0, to: 0 };

  /** `thread`: a number of its own for each thread; the host's is 0. */
  constructor(memory: WebAssembly.Memory, control: number, thread: number) {
    this.words = new Int32Array(memory.buffer, control);
    this.#thread = thread;
    this.#epoch = header.epochs + thread * epochStride;
    this.words[this.#epoch] = idle;
  }

  /** To be called once, by the host. */
  initialise(threads: number): void {
    const { words } = this;
    for (let t = 0; t < threads; t++) words[header.epochs + t * epochStride] = idle;
    words[header.threads] = threads;
    words[header.head] = 1;
    words[header.first] = 1;
  }

  isDone(sequence: number): boolean {
    if (((sequence - Atomics.load(this.words, header.first)) | 0) < 0) return true;
    const slot = slotOf(sequence);
    if (Atomics.load(this.words, slot + field.sequence) !== sequence) return this.#passed(sequence);
    return Atomics.load(this.words, slot + field.done) === 1 || this.#passed(sequence);
  }

  #passed(sequence: number): boolean {
    return ((sequence - Atomics.load(this.words, header.first)) | 0) < 0;
  }

  /** Host: whether the slot of the next command can be written. */
  hasRoom(): boolean {
    const { words } = this;
    const old = (words[header.head]! - slotCount) | 0;
    if (((old - Atomics.load(words, header.first)) | 0) >= 0) return false;
    for (let t = 1, n = words[header.threads]!; t < n; t++) {
      const epoch = Atomics.load(words, header.epochs + t * epochStride);
      if (epoch !== idle && ((epoch - old) | 0) <= 0) return false;
    }
    return true;
  }

  /** Host: the words of the next command, to be filled in before `publish`. */
  nextSlot(): number {
    return slotOf(this.words[header.head]!);
  }

  /** Host: makes the next command known and gives its number. `begun`: how many of its units are done already; `least`: how many are handed out at the end. */
  publish(
    kind: number,
    device: number,
    total: number,
    chunk: number,
    dependencies: readonly number[],
    begun = 0,
    least = chunk,
  ): number {
    const { words } = this;
    const sequence = words[header.head]!;
    const slot = slotOf(sequence);
    words[slot + field.kind] = kind;
    words[slot + field.device] = device;
    words[slot + field.next] = begun;
    words[slot + field.total] = total;
    words[slot + field.chunk] = chunk;
    words[slot + field.least] = least;
    words[slot + field.finished] = begun;
    this.#part(slot, begun, total, least);
    words[slot + field.dependencies] = dependencies.length;
    for (let i = 0; i < maxDependencies; i++) words[slot + field.dependency + i] = dependencies[i] ?? 0;
    Atomics.store(words, slot + field.done, 0);
    Atomics.store(words, slot + field.sequence, sequence);
    Atomics.store(words, header.head, (sequence + 1) | 0);
    this.stir();
    return sequence;
  }

  /** Wakes whoever sleeps until something changes. */
  stir(): void {
    Atomics.add(this.words, header.generation, 1);
    if (Atomics.load(this.words, header.sleepers) > 0) Atomics.notify(this.words, header.generation);
  }

  waits(): Waits {
    return {
      seen: () => Atomics.load(this.words, header.generation),
      pause: (seen, spin, sleep) => this.pause(seen, spin, sleep),
      stir: () => this.stir(),
    };
  }

  /** Units of a ready command, of those before `end` where given; the object is used again by the next call. */
  take(end?: number): Work | undefined {
    const { words } = this;
    const first = this.#enter();
    const head = end ?? Atomics.load(words, header.head);
    const count = Math.min((head - first) | 0, lookAhead);
    for (let i = 0; i < count; i++) {
      const slot = slotOf((first + i) | 0);
      if (!this.hasMore(slot) || !this.#isReady(slot)) continue;
      if (this.#thread === 0 && words[slot + field.kind] === kinds.kernel && words[slot + field.hostless] === 1)
        continue;
      if (!this.#claim(slot)) continue;
      Atomics.store(words, this.#epoch, idle);
      return this.#work;
    }
    Atomics.store(words, this.#epoch, idle);
    return undefined;
  }

  /** Divides a command among the threads, unless its blocks wait for each other. */
  #part(slot: number, begun: number, total: number, least: number): void {
    const { words } = this;
    const kind = words[slot + field.kind];
    const isFree = kind === kinds.kernel ? words[slot + field.mode] === modes.plain : kind !== kinds.event;
    const most = Math.min(words[header.threads]!, maxParts);
    const parts = isFree && total - begun >= most * piecesOfPart * least ? most : 1;
    words[slot + field.parts] = parts;
    words[slot + field.begun] = begun;
    for (let p = 0; p < parts; p++) words[nextOfPart(slot, p)] = this.#start(slot, p);
  }

  /** Where a part begins. */
  #start(slot: number, part: number): number {
    const { words } = this;
    const [begun, total, parts] = [words[slot + field.begun]!, words[slot + field.total]!, words[slot + field.parts]!];
    if (part === parts) return total;
    const units = Math.floor(((total - begun) * part) / parts);
    return begun + units - (units % words[slot + field.least]!);
  }

  /** Makes the next units of a command this thread's work: of its own part, then of others. */
  #claim(slot: number): boolean {
    const { words } = this;
    const threads = words[header.threads]!;
    const parts = words[slot + field.parts]!;
    const total = words[slot + field.total]!;
    if (parts === 1) return this.#claimOf(slot, slot + field.next, total, 2 * threads);
    const own = Math.floor((this.#thread * parts) / threads);
    for (let i = 0; i < parts; i++) {
      const part = (own + i) % parts;
      const share = (i === 0 ? 1 : 2) * 2 * Math.ceil(threads / parts);
      if (this.#claimOf(slot, nextOfPart(slot, part), this.#start(slot, part + 1), share)) return true;
    }
    Atomics.store(words, slot + field.next, total);
    return false;
  }

  /** Units that a counter gives, before `end`: a share of what is left. */
  #claimOf(slot: number, next: number, end: number, share: number): boolean {
    const { words } = this;
    const [chunk, least] = [words[slot + field.chunk]!, words[slot + field.least]!];
    for (;;) {
      const from = Atomics.load(words, next);
      if (from >= end) return false;
      const some = Math.max(least, Math.min(chunk, Math.ceil((end - from) / share)));
      const to = Math.min(from + some - (some % least), end);
      if (Atomics.compareExchange(words, next, from, to) !== from) continue;
      this.#work.slot = slot;
      this.#work.from = from;
      this.#work.to = to;
      return true;
    }
  }

  /** More units of the command that this thread is at, which is not reported finished so far. */
  more(slot: number): Work | undefined {
    return this.hasMore(slot) && this.#claim(slot) ? this.#work : undefined;
  }

  /** Whether units of a command are left that nobody has taken, as far as this thread can tell. */
  hasMore(slot: number): boolean {
    return Atomics.load(this.words, slot + field.next) < this.words[slot + field.total]!;
  }

  /** Says that this thread may look at commands from the oldest on. */
  #enter(): number {
    const { words } = this;
    for (;;) {
      const first = Atomics.load(words, header.first);
      Atomics.store(words, this.#epoch, first);
      if (Atomics.load(words, header.first) === first) return first;
    }
  }

  #isReady(slot: number): boolean {
    const { words } = this;
    for (let i = 0, n = words[slot + field.dependencies]!; i < n; i++)
      if (!this.isDone(words[slot + field.dependency + i]!)) return false;
    return true;
  }

  /** Reports `count` units of a command finished. */
  finish(slot: number, count: number): void {
    const { words } = this;
    const finished = Atomics.add(words, slot + field.finished, count) + count;
    if (finished !== words[slot + field.total]) return;
    if (
      words[slot + field.kind] === kinds.kernel &&
      this.goesOn(slot, Atomics.exchange(words, slot + field.waiting, 0))
    ) {
      // All blocks that wait for the grid have come: the next phase.
      Atomics.store(words, slot + field.finished, 0);
      Atomics.store(words, slot + field.next, 0);
      this.stir();
      return;
    }
    Atomics.store(words, slot + field.done, 1);
    this.#advance();
    this.stir();
  }

  /** Whether a kernel of which so many blocks wait for the grid has a next phase. A block that has ended never comes: the kernel has failed then. */
  goesOn(slot: number, waiting: number): boolean {
    const { words } = this;
    if (waiting === 0) return false;
    const grid = slot + field.record;
    if (waiting === words[grid]! * words[grid + 1]! * words[grid + 2]!) return true;
    const device = words[slot + field.device]!;
    noteFailure(words, device, {
      code: codeOf.launchTimeout,
      trap: words[slot + field.gridTrap]!,
      kernel: words[slot + field.subject]!,
      block: 0,
      blocks: 0,
      gridX: 0,
      gridY: 0,
      bytes: [],
    });
    return false;
  }

  #advance(): void {
    const { words } = this;
    for (;;) {
      const first = Atomics.load(words, header.first);
      if (first === Atomics.load(words, header.head)) return;
      const slot = slotOf(first);
      if (Atomics.load(words, slot + field.sequence) !== first || Atomics.load(words, slot + field.done) !== 1) return;
      Atomics.compareExchange(words, header.first, first, (first + 1) | 0);
    }
  }

  /** Waits, at first awake, until `generation` is no longer `seen` or the time is over. */
  pause(seen: number, spinMicroseconds: number, sleepMilliseconds: number): void {
    const { words } = this;
    let left = spinMicroseconds / 1000;
    let start = performance.now();
    do {
      for (let i = 0; i < 32; i++) {
        if (Atomics.load(words, header.generation) !== seen) return;
        Atomics.pause();
      }
      // While others have the processor, no time of this thread passes: it would go to sleep as soon as it is back.
      const now = performance.now();
      left -= Math.min(now - start, mostOfProbe);
      start = now;
    } while (left > 0);
    Atomics.add(words, header.sleepers, 1);
    Atomics.wait(words, header.generation, seen, sleepMilliseconds);
    Atomics.sub(words, header.sleepers, 1);
    this.sleptMilliseconds += performance.now() - start;
  }
}

/** Milliseconds that looking a few times takes at most, of a thread that runs. */
const mostOfProbe = 0.005;

function nextOfPart(slot: number, part: number): number {
  return slot + field.nextOfPart + part * partStride;
}

function slotOf(sequence: number): number {
  return slotsAt + (sequence & (slotCount - 1)) * slotWords;
}
