/** stop and error stop. */
import { bool, i32, i64, op } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import type { Stmt } from '../../program.ts';
import type { Context } from '../context.ts';
import { lowerInt } from '../expression.ts';
import { textOf } from '../value.ts';

/** The length of the text where neither text nor number is given. */
const absentCode = -1;

export function lowerStop(ctx: Context, s: Stmt & { readonly kind: 'stop' }): void {
  if (ctx.mode === 'device') {
    ctx.emit({ kind: 'trap', message: s.error ? 'error stop' : 'stop' });
    return;
  }
  const quiet = op('to.i32', [s.quiet ? ctx.parts.condition(ctx, s.quiet) : bool(false)]);
  const nothing: Expression = { kind: 'const', type: 'ptr.host', value: 0n };
  const name = s.error ? 'program.error-stop' : 'program.stop';
  if (s.code?.type.base === 'character') {
    const text = textOf(ctx.parts.scalar(ctx, s.code));
    ctx.runtime(name, i32(0), text.address, text.length, quiet);
  } else {
    const code = s.code ? lowerInt(ctx, s.code) : i32(0);
    ctx.runtime(name, code, nothing, i64(s.code ? 0 : absentCode), quiet);
  }
  ctx.emit({ kind: 'trap', message: 'stop returned' });
}
