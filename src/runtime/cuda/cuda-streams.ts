/** Streams and events of one real device, the host's waits for them, and callbacks in them. Handles that are not known never reach the driver. */
import type { ErrorCode, EventId, EventState, StreamId } from '../../machine/device.ts';
import { codeOf } from '../../machine/errors.ts';
import { type EventFacts, StreamBook, type StreamFacts } from '../stream-book.ts';
import type { CudaContext } from './context.ts';

/** What the host does once the work before it in the stream is done. */
type Callback = { readonly stream: StreamId; readonly event: bigint; readonly then: () => void };

/** CU_EVENT_DISABLE_TIMING. */
const untimed = 2;
/** CU_EVENT_INTERPROCESS. */
const interprocess = 4;

const legacy: StreamFacts = { blocking: true, priority: 0 };

export class CudaStreams {
  readonly book = new StreamBook<StreamFacts, EventFacts>(legacy, legacy);
  readonly #context: CudaContext;
  readonly #callbacks: Callback[] = [];

  constructor(context: CudaContext) {
    this.#context = context;
    context.session.books.push(this.book);
  }

  /** The context is gone. */
  clear(): void {
    this.book.clear();
    this.#callbacks.length = 0;
  }

  knows(stream: StreamId): boolean {
    return stream === 0n || this.book.stream(stream) !== undefined;
  }

  /** Whether it is a stream of any device: all may be waited for. */
  isKnown(stream: StreamId): boolean {
    return this.#context.session.books.some((book) => book.stream(stream) !== undefined);
  }

  /** Of any device. */
  event(id: EventId): EventFacts | undefined {
    return this.#bookOf(id).event(id);
  }

  #bookOf(id: EventId): StreamBook<StreamFacts, EventFacts> {
    return this.#context.session.books.find((book) => book.event(id) !== undefined) ?? this.book;
  }

  // ---- streams ------------------------------------------------------------------------------------------------------------

  create(blocking: boolean, priority: number): StreamId {
    const { calls, session } = this.#context;
    const made = calls.cuStreamCreateWithPriority(session.native.cell(0), blocking ? 0 : 1, priority);
    if (this.#context.note(made) !== 0) return 0n;
    const id = session.native.u64(0);
    this.book.addStream(id, { blocking, priority });
    return id;
  }

  destroy(stream: StreamId): ErrorCode {
    this.settleCallbacks(stream);
    if (!this.book.removeStream(stream)) return codeOf.invalidResourceHandle;
    return this.#context.note(this.#context.calls.cuStreamDestroy_v2(stream));
  }

  query(stream: StreamId): ErrorCode {
    if (!this.isKnown(stream)) return codeOf.invalidResourceHandle;
    if (this.#context.failure !== 0) return this.#context.failure;
    this.runCallbacks();
    return this.#context.note(this.#context.calls.cuStreamQuery(stream));
  }

  /** Waits without a look at callbacks. */
  wait(stream: StreamId): ErrorCode {
    return this.#context.failure || this.#context.note(this.#context.calls.cuStreamSynchronize(stream));
  }

  waitForAll(): ErrorCode {
    return this.#context.failure || this.#context.note(this.#context.calls.cuCtxSynchronize());
  }

  // ---- events -------------------------------------------------------------------------------------------------------------

  createEvent(timed: boolean, forProcesses: boolean): EventId {
    const { calls, session } = this.#context;
    const flags = (timed ? 0 : untimed) | (forProcesses ? interprocess : 0);
    if (this.#context.note(calls.cuEventCreate(session.native.cell(0), flags)) !== 0) return 0n;
    const id = session.native.u64(0);
    this.book.addEvent(id, { timed, recorded: false });
    return id;
  }

  destroyEvent(event: EventId): ErrorCode {
    if (!this.book.removeEvent(event)) return codeOf.invalidResourceHandle;
    return this.#context.note(this.#context.calls.cuEventDestroy_v2(event));
  }

  record(event: EventId, stream: StreamId): ErrorCode {
    const known = this.book.event(event);
    if (!known || !this.knows(stream)) return codeOf.invalidResourceHandle;
    this.settleCallbacks(stream);
    known.recorded = true;
    return this.#context.note(this.#context.calls.cuEventRecord(event, stream));
  }

  state(event: EventId): EventState {
    return this.#bookOf(event).eventState(
      event,
      () => this.#context.note(this.#context.calls.cuEventQuery(event)) !== codeOf.notReady,
    );
  }

  waitForEvent(event: EventId): ErrorCode {
    return this.#context.failure || this.#context.note(this.#context.calls.cuEventSynchronize(event));
  }

  elapsed(from: EventId, to: EventId): { readonly error: ErrorCode; readonly milliseconds: number } {
    if (!this.#bookOf(from).span(from, to)) return { error: codeOf.invalidResourceHandle, milliseconds: 0 };
    const { calls, session } = this.#context;
    const error = this.#context.note(calls.cuEventElapsedTime(session.native.cell(0), from, to));
    return { error, milliseconds: error === 0 ? session.native.f32(0) : 0 };
  }

  // ---- callbacks ----------------------------------------------------------------------------------------------------------

  get hasCallbacks(): boolean {
    return this.#callbacks.length > 0;
  }

  addCallback(stream: StreamId, then: () => void): ErrorCode {
    const { calls, session } = this.#context;
    const made = this.#context.note(calls.cuEventCreate(session.native.cell(0), untimed));
    if (made !== 0) return made;
    const event = session.native.u64(0);
    this.#callbacks.push({ stream, event, then });
    return this.#context.note(calls.cuEventRecord(event, stream));
  }

  /** Those whose stream has come so far. */
  runCallbacks(): void {
    for (let i = 0; i < this.#callbacks.length; )
      if (this.#context.calls.cuEventQuery(this.#callbacks[i]!.event) === codeOf.notReady) i++;
      else this.#run(i);
  }

  /** New work in a stream comes after the callbacks before it: the host waits for what they wait for. */
  settleCallbacks(stream: StreamId): void {
    for (let i = 0; i < this.#callbacks.length; ) {
      const { stream: other, event } = this.#callbacks[i]!;
      if (!this.#follows(stream, other)) {
        i++;
        continue;
      }
      this.#context.note(this.#context.calls.cuEventSynchronize(event));
      this.#run(i);
    }
  }

  /** Whether new work of a stream is ordered after work that is in the other. */
  #follows(stream: StreamId, other: StreamId): boolean {
    if (stream === other) return true;
    const [a, b] = [this.book.stream(stream), this.book.stream(other)];
    const isDefault = stream <= 1n || other <= 1n;
    return isDefault && (a?.blocking ?? false) && (b?.blocking ?? false);
  }

  #run(index: number): void {
    const [callback] = this.#callbacks.splice(index, 1);
    if (!callback) return;
    this.#context.calls.cuEventDestroy_v2(callback.event);
    callback.then();
  }
}
