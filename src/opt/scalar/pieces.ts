/** Cells of memory of which less is known than that their addresses are multiples of their size: loaded and stored in pieces of `width` bytes. */
import { i32, i64, load, op } from '../../ir/build.ts';
import type { Expression, Statement } from '../../ir/module.ts';
import { isPointer, type MemoryType, sizeOf } from '../../ir/types.ts';

export function loadPieces(memory: MemoryType, from: Expression, width: number): Expression {
  const size = sizeOf(memory);
  if (size <= width) return load(memory, from);
  const wide = size === 8;
  const parts = Array.from({ length: size / width }, (_, k) => {
    const loaded = load(integers[width]!, offset(from, k * width));
    const part = width < 4 ? op('and', [loaded, i32(2 ** (8 * width) - 1)]) : loaded;
    const widened = wide ? op('extend.u', [part]) : part;
    return k === 0 ? widened : op('shl', [widened, amount(wide, 8 * width * k)]);
  });
  const bits = parts.reduce((a, b) => op('or', [a, b]));
  if (memory === 'i16') return op('sign16', [bits]);
  if (memory === 'f32' || memory === 'f64') return op('bitcast', [bits], memory);
  return isPointer(memory) ? op('from.address', [bits], memory) : bits;
}

/** `value` is one that may be computed several times. */
export function storePieces(
  memory: MemoryType,
  to: Expression,
  value: Expression,
  width: number,
): readonly Extract<Statement, { kind: 'store' }>[] {
  const size = sizeOf(memory);
  const wide = size === 8;
  const bits = bitsOf(memory, value, wide);
  return Array.from({ length: size / width }, (_, k) => {
    const part = k === 0 ? bits : op('shr.u', [bits, amount(wide, 8 * width * k)]);
    return {
      kind: 'store',
      memory: integers[width]!,
      to: offset(to, k * width),
      offset: 0,
      value: wide ? op('wrap', [part]) : part,
    };
  });
}

const integers: Readonly<Record<number, 'i8' | 'i16' | 'i32'>> = { 1: 'i8', 2: 'i16', 4: 'i32' };

function bitsOf(memory: MemoryType, value: Expression, wide: boolean): Expression {
  if (isPointer(memory)) return op('to.address', [value]);
  return memory === 'f32' || memory === 'f64' ? op('bitcast', [value], wide ? 'i64' : 'i32') : value;
}

function amount(wide: boolean, bits: number): Expression {
  return wide ? i64(bits) : i32(bits);
}

function offset(e: Expression, by: number): Expression {
  return by === 0 ? e : op('offset', [e, i64(by)]);
}
