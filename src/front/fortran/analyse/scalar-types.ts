/** Types of the library's rows as types of the program. */
import type { ScalarType } from '../../../library/intrinsics/row.ts';
import type { Type } from '../program.ts';
import { integer4 } from './types.ts';

export function typeOf(t: ScalarType): Type {
  return withKind(bare[t.base], t.kind);
}

const bare: Readonly<Record<ScalarType['base'], Type>> = {
  integer: integer4,
  real: { base: 'real', kind: 4 },
  complex: { base: 'complex', kind: 4 },
  logical: { base: 'logical', kind: 4 },
  character: { base: 'character', kind: 1, length: { kind: 'deferred' } },
};

/** The type with another kind (one that its base has). */
export function withKind(type: Type, kind: number): Type {
  switch (type.base) {
    case 'integer':
    case 'logical':
      return { base: type.base, kind: kind === 1 ? 1 : kind === 2 ? 2 : kind === 8 ? 8 : 4 };
    case 'real':
      return { base: 'real', kind: kind === 2 ? 2 : kind === 8 ? 8 : 4 };
    case 'complex':
      return { base: 'complex', kind: kind === 8 ? 8 : 4 };
    default:
      return type;
  }
}
