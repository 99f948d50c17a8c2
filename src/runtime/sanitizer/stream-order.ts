/**
 * What comes before what among the works of streams: each work (a launch, a copy, a fill) has a number in its stream, and knows of every stream the last work that is surely
 * done when it begins. Streams wait for each other by events, by the default stream, and by the host. Nodes of a graph that nothing orders are works of branches: as streams of
 * their own.
 */
import type { EventId, GraphOrder, Moment, StreamId } from '../../machine/device.ts';

type Clock = Map<StreamId, number>;

export type Work = {
  readonly stream: StreamId;
  readonly number: number;
  readonly before: ReadonlyMap<StreamId, number>;
};

const legacy = 0n;

type Stream = { last: number; readonly clock: Clock; readonly blocking: boolean };

export class StreamOrder implements GraphOrder {
  /** What each stream has done, and what the host knows to be done. */
  readonly #streams = new Map<StreamId, Stream>();
  #host: Clock = new Map();
  /** Of a host function that runs: the host itself knows less. */
  #isHostFunction = false;
  #branch: StreamId | undefined;
  #hasBranches = false;
  readonly #events = new Map<EventId, Clock>();
  readonly #works: Work[] = [];

  /** A new work of a stream: its number among all works, from 1. */
  begin(id: StreamId, isBlocking: (id: StreamId) => boolean): number {
    const key = this.#branch ?? keyOf(id);
    const stream = this.#arrive(key, isBlocking);
    const before = new Map(stream.clock);
    if (stream.last > 0) before.set(key, stream.last);
    stream.last++;
    this.#works.push({ stream: key, number: stream.last, before });
    return this.#works.length;
  }

  /** A stream knows what the host, and streams that it waits for without being told, have done. */
  #arrive(key: StreamId, isBlocking: (id: StreamId) => boolean): Stream {
    const stream = this.#stream(key, this.#branch === undefined && isBlocking(key));
    join(stream.clock, this.#host);
    if (key === legacy) {
      for (const [other, of] of this.#streams) if (other !== key && of.blocking) this.#joinDone(stream.clock, other);
    } else if (stream.blocking) this.#joinDone(stream.clock, legacy);
    return stream;
  }

  // graphs

  get hasBranches(): boolean {
    return this.#hasBranches;
  }

  moment(id: StreamId, isBlocking: (id: StreamId) => boolean): Moment {
    const key = this.#branch ?? keyOf(id);
    this.#arrive(key, isBlocking);
    const clock: Clock = new Map();
    this.#joinDone(clock, key);
    return clock;
  }

  inBranch<T>(branch: StreamId, after: readonly Moment[], run: () => T): T {
    const around = this.#branch;
    this.#hasBranches = true;
    const { clock } = this.#stream(branch, false);
    for (const m of after) join(clock, m);
    this.#branch = branch;
    try {
      return run();
    } finally {
      this.#branch = around;
    }
  }

  join(id: StreamId, moments: readonly Moment[], isBlocking: (id: StreamId) => boolean): void {
    const { clock } = this.#arrive(this.#branch ?? keyOf(id), isBlocking);
    for (const m of moments) join(clock, m);
  }

  // host functions

  get isHostFunction(): boolean {
    return this.#isHostFunction;
  }

  /** A host function runs: it knows what was done in its stream, the host does not. */
  asHostFunction(known: Moment, run: () => void): void {
    const host = this.#host;
    [this.#host, this.#isHostFunction] = [new Map(known), true];
    try {
      run();
    } finally {
      [this.#host, this.#isHostFunction] = [host, false];
    }
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
    this.#joinDone(clock, this.#branch ?? keyOf(id));
    if (keyOf(id) === legacy) for (const [other, of] of this.#streams) if (of.blocking) this.#joinDone(clock, other);
    this.#events.set(event, clock);
  }

  waitForEvent(id: StreamId, event: EventId, isBlocking: boolean): void {
    join(this.#stream(this.#branch ?? keyOf(id), isBlocking).clock, this.#events.get(event) ?? new Map());
  }

  hostWaitsForEvent(event: EventId): void {
    join(this.#host, this.#events.get(event) ?? new Map());
  }

  hostWaitsFor(id: StreamId): void {
    const key = keyOf(id);
    this.#joinDone(this.#host, key);
    if (key === legacy) for (const [other, of] of this.#streams) if (of.blocking) this.#joinDone(this.#host, other);
  }

  hostWaitsForAll(): void {
    for (const id of this.#streams.keys()) this.#joinDone(this.#host, id);
  }

  #stream(id: StreamId, blocking: boolean): Stream {
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

function keyOf(id: StreamId): StreamId {
  return id === 1n ? legacy : id;
}

function join(clock: Clock, other: ReadonlyMap<StreamId, number>): void {
  for (const [id, number] of other) clock.set(id, Math.max(clock.get(id) ?? 0, number));
}
