/** Reductions of OpenMP: what a thread's own value begins with, and how two become one. Those of the program itself stand in scopes. */
import type { Procedure, Type } from '../../../program.ts';
import type * as tree from '../../../tree.ts';
import type { Env, Offer, Scope } from '../../context.ts';
import { isModuleReduction, type ModuleReduction, moduleReduction } from './module-reductions.ts';
import { type Nodes, orig, priv } from './nodes.ts';

export type ReductionRule = {
  /** Where the names in its statements mean something, if not where the clause stands. */
  readonly env: Env | undefined;
  /** What some names in them are. */
  readonly procedures?: Readonly<Record<string, Procedure>>;
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
  /** Where it was declared: what its names mean. */
  readonly env: Env;
  readonly operator: string;
  readonly types: readonly Type[];
  readonly combiner: tree.Executable;
  readonly initializer: tree.Executable | undefined;
};

const declared = new WeakMap<Scope, DeclaredReduction[]>();

export function declareReduction(reduction: DeclaredReduction): void {
  const { scope } = reduction.env;
  declared.set(scope, [...(declared.get(scope) ?? []), reduction]);
}

/** Those of the scopes around; of a module its users find the procedures. */
function* visible(env: Env): Generator<DeclaredReduction> {
  for (let scope: Scope | undefined = env.scope; scope; scope = scope.parent) yield* declared.get(scope) ?? [];
}

function* usedModules(env: Env): Generator<Offer> {
  for (let scope: Scope | undefined = env.scope; scope; scope = scope.parent)
    for (const use of scope.uses) yield use.from;
}

export function isReduction(env: Env, name: string): boolean {
  if (Object.hasOwn(rows, name)) return true;
  for (const d of visible(env)) if (d.operator === name) return true;
  for (const m of usedModules(env)) if (isModuleReduction(m.names(), name)) return true;
  return false;
}

export function reductionFor(env: Env, name: string, type: Type): ReductionRule {
  for (const d of visible(env)) {
    if (d.operator !== name || !d.types.some((t) => isSame(t, type))) continue;
    return { env: d.env, start: () => (d.initializer ? [d.initializer] : []), combine: () => [d.combiner] };
  }
  for (const m of usedModules(env)) {
    const found = moduleReduction(
      m.names(),
      (n) => m.find(n),
      name,
      (t) => isSame(t, type),
    );
    if (found) return byProcedures(found);
  }
  const row = rows[name] ?? sum;
  return {
    env: undefined,
    start: (n) => [n.assign(n.name(priv), row.start(n, type))],
    combine: (n, to, from) => [n.assign(to, row.combine(n, to, from))],
  };
}

/** Under names that their statements have them by. */
const [combineName, startName] = ['omp_combine', 'omp_start'];

function byProcedures({ combine, start }: ModuleReduction): ReductionRule {
  return {
    env: undefined,
    procedures: { [combineName]: combine, ...(start && { [startName]: start }) },
    start: (n) => (start ? [n.callStatement(startName, n.name(priv), n.name(orig))] : []),
    combine: (n, to, from) => [n.callStatement(combineName, to, from)],
  };
}

function isSame(a: Type, b: Type): boolean {
  if (a.base === 'derived' && b.base === 'derived') return a.type === b.type;
  return a.base === b.base && 'kind' in a && 'kind' in b && a.kind === b.kind;
}
