/** `private` and `firstprivate`: variables that each thread has for itself. */
import type { Expr, Shape, Stmt, Variable } from '../../program.ts';
import type * as tree from '../../tree.ts';
import { resolveIntrinsic } from '../calls/intrinsic-calls.ts';
import type { Env, Scope } from '../context.ts';
import { int4, variableExpr } from '../expressions/make.ts';
import { toInteger8 } from '../fold/fold.ts';
import { newScope, readyEntry } from '../scope.ts';
import { rankOf } from '../types.ts';
import { associationsIn } from './associations.ts';
import { ownVariable } from './device-names.ts';
import { designators, rootOf, wholeVariable } from './map-entries.ts';

export type Own = {
  readonly scope: Scope;
  readonly variables: readonly Variable[];
  /** What each of them is outside. */
  readonly outside: ReadonlyMap<Variable, Expr>;
  /** Assignments of the values from outside. */
  readonly starts: readonly Stmt[];
};

/** `body`: where a pointer is associated in it, each thread has a pointer of its own; else it has an array as large as what the pointer stands for. */
export function ownVariables(
  env: Env,
  clauses: readonly tree.Clause[],
  names: readonly string[],
  body: tree.Block,
): Own {
  const scope = newScope({ kind: 'block', parent: env.scope, prefix: env.scope.prefix });
  const variables: Variable[] = [];
  const starts: Stmt[] = [];
  const outside = new Map<Variable, Expr>();
  for (const c of clauses) {
    if (!names.includes(c.name)) continue;
    const asked =
      c.name === 'firstprivate' || !env.offload ? env : { ...env, offload: { ...env.offload, asks: true as const } };
    for (const e of designators(asked, c)) {
      const v = rootOf(e);
      if (!v || scope.names.has(v.name)) continue;
      const own =
        v.attributes.pointer && associationsIn(body).pointers.has(v.name) ? ownPointer(env, v) : ownArray(env, v);
      scope.names.set(v.name, readyEntry(env, v.name, e.span, own));
      variables.push(own);
      outside.set(own, wholeVariable(v));
      if (c.name === 'firstprivate') starts.push(start(own, v, e));
    }
  }
  return { scope, variables, outside, starts };
}

function ownArray(env: Env, v: Variable): Variable {
  return { ...ownVariable(v), shape: ownShape(env, v) };
}

/** On the device it stands for what is there. */
function ownPointer(env: Env, v: Variable): Variable {
  const own = ownVariable(v);
  const placement = env.kernelLoop ? 'device' : v.attributes.placement;
  return { ...own, attributes: { ...own.attributes, pointer: true, placement } };
}

function start(own: Variable, outer: Variable, at: Expr): Stmt {
  const to = variableExpr(own, rankOf(own.shape), at.span);
  return { kind: 'assign', to, value: wholeVariable(outer), transfer: false, span: at.span, label: undefined };
}

/** Of an array whose bounds are known when the program runs: as large as that one is then. */
export function ownShape(env: Env, v: Variable): Shape | undefined {
  const { shape } = v;
  if (!shape || shape.kind === 'explicit' || shape.kind === 'assumed-size' || shape.kind === 'assumed-rank')
    return shape;
  const bound = (name: 'lbound' | 'ubound', k: number): Expr => {
    const e = resolveIntrinsic(
      name,
      [{ value: wholeVariable(v) }, { value: int4(k, v.span) }],
      v.span,
      env.file.report,
    );
    return e ? toInteger8(e) : int4(1, v.span);
  };
  return {
    kind: 'explicit',
    bounds: Array.from({ length: rankOf(shape) }, (_, k) => ({
      lower: bound('lbound', k + 1),
      upper: bound('ubound', k + 1),
    })),
  };
}

/** The statements with variables of their own. */
export function withOwn(own: Own, body: readonly Stmt[], span: tree.Directive['span']): readonly Stmt[] {
  if (own.variables.length === 0) return body;
  const name = `#own${span.from}`;
  return [{ kind: 'block', name, variables: own.variables, body: [...own.starts, ...body], span, label: undefined }];
}
