/**
 * Graphs for any device: work of a capturing stream is kept instead of done, or nodes are added one by one; launching the graph does its work in one stream, in an order
 * that the nodes allow. Streams join a capture by waiting for an event recorded in it.
 */

import { impossible } from '../base/impossible.ts';
import type {
  Address,
  Device,
  ErrorCode,
  EventId,
  GraphCalls,
  GraphOrder,
  GraphWork,
  Launch,
  Moment,
  StreamId,
} from '../machine/device.ts';
import { codeOf } from '../machine/errors.ts';
import { withOwnCalls } from './device-calls.ts';
import { areAlike, edgesOf, type Graph, type GraphNode, isChain, ordered, type Step, stepOf } from './graph.ts';

type Capture = {
  readonly handle: bigint;
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
  readonly #launchable = new Map<bigint, readonly Step[]>();
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
    const handle = this.#add(graph);
    this.#captures.push({ handle, graph, origin: stream, streams: new Map([[stream, []]]), events: new Map() });
    return codeOf.success;
  }

  end(stream: StreamId): { readonly error: ErrorCode; readonly graph: bigint } {
    const capture = this.#of(stream);
    if (!capture) return { error: codeOf.illegalState, graph: 0n };
    if (capture.origin !== stream) return { error: codeOf.streamCaptureUnmatched, graph: 0n };
    this.#captures.splice(this.#captures.indexOf(capture), 1);
    return { error: codeOf.success, graph: capture.handle };
  }

  captures(stream: StreamId): boolean {
    return this.#of(stream) !== undefined;
  }

  capture(
    stream: StreamId,
  ): { readonly id: bigint; readonly graph: bigint; readonly after: readonly bigint[] } | undefined {
    const capture = this.#of(stream);
    return capture && { id: capture.handle, graph: capture.handle, after: capture.streams.get(stream) ?? [] };
  }

  setCaptureDependencies(stream: StreamId, nodes: readonly bigint[], alone: boolean): ErrorCode {
    const capture = this.#of(stream);
    if (!capture) return codeOf.illegalState;
    if (!nodes.every((n) => capture.graph.nodes.has(n))) return codeOf.invalidValue;
    const before = alone ? [] : (capture.streams.get(stream) ?? []);
    capture.streams.set(stream, [...new Set([...before, ...nodes])]);
    return codeOf.success;
  }

  create(): bigint {
    return this.#add({ nodes: new Map() });
  }

  add(graph: bigint, work: GraphWork, after: readonly bigint[]): bigint | undefined {
    const known = this.#graphs.get(graph);
    if (!known || !after.every((a) => known.nodes.has(a))) return undefined;
    const own = this.#own(work);
    return own && this.#addNode(known, own, after);
  }

  /** A graph in a graph is a copy of its own. */
  #own(work: GraphWork): GraphWork | undefined {
    if (work.kind !== 'graph') return work;
    const graph = this.#graphs.get(work.graph);
    const copy = graph && ordered(graph) ? this.clone(work.graph) : undefined;
    return copy === undefined ? undefined : { kind: 'graph', graph: copy };
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

  removeDependencies(graph: bigint, from: readonly bigint[], to: readonly bigint[]): ErrorCode {
    const known = this.#graphs.get(graph)?.nodes;
    if (!known || !to.every((node, i) => known.get(node)?.after.has(from[i]!))) return codeOf.invalidValue;
    to.forEach((node, i) => {
      known.get(node)?.after.delete(from[i]!);
    });
    return codeOf.success;
  }

  removeNode(node: bigint): ErrorCode {
    const graph = this.#graphAround(node);
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

  graphOf(node: bigint): bigint | undefined {
    for (const [handle, graph] of this.#graphs) if (graph.nodes.has(node)) return handle;
    return undefined;
  }

  work(node: bigint): GraphWork | undefined {
    return this.#graphAround(node)?.nodes.get(node)?.work;
  }

  setWork(node: bigint, work: GraphWork, launchable?: bigint): ErrorCode {
    const known = launchable === undefined ? this.#graphAround(node)?.nodes.get(node) : this.#stepOf(launchable, node);
    if (known?.work.kind !== work.kind) return codeOf.invalidValue;
    if (launchable === undefined || work.kind !== 'graph') {
      known.work = work;
      return codeOf.success;
    }
    return this.#setGraph(launchable, node, work.graph);
  }

  #stepOf(launchable: bigint, node: bigint): Step | undefined {
    return stepOf(this.#launchable.get(launchable) ?? [], node);
  }

  #setGraph(launchable: bigint, node: bigint, graph: bigint): ErrorCode {
    const inner = this.#steps(graph);
    const known = this.#stepOf(launchable, node)?.inner;
    if (!known || !inner || !areAlike(known, inner)) return codeOf.graphExecUpdateFailure;
    for (const [i, step] of known.entries()) takeOver(step, inner[i]!);
    return codeOf.success;
  }

  clone(graph: bigint): bigint | undefined {
    const known = this.#graphs.get(graph);
    if (!known) return undefined;
    const nodes = new Map<bigint, GraphNode>();
    const copies = new Map([...known.nodes.keys()].map((id) => [id, this.#handle()]));
    for (const [id, node] of known.nodes) {
      const after = new Set([...node.after].map((a) => copies.get(a)!));
      nodes.set(copies.get(id)!, { work: this.#own(node.work) ?? node.work, after, cloneOf: id });
    }
    return this.#add({ nodes });
  }

  inClone(node: bigint, clone: bigint): bigint | undefined {
    for (const [id, { cloneOf }] of this.#graphs.get(clone)?.nodes ?? []) if (cloneOf === node) return id;
    return undefined;
  }

  /** What may be launched keeps what the graph has now. */
  instantiate(graph: bigint): bigint | undefined {
    const steps = this.#steps(graph);
    if (!steps) return undefined;
    const handle = this.#handle();
    this.#launchable.set(handle, steps);
    return handle;
  }

  #steps(graph: bigint): readonly Step[] | undefined {
    const known = this.#graphs.get(graph);
    return known && ordered(known)?.map((node) => this.#step(node, known.nodes.get(node)!));
  }

  #step(node: bigint, { work, after: before }: GraphNode): Step {
    const after = [...before];
    if (work.kind !== 'graph') return { node, after, work };
    return { node, after, work, inner: this.#steps(work.graph) ?? [] };
  }

  update(launchable: bigint, graph: bigint): 'updated' | 'differs' | 'unknown' {
    const before = this.#launchable.get(launchable);
    if (!before || !this.#graphs.has(graph)) return 'unknown';
    const now = this.#steps(graph);
    if (!now || !areAlike(before, now)) return 'differs';
    for (const [i, step] of before.entries()) takeOver(step, now[i]!);
    return 'updated';
  }

  isLaunchable(handle: bigint): boolean {
    return this.#launchable.has(handle);
  }

  launch(launchable: bigint, device: Device, stream: StreamId): ErrorCode {
    const steps = this.#launchable.get(launchable);
    if (!steps) return codeOf.invalidResourceHandle;
    const order = device.graphOrder;
    if (order && !isChain(steps)) return new Branches(launchable, device, stream, order).doAll(steps);
    return doAll(steps, device, stream);
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

  #addNode(graph: Graph, work: GraphWork, after: readonly bigint[]): bigint {
    const handle = this.#handle();
    graph.nodes.set(handle, { work, after: new Set(after) });
    return handle;
  }

  #handle(): bigint {
    this.#nextHandle += 16n;
    return this.#nextHandle;
  }

  #graphAround(node: bigint): Graph | undefined {
    return this.#graphs.get(this.graphOf(node) ?? 0n);
  }

  #of(stream: StreamId): Capture | undefined {
    return this.#captures.find((capture) => capture.streams.has(stream));
  }

  /** The device as it looks while a stream captures: work of such streams is kept. */
  recording(device: Device): Device {
    const own: Partial<Device> = {
      launch: (launch) => this.#keep(launch.stream, () => this.#launchWork(device, launch)) ?? device.launch(launch),
      copy: (copy) => this.#keep(copy.stream, () => ({ kind: 'memcpy', copies: [copy] })) ?? device.copy(copy),
      fill: (fill) => this.#keep(fill.stream, () => ({ kind: 'memset', fill })) ?? device.fill(fill),
      hostCallback: (id, run, fn = 0n, given = 0n) =>
        this.#keep(id, () => ({ kind: 'host', run, fn, given })) ?? device.hostCallback(id, run),
      recordEvent: (event, stream) => this.#recordEvent(event, stream) ?? device.recordEvent(event, stream),
      waitForEvent: (stream, event) => this.#waitForEvent(stream, event) ?? device.waitForEvent(stream, event),
      synchroniseStream: (stream) => this.#refuse(stream) ?? device.synchroniseStream(stream),
      queryStream: (stream) => this.#refuse(stream) ?? device.queryStream(stream),
    };
    return withOwnCalls(device, own);
  }

  #keep(stream: StreamId, work: () => GraphWork): ErrorCode | undefined {
    const capture = this.#of(stream);
    if (!capture) return undefined;
    const node = this.#addNode(capture.graph, work(), capture.streams.get(stream) ?? []);
    capture.streams.set(stream, [node]);
    return codeOf.success;
  }

  #launchWork(device: Device, launch: Launch): GraphWork {
    const params = this.keepBytes(launch.params, 8 * (device.kernel(launch.kernel)?.params.length ?? 0));
    return { kind: 'kernel', launch: { ...launch, params } };
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

/** The step does from now on what another one of its kind does. */
function takeOver(step: Step, now: Step): void {
  step.work = now.work;
  for (const [i, inner] of (step.inner ?? []).entries()) takeOver(inner, now.inner![i]!);
}

function doAll(steps: readonly Step[], device: Device, stream: StreamId): ErrorCode {
  for (const step of steps) {
    const code = doOne(step, device, stream);
    if (code !== codeOf.success) return code;
  }
  return codeOf.success;
}

/** A launch of a graph some of whose nodes nothing orders, where somebody asks for that. */
class Branches {
  readonly #launchable: bigint;
  readonly #device: Device;
  readonly #stream: StreamId;
  readonly #order: GraphOrder;
  readonly #isBlocking = (id: StreamId): boolean => this.#device.streamIsBlocking(id);

  constructor(launchable: bigint, device: Device, stream: StreamId, order: GraphOrder) {
    this.#launchable = launchable;
    this.#device = device;
    this.#stream = stream;
    this.#order = order;
  }

  doAll(steps: readonly Step[]): ErrorCode {
    const begun = this.#moment();
    const done = new Map<bigint, Moment>();
    for (const step of steps) {
      const after = [begun, ...step.after.map((a) => done.get(a)!)];
      const code = this.#order.inBranch(this.#branchOf(step), after, () => {
        const error =
          step.work.kind === 'graph' ? this.doAll(step.inner ?? []) : doOne(step, this.#device, this.#stream);
        done.set(step.node, this.#moment());
        return error;
      });
      if (code !== codeOf.success) return code;
    }
    this.#order.join(this.#stream, [...done.values()], this.#isBlocking);
    return codeOf.success;
  }

  #moment(): Moment {
    return this.#order.moment(this.#stream, this.#isBlocking);
  }

  /** Launches of one executable graph come one after another. */
  #branchOf({ node }: Step): StreamId {
    return -((this.#launchable << 32n) | node);
  }
}

function doOne({ work, inner = [] }: Step, device: Device, stream: StreamId): ErrorCode {
  switch (work.kind) {
    case 'kernel':
      return device.launch({ ...work.launch, stream });
    case 'memcpy':
      for (const copy of work.copies) {
        const code = device.copy({ ...copy, stream, asynchronous: true });
        if (code !== codeOf.success) return code;
      }
      return codeOf.success;
    case 'memset':
      return device.fill({ ...work.fill, stream, asynchronous: true });
    case 'host':
      return device.hostCallback(stream, work.run);
    case 'graph':
      return doAll(inner, device, stream);
    case 'event-record':
      return device.recordEvent(work.event, stream);
    case 'wait-event':
      return device.waitForEvent(stream, work.event);
    case 'empty':
      return codeOf.success;
    default:
      return impossible(work);
  }
}
