/** Calls in C++: of members, of functions of one name, of objects and operators of classes. */
import type { Span } from '../../../base/source.ts';
import { kernelCalled, notCallable, unknownName } from '../errors.ts';
import type { Expression, FunctionSymbol } from '../tree.ts';
import { type FunctionType, pointerTo, showType, type Type, unknown, unqualified, voidType } from '../types.ts';
import { type FunctionSet, freeFunctions, visible } from './argument-lookup.ts';
import { classOf } from './class-info.ts';
import { asVariadic } from './convert.ts';
import { markInMemory } from './in-memory.ts';
import { convertAny, upcast } from './objects.ts';

import { bestOfBoth, choose, functionMade } from './overloads.ts';
import type { Parser } from './parser.ts';
import type { Template } from './scope.ts';
import { checkDeleted, checkSides } from './sides.ts';

const isClass = (t: Type): boolean => t.kind === 'record' || (t.kind === 'enum' && t.of.scoped);

/** A call of a member or free operator function; undefined where there is none. */
export function overloaded(p: Parser, op: string, operands: readonly Expression[], at: Span): Expression | undefined {
  if (!operands.some((e) => isClass(e.type) || e.type.kind === 'enum')) return undefined;
  const name = `operator${op}`;
  const [first] = operands;
  const own = first && classOf(first.type)?.scope.here(name);
  const members = own?.kind === 'functions' ? own : undefined;
  const free = freeFunctions(p, name, operands);
  const list = [...(members?.list ?? []), ...free.list];
  const templates = [...(members?.templates ?? []), ...free.templates];
  if (list.length + templates.length === 0) return undefined;
  const args = [...operands];
  const best = bestAmong(p, name, members, free, args);
  if (best.length === 0) return undefined;
  const [fn] = best;
  if (!fn) return undefined;
  return fn.member && !fn.member.isStatic
    ? callMethod(p, fn, first!, operands.slice(1), at)
    : callFunction(p, fn, operands, at);
}

function bestAmong(
  p: Parser,
  name: string,
  members: FunctionSet | undefined,
  free: FunctionSet,
  args: readonly Expression[],
): FunctionSymbol[] {
  const [object, ...others] = args;
  const self = object ? pointerOf(object) : undefined;
  const own = members && self ? { name, ...members, args: [], hasObject: true } : undefined;
  return bestOfBoth(p, own, self ? [self, ...others] : [], { name, ...free, args: [] }, args);
}

/** Its address, as `this`. */
export function pointerOf(e: Expression): Expression {
  const of = place(e);
  if (of.kind === 'dereference') return { ...of.of, type: pointerTo(of.type) };
  markInMemory(of);
  return { kind: 'address', of, type: pointerTo(of.type), at: e.at };
}

function place(e: Expression): Expression {
  return e.lvalue ? e : { kind: 'object', initial: { kind: 'value', value: e }, type: e.type, at: e.at, lvalue: true };
}

export function callMethod(
  p: Parser,
  fn: FunctionSymbol,
  object: Expression,
  args: readonly Expression[],
  at: Span,
  isQualified = false,
): Expression {
  if (fn.member?.isStatic) return callFunction(p, fn, args, at);
  const owner = fn.member?.of;
  const self = owner ? upcast(place(object), owner) : object;
  const made = callFunction(p, fn, [{ ...pointerOf(self), type: fn.type.params[0] ?? voidType }, ...args], at);
  return fn.root && !isQualified && !isKnown(object) ? throughTable(p, made, fn.root, self) : made;
}

/** Its class is known: a variable, or an object that is made here. */
const isKnown = (e: Expression): boolean =>
  e.kind === 'object' ||
  e.kind === 'construct' ||
  (e.kind === 'variable' && e.type.kind === 'record' && e.variable.type.kind === 'record');

/** The call asks the table of the object. */
function throughTable(p: Parser, e: Expression, root: VirtualSlot, self: Expression): Expression {
  if (e.kind === 'dereference') return { ...e, of: throughTable(p, e.of, root, self) };
  if (e.kind !== 'call') return e;
  const [, ...args] = e.args;
  return { ...e, args: [pointerOf(upcast(self, root.part)), ...args], virtualSlot: root };
}

type VirtualSlot = NonNullable<FunctionSymbol['root']>;

/** With the arguments as it takes them. */
export function callFunction(p: Parser, fn: FunctionSymbol, args: readonly Expression[], at: Span): Expression {
  if (fn.sides.kernel) p.report(kernelCalled(fn.name, at));
  checkSides(p, fn, at);
  checkDeleted(p, fn, at);
  p.needs(fn);
  const defaults = fn.defaults?.slice(args.length) ?? [];
  const all = [...args, ...defaults.flatMap((d) => (d ? [d()] : []))];
  const given = all.map((a, i) => {
    const param = fn.type.params[i];
    return param ? convertAny(p, a, param) : asVariadic(a);
  });
  return resultOf({ kind: 'function', fn, type: fn.type, at, lvalue: true }, fn.type, given, at);
}

export function resultOf(callee: Expression, type: FunctionType, args: readonly Expression[], at: Span): Expression {
  if (type.result.kind !== 'reference') return { kind: 'call', callee, args, type: unqualified(type.result), at };
  const pointer: Expression = { kind: 'call', callee, args, type: pointerTo(type.result.to), at };
  const expiring = type.result.rvalue && type.result.to.kind !== 'function';
  return {
    kind: 'dereference',
    of: pointer,
    type: type.result.to,
    at,
    lvalue: true,
    ...(expiring && { expiring }),
  };
}

/** Of what several functions, an object or a pointer may mean. */
export function callAny(p: Parser, callee: Expression, given: readonly Expression[], at: Span): Expression | undefined {
  const args = given.map((a) => functionMade(p, a));
  if (callee.kind === 'overloads') return callOverloads(p, callee, args, at);
  if (callee.type.kind === 'record') {
    const made = overloadedCall(p, callee, args, at);
    if (made) return made;
    p.report(notCallable(showType(callee.type), at));
    return { ...callee, type: unknown };
  }
  return undefined;
}

function overloadedCall(p: Parser, object: Expression, args: readonly Expression[], at: Span): Expression | undefined {
  const found = classOf(object.type)?.scope.here('operator()');
  if (found?.kind !== 'functions') return undefined;
  const fn = choose(
    p,
    { name: 'operator()', list: found.list, templates: found.templates, args: [], hasObject: true },
    [pointerOf(object), ...args],
    at,
  );
  return fn ? callMethod(p, fn, object, args, at) : { ...object, type: unknown };
}

function callOverloads(
  p: Parser,
  callee: Expression & { readonly kind: 'overloads' },
  args: readonly Expression[],
  at: Span,
): Expression {
  const templates = callee.templates as readonly Template[];
  if (args.some((a) => a.type.kind === 'unknown' && a.kind !== 'overloads' && a.kind !== 'braces'))
    return { ...args[0]!, type: unknown };
  if (callee.object) {
    const fn = choose(
      p,
      { name: callee.name, list: callee.list, templates, args: callee.args, hasObject: true },
      [pointerOf(callee.object), ...args],
      at,
    );
    return fn ? callMethod(p, fn, callee.object, args, at, callee.qualified === true) : { ...callee, type: unknown };
  }
  const more = callee.qualified ? { list: [], templates: [] } : freeFunctions(p, callee.name, args);
  const own = visible({ list: callee.list, templates }, args);
  const list = [...new Set([...own.list, ...more.list])];
  const all = [...new Set([...own.templates, ...more.templates])];
  if (list.length + all.length === 0) {
    p.report(unknownName(callee.name, callee.at));
    return { ...callee, type: unknown };
  }
  const fn = choose(p, { name: callee.name, list, templates: all, args: callee.args }, args, callee.at);
  return fn ? callFunction(p, fn, args, callee.at) : { ...callee, type: unknown };
}
