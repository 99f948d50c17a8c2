/** Codimensions of coarrays, and references to those of other images. */
import * as imageErrors from '../../errors/images.ts';
import type { Expr, Shape } from '../../program.ts';
import type * as tree from '../../tree.ts';
import type { Env } from '../context.ts';
import { integerExpression, shapeOf } from '../declarations/type-specs.ts';
import { rankOf } from '../types.ts';
import { isExpression } from '../walk-tree.ts';

/** `[*]`, `[2:3, 0:*]`, of an allocatable `[:, :]`. */
export function codimensionsOf(env: Env, shape: tree.Shape, allocatable: boolean): Shape | undefined {
  const made = shapeOf(env, shape, allocatable ? 'deferred' : 'none');
  if (!made) return undefined;
  if (made.kind === (allocatable ? 'deferred' : 'assumed-size')) return made;
  return void env.file.report(imageErrors.codimensionsOpen(shape.span));
}

/** Of the coarray that a designator is (an element) of. */
export function codimensionsIn(e: Expr): Shape | undefined {
  switch (e.kind) {
    case 'variable':
      return e.variable.codimensions ?? (e.variable.associated && codimensionsIn(e.variable.associated));
    case 'part':
      return e.component.codimensions;
    case 'element':
      return codimensionsIn(e.base);
    default:
      return undefined;
  }
}

/** `a[i]`: in a program of one image all cosubscripts that mean anything mean this image. */
export function coindexed(env: Env, e: tree.Coindexed): Expr | undefined {
  const base = env.file.expression(env, e.base);
  if (!base) return undefined;
  const shape = codimensionsIn(base);
  if (!shape) return void env.file.report(imageErrors.notACoarray(base));
  const subscripts = e.selectors.filter((s) => !s.keyword);
  if (subscripts.length !== rankOf(shape))
    return void env.file.report(imageErrors.cosubscriptCount(base, rankOf(shape), subscripts.length, e.span));
  for (const s of subscripts) {
    const { value } = s;
    if (!isExpression(value))
      return void env.file.report(imageErrors.imageArgumentMissing('the number of an image', s.span));
    if (!integerExpression(env, value, 'a cosubscript')) return undefined;
  }
  return { ...base, span: e.span };
}
