/** The operator `**`. */
import { i32, i64, integer, op, select, toInteger } from '../../../ir/build.ts';
import type { Expression } from '../../../ir/module.ts';
import type { ValueType } from '../../../ir/types.ts';
import type { Type } from '../program.ts';
import type { Context } from './context.ts';
import { fitInteger } from './convert.ts';
import { complexOf, plain, plainOf, type Value } from './value.ts';

/** Base and exponent of one type, or any base with an integer exponent. */
export function applyPower(ctx: Context, base: Value, exponent: Value, baseType: Type, exponentType: Type): Value {
  if (exponentType.base === 'integer') return integerPower(ctx, base, plainOf(exponent), baseType);
  if (baseType.base === 'complex') return complexPower(ctx, base, exponent, baseType, exponentType);
  return plain(realPower(ctx, plainOf(base), plainOf(exponent)));
}

function realPower(ctx: Context, base: Expression, exponent: Expression): Expression {
  if (exponent.kind === 'const') {
    if (exponent.value === 1) return base;
    if (exponent.value === 2) return square(ctx, base);
    if (exponent.value === 0.5) return op('sqrt', [base]);
  }
  return op('pow', [base, exponent]);
}

function square(ctx: Context, x: Expression): Expression {
  const kept = ctx.keep(x);
  return op('mul', [kept, kept]);
}

/** z**w = exp(w log z). */
function complexPower(ctx: Context, base: Value, exponent: Value, type: Type, exponentType: Type): Value {
  const log = ctx.parts.elemental(ctx, 'log', [base], [type], type);
  const product = ctx.parts.binary(ctx, 'multiply', exponent, log, exponentType, type);
  return ctx.parts.elemental(ctx, 'exp', [product], [type], type);
}

function integerPower(ctx: Context, base: Value, exponent: Expression, type: Type): Value {
  if (exponent.kind === 'const' && Math.abs(Number(exponent.value)) <= 64)
    return constantPower(ctx, base, Number(exponent.value), type);
  const known = powerOfConstant(ctx, base, exponent, type);
  if (known) return known;
  if (type.base === 'integer') return plain(integerLoop(ctx, plainOf(base), exponent, type.kind));
  return repeated(ctx, base, exponent, type);
}

/** The number 1 of a type. */
function one(type: Type): Value {
  if (type.base === 'integer') return plain(type.kind === 8 ? i64(1) : i32(1));
  const real = (value: number): Expression => ({
    kind: 'const',
    type: (type.base === 'real' || type.base === 'complex') && type.kind === 8 ? 'f64' : 'f32',
    value,
  });
  return type.base === 'complex' ? { kind: 'complex', re: real(1), im: real(0) } : plain(real(1));
}

function keepValue(ctx: Context, v: Value): Value {
  if (v.kind === 'plain') return plain(ctx.keep(v.x));
  const { re, im } = complexOf(v);
  return { kind: 'complex', re: ctx.keep(re), im: ctx.keep(im) };
}

function times(ctx: Context, a: Value, b: Value, type: Type): Value {
  return ctx.parts.binary(ctx, 'multiply', a, b, type, type);
}

function constantPower(ctx: Context, base: Value, n: number, type: Type): Value {
  if (n === 0) return one(type);
  if (n < 0) {
    const under = constantPower(ctx, base, -n, type);
    return ctx.parts.binary(ctx, 'divide', one(type), under, type, type);
  }
  let result: Value | undefined;
  let factor = keepValue(ctx, base);
  for (let left = n; left > 0; left >>= 1) {
    if (left & 1) result = result ? times(ctx, result, factor, type) : factor;
    if (left > 1) factor = keepValue(ctx, times(ctx, factor, factor, type));
  }
  return result ?? one(type);
}

/** Squares and multiplies while bits of the exponent (which is not negative) are left. */
function squaring(ctx: Context, exponent: Expression, multiply: () => void, squareUp: () => void): void {
  const left = ctx.variable('exponent', exponent.type);
  ctx.set(left.index, exponent);
  const zero = exponent.type === 'i64' ? i64(0) : i32(0);
  const unit = exponent.type === 'i64' ? i64(1) : i32(1);
  const label = ctx.freshLabel('power');
  ctx.loop(label, () => {
    ctx.if(op('eq', [left, zero]), () => ctx.break(label));
    ctx.if(op('ne', [op('and', [left, unit]), zero]), multiply);
    ctx.set(left.index, op('shr.u', [left, unit]));
    squareUp();
  });
}

/** A constant base that needs no loop: 1, -1, and as integers the powers of two. */
function powerOfConstant(ctx: Context, base: Value, exponent: Expression, type: Type): Value | undefined {
  if (base.kind !== 'plain' || base.x.kind !== 'const') return undefined;
  const { value } = base.x;
  if (Number(value) === 1) return base;
  if (Number(value) === -1) {
    const last = op('and', [exponent, integer(exponent.type, 1)]);
    return plain(select(op('ne', [last, integer(exponent.type, 0)]), base.x, plainOf(one(type))));
  }
  const bits = Math.log2(Number(value));
  if (type.base !== 'integer' || !Number.isInteger(bits) || bits < 1) return undefined;
  return plain(shiftedOne(ctx, base.x.type, bits, exponent, type.kind));
}

/** `(2**bits)**n`: zero where n is negative, or where all its ones lie above the highest bit. */
function shiftedOne(ctx: Context, as: ValueType, bits: number, exponent: Expression, kind: number): Expression {
  const n = ctx.keep(exponent);
  const width = as === 'i64' ? 64 : 32;
  const fits = op('lt.u', [n, integer(n.type, Math.ceil(width / bits))]);
  const amount = op('mul', [toInteger(as, n), integer(as, bits)]);
  return fitInteger(select(fits, op('shl', [integer(as, 1), amount]), integer(as, 0)), kind);
}

/** Negative exponents: 1, -1 by the sign of (-1)**n, else 0. */
function integerLoop(ctx: Context, base: Expression, exponent: Expression, kind: number): Expression {
  const unit = base.type === 'i64' ? i64(1) : i32(1);
  const minus = base.type === 'i64' ? i64(-1) : i32(-1);
  const zero = base.type === 'i64' ? i64(0) : i32(0);
  const b = ctx.variable('base', base.type);
  ctx.set(b.index, base);
  const n = ctx.keep(exponent);
  const zeroN = n.type === 'i64' ? i64(0) : i32(0);
  const unitN = n.type === 'i64' ? i64(1) : i32(1);
  const result = ctx.variable('power', base.type);
  ctx.set(result.index, unit);
  ctx.if(
    op('lt', [n, zeroN]),
    () => {
      const odd = op('ne', [op('and', [n, unitN]), zeroN]);
      const whole = select(op('eq', [b, unit]), unit, select(op('eq', [b, minus]), select(odd, minus, unit), zero));
      ctx.set(result.index, whole);
    },
    () =>
      squaring(
        ctx,
        n,
        () => ctx.set(result.index, fitInteger(op('mul', [result, b]), kind)),
        () => ctx.set(b.index, fitInteger(op('mul', [b, b]), kind)),
      ),
  );
  return result;
}

function repeated(ctx: Context, base: Value, exponent: Expression, type: Type): Value {
  const factor = variableLike(ctx, base);
  const result = variableLike(ctx, base);
  assign(ctx, factor, base);
  assign(ctx, result, one(type));
  const n = ctx.keep(exponent);
  const zero = n.type === 'i64' ? i64(0) : i32(0);
  const negative = ctx.keep(op('lt', [n, zero]));
  squaring(
    ctx,
    select(negative, op('sub', [zero, n]), n),
    () => assign(ctx, result, times(ctx, result, factor, type)),
    () => assign(ctx, factor, times(ctx, factor, factor, type)),
  );
  ctx.if(negative, () => assign(ctx, result, ctx.parts.binary(ctx, 'divide', one(type), result, type, type)));
  return result;
}

function variableLike(ctx: Context, v: Value): Value {
  if (v.kind === 'plain') return plain(ctx.variable('power', v.x.type));
  const { re } = complexOf(v);
  return { kind: 'complex', re: ctx.variable('power.re', re.type), im: ctx.variable('power.im', re.type) };
}

function assign(ctx: Context, to: Value, value: Value): void {
  if (to.kind === 'plain' && to.x.kind === 'local') {
    ctx.set(to.x.index, plainOf(value));
    return;
  }
  const target = complexOf(to);
  const { re, im } = complexOf(value);
  const kept = ctx.keep(im);
  if (target.re.kind === 'local') ctx.set(target.re.index, re);
  if (target.im.kind === 'local') ctx.set(target.im.index, kept);
}
