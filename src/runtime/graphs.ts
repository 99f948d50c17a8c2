/**
 * Graphs for any device: work of a capturing stream is kept instead of done, or nodes are added one by one; launching the graph does its work in one stream, in an order
 * that the nodes allow. Streams join a capture by waiting for an event recorded in it.
 */
import type {
  Address,
  Copy,
  Device,
  ErrorCode,
  EventId,
  Fill,
  GraphCalls,
  GraphNodeKind,
  GraphStep,
  Launch,
  StreamId,
} from '../machine/device.ts';
import { codeOf } from '../machine/errors.ts';
import { withOwnCalls } from './device-calls.ts';
import { edgesOf, type Graph, type GraphNode, ordered } from './graph.ts';

type Capture = {
  readonly graph: Graph;
  readonly origin: StreamId;
  /** After what the next work of a stream, or of one that waits for an event, comes. */
  readonly streams: Map<StreamId, readonly bigint[]>;
  readonly events: Map<EventId, readonly bigint[]>;
};

/** Copies bytes of the program's memory to a place where they stay. */
export type Keep = (from: Address, bytes: number) => Address;

export class Graphs implements GraphCalls {
  readonly keepBytes: Keep;
  readonly #captures: Capture[] = [];
  readonly #graphs = new Map<bigint, Graph>();
  readonly #launchable = new Map<bigint, readonly GraphNode[]>();
  #nextHandle = 0x20000n;

  constructor(keep: Keep) {
    this.keepBytes = keep;
  }

  get isCapturing(): boolean {
    return this.#captures.length > 0;
  }

  begin(stream: StreamId): ErrorCode {
    if (stream === 0n || stream === 1n) return codeOf.streamCaptureUnsupported;
    if (this.#of(stream)) return codeOf.illegalState;
    const graph: Graph = { nodes: new Map() };
    this.#captures.push({ graph, origin: stream, streams: new Map([[stream, []]]), events: new Map() });
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
    return this.#add({ nodes: new Map() });
  }

  add(graph: bigint, kind: GraphNodeKind, step: GraphStep, after: readonly bigint[]): bigint | undefined {
    const known = this.#graphs.get(graph);
    return known && after.every((a) => known.nodes.has(a)) ? this.#addNode(known, kind, step, after) : undefined;
  }

  addGraph(graph: bigint, child: bigint, after: readonly bigint[]): bigint | undefined {
    const inner = this.#graphs.get(child);
    const steps = inner && ordered(inner);
    if (!steps) return undefined;
    return this.add(graph, 'graph', (device, stream) => doAll(steps, device, stream), after);
  }

  addDependencies(graph: bigint, from: readonly bigint[], to: readonly bigint[]): ErrorCode {
    const known = this.#graphs.get(graph)?.nodes;
    if (!known || ![...from, ...to].every((n) => known.has(n))) return codeOf.invalidValue;
    if (to.some((node, i) => node === from[i])) return codeOf.invalidValue;
    to.forEach((node, i) => {
      known.get(node)?.after.add(from[i]!);
    });
    return codeOf.success;
  }

  removeNode(node: bigint): ErrorCode {
    const graph = this.#graphOf(node);
    if (!graph) return codeOf.invalidValue;
    graph.nodes.delete(node);
    for (const { after } of graph.nodes.values()) after.delete(node);
    return codeOf.success;
  }

  nodes(graph: bigint): readonly bigint[] | undefined {
    const known = this.#graphs.get(graph);
    return known && [...known.nodes.keys()];
  }

  edges(graph: bigint): readonly (readonly [bigint, bigint])[] | undefined {
    const known = this.#graphs.get(graph);
    return known && edgesOf(known);
  }

  kindOf(node: bigint): GraphNodeKind | undefined {
    return this.#graphOf(node)?.nodes.get(node)?.kind;
  }

  clone(graph: bigint): bigint | undefined {
    const known = this.#graphs.get(graph);
    if (!known) return undefined;
    const nodes = new Map<bigint, GraphNode>();
    const copies = new Map([...known.nodes.keys()].map((id) => [id, this.#handle()]));
    for (const [id, node] of known.nodes)
      nodes.set(copies.get(id)!, { ...node, after: new Set([...node.after].map((a) => copies.get(a)!)) });
    return this.#add({ nodes });
  }

  /** What may be launched keeps what the graph has now. */
  instantiate(graph: bigint): bigint | undefined {
    const known = this.#graphs.get(graph);
    const steps = known && ordered(known);
    if (!steps) return undefined;
    const handle = this.#handle();
    this.#launchable.set(handle, steps);
    return handle;
  }

  update(launchable: bigint, graph: bigint): 'updated' | 'differs' | 'unknown' {
    const before = this.#launchable.get(launchable);
    const known = this.#graphs.get(graph);
    if (!before || !known) return 'unknown';
    const now = ordered(known);
    if (now?.length !== before.length || now.some((n, i) => n.kind !== before[i]?.kind)) return 'differs';
    this.#launchable.set(launchable, now);
    return 'updated';
  }

  isLaunchable(handle: bigint): boolean {
    return this.#launchable.has(handle);
  }

  launch(launchable: bigint, device: Device, stream: StreamId): ErrorCode {
    const steps = this.#launchable.get(launchable);
    return steps ? doAll(steps, device, stream) : codeOf.invalidResourceHandle;
  }

  /** Arguments that were kept stay until the program ends: executable graphs may use them. */
  destroy(graph: bigint): ErrorCode {
    const known = this.#graphs.delete(graph) || this.#launchable.delete(graph);
    return known ? codeOf.success : codeOf.invalidResourceHandle;
  }

  #add(graph: Graph): bigint {
    const handle = this.#handle();
    this.#graphs.set(handle, graph);
    return handle;
  }

  #addNode(graph: Graph, kind: GraphNodeKind, step: GraphStep, after: readonly bigint[]): bigint {
    const handle = this.#handle();
    graph.nodes.set(handle, { kind, step, after: new Set(after) });
    return handle;
  }

  #handle(): bigint {
    this.#nextHandle += 16n;
    return this.#nextHandle;
  }

  #graphOf(node: bigint): Graph | undefined {
    for (const graph of this.#graphs.values()) if (graph.nodes.has(node)) return graph;
    return undefined;
  }

  #of(stream: StreamId): Capture | undefined {
    return this.#captures.find((capture) => capture.streams.has(stream));
  }

  /** The device as it looks while a stream captures: work of such streams is kept. */
  recording(device: Device): Device {
    const own: Partial<Device> = {
      launch: (launch) =>
        this.#keep(launch.stream, 'kernel', this.#launchStep(device, launch)) ?? device.launch(launch),
      copy: (copy) => this.#keep(copy.stream, 'memcpy', copyStep(copy)) ?? device.copy(copy),
      fill: (fill) => this.#keep(fill.stream, 'memset', fillStep(fill)) ?? device.fill(fill),
      hostCallback: (id, then) =>
        this.#keep(id, 'host', (on, stream) => on.hostCallback(stream, then)) ?? device.hostCallback(id, then),
      recordEvent: (event, stream) => this.#recordEvent(event, stream) ?? device.recordEvent(event, stream),
      waitForEvent: (stream, event) => this.#waitForEvent(stream, event) ?? device.waitForEvent(stream, event),
      synchroniseStream: (stream) => this.#refuse(stream) ?? device.synchroniseStream(stream),
      queryStream: (stream) => this.#refuse(stream) ?? device.queryStream(stream),
    };
    return withOwnCalls(device, own);
  }

  #keep(stream: StreamId, kind: GraphNodeKind, step: GraphStep): ErrorCode | undefined {
    const capture = this.#of(stream);
    if (!capture) return undefined;
    const node = this.#addNode(capture.graph, kind, step, capture.streams.get(stream) ?? []);
    capture.streams.set(stream, [node]);
    return codeOf.success;
  }

  #launchStep(device: Device, launch: Launch): GraphStep {
    const capture = this.#of(launch.stream);
    if (!capture) return (on, stream) => on.launch({ ...launch, stream });
    const params = this.keepBytes(launch.params, 8 * (device.kernel(launch.kernel)?.params.length ?? 0));
    return (on, stream) => on.launch({ ...launch, params, stream });
  }

  #recordEvent(event: EventId, stream: StreamId): ErrorCode | undefined {
    const capture = this.#of(stream);
    for (const other of this.#captures) if (other !== capture) other.events.delete(event);
    if (!capture) return undefined;
    capture.events.set(event, capture.streams.get(stream) ?? []);
    return codeOf.success;
  }

  #waitForEvent(stream: StreamId, event: EventId): ErrorCode | undefined {
    const capture = this.#captures.find((c) => c.events.has(event));
    if (!capture) return undefined;
    const before = [...(capture.streams.get(stream) ?? []), ...(capture.events.get(event) ?? [])];
    capture.streams.set(stream, [...new Set(before)]);
    return codeOf.success;
  }

  #refuse(stream: StreamId): ErrorCode | undefined {
    return this.#of(stream) ? codeOf.streamCaptureUnsupported : undefined;
  }
}

function copyStep(copy: Copy): GraphStep {
  return (device, stream) => device.copy({ ...copy, stream, asynchronous: true });
}

function fillStep(fill: Fill): GraphStep {
  return (device, stream) => device.fill({ ...fill, stream, asynchronous: true });
}

function doAll(steps: readonly GraphNode[], device: Device, stream: StreamId): ErrorCode {
  for (const { step } of steps) {
    const code = step(device, stream);
    if (code !== codeOf.success) return code;
  }
  return codeOf.success;
}
