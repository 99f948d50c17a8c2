/** In the body of a loop: names for pointers and indexes are replaced by what they stand for, so that addresses show how they grow. */
import type { Expression, Statement } from '../../../ir/module.ts';
import { isPointer } from '../../../ir/types.ts';
import { eachExpression, mapExpression, mapStatement } from '../../../ir/walk.ts';
import { isCheap } from './worthwhile.ts';

/** A longer value is not worth computing again. */
const mostNodes = 8;

/** `list` holds sets and stores only. Sets of pointers that nobody reads any more are left out; `keeps` says which locals are read after the loop. */
export function forwardSets(list: readonly Statement[], keeps: (local: number) => boolean): readonly Statement[] {
  const times = new Map<number, number>();
  for (const s of list) if (s.kind === 'set') times.set(s.local, (times.get(s.local) ?? 0) + 1);
  const known = new Map<number, Expression>();
  const expression = (e: Expression): Expression =>
    known.size === 0 ? e : mapExpression(e, (x) => (x.kind === 'local' ? (known.get(x.index) ?? x) : x));
  const made: Statement[] = [];
  for (const s of list) {
    const now = mapStatement(s, { expression, body: (b) => b });
    if (now.kind === 'set' && times.get(now.local) === 1 && stands(now.value, times)) {
      known.set(now.local, now.value);
      if (isPointer(now.value.type) && !keeps(now.local)) continue;
    }
    made.push(now);
  }
  return made;
}

/** Whether the value may be put in place of its name: it is short, and no local in it changes within the body. */
function stands(value: Expression, times: ReadonlyMap<number, number>): boolean {
  if (!isPointer(value.type) && value.type !== 'i32' && value.type !== 'i64') return false;
  if (value.kind === 'const' || !isCheap(value)) return false;
  let nodes = 0;
  let steady = true;
  eachExpression(value, (x) => {
    nodes++;
    if (x.kind === 'local' && times.has(x.index)) steady = false;
  });
  return steady && nodes <= mostNodes;
}
