/** Variables that each iteration or thread has for itself, as large as that of the same name outside is then. */
import type { Span } from '../../../../base/source.ts';
import type { Type, Variable } from '../../program.ts';
import type { Env } from '../context.ts';
import { ownShape } from '../directives/own-variables.ts';
import { lengthOf, variableExpr } from '../expressions/make.ts';
import { constantLength, rankOf } from '../types.ts';

/** A variable of `local` or `local_init`. */
export function localVariable(env: Env, outer: Variable, span: Span): Variable {
  const { pointer, allocatable } = outer.attributes;
  return {
    ...outer,
    span,
    type: ownType(outer, span),
    shape: pointer || allocatable ? outer.shape : ownShape(env, outer),
    attributes: { ...outer.attributes, intent: undefined, optional: false, value: false, contiguous: false },
    storage: 'automatic',
  };
}

/** Characters as long as the variable has them at this moment. */
export function ownType(v: Variable, span: Span): Type {
  const { type } = v;
  if (type.base !== 'character' || constantLength(type) !== undefined || type.length.kind === 'deferred') return type;
  return { ...type, length: { kind: 'known', value: lengthOf(variableExpr(v, rankOf(v.shape), span)) } };
}
