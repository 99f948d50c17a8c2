/**
 * Functions of single precision right for every argument, for devices whose threads go different ways: what is seldom met stands in a branch of its own, since a call would take registers from
 * all threads and keep loops around it from being unrolled.
 */
import { add, and, f32, f64, i32, i64, lt, mul, ne, op, select, sub } from '../../ir/build.ts';
import type { Expression } from '../../ir/module.ts';
import { type Hold, singlePower, turnedSine, turnedTangent } from './math-single.ts';

/** 2/pi in words of 32 bits, behind one of zeros. */
const twoOverPi = [0, 0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599, 0x3c439041, 0xfe5163ab] as const;

type Reduced = { readonly quarters: Expression; readonly rest: Expression; readonly finite: Expression };

/**
 * |x| as quarters of a circle and a rest of at most half of one, in double (M. Payne, R. Hanek, Radian reduction for trigonometric functions, 1983): the 24 bits of x, from 2**15 on, times
 * those 96 bits of 2/pi that are neither multiples of four nor too small to matter.
 */
function reduced(hold: Hold, size: Expression): Reduced {
  const bits = hold(op('bitcast', [size]));
  const mantissa = hold(op('extend.u', [op('or', [and(bits, i32(0x7fffff)), i32(0x800000)])]));
  // The first bit that matters is 25 less than the exponent, counted from the point on.
  const first = hold(sub(op('shr.u', [bits, i32(23)]), i32(127 + 25 - 32)));
  const word = hold(op('shr.u', [first, i32(5)]));
  const shift = hold(and(first, i32(31)));
  const isWord = [1, 2, 3, 4].map((k) => hold(op('eq', [word, i32(k)])));
  const wordAt = (by: number): Expression =>
    hold(
      isWord.reduce<Expression>((e, is, k) => select(is, i32(twoOverPi[k + 1 + by]! | 0), e), i32(twoOverPi[by]! | 0)),
    );
  const words = [0, 1, 2, 3].map(wordAt);
  const wide = [0, 1, 2].map((k) => {
    const after = op('shr.u', [op('shr.u', [words[k + 1]!, i32(1)]), sub(i32(31), shift)]);
    return hold(op('extend.u', [op('or', [op('shl', [words[k]!, shift]), after])]));
  });
  const low = op('shr.u', [mul(mantissa, wide[2]!), i64(32)]);
  const product = hold(add(add(op('shl', [mul(mantissa, wide[0]!), i64(32)]), mul(mantissa, wide[1]!)), low));
  const fraction = hold(op('shl', [product, i64(2)]));
  const up = op('wrap', [op('shr.u', [fraction, i64(63)])]);
  return {
    quarters: hold(add(op('wrap', [op('shr.u', [product, i64(62)])]), up)),
    rest: hold(mul(op('to.f64', [fraction]), f64((Math.PI / 2) * 2 ** -64))),
    finite: lt(bits, i32(0x7f800000)),
  };
}

/** The sine of x and `turn` quarters. */
function farCircle(hold: Hold, x: Expression, turn: 0 | 1): Expression {
  const { quarters, rest, finite } = reduced(hold, hold(op('abs', [x])));
  const q = hold(add(quarters, i32(turn)));
  // Of odd quarters the cosine, as the sine of what is left to a quarter.
  const odd = sub(f64(Math.PI / 2), op('abs', [rest]));
  const r = hold(op('to.f32', [select(ne(and(q, i32(1)), i32(0)), odd, rest)]));
  const sign = turn === 0 ? op('xor', [op('shl', [q, i32(30)]), op('bitcast', [x])]) : op('shl', [q, i32(30)]);
  const value = turnedSine(hold, r, and(sign, i32(0x80000000 | 0)));
  return select(finite, value, sub(x, x));
}

export const farSine = (hold: Hold, x: Expression): Expression => farCircle(hold, x, 0);
export const farCosine = (hold: Hold, x: Expression): Expression => farCircle(hold, x, 1);

export function farTangent(hold: Hold, x: Expression): Expression {
  const { quarters, rest, finite } = reduced(hold, hold(op('abs', [x])));
  const t = turnedTangent(hold, hold(op('to.f32', [rest])), quarters);
  return select(
    finite,
    op('bitcast', [op('xor', [op('bitcast', [t]), and(op('bitcast', [x]), i32(0x80000000 | 0))])]),
    sub(x, x),
  );
}

/** |x|^y where both are finite and x is not zero. */
export function powerOfSize(hold: Hold, x: Expression, y: Expression): Expression {
  const size = hold(op('abs', [x]));
  const isSmall = hold(lt(size, f32(2 ** -126)));
  const moved = hold(select(isSmall, mul(size, f32(2 ** 24)), size));
  return singlePower(hold, moved, y, select(isSmall, i32(-24), i32(0)));
}

/** x^y where x is no positive number or one of them is infinite or none: `v` is what `powerOfSize` gives. */
export function specialPower(hold: Hold, x: Expression, y: Expression, v: Expression): Expression {
  const is = (name: 'eq' | 'ne' | 'lt' | 'gt', a: Expression, b: Expression): Expression => hold(op(name, [a, b]));
  const same = (a: Expression, b: Expression): Expression => op('eq', [a, b]);
  const infinity = f32(Infinity);
  const size = hold(op('abs', [x]));
  const [isZero, isInfinite] = [is('eq', size, f32(0)), is('eq', size, infinity)];
  const whole = is('eq', op('trunc', [y]), y);
  const half = hold(mul(y, f32(0.5)));
  const odd = and(whole, is('ne', op('trunc', [half]), half));
  const ofEnd = select(same(is('lt', y, f32(0)), isZero), infinity, f32(0));
  const ofOther = hold(select(op('or', [isZero, isInfinite]), ofEnd, v));
  const isFar = is('eq', op('abs', [y]), infinity);
  const far = select(same(is('gt', size, f32(1)), is('gt', y, f32(0))), infinity, f32(0));
  const ofSize = hold(select(isFar, select(is('eq', size, f32(1)), f32(1), far), ofOther));
  const isNegative = op('lt', [op('bitcast', [x]), i32(0)]);
  const signed = hold(select(and(isNegative, odd), op('neg', [ofSize]), ofSize));
  // A root of a negative number.
  const none = and(is('lt', x, f32(0)), and(op('not', [whole]), is('ne', size, infinity)));
  const ofReals = hold(select(none, f32(Number.NaN), signed));
  const isNone = op('or', [is('ne', x, x), is('ne', y, y)]);
  const one = op('or', [is('eq', y, f32(0)), is('eq', x, f32(1))]);
  return select(one, f32(1), select(isNone, add(x, y), ofReals));
}
