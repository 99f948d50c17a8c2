/** Streams and events of one simulated device, as the host keeps them: which command was the last. */
import type { EventId, EventState, StreamId } from '../../machine/device.ts';

export type Stream = {
  readonly id: StreamId;
  /** Ordered with the default stream. */
  readonly blocking: boolean;
  readonly priority: number;
  /** The number of its last command; 0 where there was none. */
  last: number;
};

export type Event = {
  readonly timed: boolean;
  /** Address of 8 bytes for the time, in nanoseconds. */
  readonly cell: number;
  /** The command of its last record; 0: it was done at once. */
  last: number;
  recorded: boolean;
};

/** Handles are unique in the process, so that a handle of one device means nothing to another. */
let nextHandle = 0x1000n;

export function newHandle(): bigint {
  nextHandle += 16n;
  return nextHandle;
}

export class Streams {
  readonly legacy: Stream = { id: 0n, blocking: true, priority: 0, last: 0 };
  readonly #perThread: Stream = { id: 2n, blocking: true, priority: 0, last: 0 };
  readonly #made = new Map<StreamId, Stream>();
  /** Destroyed while there was work. */
  #ending: Stream[] = [];

  get(id: StreamId): Stream | undefined {
    if (id === 0n || id === 1n) return this.legacy;
    if (id === 2n) return this.#perThread;
    return this.#made.get(id);
  }

  create(blocking: boolean, priority: number): StreamId {
    const id = newHandle();
    this.#made.set(id, { id, blocking, priority, last: 0 });
    return id;
  }

  destroy(id: StreamId): boolean {
    const stream = this.#made.get(id);
    if (!stream) return false;
    this.#made.delete(id);
    this.#ending.push(stream);
    return true;
  }

  clear(): void {
    this.#made.clear();
    this.#ending = [];
  }

  /** All that may have work; `isDone` tells which commands are over. */
  *all(isDone: (sequence: number) => boolean): Iterable<Stream> {
    yield this.legacy;
    yield this.#perThread;
    yield* this.#made.values();
    if (this.#ending.length > 0) this.#ending = this.#ending.filter((stream) => !isDone(stream.last));
    yield* this.#ending;
  }

  /** The commands that new work in the stream has to wait for. */
  before(stream: Stream, isDone: (sequence: number) => boolean): readonly number[] {
    if (stream !== this.legacy)
      return stream.blocking && this.legacy.last !== stream.last ? [stream.last, this.legacy.last] : [stream.last];
    const found: number[] = [];
    for (const other of this.all(isDone)) if (other.blocking && !isDone(other.last)) found.push(other.last);
    return found;
  }
}

export function stateOf(event: Event | undefined, isDone: (sequence: number) => boolean): EventState {
  if (!event) return 'unknown';
  if (!event.recorded) return 'unrecorded';
  return isDone(event.last) ? 'done' : 'pending';
}

export type Events = Map<EventId, Event>;
