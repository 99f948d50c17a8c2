/** Graphs node by node: what is added after what, and what a graph holds. */
import type { Copy, CudaRuntime, ErrorCode, GraphNodeKind, GraphStep, Launch, Triple } from '../../machine/device.ts';
import { codeOf } from '../../machine/errors.ts';
import type { Cell, Routine } from '../library-module.ts';
import { call, count, data, optionalInt, outInt, outLong, struct } from './define.ts';
import { copiesOfBox } from './memory-3d.ts';
import type { Data, Scalar } from './transfers.ts';

const graph = struct('cudaGraph');
const node = struct('cudaGraphNode');
/** What every node has: its handle, the graph, and the nodes before it. */
const head = { node, graph, dependencies: node, numdependencies: count } as const;
type Place = { readonly cell: Cell };
type Head = {
  readonly node: Place;
  readonly graph: Place;
  readonly dependencies: Place;
  readonly numdependencies: Scalar;
};

const handleOf = ({ cell }: Place): bigint => cell.component('handle').getInteger();

/** The first handles of an array. */
function handlesOf({ cell }: Place, { value }: Scalar): bigint[] {
  return Array.from({ length: Number(value) }, (_, i) => cell.component('handle', i).getInteger());
}

export const graphNodeRoutines: Readonly<Record<string, Routine>> = {
  cudaGraphAddEmptyNode: call({
    doc: 'Adds a node without work, which others can wait for.',
    takes: head,
    run: (cuda, args) =>
      added(
        args,
        cuda.graphs.add(handleOf(args.graph), 'empty', () => codeOf.success, before(args)),
      ),
  }),
  cudaGraphAddKernelNode: call({
    doc: 'Adds a launch: `func` is c_funloc of the kernel, `kernelParams` points to the addresses of its arguments.',
    takes: { ...head, nodeparams: struct('cudaKernelNodeParams') },
    run: (cuda, args) => withStep(cuda, args, 'kernel', launchStep(cuda, args.nodeparams.cell)),
  }),
  cudaGraphAddMemcpyNode: call({
    doc: 'Adds a copy of a box.',
    takes: { ...head, copyparams: struct('cudaMemcpy3DParms') },
    run(cuda, args) {
      const copies = copiesOfBox(cuda, args.copyparams.cell);
      return typeof copies === 'number' ? copies : withStep(cuda, args, 'memcpy', copyStep(copies));
    },
  }),
  cudaGraphAddMemcpyNode1D: call({
    doc: 'Adds a copy of elements.',
    takes: { ...head, dst: data, src: data, count, kind: optionalInt(4) },
    run(cuda, args) {
      const width = Number(args.count.value) * args.dst.elementBytes;
      return withStep(cuda, args, 'memcpy', copyStep([row(args.dst, args.src, width)]));
    },
  }),
  cudaGraphAddMemsetNode: call({
    doc: 'Adds a fill of rows.',
    takes: { ...head, memsetparams: struct('cudaMemsetParams') },
    run: (cuda, args) => withStep(cuda, args, 'memset', fillStep(args.memsetparams.cell)),
  }),
  cudaGraphAddHostNode: call({
    doc: 'Adds a call of a host procedure: `fn` is c_funloc of it, `userData` what it is given.',
    takes: { ...head, nodeparams: struct('cudaHostNodeParams') },
    run: (cuda, args) => withStep(cuda, args, 'host', hostStep(cuda, args.nodeparams.cell)),
  }),
  cudaGraphAddChildGraphNode: call({
    doc: 'Adds the work of another graph, as it is now.',
    takes: { ...head, childgraph: graph },
    run: (cuda, args) =>
      added(args, cuda.graphs.addGraph(handleOf(args.graph), handleOf(args.childgraph), before(args))),
  }),
  cudaGraphAddEventRecordNode: call({
    doc: 'Adds the record of an event.',
    takes: { ...head, event: struct('cudaEvent') },
    run(cuda, args) {
      const event = handleOf(args.event);
      return withStep(cuda, args, 'event-record', (device, stream) => device.recordEvent(event, stream));
    },
  }),
  cudaGraphAddEventWaitNode: call({
    doc: 'Adds the wait for an event.',
    takes: { ...head, event: struct('cudaEvent') },
    run(cuda, args) {
      const event = handleOf(args.event);
      return withStep(cuda, args, 'wait-event', (device, stream) => device.waitForEvent(stream, event));
    },
  }),
  cudaGraphAddDependencies: call({
    doc: 'Each node of `to` comes after the one of `from` in its place.',
    takes: { graph, from: node, to: node, numdependencies: count },
    run: (cuda, { graph: of, from, to, numdependencies: n }) =>
      cuda.graphs.addDependencies(handleOf(of), handlesOf(from, n), handlesOf(to, n)),
  }),
  cudaGraphDestroyNode: call({
    doc: 'Takes a node out of its graph.',
    takes: { node },
    run: (cuda, args) => cuda.graphs.removeNode(handleOf(args.node)),
  }),
  cudaGraphNodeGetType: call({
    doc: 'What a node does (cudaGraphNodeType…).',
    takes: { node, type: outInt },
    run(cuda, args) {
      const kind = cuda.graphs.kindOf(handleOf(args.node));
      if (kind === undefined) return codeOf.invalidValue;
      args.type.cell.setInteger(nodeTypes[kind]);
      return codeOf.success;
    },
  }),
  cudaGraphGetNodes: call({
    doc: 'How many nodes a graph has; which, where `numnodes` says how many `nodes` has room for.',
    takes: { graph, nodes: node, numnodes: outLong },
    run: (cuda, args) => listed(cuda.graphs.nodes(handleOf(args.graph)), args.nodes.cell, args.numnodes.cell),
  }),
  cudaGraphGetRootNodes: call({
    doc: 'The same for nodes that come after no others.',
    takes: { graph, rootnodes: node, numrootnodes: outLong },
    run(cuda, args) {
      const of = handleOf(args.graph);
      const later = new Set(cuda.graphs.edges(of)?.map(([, to]) => to));
      const roots = cuda.graphs.nodes(of)?.filter((n) => !later.has(n));
      return listed(roots, args.rootnodes.cell, args.numrootnodes.cell);
    },
  }),
  cudaGraphGetEdges: call({
    doc: 'How many pairs of nodes come one after the other, and which, as above.',
    takes: { graph, from: node, to: node, numedges: outLong },
    run(cuda, args) {
      const edges = cuda.graphs.edges(handleOf(args.graph));
      const room = args.numedges.cell.getInteger();
      const code = listed(
        edges?.map(([from]) => from),
        args.from.cell,
        args.numedges.cell,
      );
      args.numedges.cell.setInteger(room);
      return (
        code ||
        listed(
          edges?.map(([, to]) => to),
          args.to.cell,
          args.numedges.cell,
        )
      );
    },
  }),
};

const nodeTypes: Readonly<Record<GraphNodeKind, number>> = {
  kernel: 0,
  memcpy: 1,
  memset: 2,
  host: 3,
  graph: 4,
  empty: 5,
  'wait-event': 6,
  'event-record': 7,
};

const before = (args: Head): bigint[] => handlesOf(args.dependencies, args.numdependencies);

function added(args: Head, made: bigint | undefined): ErrorCode {
  if (made === undefined) return codeOf.invalidValue;
  args.node.cell.component('handle').setInteger(made);
  return codeOf.success;
}

function withStep(cuda: CudaRuntime, args: Head, kind: GraphNodeKind, step: GraphStep | undefined): ErrorCode {
  if (!step) return codeOf.invalidValue;
  return added(args, cuda.graphs.add(handleOf(args.graph), kind, step, before(args)));
}

function row(to: Data, from: Data, width: number): BoxCopy {
  return { to: to.address, toPitch: width, from: from.address, fromPitch: width, width, height: 1 };
}

type BoxCopy = Omit<Copy, 'stream' | 'asynchronous'>;

function copyStep(copies: readonly BoxCopy[]): GraphStep {
  return (device, stream) => {
    for (const copy of copies) {
      const code = device.copy({ ...copy, stream, asynchronous: true });
      if (code !== codeOf.success) return code;
    }
    return codeOf.success;
  };
}

function fillStep(p: Cell): GraphStep {
  const number = (name: string): number => Number(p.component(name).getInteger());
  const fill = {
    to: p.component('dst').component('handle').getInteger(),
    pitch: number('pitch'),
    pattern: p.component('value').getInteger(),
    patternBytes: number('elementSize'),
    count: number('width'),
    height: number('height'),
    asynchronous: true,
  };
  return (device, stream) => device.fill({ ...fill, stream });
}

function hostStep(cuda: CudaRuntime, p: Cell): GraphStep {
  const fn = p.component('fn').component('handle').getInteger();
  const given = p.component('userData').component('handle').getInteger();
  return (device, stream) => device.hostCallback(stream, () => cuda.callProcedure(fn, [given]));
}

/** The arguments are taken over now, as they are. */
function launchStep(cuda: CudaRuntime, p: Cell): GraphStep | undefined {
  const kernel = cuda.kernelAt(p.component('func').component('handle').getInteger());
  const params = kernel === undefined ? undefined : cuda.device.kernel(kernel)?.params;
  if (kernel === undefined || !params) return undefined;
  const places = p.component('kernelParams').component('handle').getInteger();
  const arguments_ = cuda.allocateHost(8 * Math.max(1, params.length));
  params.forEach((_, i) => {
    const at = BigInt(8 * i);
    cuda.writeInteger(arguments_ + at, 8, cuda.readInteger(cuda.readInteger(places + at, 8), 8));
  });
  const launch: Omit<Launch, 'stream'> = {
    kernel,
    grid: triple(p.component('gridDim')),
    block: triple(p.component('blockDim')),
    sharedBytes: Number(p.component('sharedMemBytes').getInteger()),
    params: arguments_,
  };
  return (device, stream) => device.launch({ ...launch, stream });
}

function triple(cell: Cell): Triple {
  const of = (name: string): number => Number(cell.component(name).getInteger());
  return { x: of('x'), y: of('y'), z: of('z') };
}

function listed(handles: readonly bigint[] | undefined, to: Cell, size: Cell): ErrorCode {
  if (!handles) return codeOf.invalidValue;
  const room = Number(size.getInteger());
  handles.slice(0, Math.max(0, room)).forEach((handle, i) => {
    to.component('handle', i).setInteger(handle);
  });
  size.setInteger(handles.length);
  return codeOf.success;
}
