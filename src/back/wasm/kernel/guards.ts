/**
 * The threads that a region's guard lets in. A region that is one branch, such as `if (i <= n)`, runs only the rows of threads, and of each row only the part,
 * whose threads take it: a comparison of something that grows or shrinks evenly from thread to thread (by one, or by a small power of two) with something that does not becomes a bound of the loop.
 */
import { i64, op } from '../../../ir/build.ts';
import type { Expression, Statement } from '../../../ir/module.ts';
import { negated } from '../../../ir/negated.ts';
import { eachExpression, eachStatement, localsSet, someExpression } from '../../../ir/walk.ts';
import { isSpeculable } from '../../../opt/scalar/licm.ts';
import { leastOf } from '../vector/lane-places.ts';
import type { HeldBy } from '../vector/lane-starts.ts';

/**
 * `low`: threads from (other - thread + more)/step on, rounded up; else those before it. `thread` is the value of the first thread, an i32; where it `falls` from thread to thread,
 * (thread - other + more)/step. `step` is a power of two.
 */
export type Bound = {
  readonly low: boolean;
  readonly falls: boolean;
  readonly thread: Expression;
  readonly other: Expression;
  readonly more: 0 | 1;
  readonly step: number;
};

/** How far values of neighbours may lie apart. */
const steps: readonly number[] = [1, 2, 4, 8, 16];

export type Guarded = {
  /** What the bounds read, for the first thread of a row. */
  readonly before: readonly Put[];
  /** What threads within the bounds run. */
  readonly body: readonly Statement[];
  readonly x: readonly Bound[];
  readonly y: readonly Bound[];
  /** Conditions that all threads of a plane meet, or none. */
  readonly always: readonly Expression[];
  /** Whether the bounds of x differ from row to row. */
  readonly byRow: boolean;
};

export type GuardFacts = {
  readonly body: readonly Statement[];
  /** Whether a local that the region does not set is the same in all threads. */
  readonly isShared: (local: number) => boolean;
  /** Locals that outlive the region. */
  readonly kept: ReadonlySet<number>;
  readonly heldBefore: HeldBy;
};

type Put = Extract<Statement, { kind: 'set' }>;
/** Growth from thread to thread along x and y; that along y is not a number where nobody knows it. */
type Steps = { readonly x: number; readonly y: number };

/** Undefined where the region is more than a guarded list, or its guard says nothing about places. */
export function guardOf(facts: GuardFacts): Guarded | undefined {
  return new Guard(facts).found();
}

class Guard {
  private readonly facts: GuardFacts;
  private readonly written = new Set<number>();
  private readonly steps = new Map<number, Steps>();
  private readonly sets: Put[] = [];
  /** What locals stand for that are set once, of others that stay as they are from there on. */
  private readonly meanings = new Map<number, Expression>();
  private readonly settled = new Set<number>();
  private readonly x: Bound[] = [];
  private readonly y: Bound[] = [];
  private readonly always: Expression[] = [];

  constructor(facts: GuardFacts) {
    this.facts = facts;
    eachStatement(facts.body, (s) => {
      for (const l of localsSet(s)) this.written.add(l);
    });
  }

  found(): Guarded | undefined {
    let body = this.facts.body;
    const leading: Statement[] = [];
    for (let outermost = true; ; outermost = false) {
      const inner = this.descend(body, outermost);
      if (!inner) break;
      leading.push(...body.slice(0, -1));
      body = inner.then;
      if (inner.rest.length === 0) continue;
      body = [{ ...inner.guard, condition: inner.rest.reduce(both), then: inner.then }];
      break;
    }
    if (this.x.length + this.y.length + this.always.length === 0) return undefined;
    const byRow = this.x.some((b) => [b.thread, b.other].some((e) => this.stepsOf(e)?.y !== 0));
    return {
      before: this.needed(),
      body: [...leading, ...body],
      x: this.x,
      y: this.y,
      always: this.always,
      byRow,
    };
  }

  /** A list of sets that ends in a guard: its bounds are kept, what they cannot say is left. */
  private descend(body: readonly Statement[], outermost: boolean) {
    const guard = body.at(-1);
    if (guard?.kind !== 'if' || guard.otherwise.length > 0) return undefined;
    const leading = body.slice(0, -1);
    if (!leading.every((s) => this.mayLead(s, outermost))) return undefined;
    if (!outermost && !isCheap(guard.condition)) return undefined;
    for (const s of leading) if (s.kind === 'set') this.note(s);
    const rest = this.conjuncts(guard.condition).filter((c) => !this.take(c));
    return { guard, then: guard.then, rest };
  }

  /** Threads outside the guard need not run it. */
  private mayLead(s: Statement, outermost: boolean): boolean {
    if (s.kind !== 'set' || this.facts.kept.has(s.local)) return false;
    return outermost || isCheap(s.value);
  }

  /** Those of a condition; a local stands for what it was set to. */
  private conjuncts(e: Expression): readonly Expression[] {
    if (e.type !== 'bool') return [e];
    if (e.kind === 'op' && e.op === 'and') return e.args.flatMap((a) => this.conjuncts(a));
    const [inner] = e.kind === 'op' && e.op === 'not' ? e.args : [];
    if (inner?.kind === 'op') {
      const opposite = negated(inner);
      return opposite.kind === 'op' && opposite.op === 'not' ? [e] : this.conjuncts(opposite);
    }
    const of = inner ?? e;
    const meaning = of.kind === 'local' ? this.meanings.get(of.index) : undefined;
    return meaning ? this.conjuncts(inner ? negated(meaning) : meaning) : [e];
  }

  private note(s: Put): void {
    const moves = (x: Expression): boolean =>
      x.kind === 'local' && this.written.has(x.index) && !this.settled.has(x.index);
    if (this.setsOf(s.local) === 1) {
      const { type } = s.value;
      if ((type === 'bool' || type === 'i32') && isCheap(s.value) && !someExpression(s.value, moves))
        this.meanings.set(s.local, s.value);
      this.settled.add(s.local);
    }
    const steps = this.stepsOf(s.value);
    if (this.steps.has(s.local)) this.steps.delete(s.local);
    else if (steps && this.setsOf(s.local) === 1) {
      this.steps.set(s.local, steps);
      this.sets.push(s);
    }
  }

  private setsOf(local: number): number {
    let n = 0;
    eachStatement(this.facts.body, (s) => {
      if (localsSet(s).includes(local)) n++;
    });
    return n;
  }

  private take(c: Expression): boolean {
    const steps = this.stepsOf(c);
    if (steps && steps.x === 0 && steps.y === 0) {
      this.always.push(c);
      return true;
    }
    if (c.kind !== 'op') return false;
    const row = comparisons[c.op];
    const [a, b] = c.args;
    if (!row || !a || !b || a.type !== 'i32') return false;
    const [left, right] = [this.stepsOf(a), this.stepsOf(b)];
    if (!left && right) return this.boundOfQuotient(a, b, right, row);
    if (left && !right) return this.boundOfQuotient(b, a, left, comparisons[row.turned]!);
    if (!left || !right) return false;
    return this.bound(a, b, left, right, row) || this.bound(b, a, right, left, comparisons[row.turned]!);
  }

  private bound(thread: Expression, other: Expression, own: Steps, its: Steps, row: Row): boolean {
    const along = own.x === 0 ? own.y : own.x;
    const falls = along < 0;
    const step = Math.abs(along);
    if (!steps.includes(step) || its.x !== 0) return false;
    const said = falls ? comparisons[row.turned]! : row;
    const bounds = said.bounds.map(([low, more]): Bound => ({ low, falls, thread, other, more, step }));
    if (own.x !== 0) this.x.push(...bounds);
    else if (its.y === 0) this.y.push(...bounds);
    else return false;
    return true;
  }

  /** Where a quotient of places (`j = t/m + 1; if (j <= n)`) is compared: a bound of the place itself. */
  private boundOfQuotient(thread: Expression, other: Expression, its: Steps, { bounds }: Row): boolean {
    const found = this.quotientIn(thread);
    const own = found && this.stepsOf(found.of);
    const facts = {
      definitionOf: (l: number) => this.meanings.get(l),
      heldBefore: (l: number) => (this.written.has(l) ? undefined : this.facts.heldBefore(l)),
    };
    if (!own || own.x === 0 || !isStill(its) || !steps.includes(Math.abs(own.x))) return false;
    if (leastOf(found.of, facts) < 0) return false;
    const falls = own.x < 0;
    const [more, step] = [falls ? 0 : 1, Math.abs(own.x)] as const;
    for (const [low, next] of bounds) {
      const end = lastBefore(op('sub', [op('extend', [other]), i64(found.plus - next)]), found.by);
      this.x.push({ low: low !== falls, falls, thread: found.of, other: end, more, step });
    }
    return true;
  }

  /** `of/by + plus`; `by` is above 1. */
  private quotientIn(e: Expression): Quotient | undefined {
    if (e.kind === 'local') {
      const meaning = this.meanings.get(e.index);
      return meaning && this.quotientIn(meaning);
    }
    const [of, by] = e.kind === 'op' ? e.args : [];
    if (e.kind !== 'op' || !of || by?.kind !== 'const') return undefined;
    const n = Number(by.value);
    if (e.op === 'div') return n > 1 ? { of, by: n, plus: 0 } : undefined;
    if (e.op === 'shr.u' || e.op === 'shr.s') return n > 0 && n < 31 ? { of, by: 2 ** n, plus: 0 } : undefined;
    if (e.op !== 'add' && e.op !== 'sub') return undefined;
    const inner = Math.abs(n) <= mostAdded ? this.quotientIn(of) : undefined;
    return inner && { ...inner, plus: inner.plus + (e.op === 'add' ? n : -n) };
  }

  /** The sets that the bounds read, first to last. */
  private needed(): readonly Put[] {
    const read = new Set<number>();
    const visit = (e: Expression): void =>
      eachExpression(e, (x) => {
        if (x.kind === 'local') read.add(x.index);
      });
    for (const b of [...this.x, ...this.y]) {
      visit(b.thread);
      visit(b.other);
    }
    for (const c of this.always) visit(c);
    const found: Put[] = [];
    for (const s of [...this.sets].reverse())
      if (read.has(s.local)) {
        visit(s.value);
        found.unshift(s);
      }
    return found;
  }

  private stepsOf(e: Expression): Steps | undefined {
    switch (e.kind) {
      case 'const':
      case 'global':
      case 'function':
      case 'dynamic-shared':
        return still;
      case 'special':
        if (e.name === 'laneid') return undefined;
        return { x: e.name === 'tid.x' ? 1 : 0, y: e.name === 'tid.y' ? 1 : 0 };
      case 'local':
        if (this.written.has(e.index)) return this.steps.get(e.index);
        return this.facts.isShared(e.index) ? still : undefined;
      case 'slot':
        return undefined;
      case 'load': {
        const from = this.stepsOf(e.from);
        return from && isStill(from) && !e.volatile ? still : undefined;
      }
      case 'op':
        return this.stepsOfOperation(e);
    }
  }

  private stepsOfOperation(e: Extract<Expression, { kind: 'op' }>): Steps | undefined {
    const all = e.args.map((x) => this.stepsOf(x));
    if (all.every((s) => s && isStill(s))) return still;
    const [a, b = still] = all;
    if (e.type !== 'i32' || !a || all.includes(undefined)) return undefined;
    if (e.op === 'add') return { x: a.x + b.x, y: a.y + b.y };
    if (e.op === 'sub') return { x: a.x - b.x, y: a.y - b.y };
    const by = factorOf(e);
    if (by !== undefined) return { x: a.x * by, y: a.y * by };
    // The same number twice widened and cut.
    const [inner] = e.args;
    if (e.op === 'wrap' && inner!.kind === 'op' && inner!.op === 'extend') return this.stepsOf(inner!.args[0]!);
    return all.every((s) => s?.x === 0) ? ofRow : undefined;
  }
}

type Quotient = { readonly of: Expression; readonly by: number; readonly plus: number };

/** A quotient is below 2**30: with such numbers added it does not pass the greatest integer. */
const mostAdded = 1 << 20;

/** The last number from 0 on whose quotient is below `limit` (an i64), as an i32; -1 where there is none. */
function lastBefore(limit: Expression, by: number): Expression {
  const first = op('mul', [op('max', [limit, i64(0)]), i64(by)]);
  return op('wrap', [op('min', [op('sub', [first, i64(1)]), i64(2 ** 31 - 1)])]);
}

/** By which a product or a shift multiplies its first argument. */
function factorOf({ op, args }: Extract<Expression, { kind: 'op' }>): number | undefined {
  const by = args[1];
  if (by?.kind !== 'const') return undefined;
  const n = Number(by.value);
  if (op === 'mul') return Math.abs(n) <= 16 ? n : undefined;
  return op === 'shl' && n >= 0 && n <= 4 ? 2 ** n : undefined;
}

const still: Steps = { x: 0, y: 0 };
/** The same along a row, and nobody knows how it goes on from row to row. */
const ofRow: Steps = { x: 0, y: Number.NaN };
const isStill = (s: Steps): boolean => s.x === 0 && s.y === 0;

type Row = { readonly turned: string; readonly bounds: readonly (readonly [low: boolean, more: 0 | 1])[] };

/** What a comparison says of the threads on its left side, and the comparison that says the same of the right side. */
const comparisons: Readonly<Record<string, Row>> = {
  lt: { turned: 'gt', bounds: [[false, 0]] },
  le: { turned: 'ge', bounds: [[false, 1]] },
  gt: { turned: 'lt', bounds: [[true, 1]] },
  ge: { turned: 'le', bounds: [[true, 0]] },
  eq: {
    turned: 'eq',
    bounds: [
      [true, 0],
      [false, 1],
    ],
  },
};

function both(a: Expression, b: Expression): Expression {
  return { kind: 'op', type: 'bool', op: 'and', args: [a, b] };
}

/** May be computed for nothing: reads no memory, traps nowhere. */
function isCheap(e: Expression): boolean {
  return !someExpression(e, (x) => {
    if (x.kind === 'load') return true;
    return x.kind === 'op' && !isSpeculable(x);
  });
}
