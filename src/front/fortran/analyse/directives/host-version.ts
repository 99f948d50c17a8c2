/** What the host does where a condition says that the device does not: the same statements, with variables of the construct's own. */
import type { Stmt, Variable } from '../../program.ts';
import type * as tree from '../../tree.ts';
import type { Entry, Env, Scope } from '../context.ts';
import { variableExpr } from '../expressions/make.ts';
import { lookup, newScope, readyEntry } from '../scope.ts';
import { at } from '../statements/construct.ts';
import { eachStatement } from '../walk-tree.ts';
import { ownVariable } from './device-names.ts';
import { loopDirective } from './loop-directive.ts';
import { wholeVariable } from './map-entries.ts';
import { ownVariables, withOwn } from './own-variables.ts';

/** `keep`: scalars that the construct changes for the code around it; all others are its own. */
export function hostVersion(
  env: Env,
  s: tree.Directive,
  loop: boolean,
  keep: ((v: Variable) => boolean) | undefined,
): readonly Stmt[] {
  const scalars = keep && ownScalars(env, keep, withoutValues(s));
  const inside = scalars ? { ...env, scope: scalars.scope } : env;
  if (loop) return around(s, scalars, plainLoops(loopDirective(inside, s.clauses, s.body, s.span)));
  const own = ownVariables(inside, s.clauses, ['private', 'firstprivate'], s.body);
  const body = withOwn(own, env.file.statements({ ...inside, scope: own.scope }, s.body), s.span);
  return around(s, scalars, body);
}

/** Loops for the host: nothing is shared among threads. */
export function plainLoops(list: readonly Stmt[]): readonly Stmt[] {
  return list.map((s): Stmt => {
    if (s.kind !== 'do') return s;
    const { shared: _, ...rest } = s;
    return { ...rest, body: plainLoops(s.body) };
  });
}

type Scalars = { readonly scope: Scope; readonly variables: Variable[]; readonly starts: Stmt[] };

/** The variables of loops, which each thread has for itself. */
export function indexNames(body: tree.Block): ReadonlySet<string> {
  const names = new Set<string>();
  eachStatement(body, (x) => {
    if (x.kind === 'do' && x.control?.kind === 'counted') names.add(x.control.variable.text);
  });
  return names;
}

/** Names that mean nothing from outside where the construct begins. */
export function withoutValues(s: tree.Directive): ReadonlySet<string> {
  const own = s.clauses.filter((c) => c.name === 'private').flatMap((c) => c.items);
  return new Set([...indexNames(s.body), ...own.flatMap(({ value }) => (value.kind === 'name' ? [value.text] : []))]);
}

/** Scalars get a place of their own, with the value from outside, when they are met first. `without`: those that begin with none. */
export function ownScalars(env: Env, keep: (v: Variable) => boolean, without: ReadonlySet<string>): Scalars {
  const made = new Map<Variable, Variable>();
  const variables: Variable[] = [];
  const starts: Stmt[] = [];
  const found = (name: string): Entry | undefined => {
    const outer = lookup(env, name);
    const v = outer && env.file.resolve(outer);
    if (!outer || v?.kind !== 'variable' || !isPlainScalar(v) || keep(v)) return undefined;
    let own = made.get(v);
    if (!own) {
      own = ownVariable(v);
      made.set(v, own);
      variables.push(own);
      if (without.has(name)) return readyEntry(env, name, outer.span, own);
      const to = variableExpr(own, 0, v.span);
      starts.push({ kind: 'assign', to, value: wholeVariable(v), transfer: false, span: v.span, label: undefined });
    }
    return readyEntry(env, name, outer.span, own);
  };
  return { scope: newScope({ kind: 'block', parent: env.scope, prefix: env.scope.prefix, found }), variables, starts };
}

const plainTypes: ReadonlySet<string> = new Set(['integer', 'real', 'complex', 'logical']);

export function isPlainScalar(v: Variable): boolean {
  const { allocatable, pointer, optional, placement } = v.attributes;
  if (v.shape || v.procedure || v.storage === 'index' || v.storage === 'associate') return false;
  return plainTypes.has(v.type.base) && !allocatable && !pointer && !optional && placement === 'host';
}

export function around(s: tree.Directive, scalars: Scalars | undefined, body: readonly Stmt[]): readonly Stmt[] {
  if (!scalars || scalars.variables.length === 0) return body;
  const { variables, starts } = scalars;
  return [{ kind: 'block', name: `#host${s.span.from}`, variables, body: [...starts, ...body], ...at(s) }];
}
