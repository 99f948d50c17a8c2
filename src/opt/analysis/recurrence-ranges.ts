/**
 * Intervals of locals that are set from what they held: sums over loops, places that are halved and doubled, steps of a `do while`. As often as their sets surely run at most, the intervals are
 * computed again; where that is not known or too often, ends that go on moving are given up, but for what the conditions around the sets say.
 */
import { isJump } from '../../ir/effects.ts';
import type { Expression, Local, Statement } from '../../ir/module.ts';
import { type Comparison, isComparison, mirrored, negated } from '../../ir/negated.ts';
import { bodiesOf, conjuncts, localsSet, localsSetIn, someExpression } from '../../ir/walk.ts';
import { none, type Range, union, wholeOf, within } from './range.ts';

type OfLocal = (local: number) => Range;
type SetOf = Extract<Statement, { kind: 'set' | 'for' }>;
type Setting = {
  readonly body: readonly Statement[];
  readonly locals: readonly Local[];
  /** Whether the code runs once, from its beginning. */
  readonly once: boolean;
  /** Statements that set it; none where others do. */
  readonly setsOf: (local: number) => readonly Statement[];
  readonly rangeOf: (e: Expression, ofLocal: OfLocal) => Range | undefined;
  readonly rangeOfSet: (s: Statement, local: number, ofLocal: OfLocal) => Range;
  /** Of locals beside those that are looked at. */
  readonly ofOthers: OfLocal;
};

/** A place in a list. */
type Frame = { readonly list: readonly Statement[]; readonly index: number };
/** What a local is compared with. */
type Fact = { readonly how: Comparison; readonly with: Expression };
type Facts = ReadonlyMap<number, readonly Fact[]>;
type Site = { readonly path: readonly Frame[]; readonly facts: Facts };
/** `depends`: on locals of the cycle. */
type CycleSet = { readonly s: SetOf; readonly local: number; readonly site: Site; readonly depends: boolean };

/** Rounds that are computed where sets run at most so often. */
const mostRounds = 64;
/** Rounds behind which an end that moves goes to the farthest that there is in the cycle, as bisected ones do, and to no end at all. */
const roundsToFarthest = 3;
const roundsToOpen = 5;

/** Of what nothing has come to yet. */
const unset: Range = { low: Number.POSITIVE_INFINITY, high: Number.NEGATIVE_INFINITY };

export class Recurrences {
  readonly #setting: Setting;
  readonly #cycles = new Map<number, ReadonlySet<number> | undefined>();
  readonly #read = new Map<number, readonly number[]>();
  #sites: ReadonlyMap<Statement, Site> | undefined;

  constructor(setting: Setting) {
    this.#setting = setting;
  }

  /** The locals that depend on each other, this one among them; undefined where it does not depend on itself. */
  cycleOf(local: number): ReadonlySet<number> | undefined {
    if (!this.#cycles.has(local)) this.#findCycles(local);
    return this.#cycles.get(local);
  }

  /** Intervals of all of a cycle. */
  solved(cycle: ReadonlySet<number>): ReadonlyMap<number, Range> {
    const sets = this.#setsOfCycle(cycle);
    if (!sets) return this.#open(cycle);
    const counts = this.#executions(cycle, sets);
    return this.#sums(cycle, sets, counts) ?? this.#rounds(cycle, sets, total(counts.values()));
  }

  #open(cycle: ReadonlySet<number>): ReadonlyMap<number, Range> {
    return new Map([...cycle].map((l) => [l, this.#whole(l)]));
  }

  readonly #whole: OfLocal = (local) => wholeOf(this.#setting.locals[local]?.type);

  // Which locals depend on each other: strongly connected components, by Tarjan's algorithm.

  #findCycles(root: number): void {
    const numbers = new Map<number, number>();
    const stack: number[] = [];
    const visit = (local: number): number => {
      const number = numbers.size;
      numbers.set(local, number);
      stack.push(local);
      let least = number;
      for (const next of this.#readBy(local)) {
        if (this.#cycles.has(next)) continue;
        const known = numbers.get(next);
        least = Math.min(least, known ?? visit(next));
      }
      if (least === number) this.#closeCycle(local, stack);
      return least;
    };
    visit(root);
  }

  #closeCycle(first: number, stack: number[]): void {
    const found = stack.splice(stack.indexOf(first));
    const isCycle = found.length > 1 || this.#readBy(first).includes(first);
    const cycle = isCycle ? new Set(found) : undefined;
    for (const l of found) this.#cycles.set(l, cycle);
  }

  /** Whole numbers from which a local is computed. */
  #readBy(local: number): readonly number[] {
    let found = this.#read.get(local);
    if (!found) {
      const all = new Set<number>();
      for (const s of this.#setting.setsOf(local)) for (const e of valuesOf(s)) for (const l of wholesIn(e)) all.add(l);
      found = [...all];
      this.#read.set(local, found);
    }
    return found;
  }

  // Their sets.

  /** Undefined where others set some of them. */
  #setsOfCycle(cycle: ReadonlySet<number>): readonly CycleSet[] | undefined {
    this.#sites ??= sitesIn(this.#setting.body);
    const found: CycleSet[] = [];
    for (const local of cycle)
      for (const s of this.#setting.setsOf(local)) {
        const site = this.#sites.get(s);
        if (!site || (s.kind !== 'set' && s.kind !== 'for')) return undefined;
        found.push({ s, local, site, depends: valuesOf(s).some((e) => readsOf(e, cycle)) });
      }
    return found;
  }

  /** How often each set that depends on the cycle runs at most, since its locals were last set to something else. */
  #executions(cycle: ReadonlySet<number>, sets: readonly CycleSet[]): ReadonlyMap<CycleSet, number> {
    const dependent = sets.filter((x) => x.depends);
    const from = this.#depthOfStart(cycle, dependent);
    const once = from === undefined && !this.#setting.once ? Number.POSITIVE_INFINITY : 1;
    return new Map(
      dependent.map((x) => {
        const around = x.site.path.slice(from ?? 0, -1).map(({ list, index }) => this.#tripsOf(list[index]!, cycle));
        return [x, around.reduce((all, n) => all * n, once)];
      }),
    );
  }

  /** The depth of the innermost list around all of these in which all locals of the cycle are set anew before; undefined where there is none. */
  #depthOfStart(cycle: ReadonlySet<number>, dependent: readonly CycleSet[]): number | undefined {
    const paths = dependent.map((x) => x.site.path);
    const [first] = paths;
    if (!first) return undefined;
    let depth = 0;
    const isCommon = (d: number): boolean => paths.every((p) => p[d]?.list === first[d]?.list);
    const isSame = (d: number): boolean => paths.every((p) => p[d]!.index === first[d]!.index);
    while (depth + 1 < first.length && isSame(depth) && isCommon(depth + 1)) depth++;
    for (; depth >= 0; depth--) {
      const before = first[depth]!.list.slice(0, Math.min(...paths.map((p) => p[depth]!.index)));
      const started = before.filter((s) => s.kind === 'set' && !readsOf(s.value, cycle)).flatMap(localsSet);
      if ([...cycle].every((l) => started.includes(l))) return depth;
    }
    return undefined;
  }

  #tripsOf(s: Statement, cycle: ReadonlySet<number>): number {
    if (s.kind === 'loop') return Number.POSITIVE_INFINITY;
    if (s.kind !== 'for') return 1;
    if (readsOf(s.trips, cycle)) return Number.POSITIVE_INFINITY;
    return Math.max(0, this.#setting.rangeOf(s.trips, this.#setting.ofOthers)?.high ?? Number.POSITIVE_INFINITY);
  }

  // Their intervals.

  /** Of one local to which numbers are added. */
  #sums(
    cycle: ReadonlySet<number>,
    sets: readonly CycleSet[],
    counts: ReadonlyMap<CycleSet, number>,
  ): ReadonlyMap<number, Range> | undefined {
    const [local, another] = cycle;
    if (another !== undefined || local === undefined) return undefined;
    const known = this.#setting.ofOthers;
    const start = sets
      .filter((x) => !x.depends)
      .map((x) => this.#setting.rangeOfSet(x.s, local, known))
      .reduce(union, none);
    let { low, high } = start;
    for (const [{ s }, count] of counts) {
      const by = s.kind === 'set' ? this.#growth(s.value, local) : undefined;
      if (!by || count === Number.POSITIVE_INFINITY) return undefined;
      low += count * Math.min(0, by.low);
      high += count * Math.max(0, by.high);
    }
    const type = this.#setting.locals[local]!.type;
    const found = low <= high ? within(type, low, high, undefined) : undefined;
    return found && new Map([[local, found]]);
  }

  /** What is added to the local; undefined where the value is no sum of it. */
  #growth(e: Expression, local: number): Range | undefined {
    if (e.kind === 'local' && e.index === local) return { low: 0, high: 0 };
    if (e.kind !== 'op') return undefined;
    const [a, b] = e.args;
    const of = (x: Expression): Range | undefined =>
      readsOf(x, new Set([local])) ? undefined : this.#setting.rangeOf(x, this.#setting.ofOthers);
    if (e.op === 'add') {
      const left = this.#growth(a!, local);
      return left ? sum(left, of(b!), 1) : sum(of(a!), this.#growth(b!, local), 1);
    }
    if (e.op === 'sub') return sum(this.#growth(a!, local), of(b!), -1);
    if (e.op !== 'select') return undefined;
    const [then, otherwise] = [this.#growth(b!, local), this.#growth(e.args[2]!, local)];
    return then && otherwise && union(then, otherwise);
  }

  #rounds(cycle: ReadonlySet<number>, sets: readonly CycleSet[], executions: number): ReadonlyMap<number, Range> {
    const state = new Map([...cycle].map((l) => [l, unset]));
    const isCounted = executions <= mostRounds;
    // All locals have something after as many rounds as there are.
    const rounds = isCounted ? executions + cycle.size + 1 : Number.POSITIVE_INFINITY;
    for (let round = 1, moves = true; moves && round <= rounds; round++) {
      moves = false;
      for (const x of sets) {
        const made = this.#after(x, state);
        const old = state.get(x.local)!;
        if (!made || (made.low >= old.low && made.high <= old.high)) continue;
        moves = true;
        const farthest =
          isCounted || round <= roundsToFarthest
            ? made
            : round <= roundsToOpen
              ? [...state.values(), made].reduce(union)
              : this.#whole(x.local);
        state.set(x.local, grown(old, made, farthest));
      }
    }
    // Something is read that is never set.
    if ([...state.values()].includes(unset)) return this.#open(cycle);
    return isCounted ? state : this.#nearer(cycle, sets, this.#nearer(cycle, sets, state));
  }

  /** Where ends were given up, what the sets make of these intervals still holds, and what they make of that. */
  #nearer(
    cycle: ReadonlySet<number>,
    sets: readonly CycleSet[],
    state: ReadonlyMap<number, Range>,
  ): ReadonlyMap<number, Range> {
    const made = new Map([...cycle].map((l) => [l, unset]));
    for (const x of sets) {
      const { low, high } = this.#after(x, state) ?? unset;
      const old = made.get(x.local)!;
      made.set(x.local, { low: Math.min(old.low, low), high: Math.max(old.high, high) });
    }
    return made;
  }

  /** Of what the set gives; undefined where nothing comes to it. */
  #after({ s, local, site }: CycleSet, state: ReadonlyMap<number, Range>): Range | undefined {
    let isReached = true;
    const ofLocal: OfLocal = (l) => {
      if (!state.has(l)) return this.#setting.ofOthers(l);
      const { low, high } = this.#limited(l, site.facts, state);
      if (low <= high) return { low, high };
      isReached = false;
      return this.#whole(l);
    };
    const made = this.#setting.rangeOfSet(s, local, ofLocal);
    return isReached ? { low: made.low, high: made.high } : undefined;
  }

  /** By what the conditions say where it is read. */
  #limited(local: number, facts: Facts, state: ReadonlyMap<number, Range>): Range {
    let { low, high } = state.get(local)!;
    for (const fact of facts.get(local) ?? []) {
      const other = this.#setting.rangeOf(fact.with, (l) => state.get(l) ?? this.#setting.ofOthers(l));
      const by = other ?? wholeOf(fact.with.type);
      if (fact.how === 'lt' || fact.how === 'le' || fact.how === 'eq')
        high = Math.min(high, by.high - (fact.how === 'lt' ? 1 : 0));
      if (fact.how === 'gt' || fact.how === 'ge' || fact.how === 'eq')
        low = Math.max(low, by.low + (fact.how === 'gt' ? 1 : 0));
    }
    return { low, high };
  }
}

/** `made` beyond `old` as far as `farthest`. */
function grown(old: Range, made: Range, farthest: Range): Range {
  return {
    low: made.low < old.low ? Math.min(made.low, farthest.low) : old.low,
    high: made.high > old.high ? Math.max(made.high, farthest.high) : old.high,
  };
}

function total(all: Iterable<number>): number {
  let sum = 0;
  for (const n of all) sum += n;
  return sum;
}

function sum(a: Range | undefined, b: Range | undefined, times: 1 | -1): Range | undefined {
  if (!a || !b) return undefined;
  return times === 1 ? { low: a.low + b.low, high: a.high + b.high } : { low: a.low - b.high, high: a.high - b.low };
}

function valuesOf(s: Statement): readonly Expression[] {
  if (s.kind === 'set') return [s.value];
  return s.kind === 'for' ? [s.from, s.trips, s.step] : [];
}

const isWhole = (e: Expression): boolean => e.type === 'i32' || e.type === 'i64';

/** Locals that hold whole numbers, beside those of addresses. */
function wholesIn(e: Expression): readonly number[] {
  const found: number[] = [];
  const visit = (x: Expression): void => {
    if (x.kind === 'local' && isWhole(x)) found.push(x.index);
    if (x.kind === 'op') x.args.forEach(visit);
  };
  visit(e);
  return found;
}

const readsOf = (e: Expression, cycle: ReadonlySet<number>): boolean =>
  someExpression(e, (x) => x.kind === 'local' && cycle.has(x.index));

// Conditions.

const noFacts: Facts = new Map();

/** Where each set stands, and what is known there of the locals that conditions around it ask for, as long as nobody has set these since. */
function sitesIn(body: readonly Statement[]): ReadonlyMap<Statement, Site> {
  const found = new Map<Statement, Site>();
  const visit = (list: readonly Statement[], path: readonly Frame[], facts: Facts): void => {
    let now = facts;
    for (const [index, s] of list.entries()) {
      const here = [...path, { list, index }];
      if (s.kind === 'set' || s.kind === 'for') found.set(s, { path: here, facts: now });
      if (s.kind === 'if') {
        visit(s.then, here, withFacts(now, s.condition));
        visit(s.otherwise, here, withFacts(now, negated(s.condition)));
      } else {
        const inside = s.kind === 'for' || s.kind === 'loop' ? without(now, [...localsSetIn([s])]) : now;
        for (const b of bodiesOf(s)) visit(b, here, inside);
      }
      now = afterwards(s, now);
    }
  };
  visit(body, [], noFacts);
  return found;
}

/** What is still known behind a statement; behind a branch that jumps away its condition does not hold. */
function afterwards(s: Statement, facts: Facts): Facts {
  if (facts.size === 0 && s.kind !== 'if') return facts;
  const jumped = s.kind === 'if' && endsInJump(s.then) ? negated(s.condition) : undefined;
  const stayed = s.kind === 'if' && endsInJump(s.otherwise) ? s.condition : undefined;
  const known = jumped ?? stayed;
  const told = known ? withFacts(facts, known) : facts;
  return told.size === 0 ? told : without(told, [...localsSetIn([s])]);
}

function endsInJump(list: readonly Statement[]): boolean {
  const last = list.at(-1);
  return last !== undefined && isJump(last);
}

function withFacts(facts: Facts, condition: Expression): Facts {
  const made = new Map(facts);
  const add = (e: Expression, how: Comparison, other: Expression): void => {
    const of = e.kind === 'op' && e.op === 'extend' ? e.args[0]! : e;
    if (of.kind === 'local') made.set(of.index, [...(made.get(of.index) ?? []), { how, with: other }]);
  };
  for (const c of conjuncts(condition)) {
    if (c.kind !== 'op' || !isComparison(c.op) || !isWhole(c.args[0]!)) continue;
    const [a, b] = c.args;
    add(a!, c.op, b!);
    add(b!, mirrored[c.op], a!);
  }
  return made;
}

function without(facts: Facts, locals: readonly number[]): Facts {
  if (!locals.some((l) => facts.has(l))) return facts;
  const left = new Map(facts);
  for (const l of locals) left.delete(l);
  return left;
}
