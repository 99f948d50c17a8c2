/**
 * Barriers of whole warps that all threads of the block come to alike (`call syncwarp()` between the levels of a tree): barriers of the block, behind which regions are vectors of any threads and
 * what a block takes together is found. Kernels that do more with warps, or whose threads keep numbers behind such barriers, which a warp has in registers, keep theirs.
 */
import { isOfWarp, isPlainBarrier } from '../../ir/effects.ts';
import { liveBefore } from '../../ir/liveness.ts';
import type { Fn, Statement } from '../../ir/module.ts';
import { analyseUniformity, countSets } from '../../ir/uniformity.ts';
import { mayWait } from '../../ir/waiting-loops.ts';
import {
  bodiesOf,
  changeBodies,
  eachStatement,
  expressionsOf,
  isLoop,
  localsSet,
  replaceEach,
  someExpression,
  someStatement,
} from '../../ir/walk.ts';

type Body = readonly Statement[];

export function widenWarpBarriers(fn: Fn): Fn {
  if (fn.kind !== 'kernel' || !someStatement(fn.body, isOfWarp)) return fn;
  const isOther = (s: Statement): boolean =>
    (isOfWarp(s) && !isWhole(s)) || s.kind === 'call' || (s.kind === 'loop' && mayWait(s));
  if (someStatement(fn.body, isOther)) return fn;
  const uniformity = analyseUniformity(fn);
  const parts = (s: Statement): boolean =>
    !isOfWarp(s) &&
    someStatement([s], isOfWarp) &&
    !(s.kind !== 'loop' && s.kind !== 'switch' && expressionsOf(s).every(uniformity.isUniform));
  const around = new Set<string>();
  eachStatement(fn.body, (s) => {
    if ('label' in s && bodiesOf(s).length > 0 && someStatement([s], isOfWarp)) around.add(s.label);
  });
  const jumps = (s: Statement): boolean => (s.kind === 'break' || s.kind === 'continue') && around.has(s.label);
  if (someStatement(fn.body, (s) => parts(s) || jumps(s))) return fn;
  const counts = countSets(fn.body, fn.locals.length);
  const isAgain = (l: number): boolean => !varying.has(l) || (counts[l] === 1 && !loaded.has(l));
  const { varying } = uniformity;
  const loaded = new Set<number>();
  eachStatement(fn.body, (s) => {
    if (s.kind !== 'set' || someExpression(s.value, (e) => e.kind === 'load'))
      for (const l of localsSet(s)) loaded.add(l);
  });
  const keeps = (list: Body, behind: Body): boolean =>
    list.some((s, i) => {
      const rest = [...list.slice(i + 1), ...behind];
      if (isWhole(s)) {
        const live = liveBefore(rest, fn.locals.length);
        return fn.locals.some((_, l) => live.has(l) && !isAgain(l));
      }
      return bodiesOf(s).some((b) => keeps(b, isLoop(s) ? [...b, ...rest] : rest));
    });
  return keeps(fn.body, []) ? fn : { ...fn, body: widened(fn.body) };
}

/** Whether it is a barrier of all lanes of a warp. */
function isWhole(s: Statement): boolean {
  if (s.kind !== 'barrier' || s.scope !== 'warp' || s.reduce || s.told) return false;
  return s.mask === undefined || (s.mask.kind === 'const' && Number(s.mask.value) === -1);
}

/** Of two barriers with nothing between them one is left. */
function widened(list: Body): Body {
  const made = replaceEach(list, (s) =>
    isWhole(s) ? { kind: 'barrier', scope: 'block', ...(s.at && { at: s.at }) } : changeBodies(s, widened),
  );
  return made.filter((s, i) => !(isPlainBarrier(s, 'block') && isPlainBarrier(made[i - 1], 'block')));
}
