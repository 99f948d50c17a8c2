/** What procedures on addresses of C may be given (Fortran 2018, 18.2.3). */
import type { Diagnostic } from '../../../../base/diagnostic.ts';
import * as pointerErrors from '../../errors/pointers.ts';
import type { Expr } from '../../program.ts';
import { isAllocatable, isPointer } from '../calls/arguments.ts';
import { extentsOf } from '../fold/expr-extents.ts';

export function cPointerProblem(routine: string, args: readonly (Expr | undefined)[]): Diagnostic | undefined {
  const [first, pointer, shape] = args;
  if (routine === 'c_associated' && first && first.rank > 0) return pointerErrors.oneAddress(first);
  if (routine === 'c_loc' && first && isPolymorphic(first)) return pointerErrors.addressOfPolymorphic(first);
  if (routine !== 'c_f_pointer' || !pointer) return undefined;
  // CUDA Fortran lets device arrays that are allocatable stand for an address of the device.
  if (!isPointer(pointer) && !isAllocatable(pointer)) return pointerErrors.notAPointer(pointer);
  if (isPolymorphic(pointer))
    return pointerErrors.pointerFromC(pointer, 'it is polymorphic, and an address says nothing of a type', undefined);
  if (pointer.rank > 0 && (!shape || shape.kind === 'null'))
    return pointerErrors.pointerFromC(pointer, 'nothing says its extents', 'give them: `shape=[n]`');
  if (pointer.rank === 0 && shape && shape.kind !== 'null')
    return pointerErrors.pointerFromC(pointer, 'it is a scalar, and a shape is given', 'leave `shape` out');
  const count = shape && extentsOf(shape)?.[0];
  return count !== undefined && pointer.rank > 0 && count !== pointer.rank
    ? pointerErrors.pointerFromC(pointer, `it has rank ${pointer.rank}, and its shape ${count} extents`, undefined)
    : undefined;
}

function isPolymorphic({ type }: Expr): boolean {
  return (type.base === 'any' && !type.assumed) || (type.base === 'derived' && type.polymorphic);
}
