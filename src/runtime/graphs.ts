/**
 * Graphs by stream capture, for any device: work of a capturing stream is kept instead of done, and launching the graph does it again, in the order in which it was
 * captured (an order that CUDA allows). Streams join a capture by waiting for an event recorded in it.
 */
import type {
  Address,
  Copy,
  Device,
  ErrorCode,
  EventId,
  Fill,
  GraphCalls,
  Launch,
  StreamId,
} from '../machine/device.ts';
import { codeOf } from '../machine/errors.ts';

/** Does one captured step in a stream. */
type Step = (device: Device, stream: StreamId) => ErrorCode;

type Graph = { readonly steps: Step[] };

type Capture = {
  readonly graph: Graph;
  readonly origin: StreamId;
  readonly streams: Set<StreamId>;
  readonly events: Set<EventId>;
};

/** Copies bytes of the program's memory to a place where they stay. */
export type Keep = (from: Address, bytes: number) => Address;

export class Graphs implements GraphCalls {
  readonly #keepBytes: Keep;
  readonly #captures: Capture[] = [];
  readonly #graphs = new Map<bigint, Graph>();
  #nextHandle = 0x20000n;

  constructor(keep: Keep) {
    this.#keepBytes = keep;
  }

  get isCapturing(): boolean {
    return this.#captures.length > 0;
  }

  begin(stream: StreamId): ErrorCode {
    if (stream === 0n || stream === 1n) return codeOf.streamCaptureUnsupported;
    if (this.#of(stream)) return codeOf.illegalState;
    const graph: Graph = { steps: [] };
    this.#captures.push({ graph, origin: stream, streams: new Set([stream]), events: new Set() });
    return codeOf.success;
  }

  end(stream: StreamId): { readonly error: ErrorCode; readonly graph: bigint } {
    const capture = this.#of(stream);
    if (!capture) return { error: codeOf.illegalState, graph: 0n };
    if (capture.origin !== stream) return { error: codeOf.streamCaptureUnmatched, graph: 0n };
    this.#captures.splice(this.#captures.indexOf(capture), 1);
    return { error: codeOf.success, graph: this.#add(capture.graph) };
  }

  captures(stream: StreamId): boolean {
    return this.#of(stream) !== undefined;
  }

  create(): bigint {
    return this.#add({ steps: [] });
  }

  /** A graph that may be launched keeps what the other one has now. */
  instantiate(graph: bigint): bigint | undefined {
    const known = this.#graphs.get(graph);
    return known && this.#add({ steps: [...known.steps] });
  }

  launch(graph: bigint, device: Device, stream: StreamId): ErrorCode {
    const known = this.#graphs.get(graph);
    if (!known) return codeOf.invalidResourceHandle;
    for (const step of known.steps) {
      const code = step(device, stream);
      if (code !== codeOf.success) return code;
    }
    return codeOf.success;
  }

  size(graph: bigint): number | undefined {
    return this.#graphs.get(graph)?.steps.length;
  }

  /** Arguments that were kept stay until the program ends: executable graphs may use them. */
  destroy(graph: bigint): ErrorCode {
    return this.#graphs.delete(graph) ? codeOf.success : codeOf.invalidResourceHandle;
  }

  #add(graph: Graph): bigint {
    this.#nextHandle += 16n;
    this.#graphs.set(this.#nextHandle, graph);
    return this.#nextHandle;
  }

  #of(stream: StreamId): Capture | undefined {
    return this.#captures.find((capture) => capture.streams.has(stream));
  }

  /** The device as it looks while a stream captures: work of such streams is kept. */
  recording(device: Device): Device {
    const own: Partial<Device> = {
      launch: (launch) => this.#keep(launch.stream, this.#launchStep(device, launch)) ?? device.launch(launch),
      copy: (copy) => this.#keep(copy.stream, copyStep(copy)) ?? device.copy(copy),
      fill: (fill) => this.#keep(fill.stream, fillStep(fill)) ?? device.fill(fill),
      recordEvent: (event, stream) => this.#recordEvent(event, stream) ?? device.recordEvent(event, stream),
      waitForEvent: (stream, event) => this.#waitForEvent(stream, event) ?? device.waitForEvent(stream, event),
      synchroniseStream: (stream) => this.#refuse(stream) ?? device.synchroniseStream(stream),
      queryStream: (stream) => this.#refuse(stream) ?? device.queryStream(stream),
    };
    return new Proxy(device, {
      get(target, name) {
        if (name in own) return Reflect.get(own, name);
        // The record that `launch` takes is what is kept.
        if (name === 'launchQuickly') return undefined;
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  }

  #keep(stream: StreamId, step: Step): ErrorCode | undefined {
    const capture = this.#of(stream);
    if (!capture) return undefined;
    capture.graph.steps.push(step);
    return codeOf.success;
  }

  #launchStep(device: Device, launch: Launch): Step {
    const capture = this.#of(launch.stream);
    if (!capture) return (on, stream) => on.launch({ ...launch, stream });
    const params = this.#keepBytes(launch.params, 8 * (device.kernels[launch.kernel]?.params.length ?? 0));
    return (on, stream) => on.launch({ ...launch, params, stream });
  }

  #recordEvent(event: EventId, stream: StreamId): ErrorCode | undefined {
    const capture = this.#of(stream);
    for (const other of this.#captures) if (other !== capture) other.events.delete(event);
    if (!capture) return undefined;
    capture.events.add(event);
    return codeOf.success;
  }

  #waitForEvent(stream: StreamId, event: EventId): ErrorCode | undefined {
    const capture = this.#captures.find((c) => c.events.has(event));
    if (!capture) return undefined;
    capture.streams.add(stream);
    return codeOf.success;
  }

  #refuse(stream: StreamId): ErrorCode | undefined {
    return this.#of(stream) ? codeOf.streamCaptureUnsupported : undefined;
  }
}

function copyStep(copy: Copy): Step {
  return (device, stream) => device.copy({ ...copy, stream, asynchronous: true });
}

function fillStep(fill: Fill): Step {
  return (device, stream) => device.fill({ ...fill, stream, asynchronous: true });
}
