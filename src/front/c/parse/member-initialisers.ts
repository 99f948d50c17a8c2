/** What constructors do before their bodies, and destructors after theirs, with the members of the object. */
import type { Span } from '../../../base/source.ts';
import { noMember } from '../errors.ts';
import type { Expression, FunctionSymbol, Statement } from '../tree.ts';
import { type Field, findField, pointerTo, type RecordType, sizeOf, voidType } from '../types.ts';
import { findType } from './names.ts';
import { construct, convertAny, fieldDefault, memberDestructions, virtualFields, wholeMade } from './objects.ts';
import { spread } from './packs.ts';
import type { Parser } from './parser.ts';
import { setTables } from './virtuals.ts';
import { settled } from './whole-objects.ts';

/** `*this` */
export function self(fn: FunctionSymbol): Expression {
  const [v] = fn.params;
  const type = v?.type.kind === 'pointer' ? v.type.to : voidType;
  const pointer: Expression = { kind: 'variable', variable: v!, type: pointerTo(type), at: fn.at, lvalue: true };
  return { kind: 'dereference', of: pointer, type, at: fn.at, lvalue: true };
}

/** Members named before a constructor's body, then those that are not. */
export function memberInits(p: Parser, fn: FunctionSymbol, record: RecordType): Statement[] {
  const object = self(fn);
  const named = new Map<Field, Statement>();
  let delegated: Statement | undefined;
  if (p.take(':'))
    do {
      spread(p, () => {
        const one = memberInit(p, fn, record, object);
        if (one && 'delegated' in one) delegated = one.delegated;
        else if (one) named.set(one.field, one.statement);
      });
      if (delegated) return settled(p, [delegated], record);
    } while (p.take(','));
  const made = (fields: readonly Field[]): Statement[] =>
    fields.flatMap((field) => {
      const own = named.get(field);
      if (own) return [own];
      const inside = field.anonymous && field.type.kind === 'record' ? withinAnonymous(field.type.record) : [];
      const parts = inside.flatMap((f) => named.get(f) ?? []);
      if (parts.length > 0) return parts;
      const nothing = fieldDefault(p, record, object, field);
      return nothing.length > 0 || !p.parts.destructor(p, field.type) ? nothing : [madeOfNothing(object, field)];
    });
  return wholeMade(p, record, object, made);
}

/** Nothing makes it, but something ends it. */
function madeOfNothing(object: Expression, field: Field): Statement {
  const place: Expression = { kind: 'member', of: object, field, type: field.type, at: object.at, lvalue: true };
  return { kind: 'place', place, initial: { kind: 'list', parts: [], size: sizeOf(field.type) ?? 0 }, at: object.at };
}

export const memberOf = (of: Expression, field: Field, at: Span): Expression => ({
  kind: 'member',
  of,
  field,
  type: field.type,
  at,
  lvalue: true,
});

function memberInit(
  p: Parser,
  fn: FunctionSymbol,
  record: RecordType,
  object: Expression,
): { readonly field: Field; readonly statement: Statement } | { readonly delegated: Statement } | undefined {
  const at = p.token.at;
  const plain = p.token.text;
  const path = p.isAhead(1, '(') || p.isAhead(1, '{') ? findField(record, plain) : undefined;
  const around = path?.slice(0, -1) ?? [];
  let found = around.every((f) => f.anonymous) ? path?.at(-1) : undefined;
  if (found) p.at++;
  else {
    const type = findType(p);
    if (type?.kind === 'record' && type.record === record) {
      const initial = { kind: 'value', value: construct(p, type, p.parts.list(p), at) } as const;
      return { delegated: { kind: 'place', place: object, initial, at } };
    }
    const bases = [...record.fields.filter((f) => f.base && f.virtual === undefined), ...virtualFields(record)];
    found = bases.find((f) => f.type.kind === 'record' && type?.kind === 'record' && f.type.record === type.record);
  }
  if (!found) {
    p.report(noMember(record.name, plain, at));
    p.skipBalanced();
    return undefined;
  }
  const of = found.base ? object : around.reduce((e, field) => memberOf(e, field, at), object);
  const place = memberOf(of, found, at);
  void fn;
  if (p.is('{') && found.type.kind !== 'record') {
    return {
      field: found,
      statement: { kind: 'place', place, initial: p.parts.initialiser(p, found.type).initial, at },
    };
  }
  const args = p.parts.list(p);
  if (found.type.kind === 'array' && args.length === 0)
    return {
      field: found,
      statement: { kind: 'place', place, initial: { kind: 'list', parts: [], size: sizeOf(found.type) ?? 0 }, at },
    };
  const value =
    found.type.kind === 'record'
      ? construct(p, found.type, args, at)
      : args[0]
        ? convertAny(p, args[0], found.type)
        : ({ kind: 'number', value: found.type.kind === 'float' ? 0 : 0n, type: found.type, at } as const);
  return { field: found, statement: { kind: 'place', place, initial: { kind: 'value', value }, at } };
}

/** What comes before a destructor's body: the object is one of the class again, and no more of those derived of it. */
export function beforeDestructor(p: Parser, fn: FunctionSymbol, record: RecordType): Statement[] {
  return setTables(p, record, self(fn));
}

/** What follows a destructor's body. */
export function afterDestructor(p: Parser, fn: FunctionSymbol, record: RecordType): Statement[] {
  return memberDestructions(p, record, self(fn));
}

/** The named members, those of unions and structures without a name in it included. */
export function withinAnonymous(record: RecordType): Field[] {
  return record.fields.flatMap((f) => {
    if (f.name !== '') return [f];
    return f.anonymous && f.type.kind === 'record' ? withinAnonymous(f.type.record) : [];
  });
}
