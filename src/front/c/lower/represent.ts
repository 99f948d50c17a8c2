/** How C's values look in the IR. */
import { integer, op } from '../../../ir/build.ts';
import type { Expression as Ir } from '../../../ir/module.ts';
import type { MemoryType, PointerType, ValueType } from '../../../ir/types.ts';
import { isVariadic } from '../../../ir/variadic-calls.ts';
import type { FunctionSymbol } from '../tree.ts';
import { isSigned, sizeOf, type Type, underlying } from '../types.ts';

/** On the host an address is a number, since it may be one of the device; on the device a pointer to any space. */
export type Mode = 'host' | 'device';

export const addressType = (mode: Mode): ValueType => (mode === 'host' ? 'i64' : 'ptr.generic');
export const memoryPointer = (mode: Mode): PointerType => (mode === 'host' ? 'ptr.host' : 'ptr.generic');

export function valueType(type: Type, mode: Mode): ValueType {
  const t = underlying(type);
  switch (t.kind) {
    case 'float':
      return t.bytes <= 4 ? 'f32' : 'f64';
    case 'integer':
    case 'bool':
      return (sizeOf(t) ?? 4) === 8 ? 'i64' : 'i32';
    case 'member-pointer':
      return 'i64';
    default:
      return addressType(mode);
  }
}

export function memoryType(type: Type, mode: Mode): MemoryType {
  const t = underlying(type);
  switch (t.kind) {
    case 'float':
      return t.bytes === 2 ? 'f16' : t.bytes === 4 ? 'f32' : 'f64';
    case 'integer':
    case 'bool':
      return ({ 1: 'i8', 2: 'i16', 4: 'i32', 8: 'i64' } as const)[(sizeOf(t) ?? 4) as 1 | 2 | 4 | 8];
    case 'member-pointer':
      return 'i64';
    default:
      return mode === 'host' ? 'i64' : 'ptr.generic';
  }
}

/** What a load of a small integer gives has its sign; unsigned ones are cut to their bits. */
export function afterLoad(value: Ir, type: Type): Ir {
  const t = underlying(type);
  if (t.kind === 'bool') return op('and', [value, const32(255)]);
  if (t.kind !== 'integer' || isSigned(t)) return value;
  const bytes = sizeOf(t) ?? 4;
  return bytes === 1 ? op('and', [value, const32(255)]) : bytes === 2 ? op('and', [value, const32(65535)]) : value;
}

/** A number as the type holds it: with the sign or the zeros of its width. */
export function cut(value: Ir, type: Type): Ir {
  const t = underlying(type);
  if (value.type === 'i64') return t.kind === 'integer' && t.bits !== undefined ? asBits(value, t, t.bits) : value;
  const bytes = sizeOf(t) ?? 4;
  if (t.kind === 'bool') return op('to.i32', [op('ne', [value, const32(0)])]);
  if (bytes >= 4) return value;
  if (isSigned(t)) return op(bytes === 1 ? 'sign8' : 'sign16', [value]);
  return op('and', [value, const32(bytes === 1 ? 255 : 65535)]);
}

/** A value as a bit-field of that width gives it back. */
export function asBits(given: Ir, type: Type, width: number): Ir {
  const total = given.type === 'i64' ? 64 : 32;
  if (width >= total) return given;
  const by = integer(given.type, total - width);
  return op(isSigned(type) ? 'shr.s' : 'shr.u', [op('shl', [given, by]), by]);
}

function const32(value: number): Ir {
  return { kind: 'const', type: 'i32', value };
}

export function symbolIn(fn: FunctionSymbol, mode: Mode): string {
  if (mode === 'device') return `${fn.symbol}@device`;
  return isVariadic(fn.symbol) && fn.type.variadic && !fn.body ? `cufort_${fn.symbol}` : fn.symbol;
}
