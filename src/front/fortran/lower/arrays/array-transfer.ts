/** The bytes of a value, for transfer. */

import { InternalError } from '../../../../base/impossible.ts';
import { i64, mul, op } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import type { Expr } from '../../program.ts';
import type { Context } from '../context.ts';
import { loadValue, sizeOfType, storeValue } from '../memory.ts';
import type { Value } from '../value.ts';
import type { IntrinsicExpr } from './array-reduce.ts';
import { knownBytes, materialized, newArray, temporaryMemory } from './array-temporary.ts';
import type { Elements } from './array-value.ts';
import { isContiguous, product } from './view.ts';

type Bytes = { readonly address: Expression; readonly bytes: Expression };

/** A logical that transfer gives: transferred again it is what it was (Fortran 2018, 16.9.193), though its value is true or false alone. */
export function isTransferredLogical(e: Expr): e is IntrinsicExpr {
  return e.kind === 'intrinsic' && e.name === 'transfer' && e.type.base === 'logical';
}

/** Where the bytes of an expression of any rank lie one after another, and how many they are. */
export function bytesTransferred(ctx: Context, e: Expr): Bytes {
  if (isTransferredLogical(e) && e.rank === 0) return bytesThrough(ctx, e);
  if (e.rank === 0) {
    const value = ctx.parts.scalar(ctx, e);
    if (value.kind === 'character') return { address: value.address, bytes: value.length };
    const bytes = ctx.parts.elementBytes(ctx, e);
    if (value.kind === 'derived') return { address: value.address, bytes };
    const memory = temporaryMemory(ctx, bytes);
    storeValue(ctx, e.type, memory, value);
    return { address: memory, bytes };
  }
  const elements = ctx.parts.elements(ctx, e);
  const placed = materialized(ctx, elements);
  const view = isContiguous(placed.view) ? placed.view : materialized(ctx, copied(elements)).view;
  return { address: view.base, bytes: ctx.keep(mul(product(elements.extents), elements.bytes), 'bytes') };
}

/** The bytes of the source, as many as the scalar logical has. */
function bytesThrough(ctx: Context, e: IntrinsicExpr): Bytes {
  const [source] = e.args;
  if (!source) throw new InternalError('transfer of what', e.span);
  const { address, bytes } = bytesTransferred(ctx, source);
  const size = i64(sizeOfType(e.type));
  const memory = temporaryMemory(ctx, size);
  ctx.copy(memory, address, op('min', [bytes, size]));
  return { address: memory, bytes: size };
}

/** The same elements, asked for one by one. */
function copied(e: Elements): Elements {
  return { type: e.type, extents: e.extents, bytes: e.bytes, at: e.at, flat: e.flat };
}

/** transfer with a scalar as result. */
export function transferScalar(ctx: Context, e: IntrinsicExpr): Value {
  const [source, mold] = e.args;
  if (!source || !mold) throw new InternalError('transfer of what', e.span);
  const { address, bytes } = bytesTransferred(ctx, source);
  const size = knownBytes(e.type) ?? ctx.parts.elementBytes(ctx, mold);
  const result = newArray(ctx, e.type, [], size);
  ctx.copy(result.base, address, op('min', [bytes, size]));
  return loadValue(ctx, e.type, result.base, e.type.base === 'character' ? size : undefined);
}
