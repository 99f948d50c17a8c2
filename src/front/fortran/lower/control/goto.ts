/**
 * Statement lists that hold labels which are branched to. A label that statements behind it branch to begins a loop, up to the last of them; one that statements before it branch to ends a block, from
 * the first of them on (goto-regions.ts). Where loops are entered in their middle, the list becomes a loop around a switch on a state: each segment begins at a label; a branch sets the state and starts
 * the next iteration; falling off a segment goes on with the following one.
 */
import { i32, local } from '../../../../ir/build.ts';
import type { Statement } from '../../../../ir/module.ts';
import type { Stmt } from '../../program.ts';
import type { Context } from '../context.ts';
import { type BranchRegion, branchRegions } from './goto-regions.ts';

type Lower = (s: Stmt) => void;

export function hasTargets(ctx: Context, list: readonly Stmt[]): boolean {
  return ctx.branchedTo.size > 0 && list.some((s) => isTarget(ctx, s));
}

export function lowerSegments(ctx: Context, list: readonly Stmt[], lower: Lower): void {
  const regions = branchRegions(list);
  if (regions) lowerRegions(ctx, { list, lower }, regions, 0, list.length);
  else lowerStates(ctx, list, lower);
}

function isTarget(ctx: Context, s: Stmt): boolean {
  return s.label !== undefined && ctx.branchedTo.has(s.label);
}

/** The statements `from` … `to` - 1. `regions`: those within, outer ones first. */
function lowerRegions(
  ctx: Context,
  of: { readonly list: readonly Stmt[]; readonly lower: Lower },
  regions: readonly BranchRegion[],
  from: number,
  to: number,
): void {
  let at = from;
  let rest = regions;
  while (at < to) {
    const region = rest[0];
    if (region?.from === at) {
      const end = region.to;
      const within = rest.slice(1).filter((r) => r.from < end);
      lowerRegion(ctx, region, () => lowerRegions(ctx, of, within, region.from, end));
      rest = rest.filter((r) => r.from >= end);
      at = end;
      continue;
    }
    const s = of.list[at]!;
    // What stands between a branch and the next label is never done.
    if (!ctx.left || isTarget(ctx, s)) of.lower(s);
    at++;
  }
}

function lowerRegion(ctx: Context, { kind, labels, end }: BranchRegion, within: () => void): void {
  const name = ctx.freshLabel('goto');
  const around = new Map(ctx.labelTargets);
  for (const l of labels) ctx.labelTargets.set(l, { kind: 'continue', label: name });
  for (const l of end) ctx.labelTargets.set(l, { kind: 'break', label: name });
  const body = ctx.capture(within);
  ctx.emit({ kind, label: name, body: kind === 'loop' ? endedBody(body, name) : body });
  for (const l of [...labels, ...end]) {
    const before = around.get(l);
    if (before) ctx.labelTargets.set(l, before);
    else ctx.labelTargets.delete(l);
  }
}

/** Of a loop that is left at its end, unless a branch stands there that begins it again. */
function endedBody(body: readonly Statement[], label: string): readonly Statement[] {
  const last = body.at(-1);
  if (last?.kind === 'continue' && last.label === label) return body.slice(0, -1);
  return last?.kind === 'break' || last?.kind === 'continue' ? body : [...body, { kind: 'break', label }];
}

function lowerStates(ctx: Context, list: readonly Stmt[], lower: Lower): void {
  const segments = split(ctx, list);
  const state = ctx.newLocal('state', 'i32');
  const loop = ctx.freshLabel('segments');
  const labels = segments.map((s) => s[0]?.label);
  segments.forEach((_, i) => {
    const label = labels[i];
    if (label !== undefined && ctx.branchedTo.has(label))
      ctx.labelTargets.set(label, { kind: 'state', state, value: i, loop });
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
  const choice: Statement = { kind: 'switch', value: local(state, 'i32'), cases, otherwise: [] };
  ctx.loop(loop, () => ctx.emit(choice));
}

function split(ctx: Context, list: readonly Stmt[]): Stmt[][] {
  let current: Stmt[] = [];
  const segments = [current];
  for (const s of list) {
    if (isTarget(ctx, s) && current.length > 0) {
      current = [];
      segments.push(current);
    }
    current.push(s);
  }
  return segments;
}
