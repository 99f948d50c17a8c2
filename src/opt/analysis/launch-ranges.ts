/**
 * Where a kernel's loads and stores go in one launch: with its parameters, its grid and its blocks known, each access gets an interval of addresses, by following the code
 * with an interval for each local. What conditions say holds in their branches; loops go round until nothing moves any more.
 */
import type { Expression, Fn, Statement } from '../../ir/module.ts';
import { isPointer, sizeOf } from '../../ir/types.ts';
import { eachExpression, localsSet } from '../../ir/walk.ts';
import { sourceOf } from './copy-source.ts';
import type { Interval } from './intervals.ts';
import * as interval from './intervals.ts';
import { type Boxes, boxOf } from './launch/boxes.ts';
import { countedBy, factsOf, iterationOf } from './launch/facts.ts';
import { Env, joined, widened } from './launch/known.ts';
import { lastValues } from './launch/last-values.ts';
import { isOfLoop, LoopValues } from './launch/loop-values.ts';
import { sumOf, threadNames } from './launch/sums.ts';
import { TooMuch } from './launch/too-much.ts';
import { type Sizes, Values } from './launch/values.ts';
import type { Linear, Spot } from './launch-conflicts.ts';

export type LaunchFacts = Sizes & {
  /** Whole numbers, as the launch gives them. Addresses are told apart by their parameters alone. */
  readonly params: readonly (bigint | undefined)[];
};

/**
 * Addresses from `low` up to `high` (the first byte behind), counted from `base`: `$2` what parameter 2 holds, `@name` a variable, `#2` a slot, '' 0. Those of `bytes` each
 * leave `rest` when divided by `unit`.
 */
export type Reach = {
  readonly base: string;
  readonly low: number;
  readonly high: number;
  readonly bytes: number;
  readonly unit: number;
  readonly rest: number;
};

export type LaunchRanges = {
  /** Of the grid. */
  readonly blocks: number;
  /** Of each access that is come to; undefined where nobody knows. */
  readonly reaches: ReadonlyMap<object, Reach | undefined>;
  /** The same as sums over threads and iterations; those that are come to in several ways are not there. */
  readonly spots: ReadonlyMap<object, Spot | undefined>;
  /** Conditions of `if` that may hold. */
  readonly mayHold: ReadonlySet<Statement>;
  readonly boxes: ReadonlyMap<Statement, Boxes>;
  /** How often loops are gone through that are come to. */
  readonly trips: ReadonlyMap<Statement, { readonly low: number; readonly high: number }>;
};

/** Undefined where the code is too much to follow. */
export function launchRanges(fn: Fn, facts: LaunchFacts): LaunchRanges | undefined {
  const walk = new Walk(fn, facts);
  try {
    walk.run();
  } catch (e) {
    if (e instanceof TooMuch) return undefined;
    throw e;
  }
  return walk;
}

const mostSteps = 200_000;

class Walk {
  readonly reaches = new Map<object, Reach | undefined>();
  readonly spots = new Map<object, Spot | undefined>();
  readonly mayHold = new Set<Statement>();
  readonly boxes = new Map<Statement, Boxes>();
  readonly trips = new Map<Statement, { readonly low: number; readonly high: number }>();
  readonly blocks: number;
  readonly #fn: Fn;
  readonly #params: LaunchFacts['params'];
  readonly #values: Values;
  readonly #loopValues: LoopValues;
  /** Ways out to the ends of loops and blocks, and to their next iterations. */
  readonly #breaks = new Map<string, Env | undefined>();
  readonly #continues = new Map<string, Env | undefined>();
  #steps = 0;

  constructor(fn: Fn, facts: LaunchFacts) {
    this.#fn = fn;
    this.#loopValues = new LoopValues(fn);
    this.#params = facts.params;
    this.blocks = facts.grid.reduce((a, b) => a * b, 1);
    const typeOf = (local: number) => fn.locals[local]!.type;
    this.#values = new Values(facts, typeOf, (e, at, env) =>
      this.#note(e, at, e.offset, sizeOf(e.memory), e.from, env, e.align),
    );
  }

  run(): void {
    const env = new Env();
    for (let i = 0; i < this.#fn.params; i++) {
      const type = this.#fn.locals[i]!.type;
      const value = this.#params[i];
      if (isPointer(type)) env.values.set(i, interval.exactly(0, `$${i}`));
      else if (value !== undefined)
        env.values.set(i, interval.exactly(Number(type === 'i32' ? BigInt.asIntN(32, value) : value)));
    }
    this.#list(this.#fn.body, env);
  }

  #list(list: readonly Statement[], env: Env | undefined): Env | undefined {
    let at = env;
    for (const s of list) {
      if (!at) return undefined;
      if (++this.#steps > mostSteps) throw new TooMuch();
      at = this.#statement(s, at);
    }
    return at;
  }

  #statement(s: Statement, env: Env): Env | undefined {
    switch (s.kind) {
      case 'set':
        this.#set(s.local, s.value, env);
        return env;
      case 'store':
        this.#note(s, this.#values.of(s.to, env), s.offset, sizeOf(s.memory), s.to, env, s.align);
        this.#values.of(s.value, env);
        return env;
      case 'atomic':
        this.#note(s, this.#values.of(s.to, env), 0, sizeOf(s.memory), s.to, env);
        for (const e of s.args) this.#values.of(e, env);
        return this.#unknown(s, env);
      case 'if':
        return this.#if(s, env);
      case 'for':
        return this.#for(s, env);
      case 'loop':
        return this.#loop(
          s,
          env,
          (head) => this.#list(s.body, head),
          () => undefined,
        );
      case 'block': {
        this.#breaks.delete(s.label);
        const end = this.#list(s.body, env);
        return joined(end, this.#breaks.get(s.label));
      }
      case 'switch': {
        this.#values.of(s.value, env);
        const ends = [...s.cases.map((c) => c.body), s.otherwise].map((body) => this.#list(body, new Env(env)));
        return ends.reduce(joined, undefined);
      }
      case 'break':
        this.#breaks.set(s.label, joined(this.#breaks.get(s.label), env));
        return undefined;
      case 'continue':
        this.#continues.set(s.label, joined(this.#continues.get(s.label), env));
        return undefined;
      case 'return':
        for (const e of s.values) this.#values.of(e, env);
        return undefined;
      case 'trap':
        return undefined;
      case 'call':
        if (s.callee.kind === 'indirect') this.#values.of(s.callee.pointer, env);
        for (const e of s.args) this.#values.of(e, env);
        return this.#unknown(s, env);
      case 'copy':
        this.#noteMove(s, s.to, s.bytes, env);
        this.#noteMove(sourceOf(s), s.from, s.bytes, env);
        return env;
      case 'fill':
        this.#noteMove(s, s.to, s.bytes, env);
        this.#values.of(s.byte, env);
        return env;
      case 'barrier':
        if (s.reduce) this.#values.truth(s.reduce.value, env);
        if (s.mask) this.#values.of(s.mask, env);
        return this.#unknown(s, env);
      case 'warp':
        for (const e of s.args) this.#values.of(e, env);
        return this.#unknown(s, env);
      case 'print':
        for (const item of s.items) {
          if ('value' in item) this.#values.of(item.value, env);
          else if (item.kind === 'complex') for (const e of [item.re, item.im]) this.#values.of(e, env);
          else if (item.kind === 'string') for (const e of [item.address, item.length]) this.#values.of(e, env);
        }
        return env;
      case 'launch':
        throw new TooMuch();
      case 'fence':
      case 'read-clock':
        return this.#unknown(s, env);
    }
  }

  #set(local: number, value: Expression, env: Env): void {
    const keeps = !hasLoads(value);
    if (value.type === 'bool') {
      this.#values.truth(value, env);
      env.set(local, undefined, keeps ? value : undefined);
    } else env.set(local, this.#values.of(value, env), keeps ? value : undefined);
  }

  #unknown(s: Statement, env: Env): Env {
    for (const l of localsSet(s)) env.set(l, undefined);
    return env;
  }

  #if(s: Extract<Statement, { kind: 'if' }>, env: Env): Env | undefined {
    const truth = this.#values.truth(s.condition, env);
    if (truth !== false && !this.#values.isQuiet) this.mayHold.add(s);
    this.#noteBoxes(s, truth, env);
    const side = (body: readonly Statement[], holds: boolean): Env | undefined => {
      if (truth === !holds) return undefined;
      const inside = new Env(env);
      const facts = this.#values.quietly(() => factsOf(s.condition, holds, env, this.#values));
      if (facts.length > 0) inside.facts = [...env.facts, ...facts];
      return this.#values.refine(s.condition, holds, inside) ? this.#list(body, inside) : undefined;
    };
    const then = side(s.then, true);
    return joined(then, side(s.otherwise, false));
  }

  #noteBoxes(s: Extract<Statement, { kind: 'if' }>, truth: boolean | undefined, env: Env): void {
    if (this.#values.isQuiet) return;
    if (this.boxes.has(s)) {
      this.boxes.set(s, { then: undefined, otherwise: undefined, truth: undefined });
      return;
    }
    const box = (isTrue: boolean) => this.#values.quietly(() => boxOf(s.condition, isTrue, env, this.#values));
    this.boxes.set(s, { then: box(true), otherwise: box(false), truth });
  }

  /** `body` gives what holds at its end; `left`: what holds where the loop ends by itself, of what holds when an iteration begins. */
  #loop(
    s: Extract<Statement, { kind: 'for' | 'loop' }>,
    entry: Env,
    body: (head: Env) => Env | undefined,
    left: (head: Env) => Env | undefined,
  ): Env | undefined {
    const { label } = s;
    const once = (head: Env): Env | undefined => {
      this.#breaks.delete(label);
      this.#continues.delete(label);
      const end = body(new Env(head));
      return joined(end, this.#continues.get(label));
    };
    const head = this.#values.quietly(() => this.#settled(entry, once));
    if (!this.#values.isQuiet) this.#loopValues.count(s, entry, head, this.#values);
    once(head);
    const end = joined(this.#breaks.get(label), left(head));
    // Its iterations are others when it is come to again.
    if (end) end.facts = end.facts.filter((f) => !f.of.terms.keys().some((name) => isOfLoop(name, label)));
    return end;
  }

  /** What holds whenever an iteration begins: gone through until nothing moves. */
  #settled(entry: Env, once: (head: Env) => Env | undefined): Env {
    let head = entry;
    for (let round = 0; ; round++) {
      const end = once(head);
      const next = end ? joined(entry, end)! : entry;
      const wider = widened(head, next, round, (l) => this.#fn.locals[l]!.type);
      // `next` holds what is there at any time; what comes of that holds too, and may be less.
      if (!wider) return next;
      head = wider;
    }
  }

  #for(s: Extract<Statement, { kind: 'for' }>, env: Env): Env | undefined {
    const [from, trips, step] = [s.from, s.trips, s.step].map((e) => this.#values.of(e, env));
    if (!from || !trips || !step) throw new TooMuch();
    const after = new Env(env);
    after.set(s.local, undefined);
    if (!this.#values.isQuiet) {
      const known = this.trips.get(s);
      this.trips.set(
        s,
        known ? { low: Math.min(known.low, trips.low), high: Math.max(known.high, trips.high) } : trips,
      );
    }
    if (trips.high <= 0) return after;
    const inside = this.#valuesInLoop(s, env, from, trips, step);
    const sum = this.#sumInLoop(s, env, trips, step);
    const entry = new Env(env);
    const counted = sum ? this.#values.quietly(() => countedBy(s, trips.high, env, this.#values)) : [];
    const begin = (at: Env): void => {
      at.set(s.local, inside);
      if (sum) at.count(s.local, sum);
      at.facts = [...at.facts.filter((f) => !counted.includes(f)), ...counted];
    };
    begin(entry);
    return this.#loop(
      s,
      entry,
      (head) => {
        begin(head);
        return this.#list(s.body, head);
      },
      (head) => {
        const end = new Env(head);
        end.set(s.local, undefined);
        return end;
      },
    );
  }

  #sumInLoop(s: Extract<Statement, { kind: 'for' }>, env: Env, trips: Interval, step: Interval): Linear | undefined {
    if (step.low !== step.high || !Number.isFinite(trips.high)) return undefined;
    const from = this.#values.quietly(() => sumOf(s.from, env, this.#values));
    const term = { factor: step.low, low: 0, high: trips.high - 1 };
    return from && { ...from, terms: new Map([...from.terms, [iterationOf(s.label), term]]) };
  }

  /** Of a loop's variable in its body: from the first value to what the count of iterations says of the last. */
  #valuesInLoop(
    s: Extract<Statement, { kind: 'for' }>,
    env: Env,
    from: Interval,
    trips: Interval,
    step: Interval,
  ): Interval {
    const type = s.from.type;
    const up = step.low > 0;
    if (!up && step.high >= 0) return interval.whole(type);
    let all = interval.progress(from, step, trips.high - 1);
    for (const last of lastValues(s)) {
      const end = this.#values.of(last, env);
      if (end.base !== all.base) continue;
      const cut = up ? { ...all, high: Math.min(all.high, end.high) } : { ...all, low: Math.max(all.low, end.low) };
      if (cut.low <= cut.high) all = cut;
    }
    const limits = interval.whole(type);
    return all.base === '' && all.low >= limits.low && all.high <= limits.high ? all : interval.whole(type);
  }

  /** All bytes that are moved or filled together: nobody asks how they are aligned. */
  #noteMove(access: object, address: Expression, bytes: Expression, env: Env): void {
    const [at, count] = [this.#values.of(address, env), this.#values.of(bytes, env)];
    const isFixed = count.base === '' && count.low === count.high && Number.isFinite(count.low) && count.low > 0;
    if (isFixed) this.#note(access, at, 0, count.low, address, env, 1);
    else if (!this.#values.isQuiet) {
      this.reaches.set(access, undefined);
      this.spots.set(access, undefined);
    }
  }

  #note(
    access: object,
    at: Interval,
    offset: number,
    bytes: number,
    address: Expression,
    env: Env,
    aligned = bytes,
  ): void {
    if (this.#values.isQuiet) return;
    this.spots.set(access, this.spots.has(access) ? undefined : this.#spot(address, offset, bytes, env));
    const known = Number.isFinite(at.low) && Number.isFinite(at.high);
    const { unit, rest } = interval.add('i64', at, interval.exactly(offset));
    const ends = { low: at.low + offset, high: at.high + offset + bytes };
    const reach = known ? { base: at.base, ...ends, bytes: aligned, unit, rest } : undefined;
    this.reaches.set(access, this.reaches.has(access) ? union(this.reaches.get(access), reach) : reach);
  }

  #spot(address: Expression, offset: number, bytes: number, env: Env): Spot | undefined {
    const sum = this.#values.quietly(() => sumOf(address, env, this.#values));
    if (!sum) return undefined;
    const threads = new Map(threadNames.map((name) => [name, this.#values.special(name, env)!] as const));
    return { at: { ...sum, constant: sum.constant + offset }, bytes, threads, facts: env.facts };
  }
}

function hasLoads(e: Expression): boolean {
  let found = false;
  eachExpression(e, (x) => {
    found ||= x.kind === 'load';
  });
  return found;
}

function union(a: Reach | undefined, b: Reach | undefined): Reach | undefined {
  if (!a || !b || a.base !== b.base) return undefined;
  const { unit, rest } = interval.join({ ...a, high: a.low }, { ...b, high: b.low });
  return { ...a, low: Math.min(a.low, b.low), high: Math.max(a.high, b.high), unit, rest };
}
