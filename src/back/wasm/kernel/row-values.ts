/** What is the same along a row of threads is computed once for the row, not for each of its chunks. */
import type { Expression, Local, Statement } from '../../../ir/module.ts';
import { countSets } from '../../../ir/uniformity.ts';
import { keyOf } from '../../../ir/value-key.ts';
import { someExpression } from '../../../ir/walk.ts';
import { isSpeculable, LoopHoister, rewrite, writtenIn } from '../../../opt/scalar/licm.ts';

export type Row = {
  /** Run once for each row, before its chunks. */
  readonly before: readonly Statement[];
  readonly body: readonly Statement[];
};

/** `stays`: locals that threads have from elsewhere or leave behind. New locals are added to `locals`. */
export function rowOf(body: readonly Statement[], locals: Local[], stays: (local: number) => boolean): Row {
  const before: Statement[] = [];
  const sets = countSets(body, locals.length);
  const written = writtenIn(body, locals.length);
  const isSame = (e: Expression): boolean =>
    !someExpression(e, (x) => {
      if (x.kind === 'local') return stays(x.index) || written.has(x.index);
      if (x.kind === 'special') return x.name === 'tid.x' || x.name === 'laneid';
      return x.kind === 'load' || x.kind === 'slot' || (x.kind === 'op' && !isSpeculable(x));
    });
  let first = 0;
  for (; first < body.length; first++) {
    const s = body[first]!;
    if (s.kind !== 'set') break;
    if (sets[s.local] !== 1 || stays(s.local) || !isSame(s.value)) continue;
    before.push(s);
    written.delete(s.local);
  }
  const moved = new Set(before);
  const rest = body.filter((s) => !moved.has(s));
  const hoister = new LoopHoister(locals, keyOf, (e) => !isSpeculable(e), sets);
  const known = new Map<string, number>();
  const made = rewrite(rest, (e) => (isSame(e) && !isNear(e) ? hoister.held(e, known, before) : undefined));
  locals.push(...hoister.locals.slice(locals.length));
  return { before, body: made };
}

/** Places in shared memory that are known now are a register and a constant. */
function isNear(e: Expression): boolean {
  return e.kind === 'op' && e.op === 'offset' && e.type === 'ptr.shared' && e.args[1]!.kind === 'const';
}
