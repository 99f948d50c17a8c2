/** The streams and events that the program made on one device. Handles that are not known never reach the driver. */
import type { EventId, StreamId } from '../../machine/device.ts';

export type Stream = { readonly blocking: boolean; readonly priority: number };
export type Event = { readonly timed: boolean; recorded: boolean };

const legacy: Stream = { blocking: true, priority: 0 };

export class Streams {
  readonly #made = new Map<StreamId, Stream>();
  readonly events = new Map<EventId, Event>();

  /** 0 and 1 are the default stream, 2 that of the thread: the driver knows them by the same numbers. */
  get(id: StreamId): Stream | undefined {
    return id >= 0n && id <= 2n ? legacy : this.#made.get(id);
  }

  add(id: StreamId, stream: Stream): void {
    this.#made.set(id, stream);
  }

  delete(id: StreamId): boolean {
    return this.#made.delete(id);
  }

  clear(): void {
    this.#made.clear();
    this.events.clear();
  }
}
