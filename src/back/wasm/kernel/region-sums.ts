/** Regions whose only use of the worker's own memory is to add to cells of it by atomic operations whose old values nobody asks for: the sums may wait until their loops are done. */
import { effectsOf } from '../../../ir/effects.ts';
import type { Expression, Statement } from '../../../ir/module.ts';
import { neutralOf } from '../../../ir/neutral.ts';
import { expressionsOf, someExpression, someStatement } from '../../../ir/walk.ts';

/** `isFixed`: locals that are the same for all threads while the region runs. */
export function sumsWait(body: readonly Statement[], isFixed: (local: number) => boolean): boolean {
  let sums = false;
  const fixed = (e: Expression): boolean =>
    !someExpression(e, (x) => x.kind === 'load' || x.kind === 'special' || (x.kind === 'local' && !isFixed(x.index)));
  const isRead = (local: number): boolean =>
    someStatement(body, (s) =>
      expressionsOf(s).some((e) => someExpression(e, (x) => x.kind === 'local' && x.index === local)),
    );
  const other = (s: Statement): boolean => {
    const { syncs, reads = [] } = effectsOf(s);
    const known = s.kind === 'store' || s.kind === 'atomic';
    if (syncs || reads.some((r) => !r.from) || (!known && effectsOf(s).writes)) return true;
    if (s.kind === 'atomic' && isOwn(s.to)) {
      sums = true;
      if (s.result !== undefined && isRead(s.result)) return true;
      return neutralOf(s.how, s.memory) === undefined || !fixed(s.to) || expressionsOf(s).some(looks);
    }
    return (s.kind === 'store' && isOwn(s.to)) || expressionsOf(s).some(looks);
  };
  return !someStatement(body, other) && sums;
}

const isOwn = (e: Expression): boolean => e.type === 'ptr.shared' || e.type === 'ptr.local';

const looks = (e: Expression): boolean => someExpression(e, (x) => x.kind === 'load' && isOwn(x.from));
