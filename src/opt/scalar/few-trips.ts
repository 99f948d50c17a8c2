/**
 * Loops whose ranges tell how many iterations they have: where that is one number it stands there, so that they can be unrolled; where it is one or none, a branch takes the loop's place. So threads that
 * step over less than their block holds (`do i = threadIdx%x, 100, blockDim%x`) ask once.
 */
import { bool, integer, local, op } from '../../ir/build.ts';
import type { Expression, Fn, Statement } from '../../ir/module.ts';
import { changeBodies, replaceEach, someExpression, someStatement } from '../../ir/walk.ts';
import { type Range, type RangeOf, ranges } from '../analysis/ranges.ts';

type For = Extract<Statement, { kind: 'for' }>;
type Operation = Extract<Expression, { kind: 'op' }>;

export function fewTrips(fn: Fn): Fn {
  if (!someStatement(fn.body, (s) => s.kind === 'for')) return fn;
  const rangeOf = ranges(fn);
  const list = (statements: readonly Statement[]): readonly Statement[] =>
    replaceEach(statements, (s) => {
      const inner = changeBodies(s, list);
      const trips = inner.kind === 'for' && inner.trips.kind !== 'const' ? rangeOf(inner.trips) : undefined;
      return inner.kind === 'for' && trips ? counted(inner, trips, rangeOf) : inner;
    });
  const body = list(fn.body);
  return body === fn.body ? fn : { ...fn, body };
}

function counted(s: For, { low, high }: Range, rangeOf: RangeOf): Statement | readonly Statement[] {
  const { type } = s.trips;
  const [least, most] = [Math.max(low, 0), Math.max(high, 0)];
  if (least === most) return { ...s, trips: integer(type, most) };
  if (most !== 1 || someExpression(s.trips, (e) => e.kind === 'local' && e.index === s.local)) return s;
  const once: Statement = { ...s, from: local(s.local, s.from.type), trips: integer(type, 1) };
  return [
    { kind: 'set', local: s.local, value: s.from },
    { kind: 'if', condition: atLeast(s.trips, 1n, rangeOf), then: [once], otherwise: [] },
  ];
}

/** Whether `e` is `n` or more, asked of what it was made of. */
function atLeast(e: Expression, n: bigint, rangeOf: RangeOf): Expression {
  const [a, b] = e.kind === 'op' ? e.args : [];
  if (e.kind !== 'op' || !a) return compared('ge', e, n);
  const by = constantOf(b);
  // A product of n and the divisor, where n is 1 or more.
  if (e.op === 'div' && by !== undefined && by > 0n && n > 0n) return atLeast(a, n * by, rangeOf);
  const shifts = e.op === 'shr.s' || (e.op === 'shr.u' && (rangeOf(a)?.low ?? -1) >= 0);
  if (shifts && by !== undefined) return atLeast(a, n << by, rangeOf);
  return moved(e, n, rangeOf, atLeast, atMost) ?? compared('ge', e, n);
}

function atMost(e: Expression, n: bigint, rangeOf: RangeOf): Expression {
  return (e.kind === 'op' && moved(e, n, rangeOf, atMost, atLeast)) || compared('le', e, n);
}

type Asked = (e: Expression, n: bigint, rangeOf: RangeOf) => Expression;

/** A comparison with the constant of a sum on its other side; `other`: the opposite order. Sums that may leave their bits stay. */
function moved(e: Operation, n: bigint, rangeOf: RangeOf, same: Asked, other: Asked): Expression | undefined {
  const [a, b] = e.args;
  if (!a || !isBetween(e, rangeOf(e))) return undefined;
  if (e.op === 'extend' && a.type === 'i32') return same(a, n, rangeOf);
  const [x, y] = [constantOf(a), constantOf(b)];
  if (e.op === 'add' && b && y !== undefined) return same(a, n - y, rangeOf);
  if (e.op === 'add' && b && x !== undefined) return same(b, n - x, rangeOf);
  if (e.op === 'sub' && b && y !== undefined) return same(a, n + y, rangeOf);
  return e.op === 'sub' && b && x !== undefined ? other(b, x - n, rangeOf) : undefined;
}

/** What has ends below those of its type has not wrapped. */
function isBetween(e: Expression, r: Range | undefined): boolean {
  if (!r) return false;
  const end = e.type === 'i64' ? Number.POSITIVE_INFINITY : 2 ** 31 - 1;
  return r.low > -end && r.high < end;
}

const constantOf = (e: Expression | undefined): bigint | undefined =>
  e?.kind === 'const' && (e.type === 'i32' || e.type === 'i64') ? BigInt(e.value) : undefined;

function compared(how: 'ge' | 'le', e: Expression, n: bigint): Expression {
  const bits = e.type === 'i64' ? 64 : 32;
  if (BigInt.asIntN(bits, n) === n) return op(how, [e, integer(e.type, n)]);
  return bool(how === 'ge' ? n < 0n : n > 0n);
}
