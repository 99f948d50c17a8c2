/** A call of an elemental subroutine with arrays: once for each element. */

import type { Stmt } from '../../program.ts';
import { signatureOf } from '../../signature-of.ts';
import { isThere, openArgument } from '../calls/absent.ts';
import type { Context } from '../context.ts';
import { nest } from './array-loop.ts';
import { commonExtents } from './array-value.ts';
import { elementalOperand } from './elemental-operand.ts';

type CallStmt = Stmt & { readonly kind: 'call' };
export function callForEach(ctx: Context, s: CallStmt, settled: ReadonlySet<number> = new Set()): void {
  const open = openArgument(s.args, signatureOf(s.callee), settled);
  if (open >= 0) return void callEitherWay(ctx, s, open, settled);
  const operands = s.args.map((_, i) => elementalOperand(ctx, signatureOf(s.callee), s.args, i));
  const extents = commonExtents(operands);
  nest(ctx, extents, (indexes) => {
    ctx.parts.callElemental(
      ctx,
      s,
      operands.map((o) => o?.at(indexes)),
    );
  });
}

/** An argument that may be absent: then no element of it is asked for. */
function callEitherWay(ctx: Context, s: CallStmt, open: number, settled: ReadonlySet<number>): void {
  const without = { ...s, args: s.args.map((a, i) => (i === open ? undefined : a)) };
  ctx.if(
    isThere(ctx, s.args[open]),
    () => callForEach(ctx, s, new Set([...settled, open])),
    () => callForEach(ctx, without, settled),
  );
}
