/** Conversions of scalar values between intrinsic types and kinds. */
import { InternalError } from '../../../base/impossible.ts';
import { f32, f64, i32, op } from '../../../ir/build.ts';
import type { Expression } from '../../../ir/module.ts';
import type { Type } from '../program.ts';
import type { Context } from './context.ts';
import { isTrue } from './memory.ts';
import { complexOf, plain, plainOf, type Value } from './value.ts';

export function convertValue(ctx: Context, value: Value, from: Type, to: Type): Value {
  switch (to.base) {
    case 'integer':
      return plain(toInteger(ctx, value, from, to.kind));
    case 'real':
      return plain(toReal(real(value), to.kind === 8));
    case 'complex':
      return toComplex(value, to.kind === 8);
    case 'logical':
      return from.base === 'logical' ? value : plain(isTrue(lowestBit(plainOf(value))));
    case 'character':
    case 'derived':
    case 'any':
      return value;
  }
}

/** As nvfortran has it: an odd integer is true. */
function lowestBit(x: Expression): Expression {
  return op('and', [x, x.type === 'i64' ? { kind: 'const', type: 'i64', value: 1n } : i32(1)]);
}

/** Cut to the kind: kinds 1 and 2 stay sign-extended in an i32. */
export function fitInteger(x: Expression, kind: number): Expression {
  if (kind === 1) return op('sign8', [x]);
  if (kind === 2) return op('sign16', [x]);
  return x;
}

/** Between i32 and i64, cut where the kind is smaller. */
export function resizeInteger(x: Expression, fromKind: number, toKind: number): Expression {
  if (fromKind === toKind) return x;
  if (toKind === 8) return x.type === 'i64' ? x : op('extend', [x]);
  const narrow = x.type === 'i64' ? op('wrap', [x]) : x;
  return toKind < fromKind ? fitInteger(narrow, toKind) : narrow;
}

export function realConstant(type: 'f32' | 'f64', value: number): Expression {
  return type === 'f64' ? f64(value) : f32(value);
}

function toInteger(ctx: Context, value: Value, from: Type, kind: number): Expression {
  switch (from.base) {
    case 'integer':
      return resizeInteger(plainOf(value), from.kind, kind);
    case 'real':
    case 'complex': {
      const x = real(value);
      return kind === 8 ? op('to.i64', [x]) : fitInteger(op('to.i32', [x]), kind);
    }
    // As nvfortran has it: .true. is -1.
    case 'logical':
      return resizeInteger(op('sub', [i32(0), op('to.i32', [plainOf(value)])]), 4, kind);
    default:
      throw new InternalError(`no conversion of ${from.base} to integer`, ctx.at);
  }
}

/** The number, or its real part; logical as 0 or -1. */
function real(value: Value): Expression {
  const x = value.kind === 'complex' ? value.re : plainOf(value);
  return x.type === 'bool' ? op('sub', [i32(0), op('to.i32', [x])]) : x;
}

function toReal(x: Expression, double: boolean): Expression {
  if (double) return x.type === 'f64' ? x : op('to.f64', [x]);
  return x.type === 'f32' ? x : op('to.f32', [x]);
}

function toComplex(value: Value, double: boolean): Value {
  if (value.kind === 'complex') {
    const { re, im } = complexOf(value);
    return { kind: 'complex', re: toReal(re, double), im: toReal(im, double) };
  }
  return { kind: 'complex', re: toReal(real(value), double), im: realConstant(double ? 'f64' : 'f32', 0) };
}

export const zeroOf = (type: Expression['type']): Expression =>
  type === 'f32' ? f32(0) : type === 'f64' ? f64(0) : type === 'i64' ? { kind: 'const', type, value: 0n } : i32(0);
