/**
 * Kernels whose threads may wait for other blocks (a lock, a flag, a counter): a block that has waited for some time lets another one of its launch run on the same
 * thread, in memory of its own. Where that does not help, and nobody else is at work for a long time, the kernel has failed.
 */
import { epochStride, field, header, threadField } from './control.ts';
import type { Queue } from './queue.ts';

type RunBlock = (block: number, depth: number) => void;

/** Blocks that this thread has taken and not begun. */
type Range = {
  readonly slot: number;
  readonly run: RunBlock;
  next: number;
  readonly end: number;
  readonly depth: number;
  /** That of the block in which it runs. */
  readonly outer: Range | undefined;
};

/** How blocks that stop are run, each at a place in the thread's working storage. */
type Blocks = {
  readonly begin: (place: number) => void;
  readonly run: (block: number, place: number) => void;
  readonly isDone: (place: number) => boolean;
  /** Whether the block has got on since it ran before. */
  readonly hasMoved: (place: number) => boolean;
};

type Parked = { readonly block: number; readonly place: number };

/** Turns after which a loop first tells that it may be waiting (back/wasm/statement.ts). */
const firstSign = 1 << 14;
/** Turns without getting on after which another block runs. */
const patience = 1 << 17;
/** Tenths of a second in which a thread that waits is heard of again. */
const fresh = 30;

export class TimedOut extends Error {
  readonly place: number;
  readonly block: number;

  constructor(place: number, block: number) {
    super('a kernel waits for something that does not come');
    this.place = place;
    this.block = block;
  }
}

export class Waiting {
  readonly #queue: Queue;
  readonly #timeout: number;
  /** The words of this thread. */
  readonly #own: number;
  #range: Range | undefined;
  #yields = false;
  /** Where a thread has begun to wait. */
  #last = { place: 0, block: 0 };

  /** `timeout` in seconds. */
  constructor(queue: Queue, thread: number, timeout: number) {
    this.#queue = queue;
    this.#timeout = timeout * 10;
    this.#own = header.epochs + thread * epochStride;
  }

  /** Runs blocks of a launch, and those that must run before they can go on. */
  run(slot: number, from: number, to: number, run: RunBlock): void {
    const { words } = this.#queue;
    const outer = this.#range;
    const range: Range = { slot, run, next: from, end: to, depth: (outer?.depth ?? -1) + 1, outer };
    this.#range = range;
    Atomics.store(words, this.#own + threadField.runs, slot);
    try {
      while (range.next < to) {
        Atomics.store(words, this.#own + threadField.lastWait, 0);
        run(range.next++, range.depth);
      }
    } finally {
      this.#range = outer;
      Atomics.store(words, this.#own + threadField.lastWait, 0);
      if (!outer) Atomics.store(words, this.#own + threadField.runs, 0);
    }
  }

  /** Runs blocks of a launch that stop where their threads wait: they go on in turn while others begin. */
  runYielding(slot: number, from: number, to: number, blocks: Blocks): void {
    const { words } = this.#queue;
    Atomics.store(words, this.#own + threadField.runs, slot);
    this.#yields = true;
    const claims = new Claims(this.#queue, slot, from, to);
    try {
      this.#takeTurns(blocks, claims, words[slot + field.depth]!);
    } finally {
      this.#yields = false;
      Atomics.store(words, this.#own + threadField.lastWait, 0);
      Atomics.store(words, this.#own + threadField.runs, 0);
      claims.finish();
    }
  }

  #takeTurns(blocks: Blocks, claims: Claims, places: number): void {
    const free = Array.from({ length: places }, (_, place) => places - 1 - place);
    let parked: Parked[] = [];
    for (;;) {
      const block = free.length > 0 ? claims.next(parked.length > 0) : undefined;
      if (block !== undefined) {
        const place = free.pop()!;
        blocks.begin(place);
        parked.push({ block, place });
      }
      if (parked.length === 0) return;
      let moved = false;
      const goOn = ({ block, place }: Parked): boolean => {
        blocks.run(block, place);
        moved ||= blocks.isDone(place) || blocks.hasMoved(place);
        if (!blocks.isDone(place)) return true;
        free.push(place);
        return false;
      };
      // New blocks first: the others are asked now and then.
      const last = parked.at(-1)!;
      if (block !== undefined && parked.length % 8 !== 0) {
        if (!goOn(last)) parked.pop();
      } else parked = parked.filter(goOn);
      if (moved) this.#gotOn();
      else this.#rest();
    }
  }

  #gotOn(): void {
    Atomics.store(this.#queue.words, this.#own + threadField.waitsSince, tenths());
  }

  /** None of the blocks came to its end. */
  #rest(): void {
    const { words } = this.#queue;
    const now = tenths();
    Atomics.store(words, this.#own + threadField.lastWait, now);
    if (this.#allWait(now)) throw new TimedOut(this.#last.place, this.#last.block);
    if (Atomics.load(words, header.failures + words[words[this.#own + threadField.runs]! + field.device]!) !== 0)
      throw new TimedOut(this.#last.place, this.#last.block);
    this.#queue.pause(Atomics.load(words, header.generation), 20, 0.2);
  }

  wait(device: number, place: number, block: number, turns: number): void {
    const { words } = this.#queue;
    if (Atomics.load(words, header.failures + device) !== 0) throw new TimedOut(place, block);
    const now = tenths();
    if (this.#yields && turns === firstSign) {
      // It came here from somewhere else.
      this.#last = { place, block };
      this.#gotOn();
      return;
    }
    if (turns < patience || Atomics.load(words, this.#own + threadField.lastWait) === 0)
      Atomics.store(words, this.#own + threadField.waitsSince, now);
    Atomics.store(words, this.#own + threadField.lastWait, now);
    if (turns < patience) return;
    if (this.#runAnother()) Atomics.store(words, this.#own + threadField.waitsSince, tenths());
    else if (this.#allWait(now)) throw new TimedOut(place, block);
  }

  /** Lets a block run that has not begun. */
  #runAnother(): boolean {
    const range = this.#range;
    const { words } = this.#queue;
    if (!range || range.depth + 1 >= words[range.slot + field.depth]!) return false;
    for (let r: Range | undefined = range; r; r = r.outer)
      if (r.next < r.end) {
        const block = r.next++;
        this.run(r.slot, block, block + 1, r.run);
        return true;
      }
    const { slot } = range;
    const total = words[slot + field.total]!;
    if (Atomics.load(words, slot + field.next) >= total) return false;
    const from = Atomics.add(words, slot + field.next, words[slot + field.chunk]!);
    if (from >= total) return false;
    const to = Math.min(from + words[slot + field.chunk]!, total);
    try {
      this.run(slot, from, to, range.run);
    } finally {
      this.#queue.finish(slot, to - from);
    }
    return true;
  }

  /** Whether all threads that run kernels have waited for too long. */
  #allWait(now: number): boolean {
    const { words } = this.#queue;
    for (let t = 0, n = words[header.threads]!; t < n; t++) {
      const at = header.epochs + t * epochStride;
      if (Atomics.load(words, at + threadField.runs) === 0) continue;
      if (now - Atomics.load(words, at + threadField.lastWait) > fresh) return false;
      if (now - Atomics.load(words, at + threadField.waitsSince) < this.#timeout) return false;
    }
    return true;
  }
}

/** Blocks of a launch: those that this thread was given, and more of the same launch that it takes. */
class Claims {
  readonly #queue: Queue;
  readonly #slot: number;
  #next: number;
  #end: number;
  #more = 0;

  constructor(queue: Queue, slot: number, from: number, to: number) {
    this.#queue = queue;
    this.#slot = slot;
    this.#next = from;
    this.#end = to;
  }

  next(takeMore: boolean): number | undefined {
    if (this.#next >= this.#end && takeMore) this.#take();
    return this.#next < this.#end ? this.#next++ : undefined;
  }

  #take(): void {
    const { words } = this.#queue;
    const total = words[this.#slot + field.total]!;
    if (Atomics.load(words, this.#slot + field.next) >= total) return;
    const from = Atomics.add(words, this.#slot + field.next, words[this.#slot + field.chunk]!);
    if (from >= total) return;
    this.#next = from;
    this.#end = Math.min(from + words[this.#slot + field.chunk]!, total);
    this.#more += this.#end - from;
  }

  /** Reports those that it took. */
  finish(): void {
    if (this.#more > 0) this.#queue.finish(this.#slot, this.#more);
  }
}

/** Tenths of a second, the same for all threads. */
function tenths(): number {
  return Math.floor(Date.now() / 100) & 0x3fffffff;
}
