/**
 * Shared arrays in which a block counts and nothing else (a histogram): all threads set it to zero, add to it by atomic operations whose old values nobody asks for, and add
 * what it holds to memory of the device in the end. The blocks that a worker runs count in one such array, which starts at zero and is added when they are done:
 * sums of integers come out the same in any order.
 */
import { effectsOf, isPlainBarrier } from '../../ir/effects.ts';
import type { Expression, Fn, Statement } from '../../ir/module.ts';
import { countSets, countUses } from '../../ir/uniformity.ts';
import { mayWait } from '../../ir/waiting-loops.ts';
import {
  bodiesOf,
  eachExpression,
  eachStatement,
  expressionsOf,
  localsSet,
  localsSetIn,
  mapExpression,
  mapStatement,
  someExpression,
  someStatement,
} from '../../ir/walk.ts';
import { settled } from './privatise-atomics.ts';

type Atomic = Extract<Statement, { kind: 'atomic' }>;
type Use = 'clear' | 'count' | 'flush';

export type PrivateHistograms = {
  readonly fn: Fn;
  /** Shared variables that the worker sets to zero before its first block. */
  readonly zeroed: readonly string[];
  /** Each thread of a block runs these once, when the worker's blocks are done. */
  readonly settle: readonly Statement[];
};

/** Undefined where there are none, or other uses of shared memory beside them. */
export function privatiseHistograms(kernel: Fn): PrivateHistograms | undefined {
  const names = sharedNames(kernel.body);
  const last = kernel.body.at(-1);
  const list = last?.kind === 'return' ? kernel.body.slice(0, -1) : kernel.body;
  if (names.length === 0 || someStatement(list, isOther)) return undefined;
  const parts = new Parts(kernel, list);
  const uses = parts.uses();
  if (!uses?.includes('clear') || !uses.includes('flush')) return undefined;
  const kept = list.filter((_, i) => uses[i] !== 'clear' && uses[i] !== 'flush');
  const settle = list.filter((_, i) => uses[i] === 'flush').map((s) => parts.alone(s));
  const order = someStatement(kept, (s) => (s.kind === 'store' || s.kind === 'atomic') && s.to.type !== 'ptr.shared');
  const body = order ? kept : kept.filter((s) => s.kind !== 'barrier');
  return { fn: { ...kernel, body: last?.kind === 'return' ? [...body, last] : body }, zeroed: names, settle };
}

function sharedNames(body: readonly Statement[]): readonly string[] {
  const names = new Set<string>();
  eachStatement(body, (s) => {
    for (const whole of expressionsOf(s))
      eachExpression(whole, (e) => {
        if (e.kind === 'global' && e.type === 'ptr.shared') names.add(e.name);
      });
  });
  return [...names];
}

/** What lets threads see how far others are, or shared memory under another name. */
function isOther(s: Statement): boolean {
  if (s.kind === 'return' || (s.kind === 'loop' && mayWait(s))) return true;
  const plain = isPlainBarrier(s, 'block');
  const { ordered, syncs } = effectsOf(s);
  if (!plain && (ordered || syncs)) return true;
  return expressionsOf(s).some((e) => someExpression(e, (x) => x.kind === 'dynamic-shared' || castsShared(x)));
}

const castsShared = (e: Expression): boolean =>
  e.kind === 'op' && e.type !== 'ptr.shared' && e.args.some((a) => a.type === 'ptr.shared');

/** A kernel's statements between its barriers. */
class Parts {
  private readonly kernel: Fn;
  private readonly list: readonly Statement[];
  private readonly sets: Uint32Array;
  private readonly all: Uint32Array;
  private readonly values = new Map<number, Expression>();

  constructor(kernel: Fn, list: readonly Statement[]) {
    this.kernel = kernel;
    this.list = list;
    this.sets = countSets(kernel.body, kernel.locals.length);
    this.all = countUses(kernel.body, kernel.locals.length);
    for (const s of list) if (s.kind === 'set' && this.sets[s.local] === 1) this.values.set(s.local, s.value);
  }

  /** What each statement does with shared memory; undefined where that is not all, or not in this order with barriers between. */
  uses(): readonly (Use | undefined)[] | undefined {
    const found: (Use | undefined)[] = [];
    let now: Use = 'clear';
    let passed = true;
    for (const s of this.list) {
      if (s.kind === 'barrier') passed = true;
      const use = usesShared(s) ? this.useOf(s) : undefined;
      if (use === undefined && usesShared(s)) return undefined;
      // Beside what is added in the end nothing may look at memory.
      if (use === undefined && now === 'flush' && s.kind !== 'set' && s.kind !== 'barrier') return undefined;
      if (use === undefined && now === 'flush' && expressionsOf(s).some((e) => someExpression(e, isLoad)))
        return undefined;
      found.push(use);
      if (use === undefined || use === now) {
        if (use !== undefined) passed = false;
        continue;
      }
      if (!passed || order.indexOf(use) < order.indexOf(now)) return undefined;
      now = use;
      passed = false;
    }
    return found;
  }

  private useOf(s: Statement): Use | undefined {
    if (someStatement([s], (x) => x.kind === 'barrier')) return undefined;
    if (this.isClear(s)) return 'clear';
    if (isCount(s, this.all)) return 'count';
    return this.isFlush(s) ? 'flush' : undefined;
  }

  /** Nothing but zeros goes out, and no local. */
  private isClear(s: Statement): boolean {
    const plain = (x: Statement): boolean => {
      if (x.kind !== 'store') return plainKinds.has(x.kind) && !expressionsOf(x).some(usesSharedIn);
      const zero = x.value.kind === 'const' && Number(x.value.value) === 0 && !Object.is(x.value.value, -0);
      return zero && x.to.type === 'ptr.shared' && !x.volatile;
    };
    return everyStatement(s, plain) && this.isClosed(s);
  }

  /** Cells are added to places, and how often does not depend on what they hold or on the block. */
  private isFlush(s: Statement): boolean {
    const held = new Set<number>();
    eachStatement([s], (x) => {
      if (x.kind === 'set' && isCell(x.value) && this.sets[x.local] === 1) held.add(x.local);
    });
    const own = new Set<number>();
    eachStatement([s], (x) => {
      for (const l of localsSet(x)) if (!held.has(l)) own.add(l);
    });
    const isKnown = (e: Expression): boolean =>
      !someExpression(e, (x) => x.kind === 'load' || (x.kind === 'local' && held.has(x.index))) &&
      settled(e, this.kernel.params, this.sets, this.values, own) !== undefined;
    const plain = (x: Statement): boolean => {
      if (x.kind === 'set' && isCell(x.value)) return isKnown(placeOf(x.value));
      if (x.kind !== 'atomic') return plainKinds.has(x.kind) && expressionsOf(x).every(isKnown);
      const [what] = x.args;
      const isSum = what !== undefined && isLateSum(x, this.all) && isKnown(x.to);
      if (!isSum) return false;
      return what.kind === 'local' ? held.has(what.index) : isCell(what) && isKnown(placeOf(what));
    };
    return everyStatement(s, plain) && this.isClosed(s);
  }

  /** Whether `s` sets no local that others read. */
  private isClosed(s: Statement): boolean {
    const uses = countUses([s], this.kernel.locals.length);
    let closed = true;
    eachStatement([s], (x) => {
      for (const l of localsSet(x)) if (uses[l] !== this.all[l]) closed = false;
    });
    return closed;
  }

  /** The same without what was set before it. */
  alone(s: Statement): Statement {
    const own = localsSetIn([s]);
    const change = (e: Expression): Expression =>
      mapExpression(e, (x) =>
        x.kind === 'local' && !own.has(x.index)
          ? (settled(x, this.kernel.params, this.sets, this.values, own) ?? x)
          : x,
      );
    const list = (body: readonly Statement[]): readonly Statement[] =>
      body.map((x) => mapStatement(x, { expression: change, body: list }));
    return list([s])[0] ?? s;
  }
}

const order: readonly Use[] = ['clear', 'count', 'flush'];
const plainKinds: ReadonlySet<string> = new Set(['set', 'for', 'if']);

const isLoad = (e: Expression): boolean => e.kind === 'load';

const usesSharedIn = (e: Expression): boolean => someExpression(e, (x) => x.type === 'ptr.shared');

function usesShared(s: Statement): boolean {
  return someStatement([s], (x) => expressionsOf(x).some(usesSharedIn));
}

function everyStatement(s: Statement, test: (s: Statement) => boolean): boolean {
  return test(s) && bodiesOf(s).every((b) => b.every((x) => everyStatement(x, test)));
}

/** Adds to shared cells, and looks at none. */
function isCount(s: Statement, uses: Uint32Array): boolean {
  return everyStatement(s, (x) => {
    if (x.kind === 'atomic' && x.to.type === 'ptr.shared')
      return isUnread(x, uses) && isWholeSum(x) && ![x.to, ...x.args].some((e) => someExpression(e, readsShared));
    return !expressionsOf(x).some(usesSharedIn);
  });
}

const readsShared = (e: Expression): boolean => e.kind === 'load' && e.from.type === 'ptr.shared';

function isUnread(s: Atomic, uses: Uint32Array): boolean {
  return s.result === undefined || uses[s.result] === 1;
}

function isWholeSum(s: Atomic): boolean {
  return (s.how === 'add' || s.how === 'sub') && (s.memory === 'i32' || s.memory === 'i64');
}

function isLateSum(s: Atomic, uses: Uint32Array): boolean {
  return isUnread(s, uses) && isWholeSum(s) && s.to.type === 'ptr.global' && s.scope !== 'system';
}

function isCell(e: Expression): e is Extract<Expression, { kind: 'load' }> {
  return readsShared(e) && e.kind === 'load' && !e.volatile && (e.memory === 'i32' || e.memory === 'i64');
}

function placeOf(e: Extract<Expression, { kind: 'load' }>): Expression {
  return e.from;
}
