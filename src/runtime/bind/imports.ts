/** From the imports that a host module asks for to the functions that it gets. */
import { InternalError } from '../../base/impossible.ts';
import type { RuntimeCallName } from '../../library/runtime-calls.ts';
import { kernelCheckNames } from '../../machine/check-tools.ts';
import { mathFunction } from '../math.ts';
import { ompRoutines } from '../team/omp-routines.ts';
import type { CallFunction, Context } from './calls.ts';
import { checkCalls } from './check-calls.ts';
import { endingCalls } from './ending-calls.ts';
import { foreignPrefix } from './foreign.ts';
import { ioCalls } from './io-calls.ts';
import { launchCall } from './launch-call.ts';
import { memoryCalls } from './memory-calls.ts';
import { mpiPrefix, mpiTold } from './mpi.ts';
import { nativePrefix } from './native.ts';
import { offloadCalls } from './offload-calls.ts';
import { pageCalls } from './page-calls.ts';
import { routineImport } from './routines.ts';
import { sectionCalls } from './section-calls.ts';
import { randomCalls, surroundingsCalls, timeCalls } from './surroundings-calls.ts';
import { streamCalls, systemCalls } from './system-calls.ts';
import { teamCalls } from './team-calls.ts';
import { wideCall } from './wide-call.ts';
import { wideTextCalls } from './wide-text-calls.ts';

export type HostImport = { readonly module: string; readonly name: string };

/** What only the program's own start can give: see `rt.trap` and `rt.top-tier` of the back end. */
export type OwnCalls = {
  readonly trap: (place: number) => void;
  readonly 'top-tier': (n: number) => number;
  /** A call as the first of several threads makes it. */
  readonly among?: (name: string, call: (...args: never) => unknown) => (...args: never) => unknown;
};

export function hostImports(context: Context, wanted: readonly HostImport[], own: OwnCalls): WebAssembly.Imports {
  const calls: Readonly<Record<string, (...args: never) => unknown>> = {
    ...runtimeTable(context),
    ...ompRoutines(context.team),
    launch: launchCall(context),
    trap: own.trap,
    'top-tier': own['top-tier'],
  };
  const { among } = own;
  const called = among ? Object.fromEntries(Object.entries(calls).map(([n, call]) => [n, among(n, call)])) : calls;
  const imports: Record<string, Record<string, WebAssembly.ImportValue>> = { env: { memory: context.memory.memory } };
  for (const { module, name } of wanted) {
    imports[module] ??= {};
    imports[module][name] = functionFor(context, called, module, name);
  }
  return imports;
}

function runtimeTable(context: Context): { readonly [N in RuntimeCallName]: CallFunction<N> } {
  return {
    ...memoryCalls(context),
    ...sectionCalls(context),
    ...offloadCalls(context),
    ...ioCalls(context),
    ...wideTextCalls(context),
    ...randomCalls(context),
    ...timeCalls(context),
    ...surroundingsCalls(context),
    ...systemCalls(context),
    ...streamCalls(context),
    ...endingCalls(context),
    ...checkCalls(context),
    ...pageCalls(context),
    ...teamCalls(context.team),
    'program.multicore': context.multicore,
  };
}

function functionFor(
  context: Context,
  calls: Readonly<Record<string, (...args: never) => unknown>>,
  module: string,
  name: string,
): WebAssembly.ImportValue {
  if (module === 'math') return mathFunction(name);
  const call = calls[name];
  if (typeof call === 'function') return context.memory.address === 'i64' ? wideCall(call, name) : call;
  if (name === mpiTold) return context.mpi.told;
  if (name.startsWith(mpiPrefix)) return context.mpi.routine(name.slice(mpiPrefix.length));
  if (name.startsWith(nativePrefix)) return context.native(name.slice(nativePrefix.length));
  if (name.startsWith(foreignPrefix)) return context.foreign(name.slice(foreignPrefix.length));
  // What kernels alone call.
  if (kernelCheckNames.has(name)) return () => {};
  const routine = routineImport(context, name);
  if (!routine) throw new InternalError(`the runtime has no function ${module}.${name}`);
  return routine;
}
