/** One dimension of an array, named by dim=: known now, or at run time. */
import { i64, op, select } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import { constantInteger } from '../../layout.ts';
import type { Expr } from '../../program.ts';
import type { Context } from '../context.ts';

export type Axis = {
  /** The one of the values that belongs to the dimension. */
  readonly of: (values: readonly Expression[]) => Expression;
  readonly replaced: (values: readonly Expression[], by: Expression) => readonly Expression[];
  readonly without: (values: readonly Expression[]) => readonly Expression[];
  /** One value more, at the place of the dimension. */
  readonly inserted: (values: readonly Expression[], one: Expression) => readonly Expression[];
};

/** Without dim=, the first dimension. */
export function axisOf(ctx: Context, dim: Expr | undefined): Axis {
  const n = dim ? constantInteger(dim) : 1;
  return dim && n === undefined
    ? computedAxis(ctx, ctx.keep(ctx.parts.index(ctx, dim), 'dim'))
    : knownAxis((n ?? 1) - 1);
}

function knownAxis(n: number): Axis {
  return {
    of: (values) => values[n] ?? i64(0),
    replaced: (values, by) => values.map((x, k) => (k === n ? by : x)),
    without: (values) => values.filter((_, k) => k !== n),
    inserted: (values, one) => [...values.slice(0, n), one, ...values.slice(n)],
  };
}

function computedAxis(ctx: Context, d: Expression): Axis {
  const is = (k: number): Expression => op('eq', [d, i64(k + 1)]);
  const before = (k: number): Expression => op('lt', [i64(k + 1), d]);
  return {
    of: (values) => ctx.keep(values.reduceRight((rest, x, k) => select(is(k), x, rest), i64(0))),
    replaced: (values, by) => values.map((x, k) => ctx.keep(select(is(k), by, x))),
    without: (values) => values.slice(1).map((x, k) => ctx.keep(select(before(k), values[k] ?? x, x))),
    inserted: (values, one) =>
      [...values, one].map((_, k) =>
        ctx.keep(select(is(k), one, select(before(k), values[k] ?? i64(0), values[k - 1] ?? i64(0)))),
      ),
  };
}
