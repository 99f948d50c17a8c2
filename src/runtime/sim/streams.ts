/** Streams and events of one simulated device: which command was the last. */
import type { StreamId } from '../../machine/device.ts';
import { type EventFacts, StreamBook, type StreamFacts } from '../stream-book.ts';

export type Stream = StreamFacts & {
  /** The number of its last command; 0 where there was none. */
  last: number;
};

export type Event = EventFacts & {
  /** Address of 8 bytes for the time, in nanoseconds. */
  readonly cell: number;
  /** Several processes use it: its cell begins a page that they share, and holds 0 until the first record. */
  readonly shared?: boolean;
  /** The command of its last record; 0: it was done at once. */
  last: number;
};

/** Handles are unique in the process, so that a handle of one device means nothing to another. */
let nextHandle = 0x1000n;

export function newHandle(): bigint {
  nextHandle += 16n;
  return nextHandle;
}

const none: readonly number[] = [];

const fresh = (): Stream => ({ blocking: true, priority: 0, last: 0 });

export class Streams extends StreamBook<Stream, Event> {
  /** Destroyed while there was work. */
  #ending: Stream[] = [];
  /** Whether a stream was ever made, and one that does not wait for the default stream. */
  #others = false;
  #independent = false;

  constructor() {
    super(fresh(), fresh());
  }

  /** Whether all work is of the default stream. */
  get isPlain(): boolean {
    return !this.#others && this.perThread.last === 0;
  }

  /** Whether all work but this stream's waits for it, and it for all other work. */
  isOnlyOrder(id: StreamId): boolean {
    return this.stream(id) === this.legacy && !this.#independent;
  }

  /** `after`: a command that a stream which does not wait for the default one waits for all the same. */
  create(blocking: boolean, priority: number, after: number): StreamId {
    this.#others = true;
    if (!blocking) this.#independent = true;
    const id = newHandle();
    this.addStream(id, { blocking, priority, last: blocking ? 0 : after });
    return id;
  }

  destroy(id: StreamId): boolean {
    const stream = this.removeStream(id);
    if (stream) this.#ending.push(stream);
    return stream !== undefined;
  }

  override clear(): void {
    super.clear();
    this.#ending = [];
  }

  /** All that may have work; `isDone` tells which commands are over. */
  *all(isDone: (sequence: number) => boolean): Iterable<Stream> {
    yield this.legacy;
    yield this.perThread;
    yield* this.made();
    if (this.#ending.length > 0) this.#ending = this.#ending.filter((stream) => !isDone(stream.last));
    yield* this.#ending;
  }

  /** The commands that new work in the stream has to wait for. */
  before(stream: Stream, isDone: (sequence: number) => boolean): readonly number[] {
    if (stream !== this.legacy)
      return stream.blocking && this.legacy.last !== stream.last ? [stream.last, this.legacy.last] : [stream.last];
    if (this.isPlain) return isDone(stream.last) ? none : [stream.last];
    const found: number[] = [];
    for (const other of this.all(isDone)) if (other.blocking && !isDone(other.last)) found.push(other.last);
    return found;
  }
}
