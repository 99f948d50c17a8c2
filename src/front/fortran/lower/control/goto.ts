/**
 * Statement lists that hold labels which are branched to. Such a list becomes a loop around a switch on a state: each segment begins at a label; a branch sets the
 * state and starts the next turn; falling off a segment goes on with the following one.
 */
import { i32, local } from '../../../../ir/build.ts';
import type { Statement } from '../../../../ir/module.ts';
import type { Stmt } from '../../program.ts';
import type { Context } from '../context.ts';

export function hasTargets(ctx: Context, list: readonly Stmt[]): boolean {
  return ctx.branchedTo.size > 0 && list.some((s) => s.label !== undefined && ctx.branchedTo.has(s.label));
}

export function lowerSegments(ctx: Context, list: readonly Stmt[], lower: (s: Stmt) => void): void {
  const segments = split(ctx, list);
  const state = ctx.newLocal('state', 'i32');
  const loop = ctx.freshLabel('segments');
  const labels = segments.map((s) => s[0]?.label);
  segments.forEach((_, i) => {
    const label = labels[i];
    if (label !== undefined && ctx.branchedTo.has(label)) ctx.labelTargets.set(label, { state, value: i, loop });
  });
  ctx.set(state, i32(0));
  const last = segments.length - 1;
  const cases = segments.map((segment, i) => ({
    values: [i],
    body: ctx.capture(() => {
      for (const s of segment) lower(s);
      if (i === last) ctx.break(loop);
      else ctx.set(state, i32(i + 1));
    }),
  }));
  for (const label of labels) if (label !== undefined) ctx.labelTargets.delete(label);
  const turn: Statement = { kind: 'switch', value: local(state, 'i32'), cases, otherwise: [] };
  ctx.loop(loop, () => ctx.emit(turn));
}

function split(ctx: Context, list: readonly Stmt[]): Stmt[][] {
  let current: Stmt[] = [];
  const segments = [current];
  for (const s of list) {
    if (s.label !== undefined && ctx.branchedTo.has(s.label) && current.length > 0) {
      current = [];
      segments.push(current);
    }
    current.push(s);
  }
  return segments;
}
