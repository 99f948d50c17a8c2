/** The index variables of forall and do concurrent: bounds, steps and numbers of turns. */
import { i64, op } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import type { IndexLoop } from '../../program.ts';
import type { Context } from '../context.ts';
import { tripCount } from '../control/loops.ts';
import { indexVariable } from './array-constructor.ts';

export type Loop = {
  readonly from: Expression;
  readonly step: Expression;
  readonly trips: Expression;
  readonly set: (value: Expression) => void;
};

/** Bounds are all computed before the first turn. */
export function loopsOf(ctx: Context, indices: readonly IndexLoop[]): readonly Loop[] {
  const bounds = indices.map((l) => {
    const from = ctx.keep(ctx.parts.index(ctx, l.from), 'from');
    const to = ctx.keep(ctx.parts.index(ctx, l.to), 'to');
    const step = l.step ? ctx.keep(ctx.parts.index(ctx, l.step), 'step') : i64(1);
    return { from, step, trips: ctx.keep(op('max', [tripCount(from, to, step), i64(0)]), 'trips') };
  });
  return bounds.map((b, k) => ({ ...b, set: indexVariable(ctx, indices[k]!.index) }));
}
