/** What is known of locals where a walk over a kernel stands, and what remains of it where two ways meet. */
import type { Expression } from '../../../ir/module.ts';
import type { SpecialName } from '../../../ir/operations.ts';
import type { ValueType } from '../../../ir/types.ts';
import { eachExpression } from '../../../ir/walk.ts';
import type { Interval } from '../intervals.ts';
import * as interval from '../intervals.ts';
import type { Fact, Linear } from '../launch-conflicts.ts';

/** Answers hold as deep in what locals were made of as they were asked for, and deeper. */
export type Answers<T> = Map<number, { readonly depth: number; readonly answer: T }>;
type Asked = { readonly intervals: Answers<Interval>; readonly sums: Answers<Linear | undefined> };

export class Env {
  readonly values: Map<number, Interval>;
  readonly specials: Map<SpecialName, Interval>;
  /** What locals were set to, as long as it would give the same again. */
  readonly made: Map<number, Expression>;
  /** Variables of loops as sums. */
  readonly sums: Map<number, Linear>;
  /** What conditions say of sums over threads and iterations. */
  facts: readonly Fact[];
  /** Shared with copies until something changes. */
  #asked: Asked | undefined;

  constructor(from?: Env) {
    this.facts = from?.facts ?? [];
    this.#asked = from?.asked;
    this.sums = new Map(from?.sums);
    this.values = new Map(from?.values);
    this.specials = new Map(from?.specials);
    this.made = new Map(from?.made);
  }

  /** What was answered of locals since something has changed. */
  get asked(): Asked {
    this.#asked ??= { intervals: new Map(), sums: new Map() };
    return this.#asked;
  }

  narrow(local: number, value: Interval): void {
    this.#asked = undefined;
    this.values.set(local, value);
  }

  narrowSpecial(name: SpecialName, value: Interval): void {
    this.#asked = undefined;
    this.specials.set(name, value);
  }

  count(local: number, sum: Linear): void {
    this.#asked = undefined;
    this.sums.set(local, sum);
  }

  set(local: number, value: Interval | undefined, made?: Expression): void {
    this.#asked = undefined;
    for (const [other, e] of this.made) if (localsIn(e).has(local)) this.made.delete(other);
    this.made.delete(local);
    this.sums.delete(local);
    if (value) this.values.set(local, value);
    else this.values.delete(local);
    if (made && !localsIn(made).has(local)) this.made.set(local, made);
  }
}

const mentioned = new WeakMap<Expression, ReadonlySet<number>>();
function localsIn(e: Expression): ReadonlySet<number> {
  let found = mentioned.get(e);
  if (!found) {
    const locals = new Set<number>();
    eachExpression(e, (x) => {
      if (x.kind === 'local') locals.add(x.index);
    });
    found = locals;
    mentioned.set(e, found);
  }
  return found;
}

/** Of two ways that meet; undefined: nobody comes there. */
export function joined(a: Env | undefined, b: Env | undefined): Env | undefined {
  if (!a || !b) return a ?? b;
  const env = new Env();
  for (const [l, v] of a.values) {
    const other = b.values.get(l);
    if (other) env.values.set(l, interval.join(v, other));
  }
  for (const [name, v] of a.specials) {
    const other = b.specials.get(name);
    if (other) env.specials.set(name, interval.join(v, other));
  }
  for (const [l, e] of a.made) if (b.made.get(l) === e) env.made.set(l, e);
  for (const [l, e] of a.sums) if (b.sums.get(l) === e) env.sums.set(l, e);
  env.facts = a.facts.filter((f) => b.facts.includes(f));
  return env;
}

/** Undefined where `now` says nothing new. After some rounds what still changes may be anything. */
export function widened(old: Env, now: Env, round: number, typeOf: (local: number) => ValueType): Env | undefined {
  const env = new Env();
  let changed = false;
  for (const [l, before] of old.values) {
    const after = now.values.get(l);
    if (!after) {
      changed = true;
      continue;
    }
    const all = interval.join(before, after);
    if (interval.isSame(all, before)) {
      env.values.set(l, before);
      continue;
    }
    changed = true;
    if (round < 3) env.values.set(l, interval.widen(before, all, typeOf(l)));
  }
  for (const [name, before] of old.specials) {
    const after = now.specials.get(name);
    if (after && interval.isSame(interval.join(before, after), before)) env.specials.set(name, before);
    else changed = true;
  }
  for (const [l, e] of old.made) {
    if (now.made.get(l) === e) env.made.set(l, e);
    else changed = true;
  }
  for (const [l, e] of old.sums) {
    if (now.sums.get(l) === e) env.sums.set(l, e);
    else changed = true;
  }
  env.facts = old.facts.filter((f) => now.facts.includes(f));
  changed ||= env.facts.length !== old.facts.length;
  return changed ? env : undefined;
}
