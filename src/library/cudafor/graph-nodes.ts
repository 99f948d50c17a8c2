/** Graphs node by node: what is added after what, and what a graph holds. */
import type { CudaRuntime, ErrorCode, GraphNodeKind, GraphWork } from '../../machine/device.ts';
import { codeOf } from '../../machine/errors.ts';
import type { Cell, Routine } from '../library-module.ts';
import { call, count, data, optionalInt, outInt, outLong, struct } from './define.ts';
import { boxWork, fillWork, hostWork, launchWork, rowWork, workOf } from './graph-node-params.ts';
import type { Scalar } from './transfers.ts';

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
    run: (cuda, args) => added(cuda, args, { kind: 'empty' }),
  }),
  cudaGraphAddKernelNode: call({
    doc: 'Adds a launch: `func` is c_funloc of the kernel, `kernelParams` points to the addresses of its arguments.',
    takes: { ...head, nodeparams: struct('cudaKernelNodeParams') },
    run: (cuda, args) => added(cuda, args, launchWork(cuda, args.nodeparams.cell)),
  }),
  cudaGraphAddMemcpyNode: call({
    doc: 'Adds a copy of a box.',
    takes: { ...head, copyparams: struct('cudaMemcpy3DParms') },
    run: (cuda, args) => added(cuda, args, boxWork(cuda, args.copyparams.cell)),
  }),
  cudaGraphAddMemcpyNode1D: call({
    doc: 'Adds a copy of elements.',
    takes: { ...head, dst: data, src: data, count, kind: optionalInt(4) },
    run: (cuda, args) => added(cuda, args, rowWork(args)),
  }),
  cudaGraphAddMemsetNode: call({
    doc: 'Adds a fill of rows.',
    takes: { ...head, memsetparams: struct('cudaMemsetParams') },
    run: (cuda, args) => added(cuda, args, fillWork(args.memsetparams.cell)),
  }),
  cudaGraphAddHostNode: call({
    doc: 'Adds a call of a host procedure: `fn` is c_funloc of it, `userData` what it is given.',
    takes: { ...head, nodeparams: struct('cudaHostNodeParams') },
    run: (cuda, args) => added(cuda, args, hostWork(cuda, args.nodeparams.cell)),
  }),
  cudaGraphAddChildGraphNode: call({
    doc: 'Adds the work of another graph, as it is now.',
    takes: { ...head, childgraph: graph },
    run: (cuda, args) => added(cuda, args, { kind: 'graph', graph: handleOf(args.childgraph) }),
  }),
  cudaGraphAddEventRecordNode: call({
    doc: 'Adds the record of an event.',
    takes: { ...head, event: struct('cudaEvent') },
    run: (cuda, args) => added(cuda, args, { kind: 'event-record', event: handleOf(args.event) }),
  }),
  cudaGraphAddEventWaitNode: call({
    doc: 'Adds the wait for an event.',
    takes: { ...head, event: struct('cudaEvent') },
    run: (cuda, args) => added(cuda, args, { kind: 'wait-event', event: handleOf(args.event) }),
  }),
  cudaGraphAddDependencies: call({
    doc: 'Each node of `to` comes after the one of `from` in its place.',
    takes: { graph, from: node, to: node, numdependencies: count },
    run: (cuda, { graph: of, from, to, numdependencies: n }) =>
      cuda.graphs.addDependencies(handleOf(of), handlesOf(from, n), handlesOf(to, n)),
  }),
  cudaGraphRemoveDependencies: call({
    doc: 'Takes pairs of nodes back that come one after the other.',
    takes: { graph, from: node, to: node, numdependencies: count },
    run: (cuda, { graph: of, from, to, numdependencies: n }) =>
      cuda.graphs.removeDependencies(handleOf(of), handlesOf(from, n), handlesOf(to, n)),
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
      const work = cuda.graphs.work(handleOf(args.node));
      if (work === undefined) return codeOf.invalidValue;
      args.type.cell.setInteger(nodeTypes[work.kind]);
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
  cudaGraphNodeGetDependencies: call({
    doc: 'How many nodes a node comes after, and which, as above.',
    takes: { node, dependencies: node, numdependencies: outLong },
    run(cuda, args) {
      const of = handleOf(args.node);
      const before = edgesAt(cuda, of)?.flatMap(([from, to]) => (to === of ? [from] : []));
      return listed(before, args.dependencies.cell, args.numdependencies.cell);
    },
  }),
  cudaGraphNodeGetDependentNodes: call({
    doc: 'How many nodes come after a node, and which, as above.',
    takes: { node, dependentnodes: node, numdependentnodes: outLong },
    run(cuda, args) {
      const of = handleOf(args.node);
      const later = edgesAt(cuda, of)?.flatMap(([from, to]) => (from === of ? [to] : []));
      return listed(later, args.dependentnodes.cell, args.numdependentnodes.cell);
    },
  }),
  cudaGraphNodeFindInClone: call({
    doc: 'The node of a clone that was made of a node of the original.',
    takes: { node, originalnode: node, clonedgraph: graph },
    run: (cuda, args) => given(args.node, cuda.graphs.inClone(handleOf(args.originalnode), handleOf(args.clonedgraph))),
  }),
  cudaGraphChildGraphNodeGetGraph: call({
    doc: 'The graph that a node stands for.',
    takes: { node, graph },
    run(cuda, args) {
      const work = workOf(cuda, handleOf(args.node), 'graph');
      return given(args.graph, work?.graph);
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

function added(cuda: CudaRuntime, args: Head, work: GraphWork | ErrorCode): ErrorCode {
  if (typeof work === 'number') return work;
  const before = handlesOf(args.dependencies, args.numdependencies);
  return given(args.node, cuda.graphs.add(handleOf(args.graph), work, before));
}

function given({ cell }: Place, handle: bigint | undefined): ErrorCode {
  if (handle === undefined) return codeOf.invalidValue;
  cell.component('handle').setInteger(handle);
  return codeOf.success;
}

const edgesAt = (cuda: CudaRuntime, node: bigint): readonly (readonly [bigint, bigint])[] | undefined =>
  cuda.graphs.edges(cuda.graphs.graphOf(node) ?? 0n);

function listed(handles: readonly bigint[] | undefined, to: Cell, size: Cell): ErrorCode {
  if (!handles) return codeOf.invalidValue;
  const room = Number(size.getInteger());
  handles.slice(0, Math.max(0, room)).forEach((handle, i) => {
    to.component('handle', i).setInteger(handle);
  });
  size.setInteger(handles.length);
  return codeOf.success;
}
