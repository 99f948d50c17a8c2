/** Objects of classes: how they are made, copied, assigned, converted and destroyed. */
import type { Span } from '../../../base/source.ts';
import { badInitialiser, noMatch, unlikeTypes } from '../errors.ts';
import type { Expression, FunctionSymbol, Initial, Statement, VariableSymbol } from '../tree.ts';
import {
  type Field,
  type FunctionType,
  long,
  pointerTo,
  qualified,
  type RecordType,
  recordOf,
  referenceTo,
  sameType,
  showType,
  sizeOf,
  type Type,
  ulong,
  unknown,
  unqualified,
  voidType,
  withoutReference,
} from '../types.ts';
import { baseOffset, classInfo, destructorOf, isCopyOf, isPlainCopy, isThroughVirtual } from './class-info.ts';
import { asValue, castTo, implicitly } from './convert.ts';
import { markInMemory } from './in-memory.ts';
import { missingDefaults } from './initialise.ts';
import { isNew } from './operators.ts';
import { bestOf, functionMade } from './overloads.ts';
import type { Parser } from './parser.ts';
import { bestConversion, isMoved, listConstructor, listElement, withBraces } from './rank.ts';
import type { Template } from './scope.ts';
import { checkDeleted } from './sides.ts';
import { newVariable } from './variables.ts';
import { isPolymorphic, setTables, tableField } from './virtuals.ts';
import { settled } from './whole-objects.ts';

/** `T(args)` of a class. */
export function construct(p: Parser, type: Type, given: readonly Expression[], at: Span): Expression {
  const args = given.map((a) => functionMade(p, a));
  const plain = unqualified(type);
  if (plain.kind !== 'record') return args[0] ?? { kind: 'number', value: 0n, type: plain, at };
  const info = classInfo(plain.record);
  const [first] = args;
  if (args.length === 1 && first && isOwn(first, plain.record)) {
    const same = copied(p, first, plain, at);
    if (same) return same;
  }
  const own: Expression = selfOf(plain, at);
  if (info && info.constructors.length + info.constructorTemplates.length > 0) {
    const set = { name: plain.record.name, list: info.constructors, templates: info.constructorTemplates, args: [] };
    const best = bestOf(p, set, [own, ...args]);
    const [fn] = best;
    // What a conversion function gives is the object itself ([over.best.ics]/4).
    const given =
      fn && args.length === 1 && first && takesOwn(fn, plain.record) ? converted(p, first, plain) : undefined;
    if (given) return given;
    if (fn) return constructWith(p, fn, plain, args, at);
    if (args.length === 1 && first) {
      const made = converted(p, first, plain);
      if (made) return made;
    }
    p.report(
      noMatch(
        plain.record.name,
        args.map((a) => showType(a.type)),
        at,
      ),
    );
    return { kind: 'object', initial: nothing(plain), type: plain, at, lvalue: true };
  }
  if (args.length === 0) return defaulted(p, plain, at);
  const made = args.length === 1 && first ? converted(p, first, plain) : undefined;
  if (made) return made;
  return aggregate(p, plain, args, at);
}

/** A constructor that copies or moves. */
function takesOwn(fn: FunctionSymbol, record: RecordType): boolean {
  const param = fn.type.params[1];
  return param?.kind === 'reference' && param.to.kind === 'record' && param.to.record === record;
}

/** `T{a, b}` */
export function constructBraces(p: Parser, type: Type, items: readonly Expression[], at: Span): Expression {
  const plain = unqualified(type);
  const of = listElement(plain);
  if (of) return listObject(p, plain, of, items, at);
  if (plain.kind === 'array') return arrayObject(p, plain, items, at);
  if (plain.kind !== 'record') {
    const [only] = items;
    return only
      ? convertAny(p, only, plain, at)
      : { kind: 'number', value: plain.kind === 'float' ? 0 : 0n, type: plain, at };
  }
  const info = classInfo(plain.record);
  const hasAny = info !== undefined && info.constructors.length + info.constructorTemplates.length > 0;
  const [only] = items;
  const isCopy = items.length === 1 && only !== undefined && isOwn(only, plain.record);
  if (items.length > 0 && !isCopy) {
    const fn = listConstructor(p, plain.record, items);
    if (fn) return constructWith(p, fn, plain, [{ kind: 'braces', items, type: unknown, at }], at);
  }
  // Without a constructor for nothing an empty list is meant ([dcl.init.list], 3.4 and 3.6).
  const empty = items.length === 0 && hasAny && !p.parts.takes(p, plain.record, []);
  const fn = empty ? listConstructor(p, plain.record, items) : undefined;
  if (fn) return constructWith(p, fn, plain, [{ kind: 'braces', items, type: unknown, at }], at);
  if (hasAny || isCopy || items.length === 0) return construct(p, plain, items, at);
  return aggregate(p, plain, items, at);
}

/** A std::initializer_list: where its elements lie, and how many they are. */
function listObject(p: Parser, type: Type, of: Type, items: readonly Expression[], at: Span): Expression {
  const whole: Type = { kind: 'array', of, count: Math.max(1, items.length) };
  const array = { ...arrayObject(p, whole, items, at), lasts: true } as const;
  const first: Expression = { kind: 'address', of: array, type: pointerTo(of), at };
  const count: Expression = { kind: 'number', value: BigInt(items.length), type: ulong, at };
  const parts = [
    { offset: 0, type: pointerTo(of), value: first },
    { offset: 8, type: ulong, value: count },
  ];
  return { kind: 'object', initial: { kind: 'list', parts, size: 16 }, type, at, lvalue: true };
}

function arrayObject(
  p: Parser,
  type: Type & { readonly kind: 'array' },
  given: readonly Expression[],
  at: Span,
): Expression & { readonly kind: 'object' } {
  const items = withBraces(p, type, given) ?? given;
  const each = sizeOf(type.of) ?? 1;
  const parts = items.map((item, i) => ({ offset: i * each, type: type.of, value: convertAny(p, item, type.of) }));
  return { kind: 'object', initial: { kind: 'list', parts, size: sizeOf(type) ?? 0 }, type, at, lvalue: true };
}

function isOwn(e: Expression, record: RecordType): boolean {
  return e.type.kind === 'record' && baseOffset(e.type.record, record) !== undefined;
}

const nothing = (type: Type): Initial => ({ kind: 'list', parts: [], size: sizeOf(type) ?? 0 });

/** Stands for the address of the object that is made. */
function selfOf(type: Type, at: Span): Expression {
  return { kind: 'number', value: 0n, type: pointerTo(type), at };
}

export function constructWith(
  p: Parser,
  fn: FunctionSymbol,
  type: Type,
  args: readonly Expression[],
  at: Span,
): Expression {
  checkDeleted(p, fn, at);
  p.needs(fn);
  const defaults = fn.defaults?.slice(args.length + 1) ?? [];
  const all = [...args, ...defaults.flatMap((d) => (d ? [d()] : []))];
  const fitted = all.map((a, i) => {
    const param = fn.type.params[i + 1];
    return param ? convertAny(p, a, param, a.at) : asValue(a);
  });
  return { kind: 'construct', fn, args: fitted, type, at, lvalue: true };
}

/** A copy of an object of the class; temporaries are taken as they are. Undefined: a constructor of the program does it. */
function copied(p: Parser, e: Expression, type: Type & { readonly kind: 'record' }, at: Span): Expression | undefined {
  const source = upcast(e, type.record);
  if (isNew(source) && !e.expiring) return source;
  if (isPlainCopy(type)) return source;
  const info = classInfo(type.record);
  if (info?.constructors.some((c) => isCopyOf(c, type.record))) return undefined;
  return constructWith(p, implicitCopy(p, type.record, isTaken(source)), type, [source], at);
}

/** Nobody looks at it again. */
const isTaken = (e: Expression): boolean => !e.lvalue || e.expiring === true || isMoved(e);

/** The base part of it. */
export function upcast(e: Expression, record: RecordType): Expression {
  if (e.type.kind !== 'record' || e.type.record === record) return e;
  for (const field of e.type.record.fields) {
    if (!field.base || field.type.kind !== 'record' || baseOffset(field.type.record, record) === undefined) continue;
    const type = qualified(field.type, e.type.const === true);
    return upcast(
      {
        kind: 'member',
        of: e,
        field,
        type,
        at: e.at,
        ...(e.lvalue && { lvalue: true }),
        ...(e.expiring && { expiring: true }),
      },
      record,
    );
  }
  return e;
}

/** An object that nothing is said of. */
export function defaulted(p: Parser, type: Type, at: Span): Expression {
  if (type.kind !== 'record') return { kind: 'object', initial: nothing(type), type, at, lvalue: true };
  const fn = defaultConstructor(p, type.record);
  if (fn) return constructWith(p, fn, type, [], at);
  const parts = missingDefaults(p, type, 0, []);
  return { kind: 'object', initial: { kind: 'list', parts, size: sizeOf(type) ?? 0 }, type, at, lvalue: true };
}

/** Undefined: its memory is left as it is. */
export function defaultConstructor(p: Parser, record: RecordType): FunctionSymbol | undefined {
  const info = classInfo(record);
  if (!info) return undefined;
  const own = info.constructors.find(
    (c) => c.type.params.length === 1 || c.defaults?.slice(1).every((d) => d !== undefined),
  );
  if (own) return own;
  if (info.constructors.length > 0 || record.kind === 'union') return undefined;
  if (!isPolymorphic(record) && !record.fields.some((f) => needsMaking(p, f))) return undefined;
  return implicit(p, record, 'constructor', [], (self) => memberDefaults(p, record, self));
}

function needsMaking(p: Parser, f: Field): boolean {
  if (f.defaultAt !== undefined) return true;
  let type = f.type;
  while (type.kind === 'array') type = type.of;
  return type.kind === 'record' && defaultConstructor(p, type.record) !== undefined;
}

/** First values of the parts of an object that nobody says anything of. */
export function memberDefaults(p: Parser, record: RecordType, self: Expression): Statement[] {
  return wholeMade(p, record, self, (list) => list.flatMap((field) => fieldDefault(p, record, self, field)));
}

export const virtualFields = (record: RecordType): Field[] => record.virtualBases.map((v) => v.field);

/** The parts of an object in their order: virtual bases, other bases, the tables, members. */
export function wholeMade(
  p: Parser,
  record: RecordType,
  self: Expression,
  made: (fields: readonly Field[]) => Statement[],
): Statement[] {
  const virtual = made(virtualFields(record)).map((s) => (s.kind === 'place' ? { ...s, onlyWhole: true } : s));
  const bases = made(record.fields.filter((f) => f.base && f.virtual === undefined));
  const tables = setTables(p, record, self);
  // What the arguments of bases ask of virtual bases needs the tables too.
  const first = record.virtualBases.length > 0 ? tables : [];
  const members = made(record.fields.filter((f) => !f.base && f.name !== tableField));
  return settled(p, [...virtual, ...first, ...bases, ...tables, ...members], record);
}

export function fieldDefault(p: Parser, record: RecordType, self: Expression, field: Field): Statement[] {
  const to: Expression = { kind: 'member', of: self, field, type: field.type, at: self.at, lvalue: true };
  if (field.defaultAt !== undefined) {
    const initial = p.elsewhere(
      field.defaultAt,
      classInfo(record)?.scope ?? p.scope,
      () => p.parts.initialiser(p, field.type).initial,
    );
    return [{ kind: 'place', place: to, initial, at: self.at }];
  }
  let type = field.type;
  while (type.kind === 'array') type = type.of;
  if (type.kind !== 'record') return [];
  if (field.anonymous) return [];
  const fn = defaultConstructor(p, type.record);
  if (!fn) return [];
  const value = constructWith(p, fn, type, [], self.at);
  return [{ kind: 'place', place: to, initial: { kind: 'each', value, of: type }, at: self.at }];
}

/** Member by member; of a value that may be taken each member is taken. */
export function implicitCopy(p: Parser, record: RecordType, expiring: boolean): FunctionSymbol {
  const type = recordOf(record);
  const param = expiring ? referenceTo(type, true) : referenceTo(qualified(type, true));
  return implicit(p, record, expiring ? 'move' : 'copy', [param], (self, [from]) => {
    if (record.kind === 'union') return [{ kind: 'expression', value: plainAssign(self, from!), at: self.at }];
    return wholeMade(p, record, self, (list) =>
      list.map((field): Statement => {
        const at = self.at;
        const to: Expression = { kind: 'member', of: self, field, type: field.type, at, lvalue: true };
        const value = { ...partOf(from!, field), ...(expiring && { expiring }) };
        return { kind: 'place', place: to, initial: copyOf(p, field.type, value), at };
      }),
    );
  });
}

/** A member, or a base, of any object of the class. */
function partOf(of: Expression, field: Field): Expression {
  if (field.base && field.type.kind === 'record') return upcast(of, field.type.record);
  return { kind: 'member', of, field, type: field.type, at: of.at, lvalue: true };
}

const plainAssign = (to: Expression, from: Expression): Expression => ({
  kind: 'assign',
  to,
  value: from,
  type: unqualified(to.type),
  at: to.at,
});

/** A first value from one of the same type; arrays element by element. */
function copyOf(p: Parser, type: Type, value: Expression): Initial {
  if (type.kind === 'record') return { kind: 'value', value: construct(p, type, [value], value.at) };
  if (type.kind !== 'array' || isPlainCopy(type)) return { kind: 'value', value };
  const each = sizeOf(type.of) ?? 0;
  const parts = Array.from({ length: type.count ?? 0 }, (_, i) => {
    const index: Expression = { kind: 'number', value: BigInt(i), type: long, at: value.at };
    const first: Expression = { kind: 'address', of: value, type: pointerTo(type.of), at: value.at };
    const element: Expression = {
      kind: 'dereference',
      of: { kind: 'move', pointer: first, by: index, type: first.type, at: value.at },
      type: type.of,
      at: value.at,
      lvalue: true,
      ...(value.expiring && { expiring: true }),
    };
    const made = copyOf(p, type.of, element);
    return { offset: i * each, type: type.of, value: made.kind === 'value' ? made.value : element };
  });
  return { kind: 'list', parts, size: sizeOf(type) ?? 0 };
}

const assignmentOf = (record: RecordType): readonly FunctionSymbol[] =>
  classInfo(record)?.methods.filter((m) => m.name === 'operator=' && isCopyOf(m, record)) ?? [];

/** Memberwise, where a member has an operator of its own. */
export function implicitAssignment(p: Parser, record: RecordType, expiring: boolean): FunctionSymbol | undefined {
  const special = (t: Type): boolean => {
    if (t.kind === 'array') return special(t.of);
    if (t.kind !== 'record') return false;
    return isPolymorphic(t.record) || assignmentOf(t.record).length > 0 || t.record.fields.some((f) => special(f.type));
  };
  if (!isPolymorphic(record) && !record.fields.some((f) => special(f.type))) return undefined;
  const type = recordOf(record);
  const param = expiring ? referenceTo(type, true) : referenceTo(qualified(type, true));
  return implicit(p, record, expiring ? 'move assignment' : 'assignment', [param], (self, [from]) =>
    record.fields
      .filter((f) => f.name !== tableField)
      .map((field): Statement => {
        const at = self.at;
        const to: Expression = { kind: 'member', of: self, field, type: unqualified(field.type), at, lvalue: true };
        const value: Expression = {
          kind: 'member',
          of: from!,
          field,
          type: field.type,
          at,
          lvalue: true,
          ...(expiring && { expiring }),
        };
        if (field.type.kind === 'array' && isPlainCopy(field.type) && !special(field.type))
          return { kind: 'place', place: to, initial: { kind: 'value', value }, at };
        if (field.type.kind === 'array') return { kind: 'block', body: elementwise(p, to, value), at };
        return { kind: 'expression', value: p.parts.assignTo(p, to, value, at), at };
      }),
  );
}

function elementwise(p: Parser, to: Expression, from: Expression): Statement[] {
  if (to.type.kind !== 'array') return [];
  const element = (e: Expression, i: number, of: Type): Expression => {
    const first: Expression = { kind: 'address', of: e, type: pointerTo(of), at: e.at };
    const by: Expression = { kind: 'number', value: BigInt(i), type: long, at: e.at };
    return {
      kind: 'dereference',
      of: { kind: 'move', pointer: first, by, type: first.type, at: e.at },
      type: of,
      at: e.at,
      lvalue: true,
    };
  };
  const { of, count } = to.type;
  return Array.from({ length: count ?? 0 }, (_, i): Statement => {
    const value = p.parts.assignTo(p, element(to, i, unqualified(of)), element(from, i, of), to.at);
    return { kind: 'expression', value, at: to.at };
  });
}

/** Destroys the members; undefined where none needs it. */
export function destructorFor(p: Parser, type: Type): FunctionSymbol | undefined {
  if (type.kind === 'array') return destructorFor(p, type.of);
  if (type.kind !== 'record') return undefined;
  const own = destructorOf(type);
  if (own) return own;
  const { record } = type;
  if (!record.fields.some((f) => destructorFor(p, f.type))) return undefined;
  return implicit(p, record, 'destructor', [], (self) => memberDestructions(p, record, self));
}

export function memberDestructions(p: Parser, record: RecordType, self: Expression): Statement[] {
  const ended = (list: readonly Field[], onlyWhole: boolean): Statement[] =>
    list.toReversed().flatMap((field): Statement[] => {
      const fn = destructorFor(p, field.type);
      if (!fn) return [];
      const of: Expression = { kind: 'member', of: self, field, type: field.type, at: self.at, lvalue: true };
      return [{ kind: 'destroy', place: of, fn, at: self.at, ...(onlyWhole && { onlyWhole }) }];
    });
  const own = record.fields.filter((f) => f.virtual === undefined);
  const bases = own.filter((f) => f.base);
  const members = own.filter((f) => !f.base);
  const all = [...ended(members, false), ...ended(bases, false), ...ended(virtualFields(record), true)];
  return settled(p, all, record);
}

const implicits = new WeakMap<RecordType, Map<string, FunctionSymbol>>();

function implicit(
  p: Parser,
  record: RecordType,
  what: string,
  params: readonly Type[],
  body: (self: Expression, given: readonly Expression[]) => Statement[],
): FunctionSymbol {
  const known = implicits.get(record) ?? new Map<string, FunctionSymbol>();
  implicits.set(record, known);
  const before = known.get(what);
  if (before) return before;
  const { at } = record;
  const selfType = pointerTo(recordOf(record));
  const variables = [selfType, ...params].map(
    (type, i): VariableSymbol => newVariable(i === 0 ? 'this' : `p${i}`, `p${i}`, at, type, 'parameter'),
  );
  const fn: FunctionSymbol = {
    kind: 'function',
    name: what.endsWith('assignment') ? 'operator=' : record.name,
    symbol: `${record.name}.${record.id}.${what}@${p.path}`,
    at,
    type: { kind: 'function', result: voidType, params: [selfType, ...params], variadic: false },
    sides: { host: true, device: true, kernel: false },
    internal: true,
    inline: true,
    params: variables,
    body: undefined,
    pending: undefined,
    member: { of: record, isStatic: false, isVirtual: false, isConst: false },
    isImplicit: true,
    ...(makes.has(what) && { role: 'constructor' as const }),
  };
  known.set(what, fn);
  const pointed = (v: VariableSymbol): Expression => {
    const to = v.type.kind === 'pointer' || v.type.kind === 'reference' ? v.type.to : v.type;
    return {
      kind: 'dereference',
      of: { kind: 'variable', variable: v, type: pointerTo(to), at, lvalue: true },
      type: to,
      at,
      lvalue: true,
    };
  };
  const [self, ...others] = variables.map(pointed);
  const list = copies.has(what) ? p.attempt(() => body(self!, others)) : body(self!, others);
  fn.deleted = list === undefined;
  fn.body = { kind: 'block', body: list ?? [], at };
  return fn;
}

const makes: ReadonlySet<string> = new Set(['constructor', 'copy', 'move']);
/** Where a part of the class has none the class has none either. */
const copies: ReadonlySet<string> = new Set(['copy', 'move', 'assignment', 'move assignment']);

/** Members in their order from what stands in brackets. */
function aggregate(
  p: Parser,
  type: Type & { readonly kind: 'record' },
  given: readonly Expression[],
  at: Span,
): Expression {
  const { fields } = type.record;
  const args = withBraces(p, type, given) ?? given;
  if (args.length > fields.length) p.report(badInitialiser(showType(type), at));
  const parts = args.slice(0, fields.length).map((a, i) => ({
    offset: fields[i]!.offset,
    type: fields[i]!.type,
    value: convertAny(p, a, fields[i]!.type, a.at),
  }));
  const all = [...parts, ...missingDefaults(p, type, 0, parts)];
  return { kind: 'object', initial: { kind: 'list', parts: all, size: sizeOf(type) ?? 0 }, type, at, lvalue: true };
}

/** By a conversion that the value's class has; undefined where there is none. */
export function converted(p: Parser, e: Expression, to: Type): Expression | undefined {
  if (e.type.kind !== 'record') return undefined;
  const best = bestConversion(p, e, e.type.record, to, () => true);
  if (!best) return undefined;
  const value = p.parts.method(p, best.fn, e, [], e.at);
  return sameType(unqualified(value.type), unqualified(to)) ? value : castTo(p, value, to, e.at);
}

/** As the type takes it: references, classes and plain values. */
export function convertAny(p: Parser, e: Expression, to: Type, at: Span = e.at): Expression {
  if (e.kind === 'braces') {
    const made = constructBraces(p, to.kind === 'reference' ? to.to : to, e.items, at);
    return to.kind === 'reference' ? bind(p, made, to, at) : made;
  }
  if (e.kind === 'overloads' && withoutReference(to).kind === 'record') {
    const made = functionMade(p, e);
    if (made.kind !== 'overloads') return convertAny(p, made, to, at);
  }
  if (e.kind === 'overloads') {
    const target = withoutReference(to);
    return p.parts.methodOfType(p, e, target) ?? resolved(p, e, target) ?? unresolved(p, e, target, at);
  }
  if (to.kind === 'unknown' || e.type.kind === 'unknown') return e;
  if (to.kind === 'reference') return bind(p, e, to, at);
  const type = unqualified(to);
  if (type.kind === 'record') {
    if (e.kind === 'construct' && sameType(unqualified(e.type), type)) return e;
    return construct(p, type, [e], at);
  }
  if (e.type.kind === 'record') {
    const made = converted(p, e, type) ?? asFunction(p, e.type.record, type, at);
    if (made) return made;
  }
  const v = asValue(e);
  if (
    type.kind === 'pointer' &&
    v.type.kind === 'pointer' &&
    type.to.kind === 'record' &&
    v.type.to.kind === 'record' &&
    type.to.record !== v.type.to.record
  ) {
    const offset = baseOffset(v.type.to.record, type.to.record);
    if (offset !== undefined && (!v.type.to.const || type.to.const)) {
      const { record } = type.to;
      const from = v.type.to;
      const up = (pointer: Expression): Expression => {
        const place: Expression = { kind: 'dereference', of: pointer, type: from, at, lvalue: true };
        return { kind: 'address', of: upcast(place, record), type, at };
      };
      return offset === 0 && !isThroughVirtual(from.record, record) ? up(v) : unlessNull(p, v, type, up);
    }
  }
  const made = implicitly(v, type, true);
  if (made) return made;
  p.report(unlikeTypes(showType(e.type), showType(to), at));
  return { kind: 'number', value: 0n, type: { kind: 'unknown' }, at };
}

/** Null stays null where another place of the object is meant. */
export function unlessNull(
  p: Parser,
  pointer: Expression,
  type: Type,
  moved: (pointer: Expression) => Expression,
): Expression {
  if (pointer.kind === 'address' || (pointer.kind === 'variable' && pointer.variable === p.fn?.self))
    return moved(pointer);
  const { at } = pointer;
  const isPlain = pointer.kind === 'variable' && pointer.variable.type.kind === 'pointer';
  const v = newVariable('from', 'from', at, unqualified(pointer.type), 'automatic');
  Object.assign(v, { home: p.fn, initial: { kind: 'value', value: pointer } });
  const own: Expression = isPlain ? pointer : { kind: 'variable', variable: v, type: v.type, at, lvalue: true };
  const otherwise: Expression = { kind: 'convert', of: { kind: 'number', value: 0n, type: long, at }, type, at };
  const value: Expression = { kind: 'conditional', condition: own, then: moved(own), otherwise, type, at };
  if (isPlain || !p.fn) return value;
  return { kind: 'statements', body: [{ kind: 'variable', variable: v, at }], value, type, at };
}

/** The function of that name that has the type. */
function resolved(p: Parser, e: Expression & { readonly kind: 'overloads' }, to: Type): Expression | undefined {
  const wanted = to.kind === 'pointer' ? to.to : to;
  const fn =
    e.list.find((f) => sameType(f.type, wanted)) ??
    (wanted.kind === 'function' ? fromTemplates(p, e, wanted) : undefined) ??
    (e.list.length === 1 ? e.list[0] : undefined);
  if (!fn) return undefined;
  fn.pending?.();
  return {
    kind: 'address',
    of: { kind: 'function', fn, type: fn.type, at: e.at, lvalue: true },
    type: pointerTo(fn.type),
    at: e.at,
  };
}

/** A pointer to a function is told that there is none of its type; what else the name may become is seen later. */
function unresolved(p: Parser, e: Expression & { readonly kind: 'overloads' }, to: Type, at: Span): Expression {
  if (to.kind !== 'pointer' || to.to.kind !== 'function') return e;
  p.report(noMatch(e.name, to.to.params.map(showType), at));
  return { kind: 'number', value: 0n, type: unknown, at };
}

/** A lambda that takes nothing of what is around it as a function of its own. */
function asFunction(p: Parser, record: RecordType, to: Type, at: Span): Expression | undefined {
  if (to.kind !== 'pointer' || to.to.kind !== 'function' || record.fields.length > 0) return undefined;
  const found = classInfo(record)?.scope.here('operator()');
  const own = found?.kind === 'functions' ? found.list[0] : undefined;
  if (!own) return undefined;
  own.pending?.();
  const [self, ...params] = own.params;
  const variables = params.map((v) => newVariable(v.name, v.name, v.at, v.type, 'parameter'));
  for (const v of variables) v.inMemory = v.type.kind === 'record';
  const args = variables.map((v): Expression => {
    const type = v.type.kind === 'reference' ? pointerTo(v.type.to) : v.type;
    return { kind: 'variable', variable: v, type, at, lvalue: true };
  });
  const nobody: Expression = { kind: 'number', value: 0n, type: self?.type ?? pointerTo(voidType), at };
  const { result } = own.type;
  const type: FunctionType = { ...own.type, params: params.map((v) => v.type) };
  const callee: Expression = { kind: 'function', fn: own, type: own.type, at, lvalue: true };
  const of = result.kind === 'reference' ? pointerTo(result.to) : unqualified(result);
  const call: Expression = { kind: 'call', callee, args: [nobody, ...args], type: of, at };
  const isVoid = result.kind === 'void';
  const fn: FunctionSymbol = {
    ...own,
    symbol: `${own.symbol}.plain`,
    type,
    params: variables,
    body: {
      kind: 'block',
      body: isVoid ? [{ kind: 'expression', value: call, at }] : [{ kind: 'return', value: call, at }],
      at,
    },
    pending: undefined,
  };
  void p;
  Object.assign(fn, { member: undefined });
  const place: Expression = { kind: 'function', fn, type, at, lvalue: true };
  return { kind: 'address', of: place, type: pointerTo(type), at };
}

function fromTemplates(
  p: Parser,
  e: Expression & { readonly kind: 'overloads' },
  wanted: FunctionType,
): FunctionSymbol | undefined {
  const args = wanted.params.map(
    (type): Expression => ({ kind: 'number', value: 0n, type: withoutReference(type), at: e.at, lvalue: true }),
  );
  const set = { name: e.name, list: [], templates: e.templates as readonly Template[], args: e.args };
  return e.templates.length > 0 ? bestOf(p, set, args)[0] : undefined;
}

/** A reference is the address of what it means; a value gets memory of its own. */
export function bind(p: Parser, e: Expression, to: Type & { readonly kind: 'reference' }, at: Span): Expression {
  const target = to.to;
  const address = (of: Expression): Expression => {
    markInMemory(of);
    return { kind: 'address', of, type: pointerTo(target), at };
  };
  if (target.kind === 'function') return { ...asValue(e), type: pointerTo(target) };
  const same =
    sameType(unqualified(e.type), unqualified(target)) || (e.type.kind === 'array' && target.kind === 'array');
  if (e.lvalue && same && (target.const || !e.type.const || to.rvalue || e.kind === 'object' || e.kind === 'construct'))
    return address(e);
  if (e.type.kind === 'record' && target.kind === 'record' && baseOffset(e.type.record, target.record) !== undefined)
    return address(upcast(place(e), target.record));
  if (e.lvalue && !target.const && !to.rvalue && !isMoved(e)) {
    p.report(unlikeTypes(showType(e.type), showType(to), at));
    return address(e);
  }
  if (!target.const && !to.rvalue && e.type.kind !== 'unknown') {
    p.report(unlikeTypes(`temporary ${showType(e.type)}`, showType(to), at));
    return address(place(e));
  }
  const value = convertAny(p, e, unqualified(target), at);
  if (value.kind === 'construct' || value.kind === 'object') return address(value);
  return address({ kind: 'object', initial: { kind: 'value', value }, type: unqualified(target), at, lvalue: true });
}

function place(e: Expression): Expression {
  if (e.lvalue) return e;
  return { kind: 'object', initial: { kind: 'value', value: e }, type: e.type, at: e.at, lvalue: true };
}
