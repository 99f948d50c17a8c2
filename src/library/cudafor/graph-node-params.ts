/** What the nodes of graphs do, as the structures of the API say it: asked for and changed, in graphs and in those that are launched. */
import type { CudaRuntime, ErrorCode, GraphCopy, GraphWork } from '../../machine/device.ts';
import { codeOf } from '../../machine/errors.ts';
import type { Cell, Routine } from '../library-module.ts';
import { call, count, data, optionalInt, struct } from './define.ts';
import { launchIn, writeLaunch } from './kernel-arguments.ts';
import { copiesOfBox } from './memory-3d.ts';
import type { Data, Scalar } from './transfers.ts';

type Place = { readonly cell: Cell };
type Made = (cuda: CudaRuntime, p: Cell) => GraphWork | ErrorCode;

const node = struct('cudaGraphNode');
const exec = struct('cudaGraphExec');
const handleOf = ({ cell }: Place): bigint => cell.component('handle').getInteger();

/** The three routines of a kind of nodes whose work stands in a structure. */
function routinesOf(
  kind: string,
  structure: string,
  made: Made,
  write: (cuda: CudaRuntime, work: GraphWork, to: Cell) => ErrorCode,
): Readonly<Record<string, Routine>> {
  const params = struct(structure);
  return {
    [`cudaGraph${kind}NodeGetParams`]: call({
      doc: 'What a node does.',
      takes: { node, params },
      run(cuda, args) {
        const work = cuda.graphs.work(handleOf(args.node));
        return work ? write(cuda, work, args.params.cell) : codeOf.invalidValue;
      },
    }),
    [`cudaGraph${kind}NodeSetParams`]: call({
      doc: 'The node does this from now on.',
      takes: { node, params },
      run: (cuda, args) => changed(cuda, args, made(cuda, args.params.cell)),
    }),
    [`cudaGraphExec${kind}NodeSetParams`]: call({
      doc: 'The same in a launchable graph, for a node of the graph that it was made of.',
      takes: { graphexec: exec, node, params },
      run: (cuda, args) => changed(cuda, args, made(cuda, args.params.cell)),
    }),
  };
}

type Changed = { readonly node: Place; readonly graphexec?: Place };

function changed(cuda: CudaRuntime, args: Changed, work: GraphWork | ErrorCode): ErrorCode {
  if (typeof work === 'number') return work;
  return cuda.graphs.setWork(handleOf(args.node), work, args.graphexec && handleOf(args.graphexec));
}

/** The event of nodes that record or wait. */
function eventRoutines(kind: string, as: 'event-record' | 'wait-event'): Readonly<Record<string, Routine>> {
  const event = struct('cudaEvent');
  const work = (p: Place): GraphWork => ({ kind: as, event: handleOf(p) });
  return {
    [`cudaGraph${kind}NodeGetEvent`]: call({
      doc: 'The event of a node.',
      takes: { node, event },
      run(cuda, args) {
        const known = workOf(cuda, handleOf(args.node), as);
        if (!known) return codeOf.invalidValue;
        args.event.cell.component('handle').setInteger(known.event);
        return codeOf.success;
      },
    }),
    [`cudaGraph${kind}NodeSetEvent`]: call({
      doc: 'The node is about this event from now on.',
      takes: { node, event },
      run: (cuda, args) => changed(cuda, args, work(args.event)),
    }),
    [`cudaGraphExec${kind}NodeSetEvent`]: call({
      doc: 'The same in a launchable graph.',
      takes: { graphexec: exec, node, event },
      run: (cuda, args) => changed(cuda, args, work(args.event)),
    }),
  };
}

const row1D = { dst: data, src: data, count, kind: optionalInt(4) } as const;

export const graphNodeParamRoutines: Readonly<Record<string, Routine>> = {
  ...routinesOf('Kernel', 'cudaKernelNodeParams', launchWork, (cuda, work, to) => {
    if (work.kind !== 'kernel') return codeOf.invalidValue;
    writeLaunch(cuda, to, work.launch);
    return codeOf.success;
  }),
  ...routinesOf('Memcpy', 'cudaMemcpy3DParms', boxWork, (_, work, to) => writeBox(work, to)),
  ...routinesOf(
    'Memset',
    'cudaMemsetParams',
    (_, p) => fillWork(p),
    (_, work, to) => writeFill(work, to),
  ),
  ...routinesOf('Host', 'cudaHostNodeParams', hostWork, (_, work, to) => {
    if (work.kind !== 'host') return codeOf.invalidValue;
    to.component('fn').component('handle').setInteger(work.fn);
    to.component('userData').component('handle').setInteger(work.given);
    return codeOf.success;
  }),
  ...eventRoutines('EventRecord', 'event-record'),
  ...eventRoutines('EventWait', 'wait-event'),
  cudaGraphMemcpyNodeSetParams1D: call({
    doc: 'The node copies these elements from now on.',
    takes: { node, ...row1D },
    run: (cuda, args) => changed(cuda, args, rowWork(args)),
  }),
  cudaGraphExecMemcpyNodeSetParams1D: call({
    doc: 'The same in a launchable graph.',
    takes: { graphexec: exec, node, ...row1D },
    run: (cuda, args) => changed(cuda, args, rowWork(args)),
  }),
  cudaGraphExecChildGraphNodeSetParams: call({
    doc: 'A node of a launchable graph does the work of another graph with the same nodes.',
    takes: { graphexec: exec, node, childgraph: struct('cudaGraph') },
    run: (cuda, args) => changed(cuda, args, { kind: 'graph', graph: handleOf(args.childgraph) }),
  }),
};

/** Where the node is of that kind. */
export function workOf<K extends GraphWork['kind']>(
  cuda: CudaRuntime,
  id: bigint,
  kind: K,
): Extract<GraphWork, { readonly kind: K }> | undefined {
  const work = cuda.graphs.work(id);
  return work && isOf(work, kind) ? work : undefined;
}

function isOf<K extends GraphWork['kind']>(work: GraphWork, kind: K): work is Extract<GraphWork, { readonly kind: K }> {
  return work.kind === kind;
}

export function launchWork(cuda: CudaRuntime, p: Cell): GraphWork | ErrorCode {
  const launch = launchIn(cuda, p);
  return launch ? { kind: 'kernel', launch } : codeOf.invalidDeviceFunction;
}

export function boxWork(cuda: CudaRuntime, p: Cell): GraphWork | ErrorCode {
  const copies = copiesOfBox(cuda, p);
  return typeof copies === 'number' ? copies : { kind: 'memcpy', copies };
}

export function rowWork(args: { readonly dst: Data; readonly src: Data; readonly count: Scalar }): GraphWork {
  const width = Number(args.count.value) * args.dst.elementBytes;
  const copy = { to: args.dst.address, toPitch: width, from: args.src.address, fromPitch: width, width, height: 1 };
  return { kind: 'memcpy', copies: [copy] };
}

/** As pitched memory; slices are as many rows apart as the box says that made them. */
function writeBox(work: GraphWork, to: Cell): ErrorCode {
  const first = work.kind === 'memcpy' ? work.copies[0] : undefined;
  if (work.kind !== 'memcpy' || !first) return codeOf.invalidValue;
  const next = work.copies[1] ?? first;
  writeSide(to, 'src', { at: first.from, pitch: first.fromPitch, next: next.from, copy: first });
  writeSide(to, 'dst', { at: first.to, pitch: first.toPitch, next: next.to, copy: first });
  const extent = to.component('extent');
  extent.component('width').setInteger(first.width);
  extent.component('height').setInteger(first.height);
  extent.component('depth').setInteger(work.copies.length);
  to.component('kind').setInteger(4);
  return codeOf.success;
}

type Side = { readonly at: bigint; readonly pitch: number; readonly next: bigint; readonly copy: GraphCopy };

function writeSide(to: Cell, side: 'src' | 'dst', { at, pitch, next, copy }: Side): void {
  const pointer = to.component(`${side}Ptr`);
  const apart = Number(next - at);
  pointer.component('ptr').component('handle').setInteger(at);
  pointer.component('pitch').setInteger(pitch);
  pointer.component('xsize').setInteger(copy.width);
  pointer.component('ysize').setInteger(apart === 0 || pitch === 0 ? copy.height : Math.trunc(apart / pitch));
  to.component(`${side}Array`).component('handle').setInteger(0n);
  for (const axis of ['x', 'y', 'z']) to.component(`${side}Pos`).component(axis).setInteger(0n);
}

export function fillWork(p: Cell): GraphWork {
  const number = (name: string): number => Number(p.component(name).getInteger());
  const fill = {
    to: p.component('dst').component('handle').getInteger(),
    pitch: number('pitch'),
    pattern: p.component('value').getInteger(),
    patternBytes: number('elementSize'),
    count: number('width'),
    height: number('height'),
  };
  return { kind: 'memset', fill };
}

function writeFill(work: GraphWork, to: Cell): ErrorCode {
  if (work.kind !== 'memset') return codeOf.invalidValue;
  const { fill } = work;
  to.component('dst').component('handle').setInteger(fill.to);
  to.component('pitch').setInteger(fill.pitch);
  to.component('value').setInteger(BigInt.asIntN(32, fill.pattern));
  to.component('elementSize').setInteger(fill.patternBytes);
  to.component('width').setInteger(fill.count);
  to.component('height').setInteger(fill.height);
  return codeOf.success;
}

export function hostWork(cuda: CudaRuntime, p: Cell): GraphWork {
  const fn = p.component('fn').component('handle').getInteger();
  const given = p.component('userData').component('handle').getInteger();
  return { kind: 'host', run: () => cuda.callProcedure(fn, [given]), fn, given };
}
