/** A value that is lowered already, as an operand of an expression that is not: for parts that take expressions, element by element. */
import { madeVariable } from '../made-variable.ts';
import type { Expr } from '../program.ts';
import type { Context, Place } from './context.ts';
import type { Value } from './value.ts';

/** A scalar of the type of `like`. */
export function asExpression(ctx: Context, value: Value, like: Expr): Expr {
  const variable = madeVariable('element', like.type, like.span);
  ctx.bind(variable, placeOf(ctx, value));
  return { kind: 'variable', variable, type: like.type, rank: 0, span: like.span };
}

function placeOf(ctx: Context, value: Value): Place {
  switch (value.kind) {
    case 'plain': {
      const index = ctx.newLocal('element', value.x.type);
      ctx.set(index, value.x);
      return { kind: 'register', local: index, type: value.x.type };
    }
    case 'complex': {
      const re = ctx.newLocal('re', value.re.type);
      const im = ctx.newLocal('im', value.im.type);
      ctx.set(re, value.re);
      ctx.set(im, value.im);
      return { kind: 'complex-register', re, im, type: value.re.type };
    }
    case 'character':
      return { kind: 'memory', address: value.address, length: value.length };
    case 'derived':
      return { kind: 'memory', address: value.address };
  }
}
