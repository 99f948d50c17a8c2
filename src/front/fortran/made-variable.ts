/** Variables that the source does not name, for statements and expressions made by the compiler. */
import { nowhere, type Span } from '../../base/source.ts';
import { plainAttributes } from './plain-attributes.ts';
import type { Type, Variable } from './program.ts';

/** `rank`: an array of deferred shape; a scalar where it is not given. */
export function madeVariable(name: string, type: Type, span: Span = nowhere, rank?: number): Variable {
  return {
    kind: 'variable',
    name,
    span,
    type,
    shape: rank === undefined ? undefined : { kind: 'deferred', rank },
    attributes: plainAttributes,
    storage: 'automatic',
    linkName: '',
    imported: false,
    initial: undefined,
    overlay: undefined,
    pointee: undefined,
    associated: undefined,
    owner: undefined,
    ignoreTkr: undefined,
    procedure: undefined,
    bindName: undefined,
  };
}
