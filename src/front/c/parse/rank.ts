/** How well an argument fits a parameter: 0 exact, 1 promotion, 2 conversion, 3 by a class, 4 `...`. */
import type { Expression, FunctionSymbol } from '../tree.ts';
import { isReal, type RecordType, rankOf, sameType, type Type, unknown, unqualified } from '../types.ts';
import { baseOffset, classInfo, conversionsOf, madeFor } from './class-info.ts';
import { asValue, implicitly, promoted } from './convert.ts';
import type { Parser } from './parser.ts';

/** Undefined: it does not. Fractions tell apart what is otherwise alike: const added, an rvalue to an rvalue reference. */
export function rank(p: Parser, e: Expression, to: Type): number | undefined {
  if (e.kind === 'braces') return rankBraces(p, e.items, to);
  if (e.kind === 'overloads') return rankOverloads(p, e, to);
  if (to.kind === 'unknown' || e.type.kind === 'unknown') return 0;
  if (to.kind === 'reference') return rankReference(p, e, to);
  return rankValue(p, e, to);
}

/** A set of functions fits where one of them has the type. */
function rankOverloads(p: Parser, e: Expression & { readonly kind: 'overloads' }, to: Type): number | undefined {
  const target = to.kind === 'reference' ? to.to : to;
  if (e.ofMember && target.kind !== 'unknown') return p.parts.methodOfType(p, e, target) ? 0 : undefined;
  const wanted = target.kind === 'pointer' ? target.to : target;
  if (wanted.kind !== 'function') return target.kind === 'record' || target.kind === 'bool' ? 3 : 0;
  return e.list.some((f) => sameType(f.type, wanted)) || e.templates.length > 0 ? 0 : undefined;
}

function rankReference(p: Parser, e: Expression, to: Type & { readonly kind: 'reference' }): number | undefined {
  const target = to.to;
  const isTemporary = isValue(e);
  const same = sameType(unqualified(e.type), unqualified(target), target.kind === 'pointer');
  const base =
    e.type.kind === 'record' && target.kind === 'record' ? baseOffset(e.type.record, target.record) : undefined;
  const keepsConst = target.const === true || !e.type.const || isTemporary;
  if (same || (base !== undefined && base >= 0)) {
    const distance = same ? 0 : 2 + toBase(e.type, target);
    if (to.rvalue) return isTemporary || isMoved(e) ? distance : undefined;
    if (isTemporary || isMoved(e)) return target.const ? distance + 0.2 : undefined;
    if (!keepsConst) return undefined;
    return distance + (target.const && !e.type.const ? 0.1 : 0);
  }
  if (!to.rvalue && !target.const) return undefined;
  const value = rankValue(p, e, target);
  return value === undefined || to.rvalue ? value : value + 0.2;
}

/** A near base is the better match. */
function toBase(from: Type, to: Type): number {
  return from.kind === 'record' && to.kind === 'record' ? levels(from.record, to.record) / 1000 : 0;
}

function levels(record: RecordType, base: RecordType): number {
  if (record === base) return 0;
  const bases = (classInfo(record)?.bases ?? []).filter((b) => baseOffset(b, base) !== undefined);
  return 1 + Math.min(...bases.map((b) => levels(b, base)));
}

/** No place that somebody may look at again. */
export const isValue = (e: Expression): boolean =>
  !e.lvalue || e.kind === 'object' || e.kind === 'construct' || e.expiring === true || isMoved(e);

/** What std::move gave: a place whose value may be taken. */
export const isMoved = (e: Expression): boolean => e.kind === 'dereference' && givesMoved(e.of);

const givesMoved = (e: Expression): boolean =>
  e.kind === 'call' &&
  e.callee.kind === 'function' &&
  e.callee.fn.type.result.kind === 'reference' &&
  e.callee.fn.type.result.rvalue;

/** The same of an object whose address is given, as `this`. */
export const isAddressOfValue = (e: Expression): boolean => (e.kind === 'address' ? isValue(e.of) : givesMoved(e));

function rankValue(p: Parser, e: Expression, to: Type): number | undefined {
  const v = asValue(e);
  const from = unqualified(v.type);
  const type = unqualified(to);
  if (sameType(from, type, true)) return 0;
  if (from.kind === 'record' || type.kind === 'record') return rankClass(p, v, from, type);
  if (from.kind === 'pointer' && type.kind === 'pointer' && sameType(unqualified(from.to), unqualified(type.to)))
    return implicitly(v, type, true) ? 0.5 : undefined;
  if (
    from.kind === 'pointer' &&
    type.kind === 'pointer' &&
    from.to.kind === 'record' &&
    type.to.kind === 'record' &&
    baseOffset(from.to.record, type.to.record) !== undefined
  )
    return from.to.const && !type.to.const
      ? undefined
      : 2 + toBase(from.to, type.to) + (type.to.const && !from.to.const ? 0.1 : 0);
  if (!implicitly(v, type, true)) return undefined;
  if (from.kind === 'pointer' && type.kind === 'pointer' && type.to.kind === 'void')
    // Of functions only where nothing else is there: C++ does not know it.
    return from.to.kind === 'function' ? 4.5 : type.to.const && !from.to.const ? 2.4 : 2.3;
  if (sameType(promoted(from), type) && from.kind !== 'pointer') return 1;
  if (from.kind === 'float' && type.kind === 'float' && from.bytes < type.bytes && type.bytes === 8) return 1;
  if (isReal(from) !== isReal(type)) return 2.1;
  return type.kind === 'bool' ? 2.5 : 2 + (rankOf(type) > 3 ? 0 : 0.01);
}

function rankClass(p: Parser, e: Expression, from: Type, type: Type): number | undefined {
  if (type.kind === 'record' && from.kind === 'record') {
    if (from.record === type.record) return 0;
    if (baseOffset(from.record, type.record) !== undefined) return 2 + toBase(from, type);
  }
  if (type.kind === 'record') {
    const fits = classInfo(type.record)?.constructors.some((c) => {
      if (c.explicit || c.type.params.length < 2) return false;
      const param = c.type.params[1]!;
      const to = param.kind === 'reference' ? param.to : param;
      if (to.kind === 'record' && to.record === type.record) return false;
      const others = c.type.params.slice(2);
      return (
        rankWithout(e, param) !== undefined &&
        (others.length === 0 || c.defaults?.slice(2).every((d) => d !== undefined) === true)
      );
    });
    if (fits || hasTemplateFor(p, e, type.record)) return 3;
  }
  if (
    from.kind === 'record' &&
    type.kind === 'pointer' &&
    type.to.kind === 'function' &&
    from.record.fields.length === 0
  )
    return classInfo(from.record)?.scope.names.has('operator()') ? 3 : undefined;
  return from.kind === 'record' ? rankConversions(p, e, from.record, type) : undefined;
}

/** By a conversion function; what its result needs on top tells apart parameters that are reached by the same one ([over.ics.rank]). */
function rankConversions(p: Parser, e: Expression, from: RecordType, type: Type): number | undefined {
  const best = bestConversion(p, e, from, type, (fn) => !fn.explicit);
  return best && 3 + best.rank / 10;
}

/** The conversion function that is called: the object it takes decides before what it gives does ([over.match.best]). */
export function bestConversion(
  p: Parser,
  e: Expression,
  from: RecordType,
  to: Type,
  may: (fn: FunctionSymbol) => boolean,
): { readonly fn: FunctionSymbol; readonly rank: number } | undefined {
  const type = unqualified(to);
  const isConst = e.type.const === true;
  const found = conversionsOf(from).flatMap((fn) => {
    const { result } = fn.type;
    if (!may(fn) || rankWithout({ ...e, type: result, lvalue: false }, type) === undefined) return [];
    if (isConst && !fn.member?.isConst) return [];
    const given = unqualified(result.kind === 'reference' ? result.to : result);
    const isClass = given.kind === 'record' || type.kind === 'record';
    const ofResult = isClass ? 0 : (rankValue(p, { ...e, type: given, lvalue: false }, type) ?? 0);
    return [{ fn, rank: ofResult, byObject: fn.member?.isConst === isConst ? 0 : 1 }];
  });
  return found.sort((a, b) => a.byObject - b.byObject || a.rank - b.rank)[0];
}

let asked = 0;
let nested = 0;
/** Of questions within constraints of templates that are asked. */
const mostNested = 16;

/** A question of its own, as a template's constraint has it: what is asked around it does not count. */
export function askedApart(run: () => boolean): boolean {
  if (nested === mostNested) return false;
  const before = asked;
  asked = 0;
  nested++;
  try {
    return run();
  } finally {
    asked = before;
    nested--;
  }
}

/** A constructor template that takes it; one at a time is asked, since there is one conversion by a class at most. */
function hasTemplateFor(p: Parser, e: Expression, record: RecordType): boolean {
  const templates = classInfo(record)?.constructorTemplates ?? [];
  if (asked > 0 || templates.length === 0) return false;
  asked++;
  try {
    return p.parts.takes(p, record, [e]);
  } finally {
    asked--;
  }
}

/** `{a, b}` for a parameter. */
function rankBraces(p: Parser, items: readonly Expression[], to: Type): number | undefined {
  const found = rankList(p, items, to);
  return found === undefined || to.kind !== 'reference' || to.rvalue ? found : found + 0.2;
}

function rankList(p: Parser, items: readonly Expression[], to: Type): number | undefined {
  const target = to.kind === 'reference' ? to.to : to;
  if (to.kind === 'reference' && !to.rvalue && !to.to.const) return undefined;
  const of = listElement(target);
  const worst = (types: (i: number) => Type | undefined): number | undefined => {
    let most = 0;
    for (const [i, item] of items.entries()) {
      const type = types(i);
      const r = type && rank(p, item, type);
      if (r === undefined) return undefined;
      most = Math.max(most, r);
    }
    return most;
  };
  if (of) return worst(() => of);
  if (target.kind === 'array') return worst(() => target.of);
  if (target.kind !== 'record') {
    const [only] = items;
    return items.length === 0 ? 0 : items.length === 1 && only ? rank(p, only, target) : undefined;
  }
  if (p.parts.takes(p, target.record, items) || listConstructor(p, target.record, items)) return 3;
  const info = classInfo(target.record);
  if (info && info.constructors.length + info.constructorTemplates.length > 0)
    return items.length === 0 && target.record.fields.length === 0 ? 3 : undefined;
  return withBraces(p, target, items) ? 3 : undefined;
}

/** The values of the members of an aggregate, with the braces that were left out ([dcl.init.aggr], 13); undefined where they do not fit. */
export function withBraces(p: Parser, type: Type, items: readonly Expression[]): readonly Expression[] | undefined {
  const members = membersOf(type);
  const taken = members && grouped(p, members, items, 0);
  return taken && taken.next === items.length ? taken.list : undefined;
}

type Grouped = { readonly list: readonly Expression[]; readonly next: number };

function grouped(p: Parser, members: readonly Type[], items: readonly Expression[], from: number): Grouped | undefined {
  const list: Expression[] = [];
  let next = from;
  for (const type of members) {
    const item = items[next];
    if (!item) break;
    if (rank(p, item, type) !== undefined) {
      list.push(item);
      next++;
      continue;
    }
    const inner = item.kind === 'braces' ? undefined : membersOf(type);
    const made = inner && grouped(p, inner, items, next);
    if (!made || made.next === next) return undefined;
    list.push({ kind: 'braces', items: made.list, type: unknown, at: item.at });
    next = made.next;
  }
  return { list, next };
}

/** Of an aggregate. */
function membersOf(type: Type): readonly Type[] | undefined {
  if (type.kind === 'array') return type.count === undefined ? undefined : new Array<Type>(type.count).fill(type.of);
  if (type.kind !== 'record') return undefined;
  const info = classInfo(type.record);
  if (info && info.constructors.length + info.constructorTemplates.length > 0) return undefined;
  const types = type.record.fields.map((f) => f.type);
  return type.record.kind === 'union' ? types.slice(0, 1) : types;
}

/** What a std::initializer_list holds. */
export function listElement(t: Type): Type | undefined {
  const made = madeFor(t);
  const [arg] = made?.template.name === 'initializer_list' ? made.args : [];
  return arg && 'type' in arg ? arg.type : undefined;
}

/** The constructor that takes the whole list. */
export function listConstructor(
  p: Parser,
  record: RecordType,
  items: readonly Expression[],
): FunctionSymbol | undefined {
  return classInfo(record)?.constructors.find((c) => {
    const param = c.type.params[1];
    const type = param?.kind === 'reference' ? param.to : param;
    const of = type && listElement(type);
    const others = c.defaults?.slice(2).every((d) => d !== undefined) ?? c.type.params.length === 2;
    return of !== undefined && others && items.every((item) => rank(p, item, of) !== undefined);
  });
}

/** Without conversions by classes: there is one at most. */
function rankWithout(e: Expression, to: Type): number | undefined {
  const target = to.kind === 'reference' ? to.to : to;
  const from = e.type.kind === 'reference' ? e.type.to : e.type;
  if (target.kind === 'record' || from.kind === 'record')
    return target.kind === 'record' && from.kind === 'record' && baseOffset(from.record, target.record) !== undefined
      ? 0
      : undefined;
  return implicitly({ ...e, type: from }, target, true) ? 1 : undefined;
}
