/** Objects that the compiler makes for the time of a statement. */
import type { Expression } from '../../../../ir/module.ts';
import { allComponents } from '../../layout.ts';
import type { DerivedType } from '../../program.ts';
import type { Context } from '../context.ts';
import { ownsMemory, releaseContiguous } from './derived.ts';
import { hasFinals } from './finalization.ts';

/** What the components of an object, or of those of an array, hold is freed with the statement. Nothing of it is finalised: types that would be are left alone. */
export function endsMemory(
  ctx: Context,
  type: DerivedType,
  base: Expression,
  extents: readonly Expression[] = [],
): void {
  if (ownsMemory(type) && (ctx.mode === 'device' || !endsByProcedure(type)))
    ctx.defer(() => releaseContiguous(ctx, type, base, extents));
}

/** Whether a final procedure may be called at the end of an object of the type. */
export function endsByProcedure(type: DerivedType, seen = new Set<DerivedType>()): boolean {
  if (seen.has(type)) return false;
  seen.add(type);
  return (
    hasFinals(type) ||
    allComponents(type).some((c) => {
      if (c.procedure || c.attributes.pointer) return false;
      return (
        c.type.base === 'any' ||
        (c.type.base === 'derived' && (c.type.polymorphic || endsByProcedure(c.type.type, seen)))
      );
    })
  );
}
