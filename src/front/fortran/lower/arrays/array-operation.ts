/** reduce(array, operation …): a fold by a function of the program. */
import { InternalError } from '../../../../base/impossible.ts';
import { bool, i64 } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import { structureOf } from '../../layout.ts';
import type { Expr, Type } from '../../program.ts';
import type { Context } from '../context.ts';
import { needsRelease } from '../objects/derived.ts';
import { addressOf, plainOf, type Value } from '../value.ts';
import { newCell } from './array-cell.ts';
import { nest, turns } from './array-loop.ts';
import { type IntrinsicExpr, lineAlong } from './array-reduce.ts';
import { keepValue } from './array-temporary.ts';
import type { Elements } from './array-value.ts';

/** Arguments: array, operation, dim, mask, identity, ordered. */
export function reduceScalar(ctx: Context, e: IntrinsicExpr): Value {
  const parts = partsOf(ctx, e);
  const { extents } = parts.elements;
  return folded(
    ctx,
    parts,
    extents.map(() => i64(0)),
    (visit) => nest(ctx, extents, visit),
  );
}

/** reduce(array, operation, dim): each element of the result is computed when it is asked for. */
export function reduceDimension(ctx: Context, e: IntrinsicExpr): Elements {
  const parts = partsOf(ctx, e);
  const line = lineAlong(ctx, e.args[2], parts.elements.extents);
  return {
    type: e.type,
    extents: line.rest,
    bytes: parts.elements.bytes,
    flat: false,
    at: (indexes) =>
      folded(ctx, parts, line.through(indexes, i64(0)), (visit) =>
        turns(ctx, line.length, false, (i) => visit(line.through(indexes, i))),
      ),
  };
}

type Parts = {
  readonly call: Expr & { readonly kind: 'call' };
  readonly elements: Elements;
  readonly mask: Elements | undefined;
  readonly identity: Value | undefined;
};

function partsOf(ctx: Context, e: IntrinsicExpr): Parts {
  const [array, operation, , mask, identity] = e.args;
  if (!array || operation?.kind !== 'procedure') throw new InternalError('reduce of what', e.span);
  const call: Parts['call'] = {
    kind: 'call',
    callee: { kind: 'procedure', procedure: operation.procedure },
    args: [array, array],
    type: e.type,
    rank: 0,
    span: e.span,
  };
  return {
    call,
    elements: ctx.parts.elements(ctx, array),
    mask: mask && ctx.parts.elements(ctx, mask),
    identity: identity && keepValue(ctx, ctx.parts.scalar(ctx, identity)),
  };
}

/** Starts from the first element that counts, or from identity where there is none. */
function folded(
  ctx: Context,
  { call, elements, mask, identity }: Parts,
  first: readonly Expression[],
  each: (visit: (indexes: readonly Expression[]) => void) => void,
): Value {
  const sum = newCell(ctx, identity ?? keepValue(ctx, elements.at(first)));
  const own = ownObject(ctx, elements.type);
  const started = ctx.variable('started', 'bool');
  ctx.set(started.index, bool(false));
  each((indexes) => {
    const take = (): void => {
      const x = keepValue(ctx, elements.at(indexes));
      ctx.if(
        started,
        () => {
          const next = ctx.parts.callElemental(ctx, call, [sum.get(), x]);
          if (next) sum.set(own ? own(next) : next);
        },
        () => sum.set(x),
      );
      ctx.set(started.index, bool(true));
    };
    if (mask) ctx.if(plainOf(mask.at(indexes)), take);
    else take();
  });
  return sum.get();
}

/** Objects that functions give last no longer than until the next call: the sum has a copy. */
function ownObject(ctx: Context, of: Type): ((v: Value) => Value) | undefined {
  if (of.base !== 'derived' || of.polymorphic) return undefined;
  const { type } = of;
  const { size, align } = structureOf(type);
  const address = ctx.slot('sum', Math.max(1, size), align);
  ctx.parts.initialize(ctx, type, address);
  if (needsRelease(type)) ctx.defer(() => ctx.parts.release(ctx, type, address));
  return (v) => {
    ctx.parts.assignDerived(ctx, type, address, addressOf(v));
    return { kind: 'derived', address };
  };
}
