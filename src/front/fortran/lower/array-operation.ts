/** reduce(array, operation …): a fold by a function of the program. */
import { InternalError } from '../../../base/impossible.ts';
import { bool } from '../../../ir/build.ts';
import type { Expr } from '../program.ts';
import { newCell } from './array-cell.ts';
import { nest } from './array-loop.ts';
import type { IntrinsicExpr } from './array-reduce.ts';
import { keepValue } from './array-temporary.ts';
import type { Context } from './context.ts';
import { notYet } from './not-yet.ts';
import { plainOf, type Value } from './value.ts';

/** Arguments: array, operation, dim, mask, identity, ordered. Starts from the first element, or from identity where there is none. */
export function reduceScalar(ctx: Context, e: IntrinsicExpr): Value {
  const [array, operation, dim, mask, identity] = e.args;
  if (!array || operation?.kind !== 'procedure') throw new InternalError('reduce of what', e.span);
  if (dim && array.rank > 1) notYet(ctx, 'reduce with dim=');
  const call: Expr & { readonly kind: 'call' } = {
    kind: 'call',
    callee: { kind: 'procedure', procedure: operation.procedure },
    args: [array, array],
    type: e.type,
    rank: 0,
    span: e.span,
  };
  const elements = ctx.parts.elements(ctx, array);
  const chosen = mask && ctx.parts.elements(ctx, mask);
  const first = elements.extents.map(() => ({ kind: 'const', type: 'i64', value: 0n }) as const);
  const sum = newCell(ctx, identity ? ctx.parts.scalar(ctx, identity) : keepValue(ctx, elements.at(first)));
  const started = ctx.variable('started', 'bool');
  ctx.set(started.index, bool(false));
  nest(ctx, elements.extents, (indexes) => {
    const take = (): void => {
      const x = keepValue(ctx, elements.at(indexes));
      ctx.if(
        started,
        () => {
          const next = ctx.parts.callElemental(ctx, call, [sum.get(), x]);
          if (next) sum.set(next);
        },
        () => sum.set(x),
      );
      ctx.set(started.index, bool(true));
    };
    if (chosen) ctx.if(plainOf(chosen.at(indexes)), take);
    else take();
  });
  return sum.get();
}
