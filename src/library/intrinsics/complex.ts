/** Complex arithmetic and functions made of real operations. A number is [real part, imaginary part]. */
import { InternalError } from '../../base/impossible.ts';
import { op, select } from '../../ir/build.ts';
import type { Expression } from '../../ir/module.ts';
import { constant, isNegative, isZero } from './lowering.ts';
import type { Lowering, ScalarValue } from './row.ts';

export type Complex = readonly [Expression, Expression];
type Keep = Pick<Lowering, 'keep'>;

const add = (a: Expression, b: Expression) => op('add', [a, b]);
const sub = (a: Expression, b: Expression) => op('sub', [a, b]);
const mul = (a: Expression, b: Expression) => op('mul', [a, b]);
const div = (a: Expression, b: Expression) => op('div', [a, b]);
const neg = (a: Expression) => op('neg', [a]);
const square = (a: Expression) => mul(a, a);

/** Both parts, fit for use more than once. */
export function partsOf(to: Keep, value: ScalarValue): Complex {
  const [re, im] = value.parts;
  if (!re || !im) throw new InternalError('a complex number has two parts');
  return [to.keep(re), to.keep(im)];
}

const kept = (to: Keep, z: Complex): Complex => [to.keep(z[0]), to.keep(z[1])];

export function complexAbs(to: Keep, value: ScalarValue): Expression {
  const [re, im] = partsOf(to, value);
  return op('hypot', [re, im]);
}

/** (a+ib)(c+id). All parts must be fit for use more than once. */
export function complexMultiply([a, b]: Complex, [c, d]: Complex): Complex {
  return [sub(mul(a, c), mul(b, d)), add(mul(a, d), mul(b, c))];
}

/** Smith's way: scaled by the larger part of the divisor, so that the squares cannot overflow. */
export function complexDivide(to: Keep, [a, b]: Complex, [c, d]: Complex): Complex {
  const steep = to.keep(op('lt', [op('abs', [c]), op('abs', [d])]));
  const [large, small] = [to.keep(select(steep, d, c)), to.keep(select(steep, c, d))];
  const ratio = to.keep(div(small, large));
  const scale = to.keep(add(large, mul(small, ratio)));
  const [p, q] = [to.keep(select(steep, b, a)), to.keep(select(steep, a, b))];
  const im = to.keep(sub(q, mul(p, ratio)));
  return [div(add(p, mul(q, ratio)), scale), div(select(steep, neg(im), im), scale)];
}

export function complexExp(to: Keep, [x, y]: Complex): Complex {
  const size = to.keep(op('exp', [x]));
  return [mul(size, op('cos', [y])), mul(size, op('sin', [y]))];
}

export function complexLog(_: Keep, [x, y]: Complex): Complex {
  return [op('log', [op('hypot', [x, y])]), op('atan2', [y, x])];
}

export function complexSqrt(to: Keep, [x, y]: Complex): Complex {
  const half = constant(x, 0.5);
  const size = add(mul(half, op('abs', [x])), mul(half, op('hypot', [x, y])));
  const root = to.keep(op('sqrt', [size]));
  const zero = to.keep(isZero(root));
  const other = to.keep(select(zero, constant(x, 0), div(mul(half, op('abs', [y])), root)));
  const left = to.keep(isNegative(x));
  return [select(left, other, root), op('copysign', [select(left, root, other), y])];
}

/** z**w = exp(w log z), with 0**w = 0. */
export function complexPower(to: Keep, z: Complex, w: Complex): Complex {
  const log = kept(to, complexLog(to, z));
  const power = kept(to, complexExp(to, kept(to, complexMultiply(w, log))));
  const zero = to.keep(op('and', [isZero(z[0]), isZero(z[1])]));
  return [select(zero, constant(z[0], 0), power[0]), select(zero, constant(z[0], 0), power[1])];
}

function sin(_: Keep, [x, y]: Complex): Complex {
  return [mul(op('sin', [x]), op('cosh', [y])), mul(op('cos', [x]), op('sinh', [y]))];
}

function cos(_: Keep, [x, y]: Complex): Complex {
  return [mul(op('cos', [x]), op('cosh', [y])), neg(mul(op('sin', [x]), op('sinh', [y])))];
}

/** With t = tan x and h = tanh y: (t (1-h²) + i h (1+t²)) / (1 + t² h²); 1-h² = 1/cosh² y does not cancel. */
function tan(to: Keep, [x, y]: Complex): Complex {
  const one = constant(x, 1);
  const t = to.keep(op('tan', [x]));
  const h = to.keep(op('tanh', [y]));
  const cosh = to.keep(op('cosh', [y]));
  const below = to.keep(add(one, square(to.keep(mul(t, h)))));
  return [div(div(div(t, cosh), cosh), below), div(mul(h, add(one, square(t))), below)];
}

const sinh = (_: Keep, [x, y]: Complex): Complex => [
  mul(op('sinh', [x]), op('cos', [y])),
  mul(op('cosh', [x]), op('sin', [y])),
];
const cosh = (_: Keep, [x, y]: Complex): Complex => [
  mul(op('cosh', [x]), op('cos', [y])),
  mul(op('sinh', [x]), op('sin', [y])),
];
/** tanh z = -i tan iz, and so on: the functions turned by a right angle. */
const turned =
  (f: (to: Keep, z: Complex) => Complex) =>
  (to: Keep, [x, y]: Complex): Complex => {
    const [re, im] = f(to, [to.keep(neg(y)), x]);
    return [im, neg(re)];
  };

/** sqrt(1-z) and sqrt(1+z), of which Kahan's formulas are made ("Branch Cuts for Complex Elementary Functions", 1987). */
function roots(to: Keep, [x, y]: Complex): readonly [Complex, Complex] {
  const one = constant(x, 1);
  const minus = complexSqrt(to, [to.keep(sub(one, x)), to.keep(neg(y))]);
  const plus = complexSqrt(to, [to.keep(add(one, x)), y]);
  return [kept(to, minus), kept(to, plus)];
}

function asin(to: Keep, z: Complex): Complex {
  const [minus, plus] = roots(to, z);
  const below = sub(mul(minus[0], plus[0]), mul(minus[1], plus[1]));
  const im = sub(mul(minus[0], plus[1]), mul(minus[1], plus[0]));
  return [op('atan2', [z[0], below]), op('asinh', [im])];
}

function acos(to: Keep, z: Complex): Complex {
  const [minus, plus] = roots(to, z);
  const im = sub(mul(plus[0], minus[1]), mul(plus[1], minus[0]));
  return [mul(constant(z[0], 2), op('atan2', [minus[0], plus[0]])), op('asinh', [im])];
}

function acosh(to: Keep, [x, y]: Complex): Complex {
  const one = constant(x, 1);
  const minus = kept(to, complexSqrt(to, [to.keep(sub(x, one)), y]));
  const plus = kept(to, complexSqrt(to, [to.keep(add(x, one)), y]));
  const re = add(mul(minus[0], plus[0]), mul(minus[1], plus[1]));
  return [op('asinh', [re]), mul(constant(x, 2), op('atan2', [minus[1], plus[0]]))];
}

function atanh(to: Keep, [x, y]: Complex): Complex {
  const one = constant(x, 1);
  const gap = to.keep(sub(one, x));
  const y2 = to.keep(square(y));
  const ratio = div(mul(constant(x, 4), x), add(square(gap), y2));
  const re = mul(constant(x, 0.25), op('log1p', [ratio]));
  const angle = op('atan2', [mul(constant(x, 2), y), sub(mul(gap, add(one, x)), y2)]);
  return [re, mul(constant(x, 0.5), angle)];
}

/** By the intrinsic's name. */
export const complexFunctions = {
  exp: complexExp,
  log: complexLog,
  sqrt: complexSqrt,
  sin,
  cos,
  tan,
  sinh,
  cosh,
  tanh: turned(tan),
  asin,
  acos,
  atan: turned(atanh),
  asinh: turned(asin),
  acosh,
  atanh,
} satisfies Record<string, (to: Keep, z: Complex) => Complex>;
