/**
 * What comes before what among the works of streams: each work (a launch, a copy, a fill) has a number in its stream, and knows of every stream the last work that is surely
 * done when it begins. Streams wait for each other by events, by the default stream, and by the host.
 */
import type { EventId, StreamId } from '../../machine/device.ts';

type Clock = Map<StreamId, number>;

export type Work = {
  readonly stream: StreamId;
  readonly number: number;
  readonly before: ReadonlyMap<StreamId, number>;
};

const legacy = 0n;

export class StreamOrder {
  /** What each stream has done, and what the host knows to be done. */
  readonly #streams = new Map<StreamId, { last: number; readonly clock: Clock; readonly blocking: boolean }>();
  readonly #host: Clock = new Map();
  readonly #events = new Map<EventId, Clock>();
  readonly #works: Work[] = [];

  /** A new work of a stream: its number among all works, from 1. */
  begin(id: StreamId, isBlocking: (id: StreamId) => boolean): number {
    const key = id === 1n ? legacy : id;
    const stream = this.#stream(key, isBlocking(key));
    join(stream.clock, this.#host);
    if (key === legacy) {
      for (const [other, of] of this.#streams) if (other !== key && of.blocking) this.#joinDone(stream.clock, other);
    } else if (stream.blocking) this.#joinDone(stream.clock, legacy);
    const before = new Map(stream.clock);
    if (stream.last > 0) before.set(key, stream.last);
    stream.last++;
    this.#works.push({ stream: key, number: stream.last, before });
    return this.#works.length;
  }

  /** Whether one work is done before another begins. */
  isBefore(first: number, second: number): boolean {
    if (first === second) return true;
    const [a, b] = [this.#works[first - 1], this.#works[second - 1]];
    return !a || !b || (b.before.get(a.stream) ?? 0) >= a.number;
  }

  /** Whether all works that have been given before are done when one begins. */
  isAlone(work: number): boolean {
    const w = this.#works[work - 1];
    if (!w) return false;
    const others = this.#streams.entries().filter(([id]) => id !== w.stream);
    return others.every(([id, { last }]) => (w.before.get(id) ?? 0) >= last);
  }

  /** Whether the host knows that a work is done. */
  isDone(work: number): boolean {
    const w = this.#works[work - 1];
    return !w || (this.#host.get(w.stream) ?? 0) >= w.number;
  }

  record(event: EventId, id: StreamId): void {
    const clock: Clock = new Map();
    this.#joinDone(clock, id === 1n ? legacy : id);
    if (id === legacy || id === 1n)
      for (const [other, of] of this.#streams) if (of.blocking) this.#joinDone(clock, other);
    this.#events.set(event, clock);
  }

  waitForEvent(id: StreamId, event: EventId, isBlocking: boolean): void {
    join(this.#stream(id === 1n ? legacy : id, isBlocking).clock, this.#events.get(event) ?? new Map());
  }

  hostWaitsForEvent(event: EventId): void {
    join(this.#host, this.#events.get(event) ?? new Map());
  }

  hostWaitsFor(id: StreamId): void {
    const key = id === 1n ? legacy : id;
    this.#joinDone(this.#host, key);
    if (key === legacy) for (const [other, of] of this.#streams) if (of.blocking) this.#joinDone(this.#host, other);
  }

  hostWaitsForAll(): void {
    for (const id of this.#streams.keys()) this.#joinDone(this.#host, id);
  }

  #stream(id: StreamId, blocking: boolean) {
    let stream = this.#streams.get(id);
    if (!stream) {
      stream = { last: 0, clock: new Map(), blocking };
      this.#streams.set(id, stream);
    }
    return stream;
  }

  /** All that a stream has been given so far comes first. */
  #joinDone(clock: Clock, id: StreamId): void {
    const stream = this.#streams.get(id);
    if (!stream) return;
    join(clock, stream.clock);
    clock.set(id, Math.max(clock.get(id) ?? 0, stream.last));
  }
}

function join(clock: Clock, other: ReadonlyMap<StreamId, number>): void {
  for (const [id, number] of other) clock.set(id, Math.max(clock.get(id) ?? 0, number));
}
