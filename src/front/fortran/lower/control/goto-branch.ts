/** A branch to a statement label, out of any number of constructs (see goto.ts). */
import { i32 } from '../../../../ir/build.ts';
import type { Context } from '../context.ts';
import { notYet } from '../not-yet.ts';

export function goTo(ctx: Context, label: number): void {
  const target = ctx.labelTargets.get(label);
  if (!target) {
    notYet(ctx, `a branch to label ${label} inside a construct`);
    return;
  }
  if (target.kind !== 'state') {
    ctx.emit({ kind: target.kind, label: target.label });
    return;
  }
  ctx.set(target.state, i32(target.value));
  ctx.emit({ kind: 'continue', label: target.loop });
}
