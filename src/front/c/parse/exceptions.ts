/** `throw`, `try` with its handlers, and what else asks a program for the types of its objects while it runs. What they do is written in library/c/__exceptions.h. */
import type { Span } from '../../../base/source.ts';
import { notSupported } from '../errors.ts';
import type { Expression, FunctionSymbol, Statement, VariableSymbol } from '../tree.ts';
import {
  constVoidPointer,
  pointerTo,
  qualified,
  sizeOf,
  type Type,
  ulong,
  unqualified,
  voidType,
  withoutReference,
} from '../types.ts';
import { asValue } from './convert.ts';
import { callFunction } from './cxx-calls.ts';
import { factsExpression } from './facts.ts';
import { castAny } from './named-casts.ts';
import { numberOf } from './numbers.ts';
import { choose } from './overloads.ts';
import type { Parser } from './parser.ts';
import { Scope, type Template } from './scope.ts';
import { newVariable } from './variables.ts';
import { isPolymorphic } from './virtuals.ts';

/** A function of the header; told where the header is missing. */
function helper(p: Parser, name: string, at: Span): FunctionSymbol {
  const set = p.file.names.get(name);
  const fn = set?.kind === 'functions' ? set.list[0] : undefined;
  if (fn) return fn;
  p.report(notSupported(`\`${name}\` without its header`, at));
  return p.fail('its header');
}

export function throwExpression(p: Parser): Expression {
  const { at } = p.next();
  const e = p.is(';') || p.is(')') || p.is(':') || p.is(',') ? undefined : p.parts.assignment(p);
  const ended: Expression = { kind: 'builtin', name: 'unreachable', args: [], type: voidType, at };
  if (p.fn?.fn?.sides.host === false || e?.type.kind === 'unknown') return ended;
  const call = e ? thrown(p, e, at) : callFunction(p, helper(p, '__cufort_rethrow', at), [], at);
  return { kind: 'comma', left: call, right: ended, type: voidType, at };
}

/** The object is made where it stays until the last handler has ended. */
function thrown(p: Parser, e: Expression, at: Span): Expression {
  const plain = e.type.kind === 'record' ? e : asValue(e);
  const type = unqualified(plain.type);
  const value = p.parts.convert(p, isOwnLocal(p, plain) ? { ...plain, expiring: true } : plain, type);
  const bytes = numberOf(BigInt(sizeOf(type) ?? 1), ulong, { at });
  const memory = callFunction(p, helper(p, '__cufort_thrown_object', at), [bytes], at);
  const pointer: Expression = { kind: 'convert', of: asValue(memory), type: pointerTo(type), at };
  const object: Expression = { kind: 'new', pointer, count: undefined, value, of: type, type: pointer.type, at };
  const set = p.file.names.get('__cufort_throw');
  const templates = set?.kind === 'functions' ? (set.templates as readonly Template[]) : [];
  const fn = choose(p, { name: '__cufort_throw', list: [], templates, args: [] }, [object], at);
  return fn ? callFunction(p, fn, [object], at) : { ...value, type: voidType };
}

/** A variable that ends with the function gives what it holds ([class.copy.elision]). */
const isOwnLocal = (p: Parser, e: Expression): boolean =>
  e.kind === 'variable' &&
  e.variable.type.kind === 'record' &&
  !e.variable.type.const &&
  e.variable.placement === 'automatic' &&
  e.variable.home === p.fn;

/** `try { … } catch (const E &e) { … } catch (...) { … }` */
export function tryStatement(p: Parser): Statement {
  const { at } = p.next();
  const body = p.parts.compound(p);
  return handled(p, body, at);
}

/** The whole body of a function with the handlers that follow: those of a constructor end in throwing again. */
export function handledBody(p: Parser, body: Statement, at: Span): Statement {
  const { role } = p.fn?.fn ?? {};
  return handled(p, body, at, role === 'constructor' || role === 'destructor');
}

function handled(p: Parser, body: Statement, at: Span, again = false): Statement {
  const handlers: (Statement & { readonly kind: 'try' })['handlers'][number][] = [];
  while (p.take('catch')) handlers.push(p.within(new Scope('block', p.scope), () => handler(p)));
  if (again) for (const [i, h] of handlers.entries()) handlers[i] = { ...h, body: thrownAgain(p, h.body) };
  if (p.fn?.fn?.sides.host === false) return body;
  return {
    kind: 'try',
    body,
    handlers,
    enter: callFunction(p, helper(p, '__cufort_try', at), [], at),
    leave: needed(p, '__cufort_leave_try', at),
    end: needed(p, '__cufort_end_catch', at),
    unhandled: callFunction(p, helper(p, '__cufort_unhandled', at), [], at),
    at,
  };
}

function thrownAgain(p: Parser, body: Statement): Statement {
  const { at } = body;
  const value = callFunction(p, helper(p, '__cufort_rethrow', at), [], at);
  return { kind: 'block', body: [body, { kind: 'expression', value, at }], at };
}

function needed(p: Parser, name: string, at: Span): FunctionSymbol {
  const fn = helper(p, name, at);
  p.needs(fn);
  return fn;
}

function handler(p: Parser): { readonly test: Expression; readonly body: Statement } {
  const { at } = p.token;
  p.expect('(');
  if (p.take('...')) {
    p.expect(')');
    return { test: callFunction(p, helper(p, '__cufort_catch_all', at), [], at), body: p.parts.compound(p) };
  }
  const s = p.parts.specifiers(p);
  const d = p.parts.declarator(p, s.type);
  p.expect(')');
  const of = unqualified(withoutReference(d.type));
  const pointer = local(p, 'thrown', pointerTo(of), at);
  const taken = callFunction(p, helper(p, '__cufort_catch', at), [factsExpression(p, d.type, at)], at);
  const to: Expression = { kind: 'variable', variable: pointer, type: pointer.type, at, lvalue: true };
  const value: Expression = { kind: 'convert', of: asValue(taken), type: pointer.type, at };
  const test: Expression = { kind: 'assign', to, value, type: pointer.type, at };
  const first: Statement[] = [];
  if (d.name || d.type.kind === 'record') {
    const object: Expression = { kind: 'dereference', of: asValue(to), type: of, at, lvalue: true };
    const v = local(p, d.name?.text ?? 'caught', d.type, d.at);
    v.initial = { kind: 'value', value: p.parts.convert(p, object, d.type) };
    v.destroy = d.type.kind === 'reference' ? undefined : p.parts.destructor(p, d.type);
    if (d.name) p.scope.names.set(v.name, v);
    first.push({ kind: 'variable', variable: v, at });
  }
  const own = p.parts.compound(p);
  const declared: Statement = { kind: 'variable', variable: pointer, at };
  const body: Statement = { kind: 'block', body: [...first, own], at };
  return { test: { kind: 'statements', body: [declared], value: test, type: test.type, at }, body };
}

function local(p: Parser, name: string, type: Type, at: Span): VariableSymbol {
  const v = newVariable(name, name, at, type, 'automatic');
  v.home = p.fn;
  v.inMemory = type.kind === 'record' || type.kind === 'array';
  return v;
}

/** typeid(T), typeid(value): of an object with virtual functions what it is when the program runs. */
export function typeidExpression(p: Parser): Expression {
  const { at } = p.next();
  p.expect('(');
  let facts: Expression;
  if (p.parts.isType(p)) facts = factsExpression(p, p.parts.typeName(p), at);
  else {
    const e = p.parts.expression(p);
    const isAsked = e.lvalue && e.type.kind === 'record' && isPolymorphic(e.type.record);
    const address: Expression = { kind: 'address', of: e, type: pointerTo(e.type), at };
    facts = isAsked
      ? callFunction(p, helper(p, '__cufort_facts_in', at), [address], at)
      : factsExpression(p, e.type, at);
  }
  p.expect(')');
  const std = p.file.names.get('std');
  const info = std?.kind === 'namespace' ? std.scope.names.get('type_info') : undefined;
  if (info?.kind !== 'type') {
    p.report(notSupported('`typeid` without `#include <typeinfo>`', at));
    return { ...facts, type: { kind: 'unknown' } };
  }
  const type = qualified(info.type, true);
  const pointer: Expression = { kind: 'convert', of: asValue(facts), type: pointerTo(type), at };
  return { kind: 'dereference', of: pointer, type, at, lvalue: true };
}

/** Of an object whose class is known when the program runs: undefined where it is no such cast. */
export function dynamicCast(p: Parser, e: Expression, type: Type, at: Span): Expression | undefined {
  const from = e.type.kind === 'pointer' ? e.type.to : e.type;
  const to = type.kind === 'pointer' || type.kind === 'reference' ? type.to : type;
  const isUp = from.kind === 'record' && to.kind === 'record' && p.parts.isConvertible(p, e, type);
  if (isUp || from.kind !== 'record' || !isPolymorphic(from.record) || p.fn?.fn?.sides.host === false) return undefined;
  const wanted = to.kind === 'void' ? numberOf(0n, constVoidPointer, { at }) : factsExpression(p, to, at);
  if (type.kind === 'pointer') {
    const found = callFunction(p, helper(p, '__cufort_dynamic_cast', at), [asValue(e), wanted], at);
    return { kind: 'convert', of: asValue(found), type: unqualified(type), at };
  }
  const name = p.file.names.get('__cufort_dynamic_reference') ? '__cufort_dynamic_reference' : '__cufort_dynamic_cast';
  const address: Expression = { kind: 'address', of: e, type: pointerTo(e.type), at };
  const found = callFunction(p, helper(p, name, at), [address, wanted], at);
  const pointer: Expression = { kind: 'convert', of: asValue(found), type: pointerTo(to), at };
  return castAny(p, { kind: 'dereference', of: pointer, type: to, at, lvalue: true }, type, at);
}
