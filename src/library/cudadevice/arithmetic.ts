/** Fast functions, bits and products of integers, and other arithmetic of the device. */
import { f32, f64, i32, i64, op, select } from '../../ir/build.ts';
import type { Expression } from '../../ir/module.ts';
import type { Param, Routine, RowType } from '../library-module.ts';
import { generic, i4, i8, type Keep, pure, r4, r8, value } from './words.ts';

const reals = [r4, r8];
const longs = [i4, i8];
const same = (type: RowType) => type;
const x = (type: RowType) => ({ x: value(type) });
const times = (a: Expression, factor: number) => op('mul', [a, a.type === 'f64' ? f64(factor) : f32(factor)]);
const number = (a: Expression, n: number) => (a.type === 'f64' ? f64(n) : f32(n));

const fast = (doc: string, names: string, of: (...args: Expression[]) => Expression): Routine =>
  pure(`${doc}, by the device's fast approximation.`, names, r4, r4, of);

/** sin and cos of `a` half turns, exact where `a` is a multiple of a half. */
function ofHalfTurns(keep: Keep, a: Expression): { readonly sin: Expression; readonly cos: Expression } {
  const turns = keep(op('sub', [a, times(op('nearest', [times(a, 0.5)]), 2)]));
  const quarter = keep(op('nearest', [times(turns, 2)]));
  const angle = keep(times(op('sub', [turns, times(quarter, 0.5)]), Math.PI));
  const turn = keep(op('and', [op('to.i32', [quarter], 'i32'), i32(3)]));
  const odd = keep(op('ne', [op('and', [turn, i32(1)]), i32(0)]));
  const [s, c] = [keep(op('sin', [angle])), keep(op('cos', [angle]))];
  const signed = (value: Expression, when: Expression) => {
    const e = keep(value);
    return select(when, op('neg', [e]), e);
  };
  const turned = op('and', [op('add', [turn, i32(1)]), i32(3)]);
  return {
    sin: signed(select(odd, c, s), op('ge', [turn, i32(2)])),
    cos: signed(select(odd, s, c), op('ge', [turned, i32(2)])),
  };
}

const both = (doc: string, of: (keep: Keep, a: Expression) => readonly Expression[]): Routine => {
  const out = (type: RowType): Param => ({ how: 'out', type });
  const form = (type: RowType) => ({ x: value(type), s: out(type), c: out(type) });
  return generic(doc, reals, form, undefined, {
    effect: { kind: 'set', values: ([a], keep) => (a ? of(keep, a) : []) },
  });
};

const low24 = (a: Expression) => op('shr.s', [op('shl', [a, i32(8)]), i32(8)]);
const low24u = (a: Expression) => op('and', [a, i32(0xffffff)]);

function firstBit(a: Expression): Expression {
  const none = op('eq', [a, a.type === 'i64' ? i64(0) : i32(0)]);
  return select(none, i32(0), op('add', [op('ctz', [a]), i32(1)]));
}

export const arithmeticRoutines = {
  __sinf: fast('Sine', 'x', (a) => op('fast.sin', [a])),
  __cosf: fast('Cosine', 'x', (a) => op('fast.cos', [a])),
  __tanf: fast('Tangent', 'x', (a) => op('fast.div', [op('fast.sin', [a]), op('fast.cos', [a])])),
  __expf: fast('Exponential', 'x', (a) => op('fast.exp2', [times(a, Math.LOG2E)])),
  __exp10f: fast('Power of ten', 'x', (a) => op('fast.exp2', [times(a, Math.log2(10))])),
  __logf: fast('Natural logarithm', 'x', (a) => times(op('fast.log2', [a]), Math.LN2)),
  __log2f: fast('Logarithm to base 2', 'x', (a) => op('fast.log2', [a])),
  __log10f: fast('Logarithm to base 10', 'x', (a) => times(op('fast.log2', [a]), Math.log10(2))),
  __powf: fast('Power', 'x y', (a, b = f32(1)) => op('fast.exp2', [op('mul', [b, op('fast.log2', [a])])])),
  __fdividef: fast('Quotient', 'x y', (a, b = f32(1)) => op('fast.div', [a, b])),
  __sincosf: {
    doc: 'Sine and cosine, by the device’s fast approximation.',
    takes: { x: value(r4), s: { how: 'out', type: r4 }, c: { how: 'out', type: r4 } },
    where: 'device',
    effect: { kind: 'set', values: ([a]) => (a ? [op('fast.sin', [a]), op('fast.cos', [a])] : []) },
  },
  sincos: both('Sine and cosine.', (_, a) => [op('sin', [a]), op('cos', [a])]),
  sincospi: both('Sine and cosine of `x` * pi.', (keep, a) => Object.values(ofHalfTurns(keep, a))),
  sinpi: generic('Sine of `x` * pi.', reals, x, same, { lower: ([a], keep) => ofHalfTurns(keep, a!).sin }),
  cospi: generic('Cosine of `x` * pi.', reals, x, same, { lower: ([a], keep) => ofHalfTurns(keep, a!).cos }),
  rsqrt: generic('Reciprocal square root.', reals, x, same, { lower: ([a]) => op('rsqrt', [a!]) }),
  saturate: pure('`x` cut to 0 … 1; NaN gives 0.', 'x', r4, r4, (a) => op('min', [op('max', [a, f32(0)]), f32(1)])),
  __saturatef: pure('`x` cut to 0 … 1; NaN gives 0.', 'x', r4, r4, (a) => op('min', [op('max', [a, f32(0)]), f32(1)])),
  signbit: generic('Not 0 where the sign of `x` is set.', reals, x, i4, {
    lower: ([a]) => select(op('lt', [op('copysign', [number(a!, 1), a!]), number(a!, 0)]), i32(1), i32(0)),
  }),
  __popc: generic('How many bits are 1.', longs, x, i4, { lower: ([a]) => op('popcount', [a!]) }),
  __clz: generic('How many leading bits are 0.', longs, x, i4, { lower: ([a]) => op('clz', [a!]) }),
  __ffs: generic('Place of the lowest bit that is 1, from 1; 0 where there is none.', longs, x, i4, {
    lower: ([a]) => firstBit(a!),
  }),
  __brev: generic('The bits in reverse order.', longs, x, same, { lower: ([a]) => op('reverse', [a!]) }),
  mulhi: pure('High half of the product.', 'x y', i4, i4, (a, b = i32(0)) => op('mul.high', [a, b])),
  __mulhi: pure('High half of the product.', 'x y', i4, i4, (a, b = i32(0)) => op('mul.high', [a, b])),
  umulhi: pure('High half of the unsigned product.', 'x y', i4, i4, (a, b = i32(0)) => op('mul.high.u', [a, b])),
  __umulhi: pure('High half of the unsigned product.', 'x y', i4, i4, (a, b = i32(0)) => op('mul.high.u', [a, b])),
  mul64hi: pure('High half of the product.', 'x y', i8, i8, (a, b = i64(0)) => op('mul.high', [a, b])),
  __mul64hi: pure('High half of the product.', 'x y', i8, i8, (a, b = i64(0)) => op('mul.high', [a, b])),
  umul64hi: pure('High half of the unsigned product.', 'x y', i8, i8, (a, b = i64(0)) => op('mul.high.u', [a, b])),
  __umul64hi: pure('High half of the unsigned product.', 'x y', i8, i8, (a, b = i64(0)) => op('mul.high.u', [a, b])),
  __mul24: pure('Product of the low 24 bits.', 'x y', i4, i4, (a, b = i32(0)) => op('mul', [low24(a), low24(b)])),
  __umul24: pure('Unsigned product of the low 24 bits.', 'x y', i4, i4, (a, b = i32(0)) =>
    op('mul', [low24u(a), low24u(b)]),
  ),
  __sad: pure('|`x` - `y`| + `z`.', 'x y z', i4, i4, (a, b = i32(0), c = i32(0)) =>
    op('add', [op('sub', [op('max', [a, b]), op('min', [a, b])]), c]),
  ),
  __usad: pure('|`x` - `y`| + `z`, unsigned.', 'x y z', i4, i4, (a, b = i32(0), c = i32(0)) =>
    op('add', [select(op('lt.u', [a, b]), op('sub', [b, a]), op('sub', [a, b])), c]),
  ),
} satisfies Record<string, Routine>;
