/** for (declaration : range) */
import type { Span } from '../../../base/source.ts';
import { noRange } from '../errors.ts';
import type { Expression, Statement, VariableSymbol } from '../tree.ts';
import { decayed, int, long, mentionsAuto, pointerTo, showType, unknown, unqualified } from '../types.ts';
import { bindingNames, bindNames, isBinding } from './bindings.ts';
import { asValue } from './convert.ts';
import { numberOf } from './numbers.ts';
import { binary } from './operators.ts';
import type { Declarator, Parser } from './parser.ts';
import { newVariable } from './variables.ts';

export function isRange(p: Parser): boolean {
  for (let i = 0, depth = 0; ; i++) {
    const t = p.ahead(i);
    if (t.kind === 'end' || (depth === 0 && t.text === '?')) return false;
    if (t.text === '(' || t.text === '[' || t.text === '{') depth++;
    if (t.text === ')' || t.text === ']' || t.text === '}') depth--;
    if (depth < 0) return false;
    if (depth === 0 && t.text === ':') return true;
  }
}

/** From behind the bracket on. */
export function rangeLoop(p: Parser, at: Span, body: (p: Parser) => Statement): Statement {
  const before = startAhead(p) ? p.parts.declaration(p) : [];
  const s = p.parts.specifiers(p);
  const names = isBinding(p, s) ? bindingNames(p) : undefined;
  const d = names ? undefined : p.parts.declarator(p, s.type);
  p.expect(':');
  const range = p.is('{') ? listRange(p) : p.parts.expression(p);
  p.expect(')');
  const [setup, from, to] = ends(p, range, at);
  const begin = variable(p, 'begin', from);
  const end = variable(p, 'end', to);
  const here = value(begin, at);
  const item = p.parts.operate(p, '*', [here], at);
  const declared = names ? bindNames(p, names, s, item) : d ? [named(p, d, item, at)] : [];
  const inner = body(p);
  const first: Statement = {
    kind: 'block',
    body: [...before, ...setup, ...[begin, end].map((one): Statement => ({ kind: 'variable', variable: one, at }))],
    at,
  };
  const condition = p.parts.operate(p, '!=', [value(begin, at), value(end, at)], at);
  const step = p.parts.step(p, '++', value(begin, at), 'new', at);
  const whole: Statement = { kind: 'block', body: [...declared, inner], at };
  return { kind: 'loop', how: 'for', first, condition, step, body: whole, at };
}

function named(p: Parser, d: Declarator, item: Expression, at: Span): Statement {
  const type = mentionsAuto(d.type) ? p.parts.replacedAuto(p, d.type, item, p.at) : d.type;
  const v = newVariable(d.name?.text ?? '', d.name?.text ?? '', d.at, type, 'automatic');
  v.home = p.fn;
  v.inMemory = type.kind === 'record' || type.kind === 'array';
  v.initial = { kind: 'value', value: p.parts.convert(p, item, type) };
  v.destroy = p.parts.destructor(p, type);
  if (d.name) p.scope.names.set(d.name.text, v);
  return { kind: 'variable', variable: v, at };
}

/** `for (int i = 0; auto x : range)` */
function startAhead(p: Parser): boolean {
  for (let i = 0, depth = 0; ; i++) {
    const t = p.ahead(i);
    if (t.kind === 'end') return false;
    if (t.text === '(' || t.text === '[' || t.text === '{') depth++;
    if ((t.text === ')' || t.text === ']' || t.text === '}') && depth-- === 0) return false;
    if (depth === 0 && t.text === ':') return false;
    if (depth === 0 && t.text === ';') return true;
  }
}

/** `{1, 2, 3}`: an array of the type of its first element. */
function listRange(p: Parser): Expression {
  const { at } = p.token;
  const items = p.parts.list(p);
  const of = items[0] ? unqualified(asValue(items[0]).type) : int;
  return p.parts.constructBraces(p, { kind: 'array', of, count: items.length }, items, at);
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
  if (range.type.kind === 'array' && range.kind !== 'object') {
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
  if (range.type.kind === 'array') {
    const first = asValue(object);
    const count = numberOf(BigInt(range.type.count ?? 0), long, { at });
    return [[{ kind: 'variable', variable: v, at }], first, binary(p, '+', first, count, at)];
  }
  const from = p.parts.member(p, object, 'begin', at);
  const to = p.parts.member(p, object, 'end', at);
  if (from && to) return [[{ kind: 'variable', variable: v, at }], from, to];
  const [first, last] = [p.parts.callFree(p, 'begin', object, at), p.parts.callFree(p, 'end', object, at)];
  if (first && last) return [[{ kind: 'variable', variable: v, at }], first, last];
  if (range.type.kind !== 'unknown') p.report(noRange(showType(range.type), range.at));
  const nothing: Expression = { ...numberOf(0n, long, { at }), type: unknown };
  return [[], nothing, nothing];
}
