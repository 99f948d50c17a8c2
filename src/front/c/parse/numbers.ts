/** Arithmetic on constants, as the machine would do it. */
import type { BinaryOperator, Constant, Expression } from '../tree.ts';
import { isReal, isSigned, precisionOf, type Type, underlying } from '../types.ts';

/** As a value of the type holds it. */
export function wrapped(value: Constant, type: Type): Constant {
  const t = underlying(type);
  if (t.kind === 'float') {
    const real = t.bytes === 4 ? Math.fround(Number(value)) : Number(value);
    // The sign of what a processor makes is its own affair.
    return Number.isNaN(real) ? Number.NaN : real;
  }
  if (t.kind === 'bool') return value !== 0 && value !== 0n ? 1n : 0n;
  const whole = typeof value === 'bigint' ? value : truncated(value);
  if (t.kind !== 'integer') return BigInt.asIntN(64, whole);
  const bits = precisionOf(t);
  return isSigned(t) ? BigInt.asIntN(bits, whole) : BigInt.asUintN(bits, whole);
}

function truncated(x: number): bigint {
  return Number.isFinite(x) ? BigInt(Math.trunc(x)) : 0n;
}

export function numberOf(value: Constant, type: Type, like: Pick<Expression, 'at'>): Expression {
  return { kind: 'number', value: wrapped(value, type), type, at: like.at };
}

/** Undefined where it has no value (a division by zero). Both are of one type, but for shifts. */
export function computed(op: BinaryOperator, a: Constant, b: Constant, type: Type): Constant | undefined {
  if (isReal(type)) return reals(op, Number(a), Number(b));
  const x = BigInt(a);
  const y = BigInt(b);
  switch (op) {
    case '+':
      return x + y;
    case '-':
      return x - y;
    case '*':
      return x * y;
    case '/':
      return y === 0n ? undefined : x / y;
    case '%':
      return y === 0n ? undefined : x % y;
    case '&':
      return x & y;
    case '|':
      return x | y;
    case '^':
      return x ^ y;
    case '<<':
      return y < 0n || y > 63n ? undefined : x << y;
    case '>>':
      return y < 0n || y > 63n ? undefined : x >> y;
    default:
      return compared(op, x, y) ? 1n : 0n;
  }
}

function reals(op: BinaryOperator, x: number, y: number): Constant | undefined {
  switch (op) {
    case '+':
      return x + y;
    case '-':
      return x - y;
    case '*':
      return x * y;
    case '/':
      return x / y;
    default:
      return compared(op, x, y) ? 1n : 0n;
  }
}

function compared<T extends number | bigint>(op: BinaryOperator, x: T, y: T): boolean {
  switch (op) {
    case '==':
      return x === y;
    case '!=':
      return x !== y;
    case '<':
      return x < y;
    case '>':
      return x > y;
    case '<=':
      return x <= y;
    default:
      return x >= y;
  }
}

export const isTrue = (c: Constant): boolean => c !== 0 && c !== 0n;
