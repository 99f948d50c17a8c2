/** Graphs: captured from streams, made ready, launched, looked into. */
import { codeOf } from '../../machine/errors.ts';
import type { Cell, Routine } from '../library-module.ts';
import { call, count, optionalInt, outInt, outLong, stream, streamOf, struct } from './define.ts';

const graph = struct('cudaGraph');
const exec = struct('cudaGraphExec');
const handleOf = (arg: { readonly cell: Cell }) => arg.cell.component('handle').getInteger();
const setHandle = (arg: { readonly cell: Cell }, value: bigint) => arg.cell.component('handle').setInteger(value);

type Place = { readonly cell: Cell };
type UpdateArgs = {
  readonly graphexec: Place;
  readonly graph: Place;
  readonly updateresult?: Place;
  readonly resultinfo?: Place;
};

/** cudaGraphExecUpdateResult: success, error, the topology changed. */
const updateResults = { updated: 0, unknown: 1, differs: 2 } as const;

export const graphRoutines: Readonly<Record<string, Routine>> = {
  cudaStreamBeginCapture: call({
    doc: 'From here on the work of the stream is kept for a graph instead of done.',
    takes: { stream: count, mode: optionalInt(0) },
    run: (cuda, { stream: id }) => cuda.graphs.begin(BigInt(id.value)),
  }),
  cudaStreamEndCapture: call({
    doc: 'Ends a capture and gives the graph.',
    takes: { stream: count, graph },
    run(cuda, { stream: id, graph: made }) {
      const ended = cuda.graphs.end(BigInt(id.value));
      setHandle(made, ended.graph);
      return ended.error;
    },
  }),
  cudaStreamIsCapturing: call({
    doc: 'Whether a stream captures (cudaStreamCaptureStatus…).',
    takes: { stream: count, status: outInt },
    run(cuda, { stream: id, status }) {
      status.cell.setInteger(cuda.graphs.captures(BigInt(id.value)) ? 1 : 0);
      return codeOf.success;
    },
  }),
  cudaStreamGetCaptureInfo: call({
    doc: 'Whether a stream captures; the number of the capture, its graph, and how many nodes (and which) its next work comes after.',
    takes: {
      stream: count,
      status: outInt,
      id: outLong,
      graph,
      dependencies: struct('cudaGraphNode'),
      numdependencies: outLong,
    },
    run(cuda, args) {
      const capture = cuda.graphs.capture(BigInt(args.stream.value));
      args.status.cell.setInteger(capture ? 1 : 0);
      if (!capture) return codeOf.success;
      args.id.cell.setInteger(capture.id);
      setHandle(args.graph, capture.graph);
      const room = Number(args.numdependencies.cell.getInteger());
      for (const [i, node] of capture.after.slice(0, room).entries())
        args.dependencies.cell.component('handle', i).setInteger(node);
      args.numdependencies.cell.setInteger(capture.after.length);
      return codeOf.success;
    },
  }),
  cudaStreamUpdateCaptureDependencies: call({
    doc: 'What a stream captures next comes after these nodes too; after these alone where `flags` is 1.',
    takes: { stream: count, dependencies: struct('cudaGraphNode'), numdependencies: count, flags: optionalInt(0) },
    run(cuda, { stream: id, dependencies, numdependencies, flags }) {
      const nodes = Array.from({ length: Number(numdependencies.value) }, (_, i) =>
        dependencies.cell.component('handle', i).getInteger(),
      );
      return cuda.graphs.setCaptureDependencies(BigInt(id.value), nodes, flags.value === 1);
    },
  }),
  cudaGraphCreate: call({
    doc: 'Makes a graph without work.',
    takes: { graph, flags: optionalInt(0) },
    run(cuda, { graph: made }) {
      setHandle(made, cuda.graphs.create());
      return codeOf.success;
    },
  }),
  cudaGraphInstantiate: call({
    doc: 'Makes a graph ready to be launched.',
    takes: { graphexec: exec, graph, flags: { ...count, optional: 0 } },
    also: [{ graphexec: exec, graph, errornode: struct('cudaGraphNode'), buffer: { how: 'textOut' }, length: count }],
    run(cuda, { graphexec, graph: of }) {
      const made = cuda.graphs.instantiate(handleOf(of));
      if (made === undefined) return codeOf.invalidValue;
      setHandle(graphexec, made);
      return codeOf.success;
    },
  }),
  cudaGraphLaunch: call({
    doc: 'Does the work of a graph in a stream.',
    takes: { graphexec: exec, stream },
    run: (cuda, { graphexec, stream: id }) => cuda.graphs.launch(handleOf(graphexec), cuda.device, streamOf(cuda, id)),
  }),
  cudaGraphUpload: call({
    doc: 'Brings a graph to the device before it is launched: nothing to do.',
    takes: { graphexec: exec, stream },
    run: (cuda, { graphexec }) =>
      cuda.graphs.isLaunchable(handleOf(graphexec)) ? codeOf.success : codeOf.invalidValue,
  }),
  cudaGraphExecUpdate: call({
    doc: 'A launchable graph does from now on what another graph of the same nodes says.',
    takes: { graphexec: exec, graph, errornode: struct('cudaGraphNode'), updateresult: outInt },
    also: [{ graphexec: exec, graph, resultinfo: struct('cudaGraphExecUpdateResultInfo') }],
    run(cuda, { graphexec, graph: of, updateresult, resultinfo }: UpdateArgs) {
      const result = updateresult?.cell ?? resultinfo?.cell.component('result');
      const how = cuda.graphs.update(handleOf(graphexec), handleOf(of));
      result?.setInteger(updateResults[how]);
      return how === 'updated'
        ? codeOf.success
        : how === 'differs'
          ? codeOf.graphExecUpdateFailure
          : codeOf.invalidValue;
    },
  }),
  cudaGraphClone: call({
    doc: 'A graph with the same nodes.',
    takes: { graphclone: graph, originalgraph: graph },
    run(cuda, { graphclone, originalgraph }) {
      const made = cuda.graphs.clone(handleOf(originalgraph));
      if (made === undefined) return codeOf.invalidValue;
      setHandle(graphclone, made);
      return codeOf.success;
    },
  }),
  cudaGraphExecDestroy: call({
    doc: 'Lets a launchable graph go.',
    takes: { graphexec: exec },
    run: (cuda, { graphexec }) => cuda.graphs.destroy(handleOf(graphexec)),
  }),
  cudaGraphDestroy: call({
    doc: 'Lets a graph go.',
    takes: { graph },
    run: (cuda, { graph: of }) => cuda.graphs.destroy(handleOf(of)),
  }),
};
