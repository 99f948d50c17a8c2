/** Data between host and device in host code: whole arrays, sections, scalars to every element. */
import { i32, i64, mul, op } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import type { RuntimeCallName } from '../../../../library/runtime-calls.ts';
import { nest } from '../arrays/array-loop.ts';
import { elementsOfView, fillView, newArray } from '../arrays/array-temporary.ts';
import type { Elements } from '../arrays/array-value.ts';
import {
  contiguousNow,
  elementFromZero,
  extentsOf,
  hasGather,
  isContiguous,
  isDeviceAddress,
  isDeviceView,
  product,
  sameExpression,
  strideOf,
  type View,
} from '../arrays/view.ts';
import { type Context, plus } from '../context.ts';
import { storeValue } from '../memory.ts';
import type { Value } from '../value.ts';

/** A copy in host memory of an array of the device. */
export function fetched(ctx: Context, from: View): View {
  const to = newArray(ctx, from.type, extentsOf(from), from.bytes);
  copyElements(ctx, to, from);
  return { ...to, axes: to.axes.map((a, k) => ({ ...a, lower: from.axes[k]!.lower })) };
}

/** The runtime's copies by where the two sides are. Host to host is a statement of the IR. */
function direction(to: Expression, from: Expression): 'to-device' | 'to-host' | 'on-device' | 'host' {
  if (isDeviceAddress(to)) return isDeviceAddress(from) ? 'on-device' : 'to-device';
  return isDeviceAddress(from) ? 'to-host' : 'host';
}

/** Constant memory is written by the same calls. */
function asGlobal(address: Expression): Expression {
  return address.type === 'ptr.constant' ? op('cast.space', [address], 'ptr.global') : address;
}

const straight = {
  'to-device': 'copy.to-device',
  'to-host': 'copy.to-host',
  'on-device': 'copy.on-device',
} as const satisfies Record<string, RuntimeCallName>;
const pitched = {
  'to-device': 'copy2d.to-device',
  'to-host': 'copy2d.to-host',
  'on-device': 'copy2d.on-device',
} as const satisfies Record<string, RuntimeCallName>;

export function copyBytes(ctx: Context, to: Expression, from: Expression, bytes: Expression): void {
  const way = direction(to, from);
  if (way === 'host') ctx.copy(to, from, bytes);
  else ctx.runtime(straight[way], asGlobal(to), asGlobal(from), bytes);
}

/** Elements of the same type and shape, at least one side on the device. */
export function copyElements(ctx: Context, to: View, from: View): void {
  const extents = extentsOf(to).map((x, k) => (x.kind === 'const' ? x : from.axes[k]!.extent));
  const total = (): Expression => mul(smallerCount(extents, from), to.bytes);
  const known = isContiguous(to) && isContiguous(from);
  if (known || to.axes.length === 0) {
    copyBytes(ctx, to.base, from.base, total());
    return;
  }
  if (hasGather(to) || hasGather(from)) {
    nest(ctx, extents, (i) => copyBytes(ctx, elementFromZero(to, i), elementFromZero(from, i), to.bytes));
    return;
  }
  if (unitSteps(to) && unitSteps(from)) {
    copyRows(ctx, to, from, extents);
    return;
  }
  const together = op('and', [contiguousNow(to), contiguousNow(from)]);
  ctx.if(
    together,
    () => copyBytes(ctx, to.base, from.base, total()),
    () => copyColumns(ctx, to, from, extents),
  );
}

/** Where only the target's shape is known and the source is smaller, as much is copied as it has: nvfortran takes such programs. */
function smallerCount(extents: readonly Expression[], from: View): Expression {
  const count = product(extents);
  const isKnown = extents.every((x) => x.kind === 'const') && extentsOf(from).some((x) => x.kind !== 'const');
  return isKnown ? op('min', [count, product(extentsOf(from))]) : count;
}

/** The first dimension without gaps, as far as it can be seen. */
function unitSteps(v: View): boolean {
  return sameExpression(strideOf(v, 0), v.bytes);
}

/** Rows of bytes: the first dimension is the width, the second the height; the others are looped over. */
function copyRows(ctx: Context, to: View, from: View, extents: readonly Expression[]): void {
  const width = mul(extents[0]!, to.bytes);
  if (extents.length === 1) {
    copyBytes(ctx, to.base, from.base, width);
    return;
  }
  nest(ctx, extents.slice(2), (outer) => {
    const first = [i64(0), i64(0), ...outer];
    const rows = extents[1]!;
    copyPitched(
      ctx,
      elementFromZero(to, first),
      strideOf(to, 1),
      elementFromZero(from, first),
      strideOf(from, 1),
      width,
      rows,
    );
  });
}

/** Element by element along the first dimension. */
function copyColumns(ctx: Context, to: View, from: View, extents: readonly Expression[]): void {
  nest(ctx, extents.slice(1), (outer) => {
    const first = [i64(0), ...outer];
    const count = extents[0]!;
    copyPitched(
      ctx,
      elementFromZero(to, first),
      strideOf(to, 0),
      elementFromZero(from, first),
      strideOf(from, 0),
      to.bytes,
      count,
    );
  });
}

function copyPitched(
  ctx: Context,
  to: Expression,
  toPitch: Expression,
  from: Expression,
  fromPitch: Expression,
  width: Expression,
  height: Expression,
): void {
  const way = direction(to, from);
  if (way === 'host')
    ctx.count(height, (i) => ctx.copy(plus(to, mul(i, toPitch)), plus(from, mul(i, fromPitch)), width));
  else ctx.runtime(pitched[way], asGlobal(to), toPitch, asGlobal(from), fromPitch, width, height);
}

/** One value to every element of an array of the device. */
export function fillDevice(ctx: Context, to: View, value: Value, scalar: Elements): void {
  const pattern = to.type.base === 'real' && to.type.kind === 2 ? halfPattern(ctx, value) : patternOf(value);
  if (!pattern || hasGather(to)) {
    staged(ctx, to, scalar);
    return;
  }
  const bits = ctx.keep(pattern.bits, 'pattern');
  const fill = (): void => {
    ctx.runtime(
      'fill.on-device',
      asGlobal(to.base),
      bits,
      i32(sizeOfPattern(to, pattern.bytes)),
      product(extentsOf(to)),
    );
  };
  if (isContiguous(to)) fill();
  else ctx.if(contiguousNow(to), fill, () => staged(ctx, to, scalar));
}

function sizeOfPattern(to: View, bytes: number): number {
  return to.bytes.kind === 'const' ? Number(to.bytes.value) : bytes;
}

/** A half is kept as a real(4): its bits are those that it has in memory. */
function halfPattern(ctx: Context, v: Value): { readonly bits: Expression; readonly bytes: number } {
  const cell = ctx.slot('half', 2, 2);
  storeValue(ctx, { base: 'real', kind: 2 }, cell, v);
  return { bits: op('extend', [{ kind: 'load', type: 'i32', memory: 'i16', from: cell, offset: 0 }]), bytes: 2 };
}

/** The bytes of a value as the low ones of an i64. */
function patternOf(v: Value): { readonly bits: Expression; readonly bytes: number } | undefined {
  if (v.kind !== 'plain') return undefined;
  switch (v.x.type) {
    case 'bool':
      return { bits: op('extend', [op('to.i32', [v.x])]), bytes: 4 };
    case 'i32':
      return { bits: op('extend', [v.x]), bytes: 4 };
    case 'i64':
      return { bits: v.x, bytes: 8 };
    case 'f32':
      return { bits: op('extend', [op('bitcast', [v.x], 'i32')]), bytes: 4 };
    case 'f64':
      return { bits: op('bitcast', [v.x], 'i64'), bytes: 8 };
    default:
      return undefined;
  }
}

/** Elements computed in host memory, then sent. */
export function staged(ctx: Context, to: View, value: Elements): void {
  const temporary = newArray(
    ctx,
    to.type,
    extentsOf(to).map((x) => ctx.keep(x)),
    to.bytes,
  );
  fillView(ctx, temporary, value);
  copyElements(ctx, to, temporary);
}

/** The elements of an array of any place, as host code can read them. */
export function readableElements(ctx: Context, v: View): Elements {
  return elementsOfView(ctx, isDeviceView(v) ? fetched(ctx, v) : v);
}
