/** Loops that directives share among gangs, workers and vectors. */
import { bodiesOf } from '../../bodies-of.ts';
import type { IndexLoop, Stmt } from '../../program.ts';
import { eachVariable } from '../walk-program.ts';
import { dependenceIn } from './dependence.ts';

export type Do = Extract<Stmt, { kind: 'do' }>;

export function isSharedLoop(s: Stmt): s is Do {
  if (s.kind !== 'do' || s.shared === undefined || s.shared.seq) return false;
  return !s.shared.auto || s.shared.independent || dependenceIn(s) === undefined;
}

export function onlyLoop(body: readonly Stmt[]): Do | undefined {
  const real = body.filter((s) => s.kind !== 'continue');
  return real.length === 1 && real[0]?.kind === 'do' ? real[0] : undefined;
}

/** Do its bounds depend on none of these loops? */
export function isFixed(inner: IndexLoop, loops: readonly IndexLoop[]): boolean {
  let fixed = true;
  for (const e of [inner.from, inner.to, inner.step])
    if (e)
      eachVariable(e, (v) => {
        if (loops.some((l) => l.index === v)) fixed = false;
      });
  return fixed;
}

export function gangLoop(s: Stmt): Do | undefined {
  if (!isSharedLoop(s)) return undefined;
  return s.shared?.gang || !(s.shared?.worker || s.shared?.vector) ? s : undefined;
}

/** A shared loop without others in it; of gang loops those that workers or vectors share too. */
export function isLaneLoop(s: Do): boolean {
  return isSharedLoop(s) && !innermost(s).body.some(hasShared);
}

export function hasShared(s: Stmt): boolean {
  return isSharedLoop(s) || bodiesOf(s).some((b) => b.some(hasShared));
}

/** Of the loops that are one by `collapse`. */
export function innermost(s: Do): Do {
  let at = s;
  for (let left = (s.shared?.collapse ?? 1) - 1; left > 0; left--) at = onlyLoop(at.body) ?? at;
  return at;
}
