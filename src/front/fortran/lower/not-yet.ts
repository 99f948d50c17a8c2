/** Correct programs that cannot be compiled yet: told clearly, never guessed. */

import { notSupported } from '../errors/lowering.ts';
import type { Context } from './context.ts';

export function notYet(ctx: Context, what: string): void {
  const made = notSupported(ctx.at, what);
  const known = ctx.module.diagnostics.some((d) => d.message === made.message && d.labels[0]?.at === ctx.at);
  if (!known) ctx.module.diagnostics.push(made);
}
