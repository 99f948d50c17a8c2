/** Constant arrays as private data. */
import { InternalError } from '../../../base/impossible.ts';
import { i64 } from '../../../ir/build.ts';
import type { Expr } from '../program.ts';
import { contiguousView } from './array-temporary.ts';
import type { Context } from './context.ts';
import { layoutOf } from './layout.ts';
import { constantAddress } from './static-data.ts';
import type { View } from './view.ts';

export function constantArray(ctx: Context, e: Expr & { readonly kind: 'constant-array' }): View {
  const layout = layoutOf(e.type);
  if (!layout) throw new InternalError('a constant array without a constant size', e.span);
  const base = constantAddress(ctx, e.type, e.values);
  return contiguousView(
    base,
    e.type,
    e.extents.map((n) => i64(n)),
    i64(layout.size),
  );
}
