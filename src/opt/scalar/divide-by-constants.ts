/**
 * Quotients and remainders of whole numbers by constants, by products and shifts (Granlund and Montgomery, Division by invariant integers using multiplication; Hacker's Delight,
 * chapter 10). What is known not to be negative is shifted and masked by powers of two alone.
 */
import { integer, op } from '../../ir/build.ts';
import type { Expression, Fn, Local, Statement } from '../../ir/module.ts';
import { changeBodies, changeStatement, mapExpression, replaceEach } from '../../ir/walk.ts';
import { type RangeOf, ranges } from '../analysis/ranges.ts';

type Operation = Extract<Expression, { kind: 'op' }>;

export function divideByConstants(fn: Fn): Fn {
  const rangeOf = ranges(fn);
  const locals: Local[] = [...fn.locals];
  const list = (body: readonly Statement[]): readonly Statement[] =>
    replaceEach(body, (s) => {
      const before: Statement[] = [];
      /** Quotients of one statement, so that x/n and mod(x, n) divide once. */
      const held = new Map<Expression, Expression>();
      const keep = (e: Expression): Expression => {
        if (e.kind === 'local' || e.kind === 'const') return e;
        const old = held.get(e);
        if (old) return old;
        before.push({ kind: 'set', local: locals.length, value: e, ...(s.at && { at: s.at }) });
        const made: Expression = { kind: 'local', type: e.type, index: locals.length };
        locals.push({ name: 'divided', type: e.type });
        held.set(e, made);
        return made;
      };
      const expression = (whole: Expression): Expression =>
        mapExpression(whole, (e) => (e.kind === 'op' ? (divided(e, rangeOf, keep) ?? e) : e));
      const made = changeStatement(s, { expression, body: (b) => b });
      const inner = changeBodies(made, list);
      return before.length === 0 ? inner : [...before, inner];
    });
  const body = list(fn.body);
  return body === fn.body ? fn : { ...fn, locals, body };
}

type Keep = (e: Expression) => Expression;

function divided(e: Operation, rangeOf: RangeOf, keep: Keep): Expression | undefined {
  const [x, by] = e.args;
  if ((e.op !== 'div' && e.op !== 'rem') || by?.kind !== 'const' || (e.type !== 'i32' && e.type !== 'i64'))
    return undefined;
  const d = BigInt(by.value);
  const least = -(1n << (widthOf(e) - 1n));
  if (d === 0n || d === least || x!.kind === 'const') return undefined;
  if (d === 1n) return e.op === 'div' ? x : integer(e.type, 0);
  if (d === -1n) return e.op === 'div' ? op('sub', [integer(e.type, 0), x!]) : integer(e.type, 0);
  const size = d < 0n ? -d : d;
  const positive = isPositive(x!, rangeOf);
  if (e.op === 'rem' && positive && isPower(size)) return op('and', [x!, integer(e.type, size - 1n)]);
  const n = keep(x!);
  const quotient = isPower(size) ? byPower(n, size, positive) : byProduct(n, size, positive, keep);
  if (e.op === 'div') return d < 0n ? op('sub', [integer(e.type, 0), quotient]) : quotient;
  // x - x/d*d; the remainder's sign is the dividend's.
  return op('sub', [n, op('mul', [quotient, integer(e.type, size)])]);
}

const widthOf = (e: Expression): bigint => (e.type === 'i64' ? 64n : 32n);
export const isPower = (n: bigint): boolean => (n & (n - 1n)) === 0n;
const bits = (n: bigint): number => n.toString(2).length - 1;

function isPositive(x: Expression, rangeOf: RangeOf): boolean {
  if (x.kind === 'op' && x.op === 'extend') return isPositive(x.args[0]!, rangeOf);
  return (rangeOf(x)?.low ?? -1) >= 0;
}

/** Rounded towards zero: 2**k - 1 is added to what is negative. */
export function byPower(x: Expression, d: bigint, positive: boolean): Expression {
  const k = integer(x.type, bits(d));
  if (positive) return op('shr.s', [x, k]);
  const width = Number(widthOf(x));
  const sign = d === 2n ? x : op('shr.s', [x, integer(x.type, width - 1)]);
  return op('shr.s', [op('add', [x, op('shr.u', [sign, integer(x.type, width - bits(d))])]), k]);
}

function byProduct(x: Expression, d: bigint, positive: boolean, keep: Keep): Expression {
  const width = widthOf(x);
  const { multiplier, shift } = magic(d, width);
  // Without a sign the multiplier fits, and what all threads share is multiplied in uniform registers.
  if (positive) {
    const product = op('mul.high.u', [x, integer(x.type, BigInt.asIntN(Number(width), multiplier))]);
    return shift === 0 ? product : op('shr.u', [product, integer(x.type, shift)]);
  }
  const high = op('mul.high', [x, integer(x.type, multiplier)]);
  // A multiplier that does not fit is 2**width less here.
  const sum = keep(multiplier >= 1n << (width - 1n) ? op('add', [high, x]) : high);
  const quotient = shift === 0 ? sum : op('shr.s', [sum, integer(x.type, shift)]);
  // It is negative where the dividend is, and its sign is added as the last bit in the instruction that shifts.
  return op('add', [quotient, op('shr.u', [sum, integer(x.type, width - 1n)])]);
}

/** The least multiplier m and shift s with floor(m*x / 2**(width + s)) = floor(x/d) for all x of the width. */
function magic(d: bigint, width: bigint): { readonly multiplier: bigint; readonly shift: number } {
  const half = 1n << (width - 1n);
  // The greatest |x| with remainder d - 1.
  const limit = half - 1n - (half % d);
  for (let power = width; ; power++) {
    const two = 1n << power;
    const rest = d - (two % d);
    if (two > limit * rest) return { multiplier: (two + rest) / d, shift: Number(power - width) };
  }
}
