/** new and delete. */
import type { Span } from '../../../base/source.ts';
import { notSupported } from '../errors.ts';
import type { Expression, FunctionSymbol } from '../tree.ts';
import {
  arrayOf,
  long,
  pointerTo,
  type RecordType,
  recordOf,
  sizeOf,
  type Type,
  ulong,
  unqualified,
  voidType,
} from '../types.ts';
import { classInfo, classOf } from './class-info.ts';
import { asValue } from './convert.ts';
import { callFunction } from './cxx-calls.ts';
import { numberOf } from './numbers.ts';
import { construct, constructBraces, constructWith, convertAny, defaultConstructor, destructorFor } from './objects.ts';
import { binary } from './operators.ts';
import { bestOf } from './overloads.ts';
import type { Parser } from './parser.ts';
import type { Entity } from './scope.ts';

export function newExpression(p: Parser): Expression {
  const at = p.next().at;
  const given = p.is('(') && !isTypeBehind(p) ? p.parts.list(p) : [];
  const bracket = p.take('(');
  const s = p.parts.specifiers(p);
  let type: Type = s.type;
  while (p.take('*')) type = pointerTo(type);
  if (bracket) p.expect(')');
  let count: Expression | undefined;
  let isUnsized = false;
  const inner: number[] = [];
  while (p.is('[')) {
    p.at++;
    if (p.is(']')) isUnsized = true;
    else if (count) inner.push(Number(p.parts.constant(p, 'the size of an array') ?? 1n));
    else count = convertAny(p, p.parts.expression(p), long);
    p.expect(']');
  }
  for (const n of inner.toReversed()) type = arrayOf(type, n);
  const isBraces = p.is('{');
  const args = isBraces || p.is('(') ? p.parts.list(p) : undefined;
  if (isUnsized) count = numberOf(BigInt(args?.length ?? 0), long, { at });
  const size = BigInt(sizeOf(type) ?? 1);
  const elements: Expression = count ?? numberOf(1n, long, { at });
  const bytes: Expression = binary(p, '*', elements, numberOf(size, long, { at }), at);
  const counted = count !== undefined && destructorFor(p, type) !== undefined ? elements : undefined;
  const memory =
    ownAllocation(p, type, count !== undefined, counted, bytes, given, at) ??
    placeGiven(given) ??
    allocation(p, bytes, counted, at);
  const pointer: Expression = { kind: 'convert', of: asValue(memory), type: pointerTo(type), at };
  if (count && isBraces && args && args.length > 0) {
    const items = args.map((item) => convertAny(p, item, type));
    const value = constructBraces(p, type, [], at);
    return { kind: 'new', pointer, count, value, items, of: type, type: pointerTo(type), at };
  }
  const initial =
    isBraces && !count && args
      ? constructBraces(p, type, args, at)
      : firstValue(p, type, count !== undefined, args, at);
  if (!initial) return pointer;
  return { kind: 'new', pointer, count, value: initial, of: type, type: pointerTo(type), at };
}

/** What a new object holds: without parentheses nothing but what constructors write. */
function firstValue(
  p: Parser,
  type: Type,
  isArray: boolean,
  args: readonly Expression[] | undefined,
  at: Span,
): Expression | undefined {
  if (type.kind !== 'record') {
    if (!args) return undefined;
    return args[0] ? convertAny(p, args[0], type) : numberOf(0n, type, { at });
  }
  const fn = isArray || !args ? defaultConstructor(p, type.record) : undefined;
  if (fn) return constructWith(p, fn, type, [], at);
  if (isArray ? args?.length !== 0 : !args && !hasConstructors(type.record)) return undefined;
  return construct(p, type, args ?? [], at);
}

function hasConstructors(record: RecordType): boolean {
  const info = classInfo(record);
  return info !== undefined && info.constructors.length + info.constructorTemplates.length > 0;
}

function isTypeBehind(p: Parser): boolean {
  p.at++;
  const yes = p.parts.isType(p);
  p.at--;
  return yes;
}

/** `new (p) T`; with `std::nothrow` it is as without. */
function placeGiven([first]: readonly Expression[]): Expression | undefined {
  return first?.type.kind === 'record' ? undefined : first;
}

type Functions = Extract<Entity, { kind: 'functions' }>;

/** `operator new`, `operator delete` and their kin as the class, or else the program, has them itself. */
function ownFunctions(p: Parser, type: Type, name: string): Functions | undefined {
  let of = type;
  while (of.kind === 'array') of = of.of;
  const found = classOf(of)?.scope.here(name) ?? p.file.names.get(name);
  return found?.kind === 'functions' ? found : undefined;
}

function ownAllocation(
  p: Parser,
  type: Type,
  isArray: boolean,
  counted: Expression | undefined,
  bytes: Expression,
  given: readonly Expression[],
  at: Span,
): Expression | undefined {
  const name = isArray ? 'operator new[]' : 'operator new';
  const set = ownFunctions(p, type, name);
  if (!set) return undefined;
  const size = counted ? binary(p, '+', bytes, numberOf(16n, long, { at }), at) : bytes;
  const args = [convertAny(p, size, ulong), ...given];
  const [fn] = bestOf(p, { name, list: set.list, templates: set.templates, args: [] }, args);
  if (!fn) return undefined;
  const memory = callFunction(p, fn, args, at);
  const counting = p.file.names.get('__cufort_counted');
  return counted && counting?.kind === 'functions' ? callFunction(p, counting.list[0]!, [memory, counted], at) : memory;
}

function allocation(p: Parser, bytes: Expression, count: Expression | undefined, at: Span): Expression {
  const name = count ? '__cufort_new_array' : '__cufort_new';
  const fn = p.file.names.get(name);
  if (fn?.kind === 'functions' && fn.list[0]) return callFunction(p, fn.list[0], count ? [bytes, count] : [bytes], at);
  p.report(notSupported('`new` without its header', at));
  return bytes;
}

export function deleteExpression(p: Parser): Expression {
  const at = p.next().at;
  const isArray = p.is('[') && p.isAhead(1, ']');
  if (isArray) p.at += 2;
  const e = asValue(p.parts.unary(p));
  if (e.type.kind !== 'pointer') return e;
  const destroy = destructorFor(p, e.type.to);
  destroy?.pending?.();
  const root = isArray ? undefined : destroy?.root;
  return {
    kind: 'delete',
    pointer: root ? partOf(p, e, root.part, at) : e,
    destroy,
    ...(root && { virtualSlot: root }),
    isArray: isArray && destroy !== undefined,
    release: ownRelease(p, e.type.to, isArray) ?? releaseFunction(p, at),
    type: voidType,
    at,
  };
}

/** The part of the object whose table names the destructor. */
function partOf(p: Parser, pointer: Expression, part: RecordType, at: Span): Expression {
  const to = pointer.type.kind === 'pointer' ? unqualified(pointer.type.to) : pointer.type;
  return convertAny(p, { ...pointer, type: pointerTo(to) }, pointerTo(recordOf(part)), at);
}

function ownRelease(p: Parser, type: Type, isArray: boolean): FunctionSymbol | undefined {
  const set = ownFunctions(p, type, isArray ? 'operator delete[]' : 'operator delete');
  const fn = set?.list.find((f) => f.type.params.length === 1);
  if (fn) p.needs(fn);
  return fn;
}

function releaseFunction(p: Parser, at: Span): FunctionSymbol | undefined {
  const fn = p.file.names.get('__cufort_delete');
  if (fn?.kind === 'functions' && fn.list[0]) {
    fn.list[0].pending?.();
    return fn.list[0];
  }
  p.report(notSupported('`delete` without its header', at));
  return undefined;
}
