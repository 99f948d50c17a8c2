/** for (declaration : range) */
import type { Span } from '../../../base/source.ts';
import { notSupported } from '../errors.ts';
import type { Expression, Statement, VariableSymbol } from '../tree.ts';
import { decayed, long, pointerTo, type Type, unqualified } from '../types.ts';
import { asValue } from './convert.ts';
import { numberOf } from './numbers.ts';
import { binary } from './operators.ts';
import type { Parser } from './parser.ts';
import { newVariable } from './variables.ts';

export function isRange(p: Parser): boolean {
  for (let i = 0, depth = 0; ; i++) {
    const t = p.ahead(i);
    if (t.kind === 'end' || (depth === 0 && (t.text === ';' || t.text === '?'))) return false;
    if (t.text === '(' || t.text === '[' || t.text === '{') depth++;
    if (t.text === ')' || t.text === ']' || t.text === '}') depth--;
    if (depth < 0) return false;
    if (depth === 0 && t.text === ':') return true;
  }
}

/** From behind the bracket on. */
export function rangeLoop(p: Parser, at: Span, body: (p: Parser) => Statement): Statement {
  const s = p.parts.specifiers(p);
  const d = p.parts.declarator(p, s.type);
  p.expect(':');
  const range = p.parts.expression(p);
  p.expect(')');
  const [setup, from, to] = ends(p, range, at);
  const begin = variable(p, 'begin', from);
  const end = variable(p, 'end', to);
  const here = value(begin, at);
  const item = p.parts.operate(p, '*', [here], at);
  const type = withAuto(d.type, item);
  const v = newVariable(d.name?.text ?? '', d.name?.text ?? '', d.at, type, 'automatic');
  v.home = p.fn;
  v.inMemory = type.kind === 'record' || type.kind === 'array';
  v.initial = { kind: 'value', value: p.parts.convert(p, item, type) };
  if (d.name) p.scope.names.set(d.name.text, v);
  const inner = body(p);
  const first: Statement = {
    kind: 'block',
    body: [...setup, ...[begin, end].map((one): Statement => ({ kind: 'variable', variable: one, at }))],
    at,
  };
  const condition = p.parts.operate(p, '!=', [value(begin, at), value(end, at)], at);
  const step = p.parts.step(p, '++', value(begin, at), 'new', at);
  const whole: Statement = { kind: 'block', body: [{ kind: 'variable', variable: v, at }, inner], at };
  return { kind: 'loop', how: 'for', first, condition, step, body: whole, at };
}

function withAuto(t: Type, item: Expression): Type {
  if (t.kind === 'auto') return { ...unqualified(asValue(item).type), ...(t.const && { const: true }) };
  if (t.kind !== 'reference' || t.to.kind !== 'auto') return t;
  return {
    kind: 'reference',
    to: t.to.const ? { ...item.type, const: true } : item.type,
    rvalue: t.rvalue && !item.lvalue,
  };
}

function variable(p: Parser, name: string, e: Expression): VariableSymbol {
  const v = newVariable(name, name, e.at, unqualified(asValue(e).type), 'automatic');
  v.home = p.fn;
  v.inMemory = v.type.kind === 'record';
  v.initial = { kind: 'value', value: p.parts.convert(p, e, v.type) };
  return v;
}

const value = (v: VariableSymbol, at: Span): Expression => ({
  kind: 'variable',
  variable: v,
  type: v.type,
  at,
  lvalue: true,
});

/** What is set up before, the first, and what stands behind the last. */
function ends(p: Parser, range: Expression, at: Span): readonly [Statement[], Expression, Expression] {
  if (range.type.kind === 'array') {
    const first = asValue(range);
    const count = numberOf(BigInt(range.type.count ?? 0), long, { at });
    return [[], first, binary(p, '+', { ...first, type: decayed(range.type) }, count, at)];
  }
  const v = newVariable(
    'range',
    'range',
    at,
    { kind: 'reference', to: range.type, rvalue: !range.lvalue },
    'automatic',
  );
  v.home = p.fn;
  v.initial = { kind: 'value', value: p.parts.convert(p, range, v.type) };
  const pointer: Expression = { kind: 'variable', variable: v, type: pointerTo(range.type), at, lvalue: true };
  const object: Expression = { kind: 'dereference', of: pointer, type: range.type, at, lvalue: true };
  const from = p.parts.member(p, object, 'begin', at);
  const to = p.parts.member(p, object, 'end', at);
  if (from && to) return [[{ kind: 'variable', variable: v, at }], from, to];
  p.report(notSupported('a loop over something without begin() and end()', at));
  return [[], numberOf(0n, long, { at }), numberOf(0n, long, { at })];
}
