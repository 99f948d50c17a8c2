/** Pointers to members: objects of the templates in library/c/__member_pointers.h. */
import type { Span } from '../../../base/source.ts';
import { notSupported } from '../errors.ts';
import type { Expression, FunctionSymbol, Initial } from '../tree.ts';
import {
  type FunctionType,
  findField,
  long,
  pointerTo,
  type RecordType,
  recordOf,
  sameType,
  type Type,
  ulong,
  unknown,
  withoutReference,
} from '../types.ts';
import { baseOffset, classOf, isThroughVirtual, madeFor, recordOfScope } from './class-info.ts';
import { asValue } from './convert.ts';
import { callMethod, pointerOf } from './cxx-calls.ts';
import { findName, type Named } from './names.ts';
import { numberOf } from './numbers.ts';
import { choose } from './overloads.ts';
import type { Parser } from './parser.ts';
import type { Entity, Template } from './scope.ts';
import { deduced } from './template-functions.ts';

/** `C::*` behind a type: undefined, and nothing read, where something else stands there. */
export function memberPointer(p: Parser, to: Type): Type | undefined {
  const owner = ownerBefore(p);
  if (!owner) return undefined;
  return instanceOf(p, to.kind === 'function' ? '__cufort_method' : '__cufort_member', [owner, plainFunction(to)]);
}

/** `(C::*` begins a declarator. */
export function isMemberPointer(p: Parser): boolean {
  const from = p.at;
  const yes = ownerBefore(p) !== undefined;
  p.at = from;
  return yes;
}

function ownerBefore(p: Parser): Type | undefined {
  if (!p.language.cxx || p.token.kind !== 'name' || !(p.isAhead(1, '::') || p.isAhead(1, '<'))) return undefined;
  const end = starBehind(p);
  if (end === undefined) return undefined;
  const from = p.at;
  const found = p.attempt(() => findName(p, end));
  const type = found?.entity?.kind === 'type' ? found.entity.type : undefined;
  if (!type || (type.kind !== 'record' && type.kind !== 'parameter' && type.kind !== 'pattern')) {
    p.at = from;
    return undefined;
  }
  p.at = end + 2;
  return type;
}

/** Where `:: *` stands behind a name with its arguments and scopes. */
function starBehind(p: Parser): number | undefined {
  let angle = 0;
  for (let i = 1; i < 200; i++) {
    const t = p.ahead(i);
    if (t.text === '<') angle++;
    else if (t.text === '>') angle--;
    else if (angle > 0 && t.kind !== 'end' && t.text !== ';') continue;
    else if (t.text === '::' && p.ahead(i + 1).text === '*') return p.at + i;
    else if (t.text !== '::' && !(t.kind === 'name' && p.ahead(i - 1).text === '::')) return undefined;
    if (angle < 0) return undefined;
  }
  return undefined;
}

const plainFunction = (t: Type): Type => (t.kind === 'function' ? { ...t, isConst: false } : t);

function instanceOf(p: Parser, name: string, types: readonly Type[]): Type | undefined {
  const known = p.file.names.get(name);
  if (known?.kind === 'template')
    return p.parts.instance(
      p,
      known.template,
      types.map((type) => ({ type })),
      p.token.at,
    );
  p.report(notSupported('a pointer to a member without a header of C++', p.token.at));
  return undefined;
}

/** `&C::m` of a member that belongs to objects; undefined, and nothing read, elsewhere. */
export function addressOfMember(p: Parser): Expression | undefined {
  if (!p.language.cxx || p.token.kind !== 'name' || !(p.isAhead(1, '::') || p.isAhead(1, '<'))) return undefined;
  const from = p.at;
  const at = p.token.at;
  const found = p.attempt(() => findName(p));
  const record = found?.scope && recordOfScope(found.scope);
  const made =
    record && found.entity?.kind === 'field'
      ? ofField(p, record, found.name, at)
      : found?.entity?.kind === 'functions'
        ? ofMethods(p, found.entity, found, at)
        : undefined;
  if (!made) p.at = from;
  return made;
}

function ofField(p: Parser, record: RecordType, name: string, at: Span): Expression | undefined {
  const path = findField(record, name) ?? [];
  const field = path.at(-1);
  const inBase = path.findLastIndex((f) => f.base) + 1;
  const owner = inBase > 0 ? path[inBase - 1]!.type : recordOf(record);
  const type = field && instanceOf(p, '__cufort_member', [owner, field.type]);
  if (!type) return undefined;
  const offset = path.slice(inBase).reduce((sum, f) => sum + f.offset, 0);
  return object(type, [[0, long, numberOf(BigInt(offset), long, { at })]], at);
}

/** Several of the name: what they are converted to tells which is meant. */
function ofMethods(
  p: Parser,
  { list, templates }: Entity & { readonly kind: 'functions' },
  { name, args = [] }: Named,
  at: Span,
): Expression | undefined {
  const [fn] = list;
  if (!list.every(isMethod) || !templates.every((t) => t.member && !t.isStatic)) return undefined;
  if (list.length === 1 && templates.length === 0) return fn && ofMethod(p, fn, at);
  const type: Type = { kind: 'function', result: unknown, params: [], variadic: false };
  return { kind: 'overloads', name, list, templates, args, type, at, ofMember: true };
}

const isMethod = (fn: FunctionSymbol): boolean => fn.member?.isStatic === false && !fn.role;

/** The member function of several that the type of a pointer means; undefined where it is no such type. */
export function methodOfType(
  p: Parser,
  e: Expression & { readonly kind: 'overloads' },
  to: Type,
): Expression | undefined {
  const made = madeFor(to);
  const [owner, of] = made?.template.name === '__cufort_method' ? made.args : [];
  if (!owner || !of || !('type' in owner) || !('type' in of) || of.type.kind !== 'function') return undefined;
  const { params, result } = of.type;
  const isWanted = ({ type }: FunctionSymbol): boolean =>
    sameType(type.result, result) &&
    type.params.length === params.length + 1 &&
    params.every((t, i) => sameType(t, type.params[i + 1]!, true));
  const fn = e.list.find(isWanted) ?? fromMemberTemplates(p, e, params).find(isWanted);
  const address = fn && ofMethod(p, fn, e.at);
  return address && p.parts.convert(p, address, to);
}

function fromMemberTemplates(
  p: Parser,
  e: Expression & { readonly kind: 'overloads' },
  params: readonly Type[],
): readonly FunctionSymbol[] {
  const args = params.map(
    (t): Expression => ({ kind: 'number', value: 0n, type: withoutReference(t), at: e.at, lvalue: true }),
  );
  return (e.templates as readonly Template[]).flatMap((t) => deduced(p, t, e.args, args) ?? []);
}

function ofMethod(p: Parser, fn: FunctionSymbol, at: Span): Expression | undefined {
  const owner = fn.member?.of;
  if (!owner) return undefined;
  const [, ...params] = fn.type.params;
  const own: FunctionType = { kind: 'function', result: fn.type.result, params, variadic: false };
  const type = instanceOf(p, '__cufort_method', [recordOf(owner), own]);
  if (!type) return undefined;
  p.needs(fn);
  const part = fn.root?.part ?? owner;
  if (isThroughVirtual(owner, part)) p.report(notSupported('a pointer to a function of a virtual base', at));
  const none: Expression = numberOf(0n, ulong, { at });
  const of: Expression = { kind: 'function', fn, type: fn.type, at };
  const address: Expression = { kind: 'address', of, type: pointerTo(fn.type), at };
  return object(
    type,
    [
      [0, pointerTo(fn.type), fn.root ? none : address],
      [8, long, numberOf(fn.root ? BigInt(fn.root.slot) : -1n, long, { at })],
      [16, long, numberOf(BigInt(baseOffset(owner, part) ?? 0), long, { at })],
    ],
    at,
  );
}

function object(type: Type, list: readonly (readonly [number, Type, Expression])[], at: Span): Expression {
  const parts = list.map(([offset, of, value]) => ({ offset, type: of, value }));
  const initial: Initial = { kind: 'list', parts, size: type.kind === 'record' ? type.record.size : 8 } as Initial;
  return { kind: 'object', initial, type, at, lvalue: true };
}

/** `o.*m`, `o->*m`: what stands behind the object. */
export function throughMemberPointer(p: Parser, object: Expression, member: Expression, at: Span): Expression {
  const set = classOf(member.type)?.scope.here('of');
  const address: Expression =
    object.type.kind === 'pointer'
      ? asValue(object)
      : { kind: 'address', of: object, type: pointerTo(object.type), at };
  const fn =
    set?.kind === 'functions'
      ? choose(
          p,
          { name: 'of', list: set.list, templates: [], args: [], hasObject: true },
          [pointerOf(member), address],
          at,
        )
      : undefined;
  if (fn) return callMethod(p, fn, member, [address], at);
  p.report(notSupported('what is no pointer to a member behind `.*`', at));
  return object;
}
