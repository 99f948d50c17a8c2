/** Casts of C++, by name and in the form of C. */
import type { Span } from '../../../base/source.ts';
import { virtualDowncast, whichFunction } from '../errors.ts';
import type { Expression } from '../tree.ts';
import { char, long, pointerTo, qualified, type RecordType, type Type } from '../types.ts';
import { baseOffset, isThroughVirtual } from './class-info.ts';
import { asValue, castTo } from './convert.ts';
import { markInMemory } from './in-memory.ts';
import { numberOf } from './numbers.ts';
import { construct, convertAny, unlessNull, upcast } from './objects.ts';

import { onlyFunction } from './overloads.ts';
import type { Parser } from './parser.ts';

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
    const address = atClass(p, e, type.to, at);
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
  if (e.type.kind === 'record' && type.kind !== 'void') return castTo(p, convertAny(p, e, type), type, at);
  if (e.kind === 'overloads') return castFunction(p, e, type, at);
  const v = asValue(e);
  if (
    type.kind === 'pointer' &&
    v.type.kind === 'pointer' &&
    type.to.kind === 'record' &&
    v.type.to.kind === 'record'
  ) {
    const up = convertible(v.type.to, type.to);
    if (up) return convertAny(p, v, qualified(type, false));
    const back = backFrom(p, v.type.to.record, type.to.record, at);
    if (back > 0) return unlessNull(p, v, type, (own) => movedBy(castTo(p, own, type, at), -back, type, at));
  }
  return castTo(p, e, type, at);
}

/** The target says which function is meant where it is a pointer to one; an address without a type is that of the only one. */
function castFunction(p: Parser, e: Expression, type: Type, at: Span): Expression {
  const isOfFunction = type.kind === 'pointer' && type.to.kind === 'function';
  const one = isOfFunction || type.kind === 'member-pointer' ? e : onlyFunction(p, e);
  if (one.kind !== 'overloads') return castTo(p, asValue(one), type, at);
  const chosen = convertAny(p, one, type);
  if (chosen.kind === 'overloads')
    p.report(
      whichFunction(
        chosen.name,
        e.at,
        chosen.list.map((f) => f.at),
      ),
    );
  return chosen;
}

/** The address of an object as one of a class above or below its own. */
function atClass(p: Parser, e: Expression, to: Type, at: Span): Expression {
  const address: Expression = { kind: 'address', of: e, type: pointerTo(to), at };
  if (e.type.kind !== 'record' || to.kind !== 'record' || e.type.record === to.record) return address;
  if (baseOffset(e.type.record, to.record) !== undefined)
    return { kind: 'address', of: upcast(e, to.record), type: pointerTo(to), at };
  const back = backFrom(p, e.type.record, to.record, at);
  return back === 0 ? address : movedBy(address, -back, pointerTo(to), at);
}

/** How far an object of the class begins before its base; 0 where that is none of it. */
function backFrom(p: Parser, base: RecordType, record: RecordType, at: Span): number {
  const back = baseOffset(record, base) ?? 0;
  if (back > 0 && isThroughVirtual(record, base)) p.report(virtualDowncast(base.name, record.name, at));
  return back;
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
