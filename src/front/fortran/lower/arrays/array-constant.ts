/** Constant arrays as private data. */
import { InternalError } from '../../../../base/impossible.ts';
import { i64 } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import { layoutOf } from '../../layout.ts';
import type { Expr } from '../../program.ts';
import type { Context } from '../context.ts';
import { constantAddress } from '../objects/static-data.ts';
import { contiguousView } from './array-temporary.ts';
import type { View } from './view.ts';

export function constantArray(ctx: Context, e: Expr & { readonly kind: 'constant-array' }): View {
  const layout = layoutOf(e.type);
  if (!layout) return emptyArray(ctx, e);
  const base = constantAddress(ctx, e.type, e.values);
  return contiguousView(
    base,
    e.type,
    e.extents.map((n) => i64(n)),
    i64(layout.size),
  );
}

/** Without elements: their length may be known at run time only. */
function emptyArray(ctx: Context, e: Expr & { readonly kind: 'constant-array' }): View {
  if (e.values.length > 0) throw new InternalError('a constant array without a constant size', e.span);
  const nowhere: Expression = { kind: 'const', type: ctx.slotPointer, value: 0n };
  const extents = e.extents.map((n) => i64(n));
  return contiguousView(nowhere, e.type, extents, ctx.keep(ctx.parts.elementBytes(ctx, e)));
}
