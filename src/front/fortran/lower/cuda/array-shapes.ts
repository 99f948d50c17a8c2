/** What a kernel knows of the shapes of its arrays (`Fn.shapes`). */
import type { ArrayShape, Expression } from '../../../../ir/module.ts';
import { someExpression } from '../../../../ir/walk.ts';
import type { Place } from '../variables/place.ts';

/** In terms of the first `params` locals, as `given` has them; undefined where these do not tell it. */
export function shapeOf(
  { base, dimensions }: Extract<Place, { kind: 'array' }>,
  params: number,
  given: (e: Expression) => Expression,
): ArrayShape | undefined {
  const address = given(base);
  const axes = dimensions.map(({ lower, extent, stride }) => ({
    lower: given(lower),
    extent: extent && given(extent),
    ...(stride && { stride: given(stride) }),
  }));
  const isGiven = (e: Expression | undefined): boolean =>
    e !== undefined && !someExpression(e, (x) => x.kind === 'load' || (x.kind === 'local' && x.index >= params));
  if (address.kind !== 'local' || !axes.every((a) => [a.lower, a.extent, a.stride ?? a.lower].every(isGiven)))
    return undefined;
  return { param: address.index, axes: axes.flatMap((a) => (a.extent ? [{ ...a, extent: a.extent }] : [])) };
}
