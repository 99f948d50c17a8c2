/** What ISO_Fortran_binding.h calls CFI_type_…: the sort of type, and the bytes of one number of it. */
import { layoutOf } from '../../layout.ts';
import type { Type } from '../../program.ts';

const numbers = { integer: 1, logical: 2, real: 3, complex: 4, character: 5 } as const;

export function cTypeNumber(type: Type): number {
  if (type.base === 'any') return 0;
  if (type.base === 'derived') return type.type.name === 'c_ptr' ? 7 : type.type.name === 'c_funptr' ? 8 : 6;
  const bytes = type.base === 'character' ? type.kind : (layoutOf(type)?.size ?? 0);
  return numbers[type.base] + bytes * 2 ** 8;
}
