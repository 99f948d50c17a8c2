/** `a_d = b_d + 1` in host code: a kernel computes the elements where they lie. */

import { i32, i64, mul, op } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import { temporary } from '../../../../library/runtime-calls.ts';
import { madeVariable } from '../../made-variable.ts';
import type { Expr } from '../../program.ts';
import { mayOverlap } from '../arrays/array-alias.ts';
import { contiguousView, frozen, placeAt, storeElement } from '../arrays/array-temporary.ts';
import { viewOf } from '../arrays/section.ts';
import { isDeviceView, product, type View } from '../arrays/view.ts';
import type { Context } from '../context.ts';
import { copyElements } from './cuda-transfer.ts';
import { portable, runsOnDevice } from './device-expression.ts';
import { loopNest, type SpreadLoop, spreadLoop, type Turns } from './kernel-loop.ts';
import { type Outline, outlineKernel } from './kernel-outline.ts';
import { anyNumber, type Shape, shapeOf } from './launch-shape.ts';

/** Whether the kernel can take the assignment; then it has been made. */
export function assignOnDevice(ctx: Context, to: Expr, value: Expr): boolean {
  if (value.rank === 0 || !runsOnDevice(value)) return false;
  const target = frozen(ctx, viewOf(ctx, to));
  if (!isDeviceView(target) || target.axes.some((a) => a.gather)) return false;
  if (mayOverlap(to, value)) throughCopy(ctx, target, value);
  else compute(ctx, target, value);
  return true;
}

function throughCopy(ctx: Context, target: View, value: Expr): void {
  const extents = target.axes.map((a) => a.extent);
  const bytes = ctx.keep(mul(product(extents), target.bytes), 'bytes');
  const base = ctx.keep(ctx.runtime('device.allocate', bytes, i32(temporary))[0]!, 'copy');
  ctx.defer(() => ctx.runtime('device.free', base));
  const copy = contiguousView(base, target.type, extents, target.bytes);
  compute(ctx, copy, value);
  copyElements(ctx, target, copy);
}

function compute(ctx: Context, target: View, value: Expr): void {
  const moved = portable(ctx, value);
  const extents = target.axes.map((a) => a.extent);
  overElements(ctx, extents, (o) => {
    moved.bind(o);
    const elements = o.kernel.parts.elements(o.kernel, moved.expression);
    const place = o.passView(target);
    return (indexes) => storeElement(o.kernel, target.type, placeAt(place, indexes), elements.at(indexes), undefined);
  });
}

/** Launches a kernel that does something for all indexes, in any order. `prepare` is called at its start. */
export function overElements(
  ctx: Context,
  extents: readonly Expression[],
  prepare: (o: Outline) => (indexes: readonly Expression[]) => void,
): void {
  const { loops, some } = elementLoops(ctx, extents);
  const name = ctx.kernelName();
  ctx.if(some, () => {
    const shape = shapeOf(ctx, name, loops, anything, anything);
    const made = outlineKernel(ctx, name, (o) => elementNest(o, loops, shape, prepare(o)));
    launch(ctx, name, shape, made.args);
  });
}

export const anything = [anyNumber, anyNumber, anyNumber] as const;

/** One loop for each dimension, the first one x. */
export function elementLoops(
  ctx: Context,
  extents: readonly Expression[],
): { readonly loops: readonly Turns[]; readonly some: Expression } {
  const loops = extents.map((x) => ({
    index: madeVariable('i', { base: 'integer', kind: 4 }),
    from: i32(0),
    step: i32(1),
    trips: ctx.keep(x, 'extent'),
  }));
  return { loops, some: op('lt', [i64(0), product(loops.map((l) => l.trips))]) };
}

export function elementNest(
  o: Outline,
  loops: readonly Turns[],
  shape: Shape,
  body: (indexes: readonly Expression[]) => void,
  spread: SpreadLoop = spreadLoop,
): void {
  loopNest(o, loops, shape, spread, () => {
    const indexes = loops.map((l) => {
      const place = o.kernel.placeOf(l.index);
      if (place.kind !== 'register') return i64(0);
      return op('extend', [{ kind: 'local', type: 'i32', index: place.local }]);
    });
    body(indexes);
  });
}

export function launch(
  ctx: Context,
  name: string,
  shape: Shape,
  args: readonly Expression[],
  stream: Expression = i64(0),
): void {
  ctx.emit({
    kind: 'launch',
    kernel: { kind: 'direct', name },
    grid: shape.grid,
    block: shape.block,
    shared: i32(0),
    stream,
    args,
  });
}
