/** Volatile variables in device code: each access is one of memory, where it stands. */
import type { Expression } from '../../../../ir/module.ts';
import type { Expr } from '../../program.ts';
import { rootOf } from '../arrays/array-alias.ts';
import type { Context } from '../context.ts';
import type { Value } from '../value.ts';

function isVolatile(ctx: Context, e: Expr): boolean {
  return ctx.mode !== 'host' && rootOf(e)?.attributes.volatile === true;
}

/** The value of the designator `e`, read anew where `e` is volatile. */
export function readAnew(ctx: Context, e: Expr, value: Value): Value {
  if (!isVolatile(ctx, e)) return value;
  const anew = (x: Expression): Expression => {
    if (x.kind === 'load') return { ...x, volatile: true };
    return x.kind === 'op' ? { ...x, args: x.args.map(anew) } : x;
  };
  if (value.kind === 'plain') return { ...value, x: anew(value.x) };
  return value.kind === 'complex' ? { ...value, re: anew(value.re), im: anew(value.im) } : value;
}

/** Runs `store`, which stores at the designator `e`. */
export function storedAtOnce(ctx: Context, e: Expr, store: () => void): void {
  if (!isVolatile(ctx, e)) {
    store();
    return;
  }
  for (const s of ctx.capture(store)) ctx.emit(s.kind === 'store' ? { ...s, volatile: true } : s);
}
