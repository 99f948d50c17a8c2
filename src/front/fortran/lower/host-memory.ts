/** Blocks of host memory for arrays of the program. */
import { i64 } from '../../../ir/build.ts';
import type { Expression } from '../../../ir/module.ts';
import type { Context } from './context.ts';

/** Null where there is no room. Where subscripts are checked, a block of the runtime, which knows how much was asked for. */
export function allocateOnHost(ctx: Context, bytes: Expression): Expression {
  const [base] = ctx.module.checks.bounds
    ? ctx.runtime('memory.allocate-block', bytes, i64(64))
    : ctx.runtime('memory.allocate', bytes);
  return base ?? i64(0);
}
