/** The directives of OpenACC and of the PGI Accelerator model: which file knows which. */
import type { Stmt } from '../../program.ts';
import type * as tree from '../../tree.ts';
import type { Env } from '../context.ts';
import { atomicDirective } from './atomic-directive.ts';
import { accConstruct, type Construct, computeConstruct, waitDirective } from './compute-construct.ts';
import { dataConstruct, dynamicDirective, hostData, updateDirective } from './data-directives.ts';
import { loopDirective } from './loop-directive.ts';

type Handler = (env: Env, s: tree.Directive) => readonly Stmt[];

const compute =
  (kind: Construct['kind'], loop: boolean): Handler =>
  (env, s) =>
    computeConstruct(env, s, accConstruct(kind, loop, s.clauses));
const loops: Handler = (env, s) => loopDirective(env, s.clauses, s.body, s.span);
const bodyAlone: Handler = (env, s) => env.file.statements(env, s.body);

const onHost: Readonly<Record<string, Handler>> = {
  parallel: compute('parallel', false),
  kernels: compute('kernels', false),
  serial: compute('serial', false),
  'parallel loop': compute('parallel', true),
  'kernels loop': compute('kernels', true),
  'serial loop': compute('serial', true),
  region: compute('kernels', false),
  'region do': compute('kernels', true),
  'region loop': compute('kernels', true),
  data: dataConstruct,
  'data region': dataConstruct,
  'enter data': dynamicDirective,
  'exit data': dynamicDirective,
  update: updateDirective,
  host_data: hostData,
  wait: waitDirective,
};

/** In a compute construct, and in procedures that the device calls. */
const onDevice: Readonly<Record<string, Handler>> = {
  loop: loops,
  do: loops,
  atomic: atomicDirective,
};

export function openacc(env: Env, s: tree.Directive): readonly Stmt[] {
  const table = env.side !== 'host' || env.kernelLoop ? onDevice : onHost;
  return (Object.hasOwn(table, s.name) ? table[s.name]! : bodyAlone)(env, s);
}
