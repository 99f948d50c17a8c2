/** What a main program does before its first statement, as options ask. */
import { i32 } from '../../../../ir/build.ts';
import type { Context } from '../context.ts';
import type { ProgramStart } from '../module-builder.ts';

export function startProgram(ctx: Context, { trap, swapBytes, multicore }: ProgramStart): void {
  if (swapBytes) ctx.runtime('io.swap-bytes');
  if (multicore) ctx.runtime('program.multicore');
  if (trap === 0) return;
  const name = 'cufort_ieee_set_halting';
  ctx.module.needExtern({ name, from: 'object', params: ['ptr.host', 'i32'], results: [] });
  const flags = ctx.slot('flags', 4, 4);
  ctx.store('i32', flags, i32(trap));
  ctx.call({ kind: 'direct', name }, [flags, i32(1)], []);
}
