/** Regions that add to cells of the worker's own memory by atomic operations whose old values nobody asks for, and do nothing else with these cells: the sums may wait until their loops are done. */
import { effectsOf } from '../../../ir/effects.ts';
import type { Expression, Statement } from '../../../ir/module.ts';
import { neutralOf } from '../../../ir/neutral.ts';
import { eachStatement, expressionsOf, someExpression, someStatement } from '../../../ir/walk.ts';
import type { Aliases } from '../../../opt/analysis/alias.ts';

/** How many such operations there are; none where they may not wait. `isFixed`: locals that are the same for all threads while the region runs. */
export function sumsThatWait(
  body: readonly Statement[],
  isFixed: (local: number) => boolean,
  aliases: () => Aliases,
): number {
  const sums: Expression[] = [];
  eachStatement(body, (s) => {
    if (s.kind === 'atomic' && isOwn(s.to)) sums.push(s.to);
  });
  if (sums.length === 0) return 0;
  const fixed = (e: Expression): boolean =>
    !someExpression(e, (x) => x.kind === 'load' || x.kind === 'special' || (x.kind === 'local' && !isFixed(x.index)));
  const isRead = (local: number): boolean =>
    someStatement(body, (s) =>
      expressionsOf(s).some((e) => someExpression(e, (x) => x.kind === 'local' && x.index === local)),
    );
  const meets = (e: Expression): boolean => {
    const found = aliases();
    return isOwn(e) && sums.some((sum) => found.mayMeet(found.rootOf(sum), found.rootOf(e)));
  };
  const looks = (e: Expression): boolean => someExpression(e, (x) => x.kind === 'load' && meets(x.from));
  const other = (s: Statement): boolean => {
    const { syncs, reads = [] } = effectsOf(s);
    const known = s.kind === 'store' || s.kind === 'atomic';
    if (syncs || reads.some((r) => !r.from) || (!known && effectsOf(s).writes)) return true;
    if (expressionsOf(s).some(looks)) return true;
    if (s.kind === 'store') return meets(s.to);
    if (s.kind !== 'atomic' || !isOwn(s.to)) return false;
    if (s.result !== undefined && isRead(s.result)) return true;
    return neutralOf(s.how, s.memory) === undefined || !fixed(s.to);
  };
  return someStatement(body, other) ? 0 : sums.length;
}

const isOwn = (e: Expression): boolean => e.type === 'ptr.shared' || e.type === 'ptr.local';
