/** `_Complex` of C: a structure of two numbers. A value is taken apart, each part is computed, and the parts are put together. */

import type { Span } from '../../../base/source.ts';
import { nowhere } from '../../../base/source.ts';
import type { Expression, Statement, VariableSymbol } from '../tree.ts';
import {
  alignOf,
  type Field,
  isArithmetic,
  keyOf,
  newRecord,
  recordOf,
  showType,
  sizeOf,
  type Type,
  unqualified,
} from '../types.ts';
import { newVariable, variableUse } from './variables.ts';

export type RecordOf = Type & { readonly kind: 'record' };

const types = new Map<string, RecordOf>();
const elements = new WeakMap<object, Type>();

/** The type whose parts have that one. */
export function complexOf(of: Type): RecordOf {
  const element = unqualified(of);
  const key = keyOf(element);
  const known = types.get(key);
  if (known) return known;
  const made = recordOfParts(`_Complex ${showType(element)}`, element, ['re', 'im'], alignOf(element));
  types.set(key, made);
  elements.set(made.record, element);
  return made;
}

/** A structure of members of one type, one behind the other. */
export function recordOfParts(name: string, of: Type, names: readonly string[], align: number): RecordOf {
  const record = newRecord('struct', name, nowhere);
  const size = sizeOf(of) ?? 1;
  record.fields = names.map((part, i): Field => ({ name: part, type: of, offset: i * size }));
  record.size = names.length * size;
  record.align = align;
  record.complete = true;
  return recordOf(record) as RecordOf;
}

/** The type of the parts; undefined where the type is none of these. */
export const elementOf = (t: Type): Type | undefined => (t.kind === 'record' ? elements.get(t.record) : undefined);
export const isComplex = (t: Type): boolean => elementOf(t) !== undefined;
export const isNumeric = (t: Type): boolean => isArithmetic(t) || isComplex(t);

/** The parts of a value, which may be read more than once; what has to run before. A real value has no second part. */
export type Apart = {
  readonly body: readonly Statement[];
  readonly re: Expression;
  readonly im: Expression | undefined;
};

export function apart(e: Expression): Apart {
  if (!isComplex(e.type)) return kept(e, (value) => ({ re: value, im: undefined }));
  if (e.kind === 'statements' && e.value) {
    const inner = apart(e.value);
    return { ...inner, body: [...e.body, ...inner.body] };
  }
  const parts = e.kind === 'object' && e.initial.kind === 'list' ? e.initial.parts : [];
  const [first, second] = parts;
  if (first && second && parts.length === 2) {
    const [a, b] = [kept(first.value, partOf), kept(second.value, partOf)];
    return { body: [...a.body, ...b.body], re: a.re, im: b.re };
  }
  return kept(e, (value) => ({ re: part(value, 0), im: part(value, 1) }));
}

const partOf = (re: Expression): Omit<Apart, 'body'> => ({ re, im: undefined });

function kept(e: Expression, make: (value: Expression) => Omit<Apart, 'body'>): Apart {
  if (isSimple(e)) return { body: [], ...make(e) };
  const { variable, use } = temporary(e);
  return { body: [variable], ...make(use) };
}

/** A variable that holds the value. */
export function temporary(e: Expression): {
  readonly variable: Statement;
  readonly use: Expression;
  readonly symbol: VariableSymbol;
} {
  const { at } = e;
  const type = unqualified(e.type);
  const symbol = newVariable('part', 'part', at, type, 'automatic');
  symbol.inMemory = type.kind === 'record';
  symbol.initial = { kind: 'value', value: e };
  const variable: Statement = { kind: 'variable', variable: symbol, at };
  return { variable, use: variableUse(symbol, at), symbol };
}

/** Reading it twice gives the same, and does nothing. */
export function isSimple(e: Expression): boolean {
  switch (e.kind) {
    case 'number':
      return true;
    case 'variable':
      return e.type.volatile !== true;
    case 'member':
      return e.type.volatile !== true && isSimple(e.of);
    case 'dereference':
      return e.type.volatile !== true && isSimple(e.of);
    case 'address':
    case 'convert':
    case 'negate':
      return isSimple(e.of);
    case 'move':
      return isSimple(e.pointer) && isSimple(e.by);
    default:
      return false;
  }
}

/** `__real__ e` (0), `__imag__ e` (1) */
export function part(e: Expression, index: 0 | 1): Expression {
  const field = e.type.kind === 'record' ? e.type.record.fields[index]! : undefined;
  if (!field) return e;
  if (e.kind === 'object' && e.initial.kind === 'list' && e.initial.parts.length === 2)
    return e.initial.parts[index]!.value;
  return memberOf(e, field);
}

/** As const and as volatile as what it is a member of. */
export function memberOf(of: Expression, field: Field): Expression {
  const type: Type = {
    ...field.type,
    ...(of.type.const && { const: true }),
    ...(of.type.volatile && { volatile: true }),
  };
  return { kind: 'member', of, field, type, at: of.at, ...(of.lvalue && { lvalue: true }) };
}

export function together(type: Type, re: Expression, im: Expression, body: readonly Statement[], at: Span): Expression {
  const element = elementOf(type) ?? type;
  const size = sizeOf(element) ?? 8;
  const parts = [re, im].map((value, i) => ({ offset: i * size, type: element, value }));
  const value: Expression = {
    kind: 'object',
    initial: { kind: 'list', parts, size: 2 * size },
    type: unqualified(type),
    at,
  };
  return behind(body, value);
}

/** A value of a part, behind what it needs. */
export function behind(body: readonly Statement[], value: Expression): Expression {
  return body.length === 0 ? value : { kind: 'statements', body, value, type: value.type, at: value.at };
}
