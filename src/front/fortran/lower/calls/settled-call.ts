/** The result of a call that is asked for more than once (its type, its size, its value): called once, and a variable from then on. */
import { madeVariable } from '../../made-variable.ts';
import type { Expr } from '../../program.ts';
import { signatureOf } from '../../signature-of.ts';
import type { Context } from '../context.ts';
import { resultPassing } from './abi.ts';

/** A scalar call with a polymorphic result as the variable that holds the result until the end of the statement; everything else as it is. */
export function settledCall(ctx: Context, e: Expr): Expr {
  if (e.kind !== 'call' || e.rank > 0 || !isPolymorphic(e) || !isDescribed(ctx, e)) return e;
  const variable = madeVariable('result', e.type, e.span);
  ctx.bind(variable, { kind: 'descriptor', address: ctx.keep(ctx.parts.callDescribed(ctx, e), 'result') });
  return { kind: 'variable', variable, type: e.type, rank: 0, span: e.span };
}

function isPolymorphic({ type }: Expr): boolean {
  return type.base === 'any' || (type.base === 'derived' && type.polymorphic);
}

function isDescribed(ctx: Context, e: Expr & { readonly kind: 'call' }): boolean {
  return resultPassing(signatureOf(e.callee), ctx.mode).how === 'descriptor';
}
