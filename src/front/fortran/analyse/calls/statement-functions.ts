/** Statement functions: expanded where they are referenced. */
import * as callErrors from '../../errors/calls.ts';
import * as nameErrors from '../../errors/names.ts';
import type { Expr, Type } from '../../program.ts';
import type * as tree from '../../tree.ts';
import type { Entry, Env, Meaning, StatementFunction } from '../context.ts';
import { typeOf } from '../declarations/type-specs.ts';
import { int8, text } from '../expressions/make.ts';
import { binary } from '../expressions/operators.ts';
import { convert } from '../fold/fold.ts';
import { implicitTypeOf, newScope, readyEntry } from '../scope.ts';
import { constantLength } from '../types.ts';

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
  for (const [i, d] of f.dummies.entries()) {
    const value = asLong(env, convert(args[i]!, d.type), d.type, at);
    if (!value) return undefined;
    scope.names.set(d.name, readyEntry(inner, d.name, at, { kind: 'value', value }));
  }
  active.add(f);
  const value = env.file.expression(inner, f.value);
  active.delete(f);
  if (!value) return undefined;
  const operand = asLong(env, convert(value, f.type), f.type, at);
  return operand && { kind: 'unary', operator: 'parentheses', operand, type: f.type, rank: 0, span: at };
}

/** Characters cut, or filled with blanks, to the length of a type. */
function asLong(env: Env, value: Expr, type: Type, at: Expr['span']): Expr | undefined {
  const length = type.base === 'character' ? constantLength(type) : undefined;
  if (length === undefined || (value.type.base === 'character' && constantLength(value.type) === length)) return value;
  const filled = binary(env, '//', value, text(' '.repeat(Number(length)), at), at);
  if (filled?.kind === 'constant') return text(String(filled.value).slice(0, Number(length)), at);
  return filled && { kind: 'substring', base: filled, from: undefined, to: int8(length, at), type, rank: 0, span: at };
}
