/** Conversions between C's scalar types, as operations. */
import { f32, f64, i32, i64, nullPointer, op, select } from '../../../ir/build.ts';
import type { Expression as Ir } from '../../../ir/module.ts';
import { isPointer as isPointerIr } from '../../../ir/types.ts';
import { isSigned, sizeOf, type Type, underlying } from '../types.ts';
import { cut, type Mode } from './represent.ts';

export function convert(value: Ir, fromType: Type, toType: Type, mode: Mode): Ir {
  const from = underlying(fromType);
  const to = underlying(toType);
  if (to.kind === 'bool') return op('to.i32', [truth(value)]);
  if (to.kind === 'float')
    return from.kind === 'float' ? realToReal(value, to.bytes) : integerToReal(value, from, to.bytes);
  if (to.kind === 'integer') {
    if (from.kind === 'float') return mode === 'host' ? realToInteger(value, to) : realToIntegerOfDevice(value, to);
    const number = isPointerIr(value.type) ? op('to.address', [value]) : value;
    return integerToInteger(number, from, to);
  }
  return toAddress(value, from, mode);
}

/** Whether it is not zero. */
export function truth(value: Ir): Ir {
  switch (value.type) {
    case 'bool':
      return value;
    case 'i32':
      if (value.kind === 'op' && value.op === 'to.i32' && value.args[0]?.type === 'bool') return value.args[0];
      return op('ne', [value, i32(0)]);
    case 'i64':
      return op('ne', [value, i64(0)]);
    case 'f32':
      return op('ne', [value, f32(0)]);
    case 'f64':
      return op('ne', [value, f64(0)]);
    default:
      return op('ne', [value, nullPointer(value.type)]);
  }
}

function toAddress(value: Ir, from: Type, mode: Mode): Ir {
  if (isPointerIr(value.type)) return value;
  const wide = value.type === 'i64' ? value : op(isSigned(from) ? 'extend' : 'extend.u', [value]);
  if (mode === 'host') return wide;
  return wide.kind === 'const' && wide.value === 0n
    ? nullPointer('ptr.generic')
    : op('from.address', [wide], 'ptr.generic');
}

function integerToInteger(value: Ir, from: Type, to: Type): Ir {
  const size = sizeOf(to) ?? 4;
  if (size === 8)
    return value.type === 'i64'
      ? cut(value, to)
      : op(from.kind === 'integer' && isSigned(from) ? 'extend' : 'extend.u', [value]);
  const narrow = value.type === 'i64' ? op('wrap', [value]) : value;
  const had = sizeOf(from) ?? 4;
  if (had < size && value.type === 'i32' && (!isSigned(from) || isSigned(to) || size >= 4)) return narrow;
  return size < 4 ? cut(narrow, to) : narrow;
}

function realToReal(value: Ir, bytes: number): Ir {
  if (bytes > 4) return value.type === 'f64' ? value : op('to.f64', [value]);
  return value.type === 'f32' ? value : op('to.f32', [value]);
}

function integerToReal(value: Ir, from: Type, bytes: number): Ir {
  const name = bytes > 4 ? 'to.f64' : 'to.f32';
  const signed = from.kind === 'integer' && isSigned(from);
  if (signed || (value.type === 'i32' && (sizeOf(from) ?? 4) < 4)) return op(name, [value]);
  return op(`u.${name}`, [value]);
}

/** As the GPU's instructions convert: what does not fit becomes the limit. */
function realToIntegerOfDevice(value: Ir, to: Type): Ir {
  const size = sizeOf(to) ?? 4;
  if (size === 8) return op(isSigned(to) ? 'to.i64' : 'to.u64', [value]);
  const whole = op(isSigned(to) ? 'to.i32' : 'to.u32', [value]);
  return size < 4 ? cut(whole, to) : whole;
}

/** As x86-64 converts, with the instructions that it has. */
function realToInteger(value: Ir, to: Type): Ir {
  const size = sizeOf(to) ?? 4;
  if (size < 4) return cut(op('to.i32', [value]), to);
  if (isSigned(to)) return op(size === 8 ? 'to.i64' : 'to.i32', [value]);
  if (size === 4) return op('wrap', [op('to.i64', [value])]);
  const limit = value.type === 'f32' ? f32(2 ** 63) : f64(2 ** 63);
  const above = op('xor', [op('to.i64', [op('sub', [value, limit])]), i64(-(2n ** 63n))]);
  return select(op('lt', [value, limit]), op('to.i64', [value]), above);
}
