/** Loads and stores of scalar values by type and address. */
import { InternalError } from '../../../base/impossible.ts';
import { i32, i64, load, ne, op } from '../../../ir/build.ts';
import type { Expression } from '../../../ir/module.ts';
import { isPointer, type MemoryType, sizeOf } from '../../../ir/types.ts';
import { constantLength, layoutOf, memoryTypeOf } from '../layout.ts';
import type { Type } from '../program.ts';
import { type Context, plus } from './context.ts';
import { allocateOnHeap, freeOnHeap } from './cuda/device-heap.ts';
import { wideBlanksByLoop } from './text-loops.ts';
import { plain, type Value } from './value.ts';

/**
 * The value at `address`. In host code an address of the device (ptr.global) is read through a temporary. `length` of a character whose length is not constant.
 */
export function loadValue(ctx: Context, type: Type, address: Expression, length?: Expression): Value {
  const from = readable(ctx, type, address, length);
  switch (type.base) {
    case 'integer':
    case 'real':
      return plain(load(memoryTypeOf(type), from));
    case 'logical':
      return plain(isTrue(load(memoryTypeOf(type), from)));
    case 'complex': {
      const m = memoryTypeOf(type);
      return { kind: 'complex', re: load(m, from), im: load(m, from, sizeOf(m)) };
    }
    case 'character':
      return { kind: 'character', address: from, length: length ?? knownLength(type) };
    case 'derived':
    case 'any':
      return { kind: 'derived', address: from };
  }
}

/** Stores a value of the same type; of characters, `length` bytes: cut or padded with blanks. Derived types: the bytes alone (parts.assignDerived copies deep). */
export function storeValue(ctx: Context, type: Type, address: Expression, value: Value, length?: Expression): void {
  if (ctx.mode === 'host' && address.type === 'ptr.global') {
    storeOnDevice(ctx, type, address, value, length);
    return;
  }
  switch (value.kind) {
    case 'plain': {
      if (isPointer(value.x.type)) {
        ctx.store(value.x.type, address, value.x);
        return;
      }
      const m = memoryTypeOf(type);
      ctx.store(m, address, type.base === 'logical' ? ofTruth(value.x, m) : value.x);
      return;
    }
    case 'complex': {
      const m = memoryTypeOf(type);
      const im = ctx.keep(value.im);
      ctx.store(m, address, value.re);
      ctx.store(m, address, im, sizeOf(m));
      return;
    }
    case 'character':
      storeText(ctx, address, length ?? knownLength(type), value, type.base === 'character' ? type.kind : 1);
      return;
    case 'derived':
      ctx.copy(address, value.address, i64(sizeOfType(type)), alignmentOf(type));
      return;
  }
}

/** Copies characters into `length` bytes, cutting or padding with blanks; the two may overlap. */
export function storeText(
  ctx: Context,
  to: Expression,
  length: Expression,
  value: { readonly address: Expression; readonly length: Expression },
  kind: 1 | 4 = 1,
): void {
  if (length.kind === 'const' && value.length.kind === 'const') {
    const n = Number(length.value);
    const m = Math.min(n, Number(value.length.value));
    if (m === 1) ctx.store('i8', to, load('i8', value.address));
    else if (m === 4 && kind === 4) ctx.store('i32', to, load('i32', value.address));
    else if (m > 1) ctx.copy(to, value.address, i64(m));
    if (n > m) fillBlanks(ctx, plus(to, m), i64(n - m), kind);
    return;
  }
  const n = ctx.keep(length, 'length');
  const m = ctx.keep(op('min', [n, value.length]), 'used');
  const target = ctx.keep(to, 'to');
  ctx.copy(target, value.address, m);
  ctx.if(op('lt', [m, n]), () => fillBlanks(ctx, plus(target, m), op('sub', [n, m]), kind));
}

/** Blanks in so many bytes. */
export function fillBlanks(ctx: Context, to: Expression, bytes: Expression, kind: 1 | 4): void {
  if (kind === 1) ctx.fill(to, 32, bytes);
  else if (ctx.mode === 'device') wideBlanksByLoop(ctx, to, bytes);
  else ctx.runtime('text4.blank', to, bytes);
}

export function isTrue(x: Expression): Expression {
  return x.type === 'i64' ? ne(x, i64(0)) : ne(x, i32(0));
}

/** A bool as the cell of a logical holds it. */
export function ofTruth(x: Expression, memory: MemoryType): Expression {
  const n = op('to.i32', [x]);
  return memory === 'i64' ? op('extend', [n]) : n;
}

/** What addresses of values of the type are multiples of: 1 where that is not known. */
export function alignmentOf(type: Type): number {
  return type.base === 'character' && type.kind === 1 ? 1 : (layoutOf(type)?.align ?? 1);
}

/** Of a type whose size is constant. */
export function sizeOfType(type: Type): number {
  const layout = layoutOf(type);
  if (!layout) throw new InternalError(`the size of ${type.base} is not constant`);
  return layout.size;
}

function knownLength(type: Type): Expression {
  const n = constantLength(type);
  if (n === undefined) throw new InternalError('the length of a character value is missing');
  return i64(n);
}

function bytesOf(type: Type, length: Expression | undefined): Expression {
  return type.base === 'character' ? (length ?? knownLength(type)) : i64(sizeOfType(type));
}

function readable(ctx: Context, type: Type, address: Expression, length: Expression | undefined): Expression {
  if (ctx.mode !== 'host' || address.type !== 'ptr.global') return address;
  const bytes = bytesOf(type, length);
  const temporary = scratch(ctx, type, bytes);
  ctx.runtime('copy.to-host', temporary, address, bytes);
  return temporary;
}

function storeOnDevice(
  ctx: Context,
  type: Type,
  address: Expression,
  value: Value,
  length: Expression | undefined,
): void {
  const bytes = bytesOf(type, length);
  const temporary = scratch(ctx, type, bytes);
  storeValue(ctx, type, temporary, value, length);
  ctx.runtime('copy.to-device', address, temporary, bytes);
}

/** Host memory for one value until the end of the statement. */
export function scratch(ctx: Context, type: Type, bytes: Expression): Expression {
  const layout = layoutOf(type);
  if (layout) return ctx.slot('t', Math.max(1, layout.size), layout.align);
  return scratchBytes(ctx, bytes);
}

/** Memory of a size that is known at run time, freed at the end of the statement. */
export function scratchBytes(ctx: Context, bytes: Expression): Expression {
  if (bytes.kind === 'const' && Number(bytes.value) <= 4096) return ctx.slot('t', Math.max(1, Number(bytes.value)), 8);
  if (ctx.mode === 'device') {
    const base = ctx.keep(allocateOnHeap(ctx, bytes), 'scratch');
    ctx.defer(() => freeOnHeap(ctx, base));
    return base;
  }
  const address = ctx.runtime('stack.take', bytes)[0]!;
  ctx.defer(() => ctx.runtime('stack.give', address));
  return address;
}
