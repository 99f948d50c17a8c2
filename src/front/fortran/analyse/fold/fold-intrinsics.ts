/** Intrinsic functions of constants. Elemental ones are folded by their own lowering to IR, so that the compiler and the program get the same value. */

import { InternalError } from '../../../../base/impossible.ts';
import type { Span } from '../../../../base/source.ts';
import { f32, f64, i32, i64, bool as truth } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import type { Lowering, Row, ScalarType, ScalarValue } from '../../../../library/intrinsics/row.ts';
import type { ConstantValue, Expr, Type } from '../../program.ts';
import { knownLength } from '../expressions/make.ts';
import { bytesOf, valueOfBytes } from './constant-bytes.ts';
import { isPair, roundReal } from './fold.ts';
import { arrayOfStructures, constantOf as constantOfStructure, foldArrayIntrinsic } from './fold-arrays.ts';
import { foldInquiry } from './fold-inquiry.ts';
import { textFunctions } from './fold-text.ts';

type ConstantExpr = Extract<Expr, { kind: 'constant' | 'constant-array' }>;
type Element = (args: readonly (ConstantValue | undefined)[]) => ConstantValue | undefined;

/** The value of a reference, where it is known at compile time. `name` is the row's; `args` stand in its order. */
export function foldIntrinsic(
  name: string,
  row: Row,
  args: readonly (Expr | undefined)[],
  type: Type,
  rank: number,
  span: Span,
): Expr | undefined {
  if (row.class === 'inquiry' || row.by === 'inquiry') return foldInquiry(name, args, type, span);
  if (name === 'transfer') return foldArrayIntrinsic(name, args, type, rank, span);
  if (type.base === 'derived') return foldObjects(name, row, args, type, rank, span);
  const given: ConstantExpr[] = [];
  for (const a of args) {
    if (!a) continue;
    if (a.kind !== 'constant' && a.kind !== 'constant-array') return undefined;
    given.push(a);
  }
  if (row.class === 'transformational' && !textFunctions.has(name))
    return foldArrayIntrinsic(name, args, type, rank, span);
  const element = elementOf(name, row, args, type);
  return element && mapElements(given, args, element, type, span);
}

/** What moves objects about. */
function foldObjects(
  name: string,
  row: Row,
  args: readonly (Expr | undefined)[],
  type: Type,
  rank: number,
  span: Span,
): Expr | undefined {
  const [yes, no, mask] = args;
  if (name === 'merge' && mask?.kind === 'constant' && rank === 0) return mask.value === true ? yes : no;
  const given = args.map((a) => a && asConstant(a));
  if (given.some((g, i) => args[i] && !g)) return undefined;
  if (row.class === 'transformational') return foldArrayIntrinsic(name, given, type, rank, span);
  const constants = given.filter((g) => g !== undefined);
  const pick: Element = ([a, b, m]) => (m === true ? a : b);
  return name === 'merge' ? mapElements(constants, given, pick, type, span) : undefined;
}

/** A structure, or an array of them, as a value. */
function asConstant(e: Expr): ConstantExpr | undefined {
  if (e.kind === 'constant' || e.kind === 'constant-array') return e;
  if (e.kind === 'array-constructor') return arrayOfStructures(e);
  const value = constantOfStructure(e);
  return value === undefined ? undefined : { kind: 'constant', value, type: e.type, rank: 0, span: e.span };
}

const alsoForNumbers = new Set(['merge', 'max', 'min']);

function elementOf(name: string, row: Row, args: readonly (Expr | undefined)[], type: Type): Element | undefined {
  const ofText = textFunctions.get(name);
  const types = args.map((a) => a?.type);
  if (ofText && (!alsoForNumbers.has(name) || type.base === 'character')) return (values) => ofText(values, type);
  const wide = worksInDouble(row, types, type);
  const gives = scalarType(wide ? double(type) : type);
  const lower = row.lower;
  if (!lower || !gives) return undefined;
  const to: Lowering = { gives, keep: (x) => x };
  return (values) => {
    const inputs: (ScalarValue | undefined)[] = [];
    for (const [i, v] of values.entries()) {
      const t = types[i];
      const input = v === undefined || !t ? undefined : scalarOf(v, wide ? double(t) : t);
      if (v !== undefined && !input) return undefined;
      inputs.push(input);
    }
    return constantOf(lower(inputs, to), type);
  };
}

/** Functions of complex(4) lose digits on the way, which constants need not. */
function worksInDouble(row: Row, types: readonly (Type | undefined)[], type: Type): boolean {
  return (
    row.ulp !== undefined && type.base === 'complex' && type.kind === 4 && types.every((t) => t?.base === 'complex')
  );
}

function double(type: Type): Type {
  return type.base === 'complex' ? { base: 'complex', kind: 8 } : type;
}

function mapElements(
  given: readonly ConstantExpr[],
  args: readonly (Expr | undefined)[],
  element: Element,
  type: Type,
  span: Span,
): Expr | undefined {
  const shape = given.find((a) => a.kind === 'constant-array');
  const at = (i: number) => element(args.map((a) => (a === undefined ? undefined : elementAt(a, i))));
  if (shape?.kind !== 'constant-array') {
    const value = at(0);
    return value === undefined ? undefined : constantExpr(value, type, span);
  }
  const values: ConstantValue[] = [];
  for (let i = 0; i < shape.values.length; i++) {
    const value = at(i);
    if (value === undefined) return undefined;
    values.push(value);
  }
  const first = values[0];
  const elementType = first === undefined ? type : constantExpr(first, type, span).type;
  return {
    kind: 'constant-array',
    extents: shape.extents,
    values,
    type: elementType,
    rank: shape.extents.length,
    span,
  };
}

/** Text has the length that came out. */
function constantExpr(value: ConstantValue, type: Type, span: Span): Expr {
  const own = type.base === 'character' && typeof value === 'string';
  return {
    kind: 'constant',
    value,
    type: own ? { ...type, length: knownLength(value.length, span) } : type,
    rank: 0,
    span,
  };
}

function elementAt(e: Expr, i: number): ConstantValue | undefined {
  return e.kind === 'constant' ? e.value : e.kind === 'constant-array' ? e.values[i] : undefined;
}

export function scalarType(type: Type): ScalarType | undefined {
  return type.base === 'derived' || type.base === 'any' ? undefined : { base: type.base, kind: type.kind };
}

function scalarOf(value: ConstantValue, type: Type): ScalarValue | undefined {
  const of = scalarType(type);
  if (!of) return undefined;
  const parts = partsOf(value, of);
  return parts && { type: of, parts };
}

function partsOf(value: ConstantValue, type: ScalarType): readonly Expression[] | undefined {
  if (typeof value === 'bigint') return [type.kind === 8 ? i64(value) : i32(Number(value))];
  if (typeof value === 'number') return [type.kind === 8 ? f64(value) : f32(value)];
  if (typeof value === 'boolean') return [truth(value)];
  if (isPair(value)) return value.map((x) => (type.kind === 8 ? f64(x) : f32(x)));
  return undefined;
}

function constantOf(parts: readonly Expression[], type: Type): ConstantValue | undefined {
  const values: (number | bigint | boolean)[] = [];
  for (const p of parts) {
    if (p.kind !== 'const') return undefined;
    values.push(p.value);
  }
  const [first, second] = values;
  if (first === undefined) throw new InternalError('a lowering gave nothing');
  switch (type.base) {
    case 'integer':
      return BigInt(first);
    case 'real':
      return roundReal(Number(first), type.kind);
    case 'complex':
      return [roundReal(Number(first), type.kind), roundReal(Number(second), type.kind)];
    case 'logical':
      return Boolean(first);
    default:
      return undefined;
  }
}

/** A boz literal's bits as a value of `type`. */
export function bitsAs(literal: Expr, type: Type): Expr | undefined {
  if (literal.kind !== 'constant' || typeof literal.value !== 'bigint') return undefined;
  const of = scalarType(type);
  if (!of || (of.base !== 'integer' && of.base !== 'real' && of.base !== 'logical')) return undefined;
  const bytes = bytesOf(BigInt.asIntN(64, literal.value), { base: 'integer', kind: 8 });
  const value = bytes && valueOfBytes(bytes, type);
  return value === undefined ? undefined : { kind: 'constant', value, type, rank: 0, span: literal.span };
}
