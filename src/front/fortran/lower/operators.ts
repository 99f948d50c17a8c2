/** Operators on scalar values that have the type the operation works in. */
import { InternalError, impossible } from '../../../base/impossible.ts';
import { add, and, f32, f64, i32, i64, mul, not, op, or, select, sub } from '../../../ir/build.ts';
import type { Expression } from '../../../ir/module.ts';
import type { BinaryOp, Type } from '../program.ts';
import type { Context } from './context.ts';
import { fitInteger, zeroOf } from './convert.ts';
import { applyPower } from './power.ts';
import { compareText, concatenate } from './text.ts';
import { complexOf, plain, plainOf, textOf, type Value } from './value.ts';

export function applyUnary(operator: 'negate' | 'not' | 'parentheses', type: Type, operand: Value): Value {
  switch (operator) {
    case 'parentheses':
      return operand;
    case 'not':
      return plain(not(plainOf(operand)));
    case 'negate':
      if (operand.kind === 'complex') return { kind: 'complex', re: negate(operand.re), im: negate(operand.im) };
      return plain(
        type.base === 'integer' ? fitInteger(negate(plainOf(operand)), type.kind) : negate(plainOf(operand)),
      );
    default:
      return impossible(operator);
  }
}

export function negate(x: Expression): Expression {
  return x.type === 'f32' || x.type === 'f64' ? op('neg', [x]) : op('sub', [zeroOf(x.type), x]);
}

export function applyBinary(
  ctx: Context,
  operator: BinaryOp,
  left: Value,
  right: Value,
  leftType: Type,
  rightType: Type,
): Value {
  switch (operator) {
    case 'add':
    case 'subtract':
    case 'multiply':
    case 'divide':
      return arithmetic(ctx, operator, left, right, leftType);
    case 'power':
      return applyPower(ctx, left, right, leftType, rightType);
    case 'concat':
      return concatenate(ctx, [textOf(left), textOf(right)]);
    case 'eq':
    case 'ne':
    case 'lt':
    case 'le':
    case 'gt':
    case 'ge':
      return plain(compare(ctx, operator, left, right, leftType));
    case 'and':
      return plain(and(plainOf(left), plainOf(right)));
    case 'or':
      return plain(or(plainOf(left), plainOf(right)));
    case 'eqv':
      return plain(op('eq', [plainOf(left), plainOf(right)]));
    case 'neqv':
      return plain(op('ne', [plainOf(left), plainOf(right)]));
    default:
      return impossible(operator);
  }
}

type Arithmetic = 'add' | 'subtract' | 'multiply' | 'divide';
const plainOperations: Record<Arithmetic, (a: Expression, b: Expression) => Expression> = {
  add,
  subtract: sub,
  multiply: mul,
  divide: (a, b) => op('div', [a, b]),
};

function arithmetic(ctx: Context, operator: Arithmetic, left: Value, right: Value, type: Type): Value {
  if (left.kind === 'complex') return complexArithmetic(ctx, operator, left, complexOf(right));
  const x = plainOperations[operator](plainOf(left), plainOf(right));
  return plain(type.base === 'integer' ? fitInteger(x, type.kind) : x);
}

export type Complex = { readonly re: Expression; readonly im: Expression };
const complex = (re: Expression, im: Expression): Value => ({ kind: 'complex', re, im });

function complexArithmetic(ctx: Context, operator: Arithmetic, a: Complex, b: Complex): Value {
  switch (operator) {
    case 'add':
      return complex(op('add', [a.re, b.re]), op('add', [a.im, b.im]));
    case 'subtract':
      return complex(op('sub', [a.re, b.re]), op('sub', [a.im, b.im]));
    case 'multiply':
      if (ctx.mode === 'device' && isReal(b)) return scaled(ctx, 'mul', a, b.re);
      if (ctx.mode === 'device' && isReal(a)) return scaled(ctx, 'mul', b, a.re);
      return complexProduct(keepComplex(ctx, a), keepComplex(ctx, b));
    case 'divide':
      return ctx.mode === 'device' && isReal(b) ? scaled(ctx, 'div', a, b.re) : complexQuotient(ctx, a, b);
    default:
      return impossible(operator);
  }
}

/** What a real number becomes beside a complex one. Kernels compute with the number alone, which differs in signs of zeros and beside infinities at most. */
const isReal = (z: Complex): boolean => z.im.kind === 'const' && Object.is(Number(z.im.value), 0);

function scaled(ctx: Context, by: 'mul' | 'div', z: Complex, factor: Expression): Value {
  const kept = ctx.keep(factor);
  return complex(op(by, [z.re, kept]), op(by, [z.im, kept]));
}

export function keepComplex(ctx: Context, z: Complex): Complex {
  return { re: ctx.keep(z.re), im: ctx.keep(z.im) };
}

export function complexProduct(a: Complex, b: Complex): Value & Complex {
  return {
    kind: 'complex',
    re: op('sub', [op('mul', [a.re, b.re]), op('mul', [a.im, b.im])]),
    im: op('add', [op('mul', [a.re, b.im]), op('mul', [a.im, b.re])]),
  };
}

/** Smith's method: no overflow between. */
export function complexQuotient(ctx: Context, x: Complex, y: Complex): Value & Complex {
  const a = keepComplex(ctx, x);
  const b = keepComplex(ctx, y);
  const turned = ctx.keep(op('lt', [op('abs', [b.re]), op('abs', [b.im])]));
  const large = ctx.keep(select(turned, b.im, b.re));
  const small = ctx.keep(select(turned, b.re, b.im));
  const ratio = ctx.keep(op('div', [small, large]));
  const scale = ctx.keep(op('add', [large, op('mul', [small, ratio])]));
  const first = ctx.keep(select(turned, a.im, a.re));
  const second = ctx.keep(select(turned, a.re, a.im));
  const re = op('div', [op('add', [first, op('mul', [second, ratio])]), scale]);
  const im = ctx.keep(op('div', [op('sub', [second, op('mul', [first, ratio])]), scale]));
  return { kind: 'complex', re, im: select(turned, op('neg', [im]), im) };
}

type Comparison = 'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge';

function compare(ctx: Context, operator: Comparison, left: Value, right: Value, type: Type): Expression {
  switch (left.kind) {
    case 'plain':
      return op(operator, [left.x, plainOf(right)]);
    case 'complex': {
      const b = complexOf(right);
      if (operator === 'ne') return or(op('ne', [left.re, b.re]), op('ne', [left.im, b.im]));
      return and(op('eq', [left.re, b.re]), op('eq', [left.im, b.im]));
    }
    case 'character':
      return compareText(ctx, operator, left, textOf(right), type.base === 'character' ? type.kind : 1);
    case 'derived':
      throw new InternalError('comparison of derived types', ctx.at);
    default:
      return impossible(left);
  }
}

export function numberOf(type: Expression['type'], value: number): Expression {
  const make: Partial<Record<Expression['type'], (n: number) => Expression>> = { i32, i64, f32, f64 };
  const f: ((n: number) => Expression) | undefined = make[type];
  if (!f) throw new InternalError(`no numbers of type ${type}`);
  return f(value);
}
