/** Arithmetic on constants, exact per kind: what an operator or a conversion gives where its operands are known. */
import { impossible } from '../../../../base/impossible.ts';
import type { Span } from '../../../../base/source.ts';
import type { BinaryOp, ConstantValue, Expr, Type } from '../../program.ts';
import { knownLength } from '../expressions/make.ts';
import { integer8, sameType } from '../types.ts';

type Pair = readonly [number, number];
/** Something about a constant that cannot be: told once, by whoever folds. */
export type Trouble = { readonly what: 'overflow' | 'zero-divide'; readonly type: Type };

/** `value` as `type`, converted now where it is constant. */
export function convert(value: Expr, type: Type, trouble?: (t: Trouble) => void): Expr {
  if (sameType(value.type, type) || type.base === 'derived' || type.base === 'any') return value;
  if (value.type.base === 'character' && type.base === 'character') return otherCharacters(value, type.kind);
  if (value.type.base === 'character' || type.base === 'character') return value;
  const folded = isConstant(value) ? convertedConstant(value, type, trouble) : undefined;
  return folded ?? { kind: 'convert', value, type, rank: value.rank, span: value.span };
}

function convertedConstant(value: Expr, type: Type, trouble: ((t: Trouble) => void) | undefined): Expr | undefined {
  return mapConstants(value, type, (v) => convertConstant(v, type, trouble));
}

/** The same characters in another kind; the length stays the value's. */
function otherCharacters(value: Expr, kind: 1 | 4): Expr {
  if (value.type.base !== 'character') return value;
  const type: Type = { ...value.type, kind };
  const narrow = (v: ConstantValue) => (typeof v === 'string' ? v.replace(/[^\0-\xff]/g, '?') : v);
  const folded = mapConstants(value, type, (v) => (kind === 1 ? narrow(v) : v));
  return folded ?? { kind: 'convert', value, type, rank: value.rank, span: value.span };
}

/** An integer(8) expression. */
export function toInteger8(value: Expr): Expr {
  return convert(value, integer8);
}

function mapConstants(e: Expr, type: Type, f: (v: ConstantValue) => ConstantValue | undefined): Expr | undefined {
  if (e.kind === 'constant') {
    const value = f(e.value);
    return value === undefined ? undefined : { kind: 'constant', value, type, rank: 0, span: e.span };
  }
  if (e.kind !== 'constant-array') return undefined;
  const values: ConstantValue[] = [];
  for (const v of e.values) {
    const value = f(v);
    if (value === undefined) return undefined;
    values.push(value);
  }
  return { kind: 'constant-array', extents: e.extents, values, type, rank: e.rank, span: e.span };
}

export function convertConstant(
  v: ConstantValue,
  type: Type,
  trouble?: (t: Trouble) => void,
): ConstantValue | undefined {
  switch (type.base) {
    case 'integer':
      return toInteger(v, type, trouble);
    case 'real':
      return toReal(v, type.kind);
    case 'complex':
      return toComplex(v, type.kind);
    case 'logical':
      return typeof v === 'bigint' ? (v & 1n) !== 0n : typeof v === 'boolean' ? v : undefined;
    default:
      return undefined;
  }
}

function toInteger(
  v: ConstantValue,
  type: Extract<Type, { base: 'integer' }>,
  trouble?: (t: Trouble) => void,
): bigint | undefined {
  if (typeof v === 'boolean') return v ? -1n : 0n;
  if (typeof v === 'bigint') return wrap(v, type, trouble);
  const real = typeof v === 'number' ? v : isPair(v) ? v[0] : undefined;
  if (real === undefined || !Number.isFinite(real)) return undefined;
  return wrap(BigInt(Math.trunc(real)), type, trouble);
}

function wrap(v: bigint, type: Extract<Type, { base: 'integer' }>, trouble?: (t: Trouble) => void): bigint {
  const wrapped = BigInt.asIntN(type.kind * 8, v);
  if (wrapped !== v) trouble?.({ what: 'overflow', type });
  return wrapped;
}

export function roundReal(x: number, kind: 2 | 4 | 8): number {
  return kind === 8 ? x : kind === 4 ? Math.fround(x) : roundHalf(x);
}

/** To the nearest half-precision number, ties to even. */
function roundHalf(x: number): number {
  if (!Number.isFinite(x) || x === 0) return x;
  const exponent = Math.max(Math.floor(Math.log2(Math.abs(x))), -14);
  const unit = 2 ** (exponent - 10);
  const steps = x / unit;
  const low = Math.floor(steps);
  const rest = steps - low;
  const rounded = rest > 0.5 || (rest === 0.5 && low % 2 !== 0) ? low + 1 : low;
  const value = rounded * unit;
  return Math.abs(value) > 65504 ? Math.sign(value) * Number.POSITIVE_INFINITY : value;
}

function toReal(v: ConstantValue, kind: 2 | 4 | 8): number | undefined {
  if (typeof v === 'boolean') return v ? -1 : 0;
  if (typeof v === 'number') return roundReal(v, kind);
  if (typeof v === 'bigint') return roundReal(Number(v), kind);
  return isPair(v) ? roundReal(v[0], kind) : undefined;
}

function toComplex(v: ConstantValue, kind: 4 | 8): Pair | undefined {
  if (isPair(v)) return [roundReal(v[0], kind), roundReal(v[1], kind)];
  const real = toReal(v, kind);
  return real === undefined ? undefined : [real, 0];
}

export function isPair(v: ConstantValue): v is Pair {
  return Array.isArray(v);
}

/** An operation on operands that have the operation's type already; undefined where it must be computed at run time. */
export function foldBinary(
  op: BinaryOp,
  left: Expr,
  right: Expr,
  type: Type,
  span: Span,
  trouble?: (t: Trouble) => void,
): Expr | undefined {
  const one = (a: ConstantValue, b: ConstantValue) => binaryConstant(op, a, b, left.type, right.type, trouble);
  if (left.kind === 'constant' && right.kind === 'constant') {
    const value = one(left.value, right.value);
    if (value === undefined) return undefined;
    return { kind: 'constant', value, type: lengthened(type, value, span), rank: 0, span };
  }
  const shape = left.kind === 'constant-array' ? left : right.kind === 'constant-array' ? right : undefined;
  if (!shape || !isConstant(left) || !isConstant(right)) return undefined;
  const values: ConstantValue[] = [];
  for (let i = 0; i < shape.values.length; i++) {
    const value = one(elementAt(left, i), elementAt(right, i));
    if (value === undefined) return undefined;
    values.push(value);
  }
  const [first] = values;
  if (op === 'concat' && first === undefined) return undefined;
  const own = first === undefined ? type : lengthened(type, first, span);
  return { kind: 'constant-array', extents: shape.extents, values, type: own, rank: shape.rank, span };
}

type ConstantExpr = Extract<Expr, { kind: 'constant' | 'constant-array' }>;

export function isConstant(e: Expr): e is ConstantExpr {
  return e.kind === 'constant' || e.kind === 'constant-array';
}

function elementAt(e: ConstantExpr, i: number): ConstantValue {
  return e.kind === 'constant' ? e.value : e.values[i]!;
}

function lengthened(type: Type, value: ConstantValue, span: Span): Type {
  if (type.base !== 'character' || typeof value !== 'string') return type;
  return { ...type, length: knownLength(value.length, span) };
}

function binaryConstant(
  op: BinaryOp,
  a: ConstantValue,
  b: ConstantValue,
  left: Type,
  right: Type,
  trouble?: (t: Trouble) => void,
): ConstantValue | undefined {
  if (typeof a === 'bigint' && typeof b === 'bigint' && left.base === 'integer')
    return integerOperation(op, a, b, left, trouble);
  if (typeof a === 'number' && left.base === 'real') return realOperation(op, a, b, left.kind);
  if (isPair(a) && left.base === 'complex') return complexOperation(op, a, b, left.kind);
  if (typeof a === 'boolean' && typeof b === 'boolean') return logicalOperation(op, a, b);
  if (typeof a === 'string' && typeof b === 'string' && right.base === 'character') return textOperation(op, a, b);
  return undefined;
}

function integerOperation(
  op: BinaryOp,
  a: bigint,
  b: bigint,
  type: Extract<Type, { base: 'integer' }>,
  trouble?: (t: Trouble) => void,
): ConstantValue | undefined {
  switch (op) {
    case 'add':
      return wrap(a + b, type, trouble);
    case 'subtract':
      return wrap(a - b, type, trouble);
    case 'multiply':
      return wrap(a * b, type, trouble);
    case 'divide':
      if (b !== 0n) return wrap(a / b, type, trouble);
      trouble?.({ what: 'zero-divide', type });
      return undefined;
    case 'power':
      return integerPower(a, b, type, trouble);
    default:
      return compare(op, a < b ? -1 : a > b ? 1 : 0);
  }
}

function integerPower(
  a: bigint,
  b: bigint,
  type: Extract<Type, { base: 'integer' }>,
  trouble?: (t: Trouble) => void,
): bigint | undefined {
  if (b >= 0n) {
    if (a === 0n || a === 1n || b === 0n) return b === 0n ? 1n : a;
    if (a === -1n) return b % 2n === 0n ? 1n : -1n;
    if (b < 1024n) return wrap(a ** b, type, trouble);
    trouble?.({ what: 'overflow', type });
    return undefined;
  }
  if (a === 1n) return 1n;
  if (a === -1n) return b % 2n === 0n ? 1n : -1n;
  if (a !== 0n) return 0n;
  trouble?.({ what: 'zero-divide', type });
  return undefined;
}

function realOperation(op: BinaryOp, a: number, b: ConstantValue, kind: 2 | 4 | 8): ConstantValue | undefined {
  if (op === 'power') {
    if (typeof b === 'bigint') return b > -1024n && b < 1024n ? realPower(a, Number(b), kind) : undefined;
    return typeof b === 'number' && a >= 0 ? roundReal(a ** b, kind) : undefined;
  }
  if (typeof b !== 'number') return undefined;
  switch (op) {
    case 'add':
      return roundReal(a + b, kind);
    case 'subtract':
      return roundReal(a - b, kind);
    case 'multiply':
      return roundReal(a * b, kind);
    case 'divide':
      return roundReal(a / b, kind);
    default:
      return Number.isNaN(a) || Number.isNaN(b) ? op === 'ne' : compare(op, a < b ? -1 : a > b ? 1 : 0);
  }
}

function realPower(a: number, n: number, kind: 2 | 4 | 8): number {
  let result = 1;
  let factor = a;
  for (let k = Math.abs(n); k > 0; k = Math.floor(k / 2)) {
    if (k % 2 === 1) result *= factor;
    factor *= factor;
  }
  return roundReal(n < 0 ? 1 / result : result, kind);
}

function complexOperation(op: BinaryOp, a: Pair, b: ConstantValue, kind: 4 | 8): ConstantValue | undefined {
  if (op === 'power' && typeof b === 'bigint') return complexPower(a, Number(b), kind);
  if (!isPair(b)) return undefined;
  const pair = (re: number, im: number): Pair => [roundReal(re, kind), roundReal(im, kind)];
  switch (op) {
    case 'add':
      return pair(a[0] + b[0], a[1] + b[1]);
    case 'subtract':
      return pair(a[0] - b[0], a[1] - b[1]);
    case 'multiply':
      return pair(a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]);
    case 'divide': {
      const d = b[0] * b[0] + b[1] * b[1];
      return pair((a[0] * b[0] + a[1] * b[1]) / d, (a[1] * b[0] - a[0] * b[1]) / d);
    }
    case 'power': {
      if (a[0] === 0 && a[1] === 0) return pair(0, 0);
      const size = Math.log(Math.hypot(a[0], a[1]));
      const angle = Math.atan2(a[1], a[0]);
      const length = Math.exp(b[0] * size - b[1] * angle);
      const turn = b[1] * size + b[0] * angle;
      return pair(length * Math.cos(turn), length * Math.sin(turn));
    }
    case 'eq':
      return a[0] === b[0] && a[1] === b[1];
    case 'ne':
      return a[0] !== b[0] || a[1] !== b[1];
    default:
      return undefined;
  }
}

function complexPower(a: Pair, n: number, kind: 4 | 8): ConstantValue | undefined {
  const product = (x: Pair, y: Pair): Pair => [x[0] * y[0] - x[1] * y[1], x[0] * y[1] + x[1] * y[0]];
  let result: Pair = [1, 0];
  let factor = a;
  for (let k = Math.abs(n); k > 0; k = Math.floor(k / 2)) {
    if (k % 2 === 1) result = product(result, factor);
    factor = product(factor, factor);
  }
  if (n < 0) return complexOperation('divide', [1, 0], result, kind);
  return [roundReal(result[0], kind), roundReal(result[1], kind)];
}

function logicalOperation(op: BinaryOp, a: boolean, b: boolean): boolean | undefined {
  switch (op) {
    case 'and':
      return a && b;
    case 'or':
      return a || b;
    case 'eqv':
      return a === b;
    case 'neqv':
      return a !== b;
    default:
      return undefined;
  }
}

function textOperation(op: BinaryOp, a: string, b: string): ConstantValue | undefined {
  if (op === 'concat') return a + b;
  const length = Math.max(a.length, b.length);
  const x = a.padEnd(length);
  const y = b.padEnd(length);
  return compare(op, x < y ? -1 : x > y ? 1 : 0);
}

function compare(op: BinaryOp, order: number): boolean | undefined {
  switch (op) {
    case 'eq':
      return order === 0;
    case 'ne':
      return order !== 0;
    case 'lt':
      return order < 0;
    case 'le':
      return order <= 0;
    case 'gt':
      return order > 0;
    case 'ge':
      return order >= 0;
    default:
      return undefined;
  }
}

export function foldUnary(operator: 'negate' | 'not' | 'parentheses', e: Expr, span: Span): Expr | undefined {
  if (operator === 'parentheses' && e.kind === 'structure') return { ...e, span };
  const folded = mapConstants(e, e.type, (v) => unaryConstant(operator, v, e.type));
  return folded && { ...folded, span };
}

function unaryConstant(
  operator: 'negate' | 'not' | 'parentheses',
  v: ConstantValue,
  type: Type,
): ConstantValue | undefined {
  switch (operator) {
    case 'parentheses':
      return v;
    case 'not':
      return typeof v === 'boolean' ? !v : undefined;
    case 'negate':
      if (typeof v === 'bigint' && type.base === 'integer') return BigInt.asIntN(type.kind * 8, -v);
      if (typeof v === 'number') return -v;
      return isPair(v) ? [-v[0], -v[1]] : undefined;
    default:
      return impossible(operator);
  }
}
