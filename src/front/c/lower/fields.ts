/** Bit-fields: some bits of a unit in memory. */
import { integer, op } from '../../../ir/build.ts';
import type { Expression as Ir } from '../../../ir/module.ts';
import { type Field, isSigned, sizeOf, type Type, underlying } from '../types.ts';
import type { FunctionLowering, Place } from './function.ts';
import { memoryType, valueType } from './represent.ts';

type Bits = NonNullable<Field['bits']>;

/** A bit-field that reaches over its unit (a packed one) is read as 64 bits from its first byte on. */
function unitOf(type: Type, bits: Bits): Type {
  const own = underlying(type);
  const size = 8 * (sizeOf(own) ?? 4);
  if (bits.from + bits.width <= size) return own;
  return { kind: 'integer', name: isSigned(own) ? 'long' : 'ulong' };
}

export function readBits(f: FunctionLowering, at: Place, type: Type, bits: Bits): Ir {
  const whole = f.load(memoryType(unitOf(type, bits), f.mode), at);
  const total = whole.type === 'i64' ? 64 : 32;
  const left = op('shl', [whole, integer(whole.type, total - bits.from - bits.width)]);
  const found = op(isSigned(type) ? 'shr.s' : 'shr.u', [left, integer(whole.type, total - bits.width)]);
  return valueType(type, f.mode) === 'i32' && found.type === 'i64' ? op('wrap', [found]) : found;
}

export function writeField(f: FunctionLowering, to: Place, type: Type, field: Field, given: Ir): void {
  const { bits } = field;
  if (!bits) return;
  const at = { ...to, pointer: f.keep(to.pointer) };
  const memory = memoryType(unitOf(type, bits), f.mode);
  const old = f.load(memory, at);
  const wide = old.type === 'i64' && given.type === 'i32' ? op('extend.u', [given]) : given;
  const mask = ((1n << BigInt(bits.width)) - 1n) << BigInt(bits.from);
  const kept = op('and', [old, integer(old.type, ~mask)]);
  const put = op('and', [op('shl', [wide, integer(old.type, bits.from)]), integer(old.type, mask)]);
  f.store(memory, at, op('or', [kept, put]));
}
