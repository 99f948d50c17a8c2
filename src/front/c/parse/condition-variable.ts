/** A variable that is declared where a condition stands: `if (T *p = f())`, `while (auto n = next())`, `switch (int c = get())`. */
import type { Expression, Statement } from '../tree.ts';
import { isScalar, mentionsAuto, type Type } from '../types.ts';
import { throughReference } from './members.ts';
import type { Declarator, Parser } from './parser.ts';
import { newVariable } from './variables.ts';

export type Declared = { readonly statement: Statement; readonly value: Expression };

/** Undefined, and nowhere else, where an expression stands. */
export function conditionVariable(p: Parser): Declared | undefined {
  if (!p.language.cxx || p.token.kind !== 'name' || !p.parts.isType(p)) return undefined;
  const from = p.at;
  const d = p.attempt(() => declaratorBeforeValue(p));
  if (!d?.name) {
    p.at = from;
    return undefined;
  }
  const { name, type } = d;
  const v = newVariable(name.text, name.text, name.at, type, 'automatic');
  v.home = p.fn;
  p.scope.names.set(name.text, v);
  p.take('=');
  if (mentionsAuto(type)) {
    const start = p.at;
    const e = p.parts.assignment(p);
    v.type = p.parts.replacedAuto(p, type, e, start);
    v.initial = { kind: 'value', value: p.parts.convert(p, e, v.type) };
  } else p.parts.initialVariable(p, v);
  v.inMemory = !isScalar(v.type) && v.type.kind !== 'reference';
  v.destroy = p.parts.destructor(p, v.type);
  const value = throughReference({ kind: 'variable', variable: v, type: v.type, at: name.at, lvalue: true });
  return { statement: { kind: 'variable', variable: v, at: name.at }, value };
}

function declaratorBeforeValue(p: Parser): Declarator & { readonly type: Type } {
  const s = p.parts.specifiers(p);
  const d = p.parts.declarator(p, s.type);
  if (!d.name || !(p.is('=') || p.is('{'))) return p.fail('`=`');
  return d;
}
