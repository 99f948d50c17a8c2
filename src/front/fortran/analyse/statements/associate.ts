/** A name that stands for an expression or a part of a variable. */
import { placementOf } from '../../placement.ts';
import { plainAttributes } from '../../plain-attributes.ts';
import type { Expr, Type, Variable } from '../../program.ts';
import type * as tree from '../../tree.ts';
import { isPointer } from '../calls/arguments.ts';
import type { Env } from '../context.ts';

export function associateVariable(env: Env, name: tree.Name, value: Expr, type: Type): Variable {
  return {
    kind: 'variable',
    name: name.text,
    span: name.span,
    type,
    shape: value.rank > 0 ? { kind: 'deferred', rank: value.rank } : undefined,
    attributes: { ...plainAttributes, placement: placementOf(value), target: isPointer(value) },
    storage: 'associate',
    linkName: `${env.scope.prefix}.${name.text}`,
    imported: false,
    initial: undefined,
    overlay: undefined,
    pointee: undefined,
    associated: value,
    owner: env.scope.owner,
    ignoreTkr: undefined,
    procedure: undefined,
    bindName: undefined,
  };
}
