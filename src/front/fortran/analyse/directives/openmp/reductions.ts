/** Reductions of OpenMP: what a thread's own value begins with, and how two become one. Those of the program itself stand in scopes. */
import type { Type } from '../../../program.ts';
import type * as tree from '../../../tree.ts';
import type { Env, Scope } from '../../context.ts';
import { type Nodes, priv } from './nodes.ts';

export type ReductionRule = {
  readonly start: (n: Nodes) => readonly tree.Executable[];
  readonly combine: (n: Nodes, to: tree.Expression, from: tree.Expression) => readonly tree.Executable[];
};

type Row = {
  readonly start: (n: Nodes, type: Type) => tree.Expression;
  readonly combine: (n: Nodes, a: tree.Expression, b: tree.Expression) => tree.Expression;
};

const operator = (name: tree.BinaryOperator, start: Row['start']): Row => ({
  start,
  combine: (n, a, b) => n.binary(name, a, b),
});
const intrinsic = (name: string, start: Row['start']): Row => ({ start, combine: (n, a, b) => n.call(name, a, b) });

const sum = operator('+', (n) => n.integer(0));
const huge = (n: Nodes): tree.Expression => n.call('huge', n.name(priv));

const rows: Readonly<Record<string, Row>> = {
  '+': sum,
  '-': sum,
  '*': operator('*', (n) => n.integer(1)),
  and: operator('and', (n) => n.logical(true)),
  or: operator('or', (n) => n.logical(false)),
  eqv: operator('eqv', (n) => n.logical(true)),
  neqv: operator('neqv', (n) => n.logical(false)),
  max: intrinsic('max', (n, type) =>
    type.base === 'integer' ? n.binary('-', n.negative(huge(n)), n.integer(1)) : n.negative(huge(n)),
  ),
  min: intrinsic('min', huge),
  iand: intrinsic('iand', (n) => n.negative(n.integer(1))),
  ior: intrinsic('ior', (n) => n.integer(0)),
  ieor: intrinsic('ieor', (n) => n.integer(0)),
};

/** `declare reduction`: statements in which omp_out and omp_in, omp_priv and omp_orig stand. */
export type DeclaredReduction = {
  readonly operator: string;
  readonly types: readonly Type[];
  readonly combiner: tree.Executable;
  readonly initializer: tree.Executable | undefined;
};

const declared = new WeakMap<Scope, DeclaredReduction[]>();

export function declareReduction(scope: Scope, reduction: DeclaredReduction): void {
  const known = declared.get(scope) ?? [];
  known.push(reduction);
  declared.set(scope, known);
}

export function isReduction(env: Env, name: string): boolean {
  if (Object.hasOwn(rows, name)) return true;
  for (let scope: Scope | undefined = env.scope; scope; scope = scope.parent)
    if (declared.get(scope)?.some((d) => d.operator === name)) return true;
  return false;
}

export function reductionFor(env: Env, name: string, type: Type): ReductionRule {
  for (let scope: Scope | undefined = env.scope; scope; scope = scope.parent) {
    const found = declared.get(scope)?.find((d) => d.operator === name && d.types.some((t) => isSame(t, type)));
    if (!found) continue;
    return {
      start: () => (found.initializer ? [found.initializer] : []),
      combine: () => [found.combiner],
    };
  }
  const row = rows[name] ?? sum;
  return {
    start: (n) => [n.assign(n.name(priv), row.start(n, type))],
    combine: (n, to, from) => [n.assign(to, row.combine(n, to, from))],
  };
}

function isSame(a: Type, b: Type): boolean {
  if (a.base === 'derived' && b.base === 'derived') return a.type === b.type;
  return a.base === b.base && 'kind' in a && 'kind' in b && a.kind === b.kind;
}
