/** The directives of OpenACC and of the PGI Accelerator model: which file knows which. */
import type { Stmt } from '../../program.ts';
import type * as tree from '../../tree.ts';
import type { Env } from '../context.ts';
import { at } from '../statements/construct.ts';
import { atomicDirective } from './atomic-directive.ts';
import {
  accConstruct,
  type Construct,
  computeConstruct,
  conditionOf,
  integerIn,
  waitDirective,
} from './compute-construct.ts';
import { dataConstruct, dynamicDirective, hostData, updateDirective } from './data-directives.ts';
import { plainLoops } from './host-version.ts';
import { loopDirective } from './loop-directive.ts';
import { hostPart, sharedByCores } from './on-cores.ts';
import { openmp } from './openmp/openmp.ts';

type Handler = (env: Env, s: tree.Directive) => readonly Stmt[];

const compute =
  (kind: Construct['kind'], loop: boolean): Handler =>
  (env, s) =>
    computeConstruct(env, s, { ...accConstruct(kind, loop, s.clauses), ...hostPart(env, s, kind, loop) });
const loops: Handler = (env, s) => loopDirective(env, s.clauses, s.body, s.span);
const hostLoops: Handler = (env, s) => sharedByCores(env, s) ?? plainLoops(loops(env, s));
const hostAtomic: Handler = (env, s) =>
  env.file.options.openacc?.host === 'threads' ? openmp(env, { ...s, model: 'omp' }) : bodyAlone(env, s);
const bodyAlone: Handler = (env, s) => env.file.statements(env, s.body);

/** `set`, `init`: the device and the queue that directives take from here on. */
function settings(env: Env, s: tree.Directive): readonly Stmt[] {
  const value = (what: 'device' | 'queue', name: string): Stmt[] => {
    const e = integerIn(env, s.clauses, name);
    return e ? [{ kind: 'offload-set', what, value: e, ...at(s) }] : [];
  };
  const made = [...value('device', 'device_num'), ...value('queue', 'default_async')];
  const test = conditionOf(env, s.clauses, 'if');
  return test ? [{ kind: 'if', arms: [{ condition: test, body: made }], otherwise: [], ...at(s) }] : made;
}

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
  loop: hostLoops,
  do: hostLoops,
  atomic: hostAtomic,
  set: settings,
  init: settings,
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
