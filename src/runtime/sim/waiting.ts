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

  wait(device: number, place: number, block: number, turns: number): void {
    const { words } = this.#queue;
    if (Atomics.load(words, header.failures + device) !== 0) throw new TimedOut(place, block);
    const now = tenths();
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

/** Tenths of a second, the same for all threads. */
function tenths(): number {
  return Math.floor(Date.now() / 100) & 0x3fffffff;
}
