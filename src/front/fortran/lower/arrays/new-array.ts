/** Arrays that a library routine allocates (cudaMalloc, cudaMallocHost, c_f_pointer): their descriptors set to memory that is there. */
import { InternalError } from '../../../../base/impossible.ts';
import { i64, load, op } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import { descriptorFields, dimensionFields } from '../../layout.ts';
import type { Expr } from '../../program.ts';
import type { Context } from '../context.ts';
import { dataPointer, lowerDescriptorAddress } from '../designator.ts';
import { settleNamed } from '../objects/allocation.ts';

/** The address in `cell`, and the extents (of the last dimension what is left over is 1). */
export function setNewArray(
  ctx: Context,
  a: Expr,
  cell: Expression,
  bytes: Expression,
  extents: readonly (Expr | { readonly kind: 'procedure' } | undefined)[],
): void {
  const sizes = extents.map((e) => {
    if (!e || !('type' in e)) throw new InternalError('an extent of a new array', a.span);
    return ctx.parts.index(ctx, e);
  });
  const attributes =
    a.kind === 'variable' ? a.variable.attributes : a.kind === 'part' ? a.component.attributes : undefined;
  if (!attributes) throw new InternalError('a new array that is no variable', a.span);
  const pointer = dataPointer(ctx, attributes);
  if (a.kind === 'variable') settleNamed(ctx, a.variable);
  describe(ctx, ctx.keep(lowerDescriptorAddress(ctx, a)), load(pointer, cell), bytes, sizes, a.rank);
}

/** Lower bounds 1, elements one after the other. */
export function describe(
  ctx: Context,
  descriptor: Expression,
  base: Expression,
  bytes: Expression,
  extents: readonly Expression[],
  rank: number,
): void {
  ctx.store(base.type === 'ptr.global' ? 'ptr.global' : 'ptr.host', descriptor, base, descriptorFields.base);
  ctx.store('i64', descriptor, bytes, descriptorFields.elementBytes);
  let stride = bytes;
  for (let i = 0; i < rank; i++) {
    const at = descriptorFields.dimensions + i * dimensionFields.bytes;
    const extent = ctx.keep(extents[i] ?? i64(1));
    ctx.store('i64', descriptor, i64(1), at + dimensionFields.lower);
    ctx.store('i64', descriptor, extent, at + dimensionFields.extent);
    ctx.store('i64', descriptor, stride, at + dimensionFields.stride);
    stride = ctx.keep(op('mul', [stride, extent]));
  }
}
