/** The streams and events of one device as the host knows them: handles and what was asked for. `S` and `E` add what a kind of device keeps of each. */
import type { EventId, EventState, StreamId } from '../machine/device.ts';

export type StreamFacts = {
  /** Ordered with the default stream. */
  readonly blocking: boolean;
  readonly priority: number;
};

export type EventFacts = { readonly timed: boolean; recorded: boolean };

export class StreamBook<S extends StreamFacts, E extends EventFacts> {
  readonly legacy: S;
  readonly perThread: S;
  readonly #made = new Map<StreamId, S>();
  readonly #events = new Map<EventId, E>();

  constructor(legacy: S, perThread: S) {
    this.legacy = legacy;
    this.perThread = perThread;
  }

  /** 0 and 1 name the default stream, 2 that of the thread. */
  stream(id: StreamId): S | undefined {
    if (id === 0n || id === 1n) return this.legacy;
    return id === 2n ? this.perThread : this.#made.get(id);
  }

  addStream(id: StreamId, stream: S): void {
    this.#made.set(id, stream);
  }

  /** Those that the program made and has not destroyed. */
  made(): Iterable<S> {
    return this.#made.values();
  }

  /** Gives what is forgotten. */
  removeStream(id: StreamId): S | undefined {
    const stream = this.#made.get(id);
    this.#made.delete(id);
    return stream;
  }

  priority(id: StreamId): number {
    return this.stream(id)?.priority ?? 0;
  }

  isBlocking(id: StreamId): boolean {
    return this.stream(id)?.blocking ?? true;
  }

  event(id: EventId): E | undefined {
    return this.#events.get(id);
  }

  addEvent(id: EventId, event: E): void {
    this.#events.set(id, event);
  }

  removeEvent(id: EventId): E | undefined {
    const event = this.#events.get(id);
    this.#events.delete(id);
    return event;
  }

  eventState(id: EventId, isDone: (event: E) => boolean): EventState {
    const event = this.#events.get(id);
    if (!event) return 'unknown';
    if (!event.recorded) return 'unrecorded';
    return isDone(event) ? 'done' : 'pending';
  }

  /** Two events between which time can be told. */
  span(from: EventId, to: EventId): readonly [E, E] | undefined {
    const [start, end] = [this.#events.get(from), this.#events.get(to)];
    return start?.recorded && end?.recorded && start.timed && end.timed ? [start, end] : undefined;
  }

  clear(): void {
    this.#made.clear();
    this.#events.clear();
  }
}
