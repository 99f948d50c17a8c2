/** Values of 64 bits that surely fit 32. */
import type { Expression, Fn, Statement } from '../../ir/module.ts';
import { countSets } from '../../ir/uniformity.ts';
import { eachStatement } from '../../ir/walk.ts';

/** Locals of 64 bits that are set once, to something that fits 32, and parameters that launches pass so. */
export function narrowLocals(fn: Fn, params: readonly number[]): ReadonlySet<number> {
  const counts = countSets(fn.body, fn.locals.length);
  const narrow = new Set<number>(params);
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

/** Locals that depend on parameters alone: those, where they are never set, and what is set once to a value made of them. */
export function fixedLocals(fn: Fn): ReadonlySet<number> {
  const counts = countSets(fn.body, fn.locals.length);
  const fixed = new Set<number>();
  for (let i = 0; i < fn.params; i++) if (counts[i] === 0) fixed.add(i);
  const onlyFixed = (e: Expression): boolean => {
    if (e.kind === 'local') return fixed.has(e.index);
    return e.kind === 'const' || (e.kind === 'op' && e.args.every(onlyFixed));
  };
  // A local is set before what is made of it.
  eachStatement(fn.body, (s) => {
    if (s.kind === 'set' && counts[s.local] === 1 && s.local >= fn.params && onlyFixed(s.value)) fixed.add(s.local);
  });
  return fixed;
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
    default: // else: it may need all bits
      return false;
  }
}
