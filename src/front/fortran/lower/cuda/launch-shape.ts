/** Grid and block of a launch where the program leaves some of it open. */
import { i32, i64, load, op } from '../../../../ir/build.ts';
import type { Expression, Triple } from '../../../../ir/module.ts';
import type { Context } from '../context.ts';

export type Shape = { readonly grid: Triple; readonly block: Triple };

/** Sizes that the runtime chooses; of a grid, so that each block does much before its result joins those of the others. */
export const anyNumber: Expression = i32(-1);
export const fewBlocks: Expression = i32(-2);

/** The runtime fills in what is left open. */
export function shapeOf(
  ctx: Context,
  kernel: string,
  loops: readonly { readonly trips: Expression }[],
  grid: Triple,
  block: Triple,
): Shape {
  const cell = ctx.slot('shape', 24, 8);
  const trips = (k: number): Expression => loops[k]?.trips ?? i64(1);
  ctx.runtime('cuf.shape', kernelNumber(kernel), trips(0), trips(1), trips(2), ...grid, ...block, cell);
  const size = (k: number): Expression => ctx.keep(load('i32', cell, 4 * k), 'size');
  return { grid: [size(0), size(1), size(2)], block: [size(3), size(4), size(5)] };
}

/** The number of a kernel as the runtime counts them. */
function kernelNumber(name: string): Expression {
  return op('wrap', [op('to.address', [{ kind: 'function', type: 'ptr.host', name }])]);
}
