/** In the body of a loop: names for pointers and indexes are replaced by what they stand for, so that addresses show how they grow. */
import type { Expression, Statement } from '../../../ir/module.ts';
import { isPointer } from '../../../ir/types.ts';
import {
  changeBodies,
  eachExpression,
  eachExpressionIn,
  eachStatement,
  localsSet,
  mapStatement,
  replaceEach,
  withLocals,
} from '../../../ir/walk.ts';
import { isCheap } from './vector-cost.ts';

/** A longer value is not worth computing again. */
const mostNodes = 8;

type Known = ReadonlyMap<number, Expression>;

/** `list` holds sets, stores, branches and loops of them. Sets of pointers that nobody reads any more are left out; `keeps` says which locals are read after the loop. */
export function forwardSets(list: readonly Statement[], keeps: (local: number) => boolean): readonly Statement[] {
  const times = new Map<number, number>();
  eachStatement(list, (s) => {
    for (const l of localsSet(s)) times.set(l, (times.get(l) ?? 0) + 1);
  });
  const made = forwarded(list, { times, counts: new Set() }, new Map());
  const read = new Set<number>();
  eachExpressionIn(made, (e) => {
    if (e.kind === 'local') read.add(e.index);
  });
  return withoutSets(made, (local, e) => isPointer(e.type) && !read.has(local) && !keeps(local));
}

/** How often each local is set in the body, and the variables of the loops in it around a list. */
type Sets = { readonly times: ReadonlyMap<number, number>; readonly counts: ReadonlySet<number> };

/** What a branch sets is known in it alone. */
function forwarded(list: readonly Statement[], sets: Sets, before: Known): readonly Statement[] {
  const known = new Map(before);
  const { times } = sets;
  const expression = (e: Expression): Expression => withLocals(e, known);
  return list.map((s) => {
    const counts = s.kind === 'for' && times.get(s.local) === 1 ? new Set([...sets.counts, s.local]) : sets.counts;
    const body = (inner: readonly Statement[]): readonly Statement[] => forwarded(inner, { times, counts }, known);
    const now = mapStatement(s, { expression, body });
    if (now.kind === 'set' && times.get(now.local) === 1 && stands(now.value, sets)) known.set(now.local, now.value);
    return now;
  });
}

function withoutSets(
  list: readonly Statement[],
  drops: (local: number, value: Expression) => boolean,
): readonly Statement[] {
  return replaceEach(list, (s) =>
    s.kind === 'set' && drops(s.local, s.value) ? [] : changeBodies(s, (b) => withoutSets(b, drops)),
  );
}

/** Whether the value may be put in place of its name: it is short, and no local in it changes within the body. */
function stands(value: Expression, { times, counts }: Sets): boolean {
  if (!isPointer(value.type) && value.type !== 'i32' && value.type !== 'i64') return false;
  if (value.kind === 'const' || !isCheap(value)) return false;
  let nodes = 0;
  let steady = true;
  eachExpression(value, (x) => {
    nodes++;
    if (x.kind === 'local' && times.has(x.index) && !counts.has(x.index)) steady = false;
  });
  return steady && nodes <= mostNodes;
}
