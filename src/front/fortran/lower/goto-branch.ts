/** A branch to a statement label, out of any number of constructs (see goto.ts). */
import { InternalError } from '../../../base/impossible.ts';
import { i32 } from '../../../ir/build.ts';
import type { Context } from './context.ts';

export function goTo(ctx: Context, label: number): void {
  const target = ctx.labelTargets.get(label);
  if (!target) throw new InternalError(`a branch to label ${label}, which is inside a construct`, ctx.at);
  ctx.set(target.state, i32(target.value));
  ctx.emit({ kind: 'continue', label: target.loop });
}
