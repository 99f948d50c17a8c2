/** Arrays as variables: views of the places where they live. */

import { InternalError } from '../../../../base/impossible.ts';
import { i64 } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import { layoutOf, rankOf } from '../../layout.ts';
import type { Attributes, Variable } from '../../program.ts';
import type { Context } from '../context.ts';
import { dataPointer } from '../designator.ts';
import { bytesInDescriptor, readDescriptor } from './descriptor.ts';
import type { View } from './view.ts';

/** The data of an array variable; of an allocatable or pointer, what it holds now. */
export function viewOfVariable(ctx: Context, v: Variable): View {
  const place = ctx.placeOf(v);
  switch (place.kind) {
    case 'array': {
      const gaps = place.dimensions.some((d) => d.stride !== undefined);
      const bytes = place.length ?? elementBytes(ctx, place.descriptor, v);
      const axes = place.dimensions.map((d) => ({
        lower: d.lower,
        extent: d.extent ?? i64(-1),
        top: d.top,
        stride: gaps ? d.stride : undefined,
      }));
      return { type: v.type, base: place.base, axes, bytes };
    }
    case 'descriptor': {
      const view = readDescriptor(
        ctx,
        place.address,
        v.type,
        rankOf(v.shape),
        dataPointer(ctx, v.attributes),
        packed(v.attributes),
      );
      const lowers = place.lowers;
      if (!lowers) return view;
      return { ...view, axes: view.axes.map((a, k) => ({ ...a, lower: lowers[k] ?? a.lower })) };
    }
    case 'register':
    case 'complex-register':
    case 'memory':
      throw new InternalError(`array ${v.name} lives in ${place.kind}`, v.span);
  }
}

function elementBytes(ctx: Context, descriptor: Expression | undefined, v: Variable): Expression {
  const layout = layoutOf(v.type);
  if (layout) return i64(layout.size);
  if (descriptor) return bytesInDescriptor(ctx, descriptor, v.type);
  if (v.type.base === 'any') return i64(1);
  throw new InternalError(`the size of an element of ${v.name} is not known`, v.span);
}

/** Elements follow each other: allocatables, and pointers that say so. */
export function packed(a: Attributes): boolean {
  return a.allocatable || a.contiguous;
}
