/** Descriptors of rank 0, and addresses in the space that a parameter has. */
import { InternalError } from '../../../../base/impossible.ts';
import { i64, op } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import type { PointerType } from '../../../../ir/types.ts';
import { descriptorFields } from '../../layout.ts';
import type { Context } from '../context.ts';

/** A new descriptor of a scalar. */
export function newDescriptor(ctx: Context, address: Expression, bytes: Expression, type: Expression): Expression {
  const to = ctx.slot('descriptor', descriptorFields.dimensions, 8);
  const memory: PointerType =
    address.type === 'ptr.global' ? 'ptr.global' : ctx.mode === 'host' ? 'ptr.host' : 'ptr.generic';
  ctx.store(memory, to, inSpace(ctx, memory, address), descriptorFields.base);
  ctx.store('i64', to, bytes, descriptorFields.elementBytes);
  ctx.store('ptr.host', to, type, descriptorFields.type);
  ctx.store('i64', to, i64(0), descriptorFields.rank);
  return to;
}

/** The same address for a parameter of another space: device data in a device procedure, managed data given to a device dummy. */
export function inSpace(ctx: Context, wanted: PointerType, address: Expression): Expression {
  if (address.type === wanted) return address;
  if (address.kind === 'const') return { ...address, type: wanted };
  if (wanted === 'ptr.host') throw new InternalError(`${address.type} where host data is expected`, ctx.at);
  return op('cast.space', [address], wanted);
}
