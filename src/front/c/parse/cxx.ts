/** Expressions of C++: members of classes, operators of classes, casts with names, new and delete, lambdas. */
import type { Span } from '../../../base/source.ts';
import { kernelCalled, noMember, notCallable, notSupported, unknownName } from '../errors.ts';
import type { Expression, FunctionSymbol, VariableSymbol } from '../tree.ts';
import {
  arrayOf,
  char,
  type Field,
  type FunctionType,
  findField,
  int,
  isArithmetic,
  long,
  newRecord,
  pointerTo,
  qualified,
  type RecordType,
  recordOf,
  referenceTo,
  showType,
  sizeOf,
  type Type,
  unknown,
  unqualified,
  voidType,
} from '../types.ts';
import { baseOffset, classInfo, classOf, conversionsOf, emptyClass, setClassInfo } from './class-info.ts';
import { asValue, asVariadic, castTo } from './convert.ts';
import { findType, operatorName, templateArguments } from './names.ts';
import { numberOf } from './numbers.ts';
import {
  construct,
  constructWith,
  convertAny,
  defaultConstructor,
  destructorFor,
  implicitAssignment,
  upcast,
} from './objects.ts';
import { addressOf, assign, binary, dereference, element, markInMemory, negate, not, update } from './operators.ts';
import { bestOf, bestOfBoth, choose } from './overloads.ts';
import type { FunctionContext, Parser } from './parser.ts';
import { isValue } from './rank.ts';
import { Layout } from './records.ts';
import { Scope, type Template, type TemplateParameter } from './scope.ts';
import { checkSides } from './sides.ts';
import { newVariable } from './variables.ts';

type BinaryOperator = Parameters<typeof binary>[1];

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

type Set = { readonly list: readonly FunctionSymbol[]; readonly templates: readonly Template[] };

function bestAmong(
  p: Parser,
  name: string,
  members: Set | undefined,
  free: Set,
  args: readonly Expression[],
): FunctionSymbol[] {
  const [object, ...others] = args;
  const self = object ? pointerOf(object) : undefined;
  const own = members && self ? { name, ...members, args: [], hasObject: true } : undefined;
  return bestOfBoth(p, own, self ? [self, ...others] : [], { name, ...free, args: [] }, args);
}

/** By the scopes around, and those of the arguments. */
export function freeFunctions(p: Parser, name: string, args: readonly Expression[]): Set {
  const list = new Set<FunctionSymbol>();
  const templates = new Set<Template>();
  const add = (e: ReturnType<Scope['find']>): void => {
    if (e?.kind !== 'functions') return;
    for (const fn of e.list) if (!fn.member || fn.member.isStatic) list.add(fn);
    for (const t of e.templates) if (!t.member) templates.add(t);
  };
  for (let s: Scope | undefined = p.scope; s; s = s.parent) if (s.kind !== 'class') add(s.here(name));
  for (const a of args) {
    const home = homeOf(a);
    if (home) add(home.here(name));
    let t: Type = a.type;
    while (t.kind === 'pointer' || t.kind === 'array') t = t.kind === 'pointer' ? t.to : t.of;
    for (let s = classOf(t)?.scope; s; s = s.parent) if (s.kind === 'namespace' || s.kind === 'file') add(s.here(name));
    if (t.kind === 'record')
      for (const arg of classOf(t)?.made?.args ?? [])
        if ('type' in arg && arg.type.kind === 'record')
          for (let s = classOf(arg.type)?.scope; s; s = s.parent) if (s.kind === 'namespace') add(s.here(name));
  }
  return { list: [...list], templates: [...templates] };
}

/** Iterators of our containers are pointers: the namespace of the method that gives one, as if it were a class there. */
function homeOf(e: Expression): Scope | undefined {
  if (e.type.kind !== 'pointer') return undefined;
  if (e.kind === 'move') return homeOf(e.pointer);
  const owner = e.kind === 'call' && e.callee.kind === 'function' ? e.callee.fn.member?.of : undefined;
  const around = owner && classInfo(owner)?.scope;
  for (let s = around; s; s = s.parent) if (s.kind === 'namespace') return s;
  return undefined;
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
export function callAny(p: Parser, callee: Expression, args: readonly Expression[], at: Span): Expression | undefined {
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
  const list = [...new Set([...callee.list, ...more.list])];
  const all = [...new Set([...templates, ...more.templates])];
  if (list.length + all.length === 0) {
    p.report(unknownName(callee.name, callee.at));
    return { ...callee, type: unknown };
  }
  const fn = choose(p, { name: callee.name, list, templates: all, args: callee.args }, args, callee.at);
  return fn ? callFunction(p, fn, args, callee.at) : { ...callee, type: unknown };
}

/** `object.name` */
export function memberOf(p: Parser, of: Expression, at: Span): Expression | undefined {
  const record = of.type.kind === 'record' ? of.type.record : undefined;
  p.take('template');
  if (p.is('~')) {
    p.at += 2;
    const fn = destructorFor(p, of.type);
    if (fn)
      return {
        kind: 'overloads',
        name: fn.name,
        list: [fn],
        templates: [],
        args: [],
        object: { ...of, type: unqualified(of.type) },
        type: fn.type,
        at,
      };
    p.expect('(');
    p.expect(')');
    return { kind: 'convert', of: numberOf(0n, int, { at }), type: voidType, at };
  }
  if (!record) return undefined;
  let within = record;
  const isQualified = p.isAhead(1, '::') || (p.isAhead(1, '<') && isClassName(p, p.token.text));
  if (isQualified) {
    // base::name
    const base = qualifier(p);
    if (base) within = base;
  }
  const token = p.token;
  const name = p.take('operator') ? operatorName(p) : token.text;
  const found = classInfo(within)?.scope.here(name);
  if (found?.kind !== 'functions' && found?.kind !== 'variable' && found?.kind !== 'constant') return undefined;
  if (token.text !== 'operator') p.at++;
  if (found.kind === 'variable') return { kind: 'variable', variable: found, type: found.type, at, lvalue: true };
  if (found.kind === 'constant') return numberOf(found.value, found.type, { at });
  const args = p.is('<') && found.templates.length > 0 ? (p.attempt(() => templateArguments(p)) ?? []) : [];
  return {
    kind: 'overloads',
    name,
    list: found.list,
    templates: found.templates,
    args,
    object: of,
    type: found.list[0]?.type ?? unknown,
    at,
    ...(isQualified && { qualified: true }),
  };
}

function isClassName(p: Parser, name: string): boolean {
  const e = p.scope.find(name);
  return e?.kind === 'template' || (e?.kind === 'type' && e.type.kind === 'record');
}

/** `Base<T>::` */
function qualifier(p: Parser): RecordType | undefined {
  let depth = 0;
  let last = p.at;
  for (let i = p.at; ; i++) {
    const t = p.tokens[i];
    if (!t || t.kind === 'end') break;
    if (t.text === '<') depth++;
    else if (t.text === '>') depth--;
    else if (depth === 0 && t.text === '::') last = i;
    else if (depth === 0 && t.kind !== 'name') break;
  }
  const end = p.tokens[last]!;
  const types = p.tokens.slice(p.at, last);
  void end;
  const found = types.length > 0 ? p.attempt(() => findType(p, last)) : undefined;
  p.at = last + 1;
  return found?.kind === 'record' ? found.record : undefined;
}

/** A member of the class whose function is read. */
export function ownField(p: Parser, name: string, at: Span, record?: RecordType): Expression {
  const captures = p.fn?.captures;
  const object = captures && captures.record === record ? captures.object : thisObject(p, at);
  const path = object?.type.kind === 'record' ? findField(object.type.record, name) : undefined;
  if (!object || !path) {
    p.report(noMember(p.record?.name ?? 'this class', name, at));
    return { ...numberOf(0n, int, { at }), type: unknown };
  }
  return throughFields(object, path, at);
}

export function throughFields(object: Expression, path: readonly Field[], at: Span): Expression {
  return path.reduce<Expression>((e, field) => {
    const type = qualified(field.type, e.type.const === true && !field.mutable, e.type.volatile === true);
    const made: Expression = {
      kind: 'member',
      of: e,
      field,
      type,
      at,
      ...((e.lvalue || type.kind === 'array') && { lvalue: true }),
      ...(e.expiring && field.type.kind !== 'reference' && { expiring: true }),
    };
    return field.type.kind === 'reference' ? throughReference(made) : made;
  }, object);
}

/** What a reference that lies there means. */
export function throughReference(e: Expression): Expression {
  if (e.type.kind !== 'reference') return e;
  return { kind: 'dereference', of: { ...e, type: pointerTo(e.type.to) }, type: e.type.to, at: e.at, lvalue: true };
}

export function thisObject(p: Parser, at: Span): Expression | undefined {
  const captured = p.fn?.captures?.self?.();
  if (captured) return captured;
  const v = p.fn?.self;
  if (v?.type.kind !== 'pointer') return undefined;
  return {
    kind: 'dereference',
    of: { kind: 'variable', variable: v, type: v.type, at, lvalue: true },
    type: v.type.to,
    at,
    lvalue: true,
  };
}

// ---- operators that may be those of classes ----

export function binaryAny(p: Parser, op: BinaryOperator, l: Expression, r: Expression, at: Span): Expression {
  if (!p.language.cxx) return binary(p, op, l, r, at);
  const own = overloaded(p, op, [l, r], at);
  if (own) return own;
  if (op === '!=') {
    const same = l.type.kind === 'record' || r.type.kind === 'record' ? overloaded(p, '==', [l, r], at) : undefined;
    if (same) return not(p, same, at);
  }
  return binary(p, op, plain(p, l), plain(p, r), at);
}

/** A class with a conversion to a number or a pointer, as that. */
export function plain(p: Parser, e: Expression): Expression {
  const [fn] = e.type.kind === 'record' ? conversionsOf(e.type.record).filter((c) => !c.explicit) : [];
  return fn ? callMethod(p, fn, e, [], e.at) : e;
}

export function unaryAny(p: Parser, op: '-' | '+' | '~' | '!' | '*' | '&', of: Expression, at: Span): Expression {
  const own = p.language.cxx && of.kind !== 'overloads' ? overloaded(p, op, [of], at) : undefined;
  if (own) return own;
  switch (op) {
    case '!':
      return not(p, condition(p, of), at);
    case '*':
      return dereference(p, of, at);
    case '&':
      if (of.kind === 'overloads') return of;
      return addressOf(p, of, at);
    default:
      return negate(p, plain(p, of), op, at);
  }
}

export function condition(p: Parser, e: Expression): Expression {
  if (e.type.kind !== 'record') return e;
  const list = conversionsOf(e.type.record);
  const fn = list.find((c) => c.type.result.kind === 'bool') ?? list.find((c) => !c.explicit);
  return fn ? callMethod(p, fn, e, [], e.at) : e;
}

export function assignAny(p: Parser, to: Expression, value: Expression, at: Span): Expression {
  if (!p.language.cxx) return assign(p, to, value, at);
  if (to.type.kind === 'record') {
    const own = overloaded(p, '=', [to, value], at);
    if (own) return own;
    const { record } = to.type;
    const v = convertAny(p, value, unqualified(to.type));
    const fn = implicitAssignment(p, record, isValue(value) && value.type.kind === 'record');
    if (fn) {
      const called = callFunction(p, fn, [pointerOf(to), v], at);
      return { kind: 'comma', left: called, right: to, type: to.type, at, lvalue: true };
    }
    return assign(p, to, v, at);
  }
  return assign(
    p,
    to,
    value.type.kind === 'unknown' && value.kind !== 'overloads' ? value : convertAny(p, value, unqualified(to.type)),
    at,
  );
}

export function updateAny(p: Parser, op: BinaryOperator, to: Expression, value: Expression, at: Span): Expression {
  const own = p.language.cxx ? overloaded(p, `${op}=`, [to, value], at) : undefined;
  return own ?? update(p, op, to, plain(p, value), 'new', at);
}

export function stepAny(p: Parser, op: '++' | '--', to: Expression, gives: 'old' | 'new', at: Span): Expression {
  const one = numberOf(1n, int, { at });
  const own = p.language.cxx
    ? overloaded(p, op, gives === 'old' ? [to, numberOf(0n, int, { at })] : [to], at)
    : undefined;
  return own ?? update(p, op === '++' ? '+' : '-', to, one, gives, at);
}

export function elementAny(p: Parser, base: Expression, index: Expression, at: Span): Expression {
  const own = p.language.cxx ? overloaded(p, '[]', [base, index], at) : undefined;
  return own ?? element(p, plain(p, base), plain(p, index), at);
}

/** What `->` looks into. */
export function arrow(p: Parser, of: Expression, at: Span): Expression {
  let e = of;
  for (let i = 0; i < 16 && e.type.kind === 'record'; i++) {
    const next = overloaded(p, '->', [e], at);
    if (!next) break;
    e = next;
  }
  return dereference(p, e, at);
}

// ---- casts, new, delete ----

export function namedCast(
  p: Parser,
  special: (e: Expression, type: Type) => Expression | undefined = () => undefined,
): Expression {
  const at = p.next().at;
  p.expect('<');
  p.angle = 1;
  const type = p.parts.typeName(p);
  p.angle = 0;
  p.expect('>');
  p.expect('(');
  const e = p.parts.expression(p);
  p.expect(')');
  return special(e, type) ?? castAny(p, e, type, at);
}

export function castAny(p: Parser, e: Expression, type: Type, at: Span): Expression {
  if (type.kind === 'reference') {
    if (!e.lvalue) return convertedReference(p, e, type, at);
    markInMemory(e);
    const address = atClass(e, type.to, at);
    return {
      kind: 'dereference',
      of: address,
      type: type.to,
      at,
      lvalue: true,
      ...(type.rvalue && { expiring: true }),
    };
  }
  if (type.kind === 'record') return construct(p, type, [e], at);
  if (e.type.kind === 'record') return castTo(p, convertAny(p, e, type), type, at);
  if (e.kind === 'overloads') return convertAny(p, e, type);
  const v = asValue(e);
  if (
    type.kind === 'pointer' &&
    v.type.kind === 'pointer' &&
    type.to.kind === 'record' &&
    v.type.to.kind === 'record'
  ) {
    const up = convertible(v.type.to, type.to);
    if (up) return convertAny(p, v, qualified(type, false));
    const back = baseOffset(type.to.record, v.type.to.record);
    if (back !== undefined && back > 0) return movedBy(castTo(p, v, type, at), -back, type, at);
  }
  return castTo(p, e, type, at);
}

/** The address of an object as one of a class above or below its own. */
function atClass(e: Expression, to: Type, at: Span): Expression {
  const address: Expression = { kind: 'address', of: e, type: pointerTo(to), at };
  if (e.type.kind !== 'record' || to.kind !== 'record' || e.type.record === to.record) return address;
  if (baseOffset(e.type.record, to.record) !== undefined)
    return { kind: 'address', of: upcast(e, to.record), type: pointerTo(to), at };
  const back = baseOffset(to.record, e.type.record);
  return back === undefined || back === 0 ? address : movedBy(address, -back, pointerTo(to), at);
}

function movedBy(pointer: Expression, bytes: number, type: Type, at: Span): Expression {
  const asBytes: Expression = { kind: 'convert', of: pointer, type: pointerTo(char), at };
  const by = numberOf(BigInt(bytes), long, { at });
  return { kind: 'convert', of: { kind: 'move', pointer: asBytes, by, type: asBytes.type, at }, type, at };
}

const convertible = (from: Type, to: Type): boolean =>
  from.kind === 'record' &&
  to.kind === 'record' &&
  from.record !== to.record &&
  baseOffset(from.record, to.record) !== undefined;

function convertedReference(
  p: Parser,
  e: Expression,
  type: Type & { readonly kind: 'reference' },
  at: Span,
): Expression {
  const address = convertAny(p, e, type, at);
  return { kind: 'dereference', of: address, type: type.to, at, lvalue: true };
}

export function newExpression(p: Parser): Expression {
  const at = p.next().at;
  let where: Expression | undefined;
  if (p.is('(') && !isTypeBehind(p)) {
    const list = p.parts.list(p);
    [where] = list;
  }
  const bracket = p.take('(');
  const s = p.parts.specifiers(p);
  let type: Type = s.type;
  while (p.take('*')) type = pointerTo(type);
  if (bracket) p.expect(')');
  let count: Expression | undefined;
  const inner: number[] = [];
  while (p.is('[')) {
    p.at++;
    if (count) inner.push(Number(p.parts.constant(p, 'the size of an array') ?? 1n));
    else count = convertAny(p, p.parts.expression(p), long);
    p.expect(']');
  }
  for (const n of inner.toReversed()) type = arrayOf(type, n);
  const size = BigInt(sizeOf(type) ?? 1);
  const elements: Expression = count ?? numberOf(1n, long, { at });
  const bytes: Expression = binary(p, '*', elements, numberOf(size, long, { at }), at);
  const args = p.is('(') || p.is('{') ? p.parts.list(p) : undefined;
  const memory =
    where ??
    allocation(p, bytes, count !== undefined && destructorFor(p, type) !== undefined ? elements : undefined, at);
  const pointer: Expression = { kind: 'convert', of: asValue(memory), type: pointerTo(type), at };
  const fn = type.kind === 'record' ? defaultConstructor(p, type.record) : undefined;
  const initial =
    type.kind === 'record'
      ? count
        ? fn && constructWith(p, fn, type, [], at)
        : construct(p, type, args ?? [], at)
      : args
        ? args[0]
          ? convertAny(p, args[0], type)
          : numberOf(0n, type, { at })
        : undefined;
  if (!initial) return pointer;
  return { kind: 'new', pointer, count, value: initial, of: type, type: pointerTo(type), at };
}

function isTypeBehind(p: Parser): boolean {
  p.at++;
  const yes = p.parts.isType(p);
  p.at--;
  return yes;
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
  const isVirtual = !isArray && destroy?.root !== undefined;
  return {
    kind: 'delete',
    pointer: e,
    destroy,
    ...(isVirtual && { virtualSlot: destroy.root }),
    isArray: isArray && destroy !== undefined,
    release: releaseFunction(p, at),
    type: voidType,
    at,
  };
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

// ---- lambdas ----

export function lambda(p: Parser): Expression {
  const at = p.expect('[').at;
  const record = newRecord('struct', 'lambda', at);
  const scope = new Scope('class', p.scope, `lambda${p.unique()}`);
  Object.assign(record, { name: scope.name });
  const type = recordOf(record);
  setClassInfo(record, emptyClass(scope));
  const layout = new Layout(false, 16);
  const outer = p.fn;
  const parts: { offset: number; type: Type; value: Expression }[] = [];
  const taken = new Map<object, Field>();
  const how = captureList(p);
  const add = (key: object, name: string, value: Expression, byReference: boolean): Field => {
    const known = taken.get(key);
    if (known) return known;
    if (p.fn !== outer && taken.size > 0 && record.complete) p.report(unknownName(name, at));
    const kind: Type = byReference
      ? referenceTo(value.type)
      : value.type.kind === 'array'
        ? value.type
        : unqualified(value.type);
    layout.add({ name, type: kind });
    const field = layout.fields.at(-1)!;
    taken.set(key, field);
    const init = kind.kind === 'array' ? value : convertAny(p, value, kind);
    parts.push({ offset: field.offset, type: byReference ? pointerTo(value.type) : kind, value: init });
    record.fields = layout.fields;
    return field;
  };
  const self = newVariable('this', 'this', at, pointerTo(qualified(type, true)), 'parameter');
  const object: Expression = {
    kind: 'dereference',
    of: { kind: 'variable', variable: self, type: self.type, at, lvalue: true },
    type,
    at,
    lvalue: true,
  };
  for (const named of how.inits) {
    const field = add({}, named.name, named.value, named.byReference);
    scope.names.set(named.name, { kind: 'field', name: field.name, record });
  }
  const captures: FunctionContext['captures'] = {
    record,
    object,
    variable: self,
    take: (v) => {
      const isLocal = v.placement === 'automatic' || v.placement === 'parameter';
      const isOuter = outer && isLocal && (p.fn === outer || v.home !== p.fn) && v !== self;
      if (!isOuter) return undefined;
      if (v.constant !== undefined && isArithmetic(v.type)) return numberOf(v.constant, unqualified(v.type), { at });
      const byReference = how.references.has(v.name) || (how.default === '&' && !how.values.has(v.name));
      const around = p.fn;
      p.fn = outer;
      const value = variableExpression(p, v, at);
      p.fn = around;
      return throughFields(object, [add(v, v.name, value, byReference)], at);
    },
    self: () => {
      const around = p.fn;
      p.fn = outer;
      const mine = thisObject(p, at);
      p.fn = around;
      if (!mine) return undefined;
      const field = add(self, 'this', pointerOf(mine), false);
      const pointer = throughFields(object, [field], at);
      return { kind: 'dereference', of: pointer, type: mine.type, at, lvalue: true };
    },
  };
  const takes = (name: string): boolean =>
    how.default !== undefined || how.references.has(name) || how.values.has(name);
  const fn = lambdaFunction(p, { record, scope, self, captures, at, takes });
  record.fields = layout.fields;
  layout.finish(record, 0, false);
  if (record.size === 0) record.size = 1;
  scope.names.set('operator()', fn);
  return { kind: 'object', initial: { kind: 'list', parts, size: record.size }, type, at, lvalue: true };
}

type CaptureList = {
  readonly default: '=' | '&' | undefined;
  readonly references: Set2;
  readonly values: Set2;
  readonly inits: { name: string; value: Expression; byReference: boolean }[];
};
type Set2 = ReadonlySet<string>;

function captureList(p: Parser): CaptureList {
  const references = new Set<string>();
  const values = new Set<string>();
  const inits: CaptureList['inits'] = [];
  let standard: '=' | '&' | undefined;
  while (!p.is(']') && p.token.kind !== 'end') {
    if (p.is('=') && (p.isAhead(1, ',') || p.isAhead(1, ']'))) {
      standard = '=';
      p.at++;
    } else if (p.is('&') && (p.isAhead(1, ',') || p.isAhead(1, ']'))) {
      standard = '&';
      p.at++;
    } else {
      p.take('*');
      const byReference = p.take('&');
      const name = p.next().text;
      if (p.take('=')) inits.push({ name, value: p.parts.assignment(p), byReference });
      else (byReference ? references : values).add(name);
    }
    if (!p.take(',')) break;
  }
  p.expect(']');
  return { default: standard, references, values, inits };
}

type LambdaParts = {
  readonly record: RecordType;
  /** Whether a variable of that name may be taken. */
  readonly takes: (name: string) => boolean;
  readonly scope: Scope;
  readonly self: VariableSymbol;
  readonly captures: NonNullable<FunctionContext['captures']>;
  readonly at: Span;
};

type Words = globalThis.Set<string>;
type Functions = { readonly kind: 'functions'; readonly list: FunctionSymbol[]; readonly templates: Template[] };

function lambdaFunction(p: Parser, l: LambdaParts): Functions {
  const where: Words = new Set();
  const params = p.is('<') ? p.parts.templateParameters(p) : [];
  lambdaWords(p, where);
  const autos = p.is('(') ? autosAhead(p) : [];
  if (params.length + autos.length > 0) return genericLambda(p, l, params, autos, where);
  const hasParams = p.is('(');
  const d = hasParams ? p.within(l.scope, () => p.parts.declarator(p, voidType)) : undefined;
  const names = d?.params ?? [];
  lambdaWords(p, where);
  const result: Type =
    d?.type.kind === 'function' && d.type.result.kind !== 'void'
      ? d.type.result
      : p.take('->')
        ? p.parts.typeName(p)
        : { kind: 'auto' };
  const isVoid = d !== undefined && p.ahead(-1).text === 'void';
  const type: FunctionType = {
    kind: 'function',
    result: isVoid ? voidType : result,
    params: [l.self.type, ...names.map((n) => n.type)],
    variadic: false,
  };
  const fn: FunctionSymbol = {
    kind: 'function',
    name: 'operator()',
    symbol: `${p.fn?.fn?.symbol ?? ''}.${l.scope.name}@${p.path}`,
    at: l.at,
    type,
    sides: lambdaSides(p, where),
    internal: true,
    inline: true,
    params: [l.self, ...names.map((n) => newVariable(n.name, n.name, n.at, n.type, 'parameter'))],
    body: undefined,
    pending: undefined,
    member: { of: l.record, isStatic: false, isVirtual: false, isConst: true },
  };
  p.parts.methodBody(p, fn, l.scope, l.captures);
  return { kind: 'functions', list: [fn], templates: [] };
}

function lambdaWords(p: Parser, where: Words): void {
  for (;;) {
    if (p.is('__attribute__')) {
      p.at++;
      p.skipBalanced();
    } else if (p.is('__device__') || p.is('__host__') || p.is('mutable') || p.is('constexpr') || p.is('noexcept'))
      where.add(p.next().text);
    else return;
  }
}

function lambdaSides(p: Parser, where: ReadonlySet<string>): FunctionSymbol['sides'] {
  const around = p.fn?.fn?.sides;
  const device = where.has('__device__') || (around ? !around.host || around.device : false);
  const host = where.has('__host__') || !where.has('__device__');
  return { host, device, kernel: false };
}

/** A name for the type of each parameter that is `auto`. */
function autosAhead(p: Parser): string[] {
  const names: string[] = [];
  let depth = 0;
  for (let i = p.at; ; i++) {
    const t = p.tokens[i];
    if (!t || t.kind === 'end') return names;
    if (t.text === '(') depth++;
    if (t.text === ')' && --depth === 0) return names;
    if (t.kind === 'name' && t.text === 'auto' && depth === 1) names.push(`auto ${names.length}`);
  }
}

/** Its function is a template: what its body names of the function around is taken at once. */
function genericLambda(
  p: Parser,
  l: LambdaParts,
  params: readonly TemplateParameter[],
  autos: readonly string[],
  where: Words,
): Functions {
  const bodyAt = p.at;
  const packs = autos.map((_, i) => isPackAuto(p, i));
  if (p.is('(')) p.skipBalanced();
  lambdaWords(p, where);
  if (p.take('->')) while (!p.is('{') && p.token.kind !== 'end') p.at++;
  takeNamed(p, l, bodyAt);
  const template: Template = {
    name: 'operator()',
    what: 'function',
    params: [
      ...params,
      ...autos.map(
        (name, i): TemplateParameter => ({ kind: 'type', name, pack: packs[i]!, typeAt: bodyAt, defaultAt: undefined }),
      ),
    ],
    bodyAt,
    scope: l.scope,
    at: l.at,
    hasBody: true,
    partial: [],
    outside: [],
    types: new Map(),
    functions: new Map(),
    variables: new Map(),
    member: l.record,
    lambda: { autos, captures: l.captures, where },
  };
  return { kind: 'functions', list: [], templates: [template] };
}

/** `auto... xs`, `auto &&... xs` */
function isPackAuto(p: Parser, n: number): boolean {
  let seen = 0;
  for (let i = p.at; p.tokens[i] && p.tokens[i]!.kind !== 'end'; i++) {
    if (p.tokens[i]!.text !== 'auto' || seen++ !== n) continue;
    const next = p.tokens[i + 1]?.text;
    return next === '...' || ((next === '&' || next === '&&') && p.tokens[i + 2]?.text === '...');
  }
  return false;
}

/** Variables of the function around that are named between that token and the end of the body here. */
function takeNamed(p: Parser, l: LambdaParts, from: number): void {
  p.skipBalanced();
  const seen = new Set<string>();
  let needsSelf = false;
  for (let i = from; i < p.at; i++) {
    const t = p.tokens[i]!;
    if (t.kind !== 'name' || seen.has(t.text)) continue;
    seen.add(t.text);
    const before = p.tokens[i - 1]?.text;
    if (before === '.' || before === '->' || before === '::') continue;
    const entity = p.scope.find(t.text);
    if (entity?.kind === 'variable' && entity.constant === undefined && l.takes(entity.name)) l.captures.take(entity);
    if (entity?.kind === 'pack')
      for (const one of entity.list) if (one.kind === 'variable' && l.takes(one.name)) l.captures.take(one);
    needsSelf ||=
      t.text === 'this' ||
      entity?.kind === 'field' ||
      (entity?.kind === 'functions' && entity.list.some((f) => f.member));
  }
  if (needsSelf && l.takes('this')) l.captures.self();
}

/** A variable as an expression: references as what they mean, those of a function around as what a lambda took. */
export function variableExpression(p: Parser, v: VariableSymbol, at: Span): Expression {
  const taken = p.fn?.captures?.take(v);
  if (taken) return taken;
  return throughReference({ kind: 'variable', variable: v, type: v.type, at, lvalue: true });
}

/** A call of a member without arguments; undefined where there is none of that name. */
export function callNamed(p: Parser, of: Expression, name: string, at: Span): Expression | undefined {
  const found = classOf(of.type)?.scope.here(name);
  if (found?.kind !== 'functions') return undefined;
  const fn = choose(
    p,
    { name, list: found.list, templates: found.templates, args: [], hasObject: true },
    [pointerOf(of)],
    at,
  );
  return fn && callMethod(p, fn, of, [], at);
}

export function callFree(p: Parser, name: string, of: Expression, at: Span): Expression | undefined {
  const set = freeFunctions(p, name, [of]);
  const [fn] = bestOf(p, { name, ...set, args: [] }, [of]);
  return fn && callFunction(p, fn, [of], at);
}

export function operate(p: Parser, op: '!=' | '*', operands: readonly Expression[], at: Span): Expression {
  const [first, second] = operands;
  return op === '*' || !second ? unaryAny(p, '*', first!, at) : binaryAny(p, op, first!, second, at);
}
