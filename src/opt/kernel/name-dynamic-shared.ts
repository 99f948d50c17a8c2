/** Dynamic shared memory of launches that are known to have so many bytes of it: a variable like others, which lies behind them. */
import type { Program } from '../../ir/link.ts';
import type { Expression, Fn, Global } from '../../ir/module.ts';
import { mapBody, someExpressionIn } from '../../ir/walk.ts';

export const dynamicVariable = '#dynamic';

/** The same where some function that kernels may call uses it, since those are written once for all kernels. */
export function nameDynamicShared(program: Program, bytes: number): Program {
  const isIt = (e: Expression): boolean => e.kind === 'dynamic-shared';
  if (!program.kernels.some((k) => someExpressionIn(k.body, isIt))) return program;
  const functions = [...program.functions.values()];
  if (functions.some((f) => f.kind === 'device' && someExpressionIn(f.body, isIt))) return program;
  const variable: Global = {
    name: dynamicVariable,
    placement: 'shared',
    size: bytes,
    align: 16,
    linkage: 'define',
    init: [],
  };
  const change = (e: Expression): Expression =>
    isIt(e) ? { kind: 'global', type: 'ptr.shared', name: dynamicVariable } : e;
  const named = (fn: Fn): Fn => ({ ...fn, body: mapBody(fn.body, change) });
  return {
    ...program,
    globals: new Map([...program.globals, [dynamicVariable, variable]]),
    kernels: program.kernels.map(named),
  };
}
