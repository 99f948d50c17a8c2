/** Values of 64 bits that surely fit 32. */
import type { Expression, Fn, Statement } from '../../ir/module.ts';
import { countSets } from '../../ir/uniformity.ts';
import { eachStatement } from '../../ir/walk.ts';

/** Locals of 64 bits that are set once, to something that fits 32. */
export function narrowLocals(fn: Fn): ReadonlySet<number> {
  const counts = countSets(fn.body, fn.locals.length);
  const narrow = new Set<number>();
  const sets: Extract<Statement, { kind: 'set' }>[] = [];
  eachStatement(fn.body, (s) => {
    if (s.kind === 'set' && fn.locals[s.local]!.type === 'i64' && counts[s.local] === 1 && s.local >= fn.params)
      sets.push(s);
  });
  for (let found = -1; found !== narrow.size; ) {
    found = narrow.size;
    for (const s of sets) if (fitsNarrow(s.value, narrow)) narrow.add(s.local);
  }
  return narrow;
}

/** Whether an i64 is surely the sign extension of its low half. */
export function fitsNarrow(e: Expression, narrow: ReadonlySet<number>): boolean {
  switch (e.kind) {
    case 'const':
      return typeof e.value === 'bigint' && BigInt.asIntN(32, e.value) === e.value;
    case 'local':
      return narrow.has(e.index);
    case 'op':
      if (e.op === 'extend') return true;
      if (e.op === 'min' || e.op === 'max') return e.args.every((a) => fitsNarrow(a, narrow));
      return e.op === 'select' && e.args.slice(1).every((a) => fitsNarrow(a, narrow));
    default:
      return false;
  }
}
