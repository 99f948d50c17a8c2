/** What a name of a construct stands for while a pointer that it was made of may point elsewhere. */
import { i64 } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import { descriptorBytes } from '../../layout.ts';
import type { Expr } from '../../program.ts';
import type { Context } from '../context.ts';

/** A descriptor of the name's own where `e`, whose descriptor is given, is a pointer. */
export function fixedSelector(ctx: Context, e: Expr, descriptor: Expression): Expression {
  if (ctx.mode === 'device' || !isPointer(e)) return descriptor;
  const bytes = descriptorBytes(Math.max(0, e.rank));
  const own = ctx.slot('selector', bytes, 8);
  ctx.copy(own, descriptor, i64(bytes), 8);
  return own;
}

function isPointer(e: Expr): boolean {
  if (e.kind === 'variable') return e.variable.attributes.pointer && e.variable.shape?.kind !== 'assumed-rank';
  return e.kind === 'part' && e.component.attributes.pointer;
}
