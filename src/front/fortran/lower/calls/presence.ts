/** Optional dummies. */
import { bool, local, op } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import type { Variable } from '../../program.ts';
import { type Context, isNull } from '../context.ts';

/** Is an optional dummy there? */
export function isPresent(ctx: Context, v: Variable): Expression {
  const place = ctx.placeOf(v);
  switch (place.kind) {
    case 'memory':
    case 'descriptor':
      return op('not', [isNull(place.address)]);
    case 'array':
      return op('not', [isNull(place.present ?? place.base)]);
    case 'register':
      return place.type.startsWith('ptr.') ? op('not', [isNull(local(place.local, place.type))]) : bool(true);
    case 'complex-register':
      return bool(true);
  }
}
