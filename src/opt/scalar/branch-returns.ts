/**
 * Kernels whose threads meet nowhere, or nowhere any more, leave early by branches, not by jumps: `if (edge) then; b = a; return; end if; b = …` is one branch with two sides, as if `else` had been written. What
 * looks for two sides (stores behind a branch, choices, edges) finds them then. Jumps out of what was inlined go the same way.
 */
import { isMeeting } from '../../ir/effects.ts';
import type { Fn, Statement } from '../../ir/module.ts';
import { bodiesOf, changeBodies, isLoop, replaceEach, someStatement } from '../../ir/walk.ts';
import { unjump } from './unjump.ts';

const end = '%returned';

export function branchReturns(fn: Fn): Fn {
  if (fn.kind !== 'kernel') return fn;
  const met = fn.body.findLastIndex((s) => someStatement([s], isMeeting));
  const last = fn.body.slice(met + 1);
  if (!last.some(leaves)) return fn;
  const jumps = replaceEach(last, (s) => breaking(s));
  const made = unjump([{ kind: 'block', label: end, body: jumps }], new Set());
  const [only] = made;
  const body = only?.kind === 'block' && only.label === end ? only.body : made;
  return { ...fn, body: [...fn.body.slice(0, met + 1), ...replaceEach(body, (s) => returning(s))] };
}

/** Whether threads may leave the kernel or a block in it. */
function leaves(s: Statement): boolean {
  return s.kind === 'return' || s.kind === 'block' || bodiesOf(s).some((b) => b.some(leaves));
}

/** Returns outside of loops as jumps. */
function breaking(s: Statement): Statement {
  if (s.kind === 'return') return { kind: 'break', label: end };
  return isLoop(s) ? s : changeBodies(s, (b) => replaceEach(b, breaking));
}

function returning(s: Statement): Statement {
  if (s.kind === 'break' && s.label === end) return { kind: 'return', values: [] };
  return changeBodies(s, (b) => replaceEach(b, returning));
}
