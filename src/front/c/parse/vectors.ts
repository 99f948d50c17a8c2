/** Vectors of GCC (`vector_size`): structures with a member for each element. Operators compute each element, and what they give is put together. */

import type { Span } from '../../../base/source.ts';
import type { Expression, Statement } from '../tree.ts';
import {
  int,
  isInteger,
  keyOf,
  pointerTo,
  type RecordType,
  showType,
  sizeOf,
  type Type,
  unqualified,
} from '../types.ts';
import { behind, isSimple, memberOf, type RecordOf, recordOfParts, temporary } from './complex.ts';
import { markInMemory } from './in-memory.ts';

export type VectorType = RecordOf;

const types = new Map<string, VectorType>();
const elements = new WeakMap<RecordType, Type>();

/** Of elements of that type, as many as the bytes hold. */
export function vectorOf(of: Type, bytes: number): VectorType {
  const element = unqualified(of);
  const each = sizeOf(element) ?? 1;
  const count = Math.max(1, Math.floor(bytes / each));
  const key = `${keyOf(element)}${count}`;
  const known = types.get(key);
  if (known) return known;
  const names = Array.from({ length: count }, (_, i) => `${i}`);
  const made = recordOfParts(`${showType(element)} __vector(${count})`, element, names, count * each);
  types.set(key, made);
  elements.set(made.record, element);
  return made;
}

/** The type that a name has where a vector is meant of what it is declared with: `int *a` of `vector_size(8)` points to vectors. */
export function asVector(type: Type, bytes: number): Type {
  switch (type.kind) {
    case 'pointer':
    case 'reference':
      return { ...type, to: asVector(type.to, bytes) };
    case 'array':
      return { ...type, of: asVector(type.of, bytes) };
    case 'function':
      return { ...type, result: asVector(type.result, bytes) };
    default:
      return isInteger(type) || type.kind === 'float' ? vectorOf(type, bytes) : type;
  }
}

export const elementOf = (t: Type): Type | undefined => (t.kind === 'record' ? elements.get(t.record) : undefined);
export const isVector = (t: Type): t is VectorType => elementOf(t) !== undefined;
export const countOf = (t: Type): number => (t.kind === 'record' ? t.record.fields.length : 1);

/** The elements of a value, which may be read more than once; what has to run before. */
export type Apart = { readonly body: readonly Statement[]; readonly list: readonly Expression[] };

export function apart(e: Expression): Apart {
  if (e.kind === 'statements' && e.value) {
    const inner = apart(e.value);
    return { ...inner, body: [...e.body, ...inner.body] };
  }
  if (e.kind === 'object' && e.initial.kind === 'list' && !e.variable && e.initial.parts.length === countOf(e.type))
    return joined(e.initial.parts.map(({ value }) => value));
  if (isSimple(e)) return { body: [], list: members(e) };
  const { variable, use } = temporary(e);
  return { body: [variable], list: members(use) };
}

export function joined(values: readonly Expression[]): Apart {
  const made = values.map((e) => (isSimple(e) ? undefined : temporary(e)));
  return {
    body: made.flatMap((m) => (m ? [m.variable] : [])),
    list: values.map((e, i) => made[i]?.use ?? e),
  };
}

function members(e: Expression): readonly Expression[] {
  if (e.type.kind !== 'record') return [];
  return e.type.record.fields.map((field) => memberOf(e, field));
}

export function together(
  type: VectorType,
  list: readonly Expression[],
  body: readonly Statement[],
  at: Span,
): Expression {
  const parts = type.record.fields.map((field, i) => ({ offset: field.offset, type: field.type, value: list[i]! }));
  const initial = { kind: 'list', parts, size: type.record.size } as const;
  return behind(body, { kind: 'object', initial, type, at });
}

/** A place in memory whose elements an index can choose from: that of the vector itself, or of a copy. */
export function elementPlace(of: Expression): Expression {
  const element = elementOf(of.type) ?? int;
  const { body, place } = placed(of);
  const to: Type = { ...element, ...(of.type.const && { const: true }), ...(of.type.volatile && { volatile: true }) };
  return behind(body, addressAs(place, to));
}

function placed(of: Expression): { readonly body: readonly Statement[]; readonly place: Expression } {
  if (of.lvalue) {
    markInMemory(of);
    return { body: [], place: of };
  }
  const { variable, use } = temporary(of);
  markInMemory(use);
  return { body: [variable], place: use };
}

function addressAs(place: Expression, to: Type): Expression {
  const address: Expression = { kind: 'address', of: place, type: pointerTo(place.type), at: place.at };
  return { kind: 'convert', of: address, type: pointerTo(to), at: place.at };
}

/** Whether a cast takes the bits of one as the other. */
export const areSameBits = (from: Type, to: Type): boolean =>
  (isVector(from) || isVector(to)) &&
  sizeOf(from) === sizeOf(to) &&
  [from, to].every((t) => isVector(t) || isInteger(t) || t.kind === 'float');

/** Whether one is taken as the other without a cast. */
export const areLikeVectors = (from: Type, to: Type): boolean =>
  isVector(from) && isVector(to) && sizeOf(from) === sizeOf(to) && countOf(from) === countOf(to);

export function sameBits(e: Expression, to: Type): Expression {
  if (isVector(e.type) && isVector(to) && e.type.record === to.record) return { ...e, lvalue: false };
  const { body, place } = placed({ ...e, lvalue: false });
  return behind(body, { kind: 'dereference', of: addressAs(place, unqualified(to)), type: unqualified(to), at: e.at });
}
