/**
 * Differences of numbers that stand a constant apart are that constant: `do k = i - 1, i + 1` runs three times, `a(i-2:i+2)` has five elements. Locals are followed as far as what they are
 * counted from stays as it is. Sums of 32 bits do not overflow (the language says nothing of those that do).
 */

import { integer } from '../../ir/build.ts';
import type { Expression, Fn, Statement } from '../../ir/module.ts';
import { keyOf } from '../../ir/value-key.ts';
import {
  bodiesOf,
  changeStatement,
  isLoop,
  localsSet,
  localsSetIn,
  mapEach,
  mapExpression,
  someExpression,
  someExpressionIn,
} from '../../ir/walk.ts';
import { folded } from './fold.ts';

/** A number as another one and a constant; without `from` the constant alone. */
type Counted = { readonly from: Expression | undefined; readonly by: bigint };
type Origin = Extract<Expression, { kind: 'local' | 'special' }>;

export function foldDifferences(fn: Fn): Fn {
  if (!someExpressionIn(fn.body, isDifference)) return fn;
  const body = through(fn.body, new Known());
  return body === fn.body ? fn : { ...fn, body };
}

/** Of two numbers that may stand a constant apart. */
function isDifference(e: Expression): e is Extract<Expression, { kind: 'op' }> {
  return e.kind === 'op' && e.op === 'sub' && (e.type === 'i32' || e.type === 'i64') && e.args[1]?.kind !== 'const';
}

/** Locals that are so far from another one, or from a place of the thread. */
class Known {
  private readonly distances: Map<number, { readonly from: Origin; readonly by: bigint }>;
  /** Locals that others may be known from. */
  private readonly origins: Set<number>;

  constructor(other?: Known) {
    this.distances = new Map(other?.distances);
    this.origins = new Set(other?.origins);
  }

  get(local: number): Counted | undefined {
    return this.distances.get(local);
  }

  set(local: number, from: Origin, by: bigint): void {
    this.distances.set(local, { from, by });
    if (from.kind === 'local') this.origins.add(from.index);
  }

  forget(local: number): void {
    this.distances.delete(local);
    if (!this.origins.delete(local)) return;
    for (const [l, { from }] of this.distances)
      if (from.kind === 'local' && from.index === local) this.distances.delete(l);
  }
}

function through(list: readonly Statement[], known: Known): readonly Statement[] {
  return mapEach(list, (s) => {
    const made = statement(s, known);
    const counted = made.kind === 'set' && isCounted(made.value) ? countedFrom(made.value, known) : undefined;
    for (const local of localsSet(made)) known.forget(local);
    const from = counted?.from;
    const stays = from?.kind === 'special' || (from?.kind === 'local' && !localsSet(made).includes(from.index));
    if (made.kind === 'set' && counted && stays) known.set(made.local, from, counted.by);
    return made;
  });
}

function statement(s: Statement, known: Known): Statement {
  const bodies = bodiesOf(s);
  if (bodies.length === 0) return changeStatement(s, { expression: (e) => withConstants(e, known), body: (b) => b });
  const set = localsSetIn([s]);
  const before = new Known(known);
  // What a loop changes is not known in it, but in what it begins with.
  if (isLoop(s)) for (const local of set) before.forget(local);
  const made = changeStatement(s, {
    expression: (e) => withConstants(e, s.kind === 'for' ? known : before),
    body: (list) => through(list, new Known(before)),
  });
  for (const local of set) known.forget(local);
  return made;
}

function withConstants(e: Expression, known: Known): Expression {
  const made = mapExpression(e, (x) => (isDifference(x) ? (difference(x, known) ?? x) : x));
  return made === e ? e : mapExpression(made, folded);
}

function difference(e: Extract<Expression, { kind: 'op' }>, known: Known): Expression | undefined {
  const [a, b] = e.args.map((x) => countedFrom(x, known));
  if (!a?.from || !b?.from || keyOf(a.from) !== keyOf(b.from)) return undefined;
  // What is loaded twice may differ.
  if (someExpression(a.from, (x) => x.kind === 'load')) return undefined;
  return integer(e.type, a.by - b.by);
}

/** Whether it is worth a look: a whole number that is a local, or one and a constant. */
function isCounted(e: Expression): boolean {
  if (e.type !== 'i32' && e.type !== 'i64') return false;
  return (
    e.kind === 'local' ||
    e.kind === 'special' ||
    (e.kind === 'op' && (e.op === 'add' || e.op === 'sub' || e.op === 'extend'))
  );
}

function countedFrom(e: Expression, known: Known): Counted {
  if (e.kind === 'const') return { from: undefined, by: BigInt(e.value) };
  if (e.kind === 'local') return known.get(e.index) ?? { from: e, by: 0n };
  if (e.kind !== 'op') return { from: e, by: 0n };
  const [a, b] = e.args;
  if (e.op === 'extend') return countedFrom(a!, known);
  if (e.op !== 'add' && e.op !== 'sub') return { from: e, by: 0n };
  const [left, right] = [countedFrom(a!, known), countedFrom(b!, known)];
  if (!right.from) return { from: left.from, by: e.op === 'add' ? left.by + right.by : left.by - right.by };
  return !left.from && e.op === 'add' ? { from: right.from, by: left.by + right.by } : { from: e, by: 0n };
}
