/** May this be assigned to? */

import { impossible } from '../../../../base/impossible.ts';
import { onDevice } from '../../placement.ts';
import type { Expr, Variable } from '../../program.ts';
import { signatureOf } from '../../signature-of.ts';
import type { Env } from '../context.ts';
import { notRepointable } from '../rules/pointers.ts';
import type { Undefinable } from './undefinable.ts';

/** Protected, and of another module. */
export function isProtected(env: Env, v: Variable): boolean {
  return v.attributes.protected !== undefined && v.attributes.protected !== env.scope.module;
}

/** Why a pointer may not be made to point elsewhere. */
export function notPointable(env: Env, e: Expr): Undefinable | undefined {
  return notRepointable(e, (v) => isProtected(env, v));
}

export function notDefinable(env: Env, e: Expr): Undefinable | undefined {
  switch (e.kind) {
    case 'variable':
      return variableNotDefinable(env, e.variable);
    case 'part':
      return e.component.attributes.pointer ? undefined : notDefinable(env, e.base);
    case 'complex-part':
    case 'substring':
    case 'element':
      return notDefinable(env, e.base);
    case 'call':
      return isPointerCall(e) ? undefined : { why: 'the result of a function' };
    case 'constant':
    case 'constant-array':
      return { why: 'a constant' };
    case 'builtin':
      return { why: 'set by the launch' };
    case 'convert':
    case 'unary':
    case 'binary':
    case 'intrinsic':
    case 'library-call':
    case 'array-constructor':
    case 'structure':
    case 'null':
    case 'procedure':
      return { why: 'an expression' };
    default:
      return impossible(e);
  }
}

/** The dummy with intent(in) whose allocatable component of the device this is: nvfortran lets kernels change it. */
export function deviceDataOfInput(e: Expr): Variable | undefined {
  if (e.kind === 'element') return deviceDataOfInput(e.base);
  if (e.kind !== 'part' || !e.component.attributes.allocatable || !onDevice(e.component.attributes.placement))
    return undefined;
  const root = e.base.kind === 'variable' ? e.base.variable : undefined;
  return root?.storage === 'dummy' && root.attributes.intent === 'in' && !root.attributes.pointer ? root : undefined;
}

function isPointerCall(e: Extract<Expr, { kind: 'call' }>): boolean {
  return signatureOf(e.callee).result?.attributes.pointer === true;
}

function variableNotDefinable(env: Env, v: Variable): Undefinable | undefined {
  const { intent, pointer, placement } = v.attributes;
  if (v.storage === 'dummy' && intent === 'in' && !pointer)
    return { why: 'a dummy argument with intent(in)', at: v.span };
  if (!pointer && isProtected(env, v)) return { why: 'protected by its module', at: v.span };
  if (placement === 'constant' && env.side === 'device')
    return { why: 'constant memory, which only the host can change', at: v.span };
  if (v.storage === 'associate' && v.associated && picksElements(v.associated))
    return { why: 'a name for what an array of subscripts picks', at: v.span };
  if (v.storage === 'associate' && v.associated && !v.attributes.pointer) return notDefinable(env, v.associated);
  return undefined;
}

function picksElements(e: Expr): boolean {
  if (e.kind === 'element') return e.subscripts.some((s) => s.kind === 'vector') || picksElements(e.base);
  return e.kind === 'part' || e.kind === 'substring' || e.kind === 'complex-part' ? picksElements(e.base) : false;
}
