/** Statement functions: expanded where they are referenced. */
import * as callErrors from '../../errors/calls.ts';
import * as nameErrors from '../../errors/names.ts';
import type { Expr, Type } from '../../program.ts';
import type * as tree from '../../tree.ts';
import type { Entry, Env, Meaning, StatementFunction } from '../context.ts';
import { typeOf } from '../declarations/type-specs.ts';
import { convert } from '../fold/fold.ts';
import { implicitTypeOf, newScope, readyEntry } from '../scope.ts';

export function statementFunctionOf(entry: Entry, a: tree.Assignment): Meaning | undefined {
  if (a.target.kind !== 'call-or-index' || a.target.base.kind !== 'name') return undefined;
  const { env } = entry;
  const type = typeOfName(env, entry.name, entry);
  if (!type) return undefined;
  const dummies: { name: string; type: Type }[] = [];
  for (const x of a.target.arguments) {
    if (x.value.kind !== 'name') return undefined;
    const dummy = typeOfName(env, x.value.text, env.scope.names.get(x.value.text));
    if (!dummy) return undefined;
    dummies.push({ name: x.value.text, type: dummy });
  }
  return { kind: 'statement-function', definition: { name: a.target.base, dummies, value: a.value, type, env } };
}

function typeOfName(env: Env, name: string, entry: Entry | undefined): Type | undefined {
  if (entry?.facts.type) return typeOf(env, entry.facts.type, { length: entry.facts.length, bytes: entry.facts.bytes });
  const spec = implicitTypeOf(env, name);
  if (spec === 'default') return { base: name >= 'i' && name < 'o' ? 'integer' : 'real', kind: 4 };
  return spec && typeOf(env, spec);
}

/** Being expanded: a statement function cannot use itself. */
const active = new WeakSet<StatementFunction>();

/** The value for these arguments, in the place of the reference. */
export function expand(env: Env, f: StatementFunction, args: readonly Expr[], at: Expr['span']): Expr | undefined {
  if (args.length !== f.dummies.length) {
    env.file.report(callErrors.argumentCount(f.name.text, f.dummies.length, args.length, at, f.name.span));
    return undefined;
  }
  if (active.has(f)) {
    env.file.report(nameErrors.circular(f.name.text, at));
    return undefined;
  }
  const scope = newScope({ kind: 'block', parent: f.env.scope, prefix: f.env.scope.prefix });
  const inner: Env = { ...f.env, scope, unit: env.unit, side: env.side, kernelLoop: env.kernelLoop };
  for (const [i, d] of f.dummies.entries())
    scope.names.set(d.name, readyEntry(inner, d.name, at, { kind: 'value', value: convert(args[i]!, d.type) }));
  active.add(f);
  const value = env.file.expression(inner, f.value);
  active.delete(f);
  return (
    value && {
      kind: 'unary',
      operator: 'parentheses',
      operand: convert(value, f.type),
      type: f.type,
      rank: 0,
      span: at,
    }
  );
}
