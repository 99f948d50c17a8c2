/**
 * A guard that lets every n-th thread of a row in (`mod(i + j, 2) == colour`, as chequered planes have it): the axis may go on in steps of n from the first thread that it lets in, and what stands
 * under the guard runs for neighbours on that axis without asking.
 */
import { and } from '../ir/build.ts';
import type { Expression, Statement } from '../ir/module.ts';
import { conjuncts, eachExpression } from '../ir/walk.ts';

type Body = readonly Statement[];
type Put = Extract<Statement, { kind: 'set' }>;

export type StridedGuard = {
  /** From a thread that it lets in to the next one. */
  readonly step: number;
  /** Asked of a row's first threads, after `before`. */
  readonly condition: Expression;
  readonly before: readonly Put[];
  /** Of which the remainder is taken: where it is below zero the threads are others. */
  readonly over: Expression | undefined;
  readonly body: Body;
};

/** `strideOf`: growth along the axis. `isArithmetic`: made of places and numbers alone. */
type Facts = {
  readonly strideOf: (e: Expression) => number | undefined;
  readonly isArithmetic: (e: Expression) => boolean;
};

/** Of more than this few cells of a vector would be used. */
const mostSteps = 4;

/** Undefined where the list is no such branch behind sets. */
export function stridedGuard(list: Body, facts: Facts): StridedGuard | undefined {
  const guard = list.at(-1);
  const leading = list.slice(0, -1);
  if (guard?.kind !== 'if' || guard.otherwise.length > 0 || !leading.every((s) => s.kind === 'set')) return undefined;
  const conditions = conjuncts(guard.condition);
  for (const condition of conditions) {
    const found = facts.isArithmetic(condition) ? remainder(condition, facts) : undefined;
    if (!found) continue;
    const rest = conditions.filter((c) => c !== condition);
    const inner: Body = rest.length === 0 ? guard.then : [{ ...guard, condition: rest.reduce(and) }];
    return { ...found, condition, before: needed(condition, leading), body: [...leading, ...inner] };
  }
  return undefined;
}

/** `x mod n == c` for an x that grows by one, or `!= c` where there are but two remainders. */
function remainder(e: Expression, { strideOf }: Facts): Pick<StridedGuard, 'step' | 'over'> | undefined {
  if (e.kind !== 'op' || (e.op !== 'eq' && e.op !== 'ne')) return undefined;
  for (const [part, wanted] of [e.args, [...e.args].reverse()]) {
    if (part?.kind !== 'op' || !wanted || part.type !== 'i32' || strideOf(wanted) !== 0) continue;
    const [over, by] = part.args;
    const n = by?.kind === 'const' ? Number(by.value) : 0;
    const step = part.op === 'rem' ? n : part.op === 'and' && (n & (n + 1)) === 0 ? n + 1 : 0;
    const isOne = over !== undefined && Math.abs(strideOf(over) ?? 0) === 1;
    if (!isOne || step < 2 || step > mostSteps) continue;
    const isOfTwo = wanted.kind === 'const' && step === 2 && (Number(wanted.value) & ~1) === 0;
    if (e.op === 'ne' && !isOfTwo) continue;
    return { step, over: part.op === 'rem' ? over : undefined };
  }
  return undefined;
}

/** The sets that the condition reads, first to last. */
function needed(condition: Expression, leading: Body): readonly Put[] {
  const read = new Set<number>();
  const visit = (e: Expression): void =>
    eachExpression(e, (x) => {
      if (x.kind === 'local') read.add(x.index);
    });
  visit(condition);
  const found: Put[] = [];
  for (const s of [...leading].reverse())
    if (s.kind === 'set' && read.has(s.local)) {
      visit(s.value);
      found.unshift(s);
    }
  return found;
}
