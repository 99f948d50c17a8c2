/** Between which numbers whole numbers of 32 and 64 bits surely lie: a lane's number is below 32, a thread's is not negative, what counts from 1 upwards is not. */
import type { Expression, Fn, Statement } from '../../ir/module.ts';
import { keyOf } from '../../ir/value-key.ts';
import { bodiesOf, eachExpression, eachPartOf, eachStatement, localsSet } from '../../ir/walk.ts';
import { nearNumber } from '../../machine/kernel.ts';
import {
  type Launched,
  none,
  ofExpression,
  type Range,
  type RangeOf,
  specialsOf,
  union,
  wholeOf,
  within,
} from './range.ts';
import { Recurrences } from './recurrence-ranges.ts';

export { isSmall, type Range, type RangeOf } from './range.ts';

type Part = Pick<Fn, 'body' | 'locals' | 'blockSize' | 'nearParams'> & { readonly params?: number };
type For = Extract<Statement, { kind: 'for' }>;

/** Of whole numbers of the function, wherever they stand; undefined where nothing is known. */
export function ranges(fn: Fn): RangeOf;
/** Of those of a part of it. `isFromOutside`: locals that others set. */
export function ranges(part: Part, isFromOutside: (local: number) => boolean): RangeOf;
export function ranges(fn: Part, isFromOutside = (l: number): boolean => l < (fn.params ?? 0)): RangeOf {
  const found = new LocalRanges(fn, isFromOutside);
  return (e) => found.of(e, found.ofLocal);
}

const near: Range = { low: -nearNumber, high: nearNumber };

/** Each local has one for all of its sets. */
class LocalRanges {
  readonly #part: Part;
  readonly #isFromOutside: (local: number) => boolean;
  readonly #launched: Launched;
  readonly #sets: ReadonlyMap<number, readonly Statement[]>;
  readonly #known = new Map<number, Range>();
  readonly #recurrences: Recurrences;
  #readAfterwards: ReadonlySet<number> | undefined;

  constructor(part: Part, isFromOutside: (local: number) => boolean) {
    this.#part = part;
    this.#isFromOutside = isFromOutside;
    this.#launched = specialsOf(part);
    const sets = new Map<number, Statement[]>();
    eachStatement(part.body, (s) => {
      for (const l of localsSet(s)) {
        const known = sets.get(l);
        if (known) known.push(s);
        else sets.set(l, [s]);
      }
    });
    this.#sets = sets;
    this.#recurrences = new Recurrences({
      body: part.body,
      locals: part.locals,
      once: part.params !== undefined,
      setsOf: (l) => (isFromOutside(l) ? [] : (sets.get(l) ?? [])),
      rangeOf: (e, ofLocal) => this.of(e, ofLocal),
      rangeOfSet: (s, local, ofLocal) => this.#ofSet(s, local, ofLocal),
      ofOthers: this.ofLocal,
    });
  }

  of(e: Expression, ofLocal: (local: number) => Range): Range | undefined {
    if (e.type !== 'i32' && e.type !== 'i64') return undefined;
    const found = ofExpression(e, (x) => this.of(x, ofLocal), ofLocal, this.#launched);
    const open = wholeOf(e.type);
    return found && (found.low > open.low || found.high < open.high) ? found : undefined;
  }

  readonly ofLocal = (local: number): Range => {
    const old = this.#known.get(local);
    if (old) return old;
    // Parameters, and locals that a pass has made since.
    const all = this.#sets.get(local);
    const isGiven = this.#isFromOutside(local) || !all;
    const isNear = !all && this.#part.nearParams?.includes(local) === true;
    // Whoever asks for it meanwhile is told nothing.
    const open = isNear ? near : wholeOf(this.#part.locals[local]?.type);
    this.#known.set(local, open);
    if (isGiven) return open;
    const cycle = this.#recurrences.cycleOf(local);
    if (!cycle) {
      const found = all.map((s) => this.#ofSet(s, local, this.ofLocal)).reduce(union, none);
      this.#known.set(local, found);
      return found;
    }
    for (const l of cycle) this.#known.set(l, wholeOf(this.#part.locals[l]?.type));
    for (const [l, range] of this.#recurrences.solved(cycle)) this.#known.set(l, range);
    return this.#known.get(local)!;
  };

  #ofSet(s: Statement, local: number, ofLocal: (local: number) => Range): Range {
    const open = wholeOf(this.#part.locals[local]?.type);
    if (s.kind === 'set') return this.of(s.value, ofLocal) ?? open;
    return s.kind === 'for' ? this.#ofVariable(s, open, ofLocal) : open;
  }

  /** In the body the variable lies between the first and the last value, and may be one step beyond afterwards. */
  #ofVariable(s: For, open: Range, ofLocal: (local: number) => Range): Range {
    const from = this.of(s.from, ofLocal) ?? open;
    const step = this.of(s.step, ofLocal) ?? open;
    if (step.low < 0 && step.high > 0) return open;
    this.#readAfterwards ??= readAfterLoops(this.#part.body);
    const isUp = step.low >= 0;
    const by = isUp ? step.high : step.low;
    const beyond = this.#readAfterwards.has(s.local) ? by : 0;
    const trips = Math.max(1, this.of(s.trips, ofLocal)?.high ?? Number.POSITIVE_INFINITY);
    const told = this.#lastOf(s, ofLocal);
    const ends = isUp
      ? { low: from.low, high: Math.max(from.high, Math.min(told.high, from.high + (trips - 1) * by)) + beyond }
      : { low: Math.min(from.low, Math.max(told.low, from.low + (trips - 1) * by)) + beyond, high: from.high };
    return (
      within(s.from.type, ends.low, ends.high, undefined) ?? {
        ...open,
        ...(isUp ? { low: from.low } : { high: from.high }),
      }
    );
  }

  /** Of the last value, where the number of iterations is a quotient: what the first one is taken away from. */
  #lastOf({ from, trips, step }: For, ofLocal: (local: number) => Range): Range {
    const distance = dividendOf(trips, step);
    if (!distance) return wholeOf('i64');
    const sum: Sum = new Map();
    addTerms(from, 1, sum);
    addTerms(distance.of, distance.times, sum);
    addTerms(step, -1, sum);
    let [low, high] = [0, 0];
    for (const { e, times } of sum.values()) {
      const range =
        e.kind === 'const' ? { low: Number(e.value), high: Number(e.value) } : (this.of(e, ofLocal) ?? wholeOf(e.type));
      // Not where it cancels out, either: it may have wrapped around.
      if (range.low === Number.NEGATIVE_INFINITY || range.high === Number.POSITIVE_INFINITY) return wholeOf('i64');
      low += Math.min(times * range.low, times * range.high);
      high += Math.max(times * range.low, times * range.high);
    }
    return { low, high };
  }
}

/** What is divided by a step to give the number of iterations, or less: as far as the last one is from that before the first, up or down. */
function dividendOf(
  trips: Expression,
  step: Expression,
): { readonly of: Expression; readonly times: 1 | -1 } | undefined {
  if (trips.type !== 'i64') return undefined;
  const by = step.kind === 'const' ? Number(step.value) : undefined;
  if (by === 1 || by === -1) return { of: trips, times: by };
  const [of, divisor] = trips.kind === 'op' && trips.op === 'div' ? trips.args : [];
  if (!of || !divisor) return undefined;
  if (by !== undefined && divisor.kind === 'const' && Math.abs(Number(divisor.value)) === Math.abs(by))
    return { of, times: Number(divisor.value) === by ? 1 : -1 };
  return keyOf(divisor) === keyOf(step) ? { of, times: 1 } : undefined;
}

/** Numbers that are added up, by their names. */
type Sum = Map<string, { readonly e: Expression; readonly times: number }>;

/** Of sums of 64 bits, which the numbers of programs do not leave. */
function addTerms(e: Expression, times: 1 | -1, sum: Sum): void {
  if (e.kind === 'op' && e.type === 'i64' && (e.op === 'add' || e.op === 'sub')) {
    addTerms(e.args[0]!, times, sum);
    addTerms(e.args[1]!, e.op === 'add' ? times : times === 1 ? -1 : 1, sum);
    return;
  }
  const own = e.kind === 'op' && e.op === 'extend' ? e.args[0]! : e;
  const key = keyOf(own);
  sum.set(key, { e: own, times: (sum.get(key)?.times ?? 0) + times });
}

/** Variables of loops that are read where none of their loops is open. */
function readAfterLoops(body: readonly Statement[]): ReadonlySet<number> {
  const found = new Set<number>();
  const open: number[] = [];
  const visit = (list: readonly Statement[]): void => {
    for (const s of list) {
      eachPartOf(s, (part) =>
        eachExpression(part, (e) => {
          if (e.kind === 'local' && !open.includes(e.index)) found.add(e.index);
        }),
      );
      if (s.kind === 'for') open.push(s.local);
      for (const b of bodiesOf(s)) visit(b);
      if (s.kind === 'for') open.pop();
    }
  };
  visit(body);
  return found;
}
