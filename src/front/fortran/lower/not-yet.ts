/** Correct programs that cannot be compiled yet: told clearly, never guessed. */
import type { Context } from './context.ts';

export function notYet(ctx: Context, what: string): void {
  const message = `not supported yet: ${what}`;
  const known = ctx.module.diagnostics.some((d) => d.message === message && d.labels[0]?.at === ctx.at);
  if (!known)
    ctx.module.diagnostics.push({ severity: 'error', code: 'not-supported', message, labels: [{ at: ctx.at }] });
}
