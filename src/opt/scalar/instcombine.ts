/**
 * Whole numbers in one form, however they were written: constants on the right and added up, nothing added to nothing, differences by a constant as sums. An index that counts from 1
 * and one that counts from 0 become the same.
 */
import { op } from '../../ir/build.ts';
import type { Expression, Fn } from '../../ir/module.ts';
import { isPointer } from '../../ir/types.ts';
import { keyOf } from '../../ir/value-key.ts';
import { changeFunction } from '../../ir/walk.ts';
import { folded } from './fold.ts';
import { ofRemainder } from './shift-quotients.ts';

type Operation = Extract<Expression, { kind: 'op' }>;
type Constant = Extract<Expression, { kind: 'const' }>;

export function instcombine(fn: Fn): Fn {
  return changeFunction(fn, combined);
}

/** `e`, whose parts are in that form. */
export function combined(given: Expression): Expression {
  const e = folded(given);
  if (e.kind !== 'op') return e;
  if (e.type === 'bool') return logical(e);
  if (e.type !== 'i32' && e.type !== 'i64' && !isPointer(e.type)) return e;
  const [a, b] = e.args;
  switch (e.op) {
    case 'add':
      return isConstant(b!) ? sum(e, a!, b) : outOf(e, a!, b!);
    case 'sub':
      if (isConstant(b!)) return sum(e, a!, negative(b));
      return difference(e, a!, b!);
    case 'offset':
      return isConstant(b!) ? sum(e, a!, b) : e;
    case 'mul':
      return isConstant(b!) ? product(e, a!, b) : e;
    case 'div':
      // How often a loop that goes down runs. The one quotient that does not fit is none of Fortran's.
      return isConstant(b!) && isNumber(b, -1) ? combined(op('sub', [constant(b, 0n), a!])) : e;
    case 'wrap':
      return a!.kind === 'op' && (a!.op === 'extend' || a!.op === 'extend.u') ? a!.args[0]! : e;
    case 'shl':
    case 'shr.s':
    case 'shr.u':
      return isConstant(b!) && isNumber(b, 0) ? a! : e;
    default: // else: it stays as it is
      return e;
  }
}

/** `true` and `false` beside something else. */
function logical(e: Operation): Expression {
  if (e.op === 'eq' || e.op === 'ne') return ofRemainder(e) ?? e;
  if (e.op !== 'and' && e.op !== 'or') return e;
  const [a, b] = e.args;
  const [c, other] = a!.kind === 'const' ? [a!, b!] : [b!, a!];
  if (c.kind !== 'const') return inRange(e, a!, b!);
  return c.value === (e.op === 'or') ? c : other;
}

/** Between two constants: one comparison without a sign. `or`: outside of them. */
function inRange(e: Operation, a: Expression, b: Expression): Expression {
  const inside = e.op === 'and';
  const [x, y] = [boundOf(a, inside), boundOf(b, inside)];
  if (!x || !y || x.is === y.is || keyOf(x.of) !== keyOf(y.of)) return e;
  const [low, high] = x.is === 'low' ? [x.at, y.at] : [y.at, x.at];
  if (low > high || high - low >= 2n ** 31n) return e;
  const from = combined(op('sub', [x.of, whole(low)]));
  return inside ? op('le.u', [from, whole(high - low)]) : op('lt.u', [whole(high - low), from]);
}

const whole = (n: bigint): Constant => ({ kind: 'const', type: 'i32', value: Number(n) });

type Bound = { readonly is: 'low' | 'high'; readonly of: Expression; readonly at: bigint };

/** The least or greatest number for which a comparison of 32 bits with a constant holds, or behind which it does not. */
function boundOf(e: Expression, inside: boolean): Bound | undefined {
  if (e.kind !== 'op' || e.args[0]!.type !== 'i32') return undefined;
  const [of, c] = e.args;
  if (c?.kind !== 'const' || of!.kind === 'const') return undefined;
  const n = BigInt(c.value);
  switch (e.op) {
    case 'ge':
      return inside ? { is: 'low', of: of!, at: n } : { is: 'high', of: of!, at: n - 1n };
    case 'gt':
      return inside ? { is: 'low', of: of!, at: n + 1n } : { is: 'high', of: of!, at: n };
    case 'le':
      return inside ? { is: 'high', of: of!, at: n } : { is: 'low', of: of!, at: n + 1n };
    case 'lt':
      return inside ? { is: 'high', of: of!, at: n - 1n } : { is: 'low', of: of!, at: n };
    default: // else: no comparison for order
      return undefined;
  }
}

function isConstant(e: Expression): e is Constant {
  return e.kind === 'const' && typeof e.value !== 'boolean';
}

function isNumber(c: Constant, n: number): boolean {
  return BigInt(c.value) === BigInt(n);
}

function negative(c: Constant): Constant {
  return constant(c, -BigInt(c.value));
}

function constant(like: Constant, n: bigint): Constant {
  return like.type === 'i32'
    ? { ...like, value: Number(BigInt.asIntN(32, n)) }
    : { ...like, value: BigInt.asIntN(64, n) };
}

/** `x` and a constant: (x + c) + d is x + (c + d). */
function sum(e: Operation, x: Expression, c: Constant): Expression {
  const name = e.op === 'offset' ? 'offset' : 'add';
  const inner = x.kind === 'op' && x.op === name ? x.args[1]! : undefined;
  if (x.kind === 'op' && inner && isConstant(inner))
    return sum(e, x.args[0]!, constant(c, BigInt(inner.value) + BigInt(c.value)));
  if (isNumber(c, 0)) return x;
  const from = name === 'add' ? takenFrom(x) : undefined;
  if (from) return op('sub', [constant(c, BigInt(from[0].value) + BigInt(c.value)), from[1]]);
  const back = takenBack(x, c);
  if (back) return back;
  const same = e.op === name && e.args[0] === x && e.args[1] === c;
  return same ? e : op(name, [x, c], e.type);
}

/** An extent of `0:n-1`: n - 1 as a number of 64 bits, and 1. Only a number that leaves 32 bits would tell the difference. */
function takenBack(x: Expression, c: Constant): Expression | undefined {
  if (x.kind !== 'op' || x.op !== 'extend') return undefined;
  const [inner, d] = split(x.args[0]!);
  return d && BigInt(d.value) === -BigInt(c.value) ? op('extend', [inner]) : undefined;
}

/** (x + c) + y is (x + y) + c. */
function outOf(e: Operation, a: Expression, b: Expression): Expression {
  const [x, c] = split(a);
  const [y, d] = split(b);
  if (!c && !d) return e;
  const total = constant((c ?? d)!, BigInt(c?.value ?? 0) + BigInt(d?.value ?? 0));
  return sum(e, combined(op('add', [x, y])), total);
}

/** The parts of `c - x`. */
function takenFrom(e: Expression): readonly [Constant, Expression] | undefined {
  if (e.kind !== 'op' || e.op !== 'sub') return undefined;
  const [c, x] = e.args;
  return isConstant(c!) ? [c, x!] : undefined;
}

/** (x + c) - y is (x - y) + c, and c - (d - x) is x + (c - d). */
function difference(e: Operation, a: Expression, b: Expression): Expression {
  const [x, c] = split(a);
  const [y, d] = split(b);
  const from = isConstant(a) ? takenFrom(b) : undefined;
  if (from && isConstant(a)) return sum(e, from[1], constant(a, BigInt(a.value) - BigInt(from[0].value)));
  if (!c && !d) return e;
  const total = constant((c ?? d)!, BigInt(c?.value ?? 0) - BigInt(d?.value ?? 0));
  return sum(e, op('sub', [x, y]), total);
}

function split(e: Expression): readonly [Expression, Constant | undefined] {
  if (e.kind !== 'op' || e.op !== 'add') return [e, undefined];
  const c = e.args[1]!;
  return isConstant(c) ? [e.args[0]!, c] : [e, undefined];
}

/** (x * c) * d is x * (c * d). */
function product(e: Operation, x: Expression, c: Constant): Expression {
  if (isNumber(c, 1)) return x;
  if (isNumber(c, 0)) return c;
  const inner = x.kind === 'op' && x.op === 'mul' ? x.args[1]! : undefined;
  if (x.kind === 'op' && inner && isConstant(inner))
    return product(e, x.args[0]!, constant(c, BigInt(inner.value) * BigInt(c.value)));
  return e.args[0] === x && e.args[1] === c ? e : op('mul', [x, c]);
}
