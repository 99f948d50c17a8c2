/**
 * Where a kernel's loads and stores go in one launch: with its parameters, its grid and its blocks known, each access gets an interval of addresses, by following the code
 * with an interval for each local. What conditions say holds in their branches; loops go round until nothing moves any more.
 */
import { i64 } from '../../ir/build.ts';
import type { Expression, Fn, Statement } from '../../ir/module.ts';
import type { SpecialName } from '../../ir/operations.ts';
import { isPointer, sizeOf, type ValueType } from '../../ir/types.ts';
import { eachExpression, localsSet } from '../../ir/walk.ts';
import { combined, expressionOf, isZero as isNothing } from './affine.ts';
import type { Interval } from './intervals.ts';
import * as interval from './intervals.ts';
import type { Linear, Spot, Term } from './launch-conflicts.ts';

export type LaunchFacts = {
  /** Whole numbers, as the launch gives them. Addresses are told apart by their parameters alone. */
  readonly params: readonly (bigint | undefined)[];
  readonly grid: readonly [number, number, number];
  readonly block: readonly [number, number, number];
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

/** Ranges of numbers of threads and blocks; what is not named may be anything. */
export type Box = ReadonlyMap<string, { readonly low: number; readonly high: number }>;

/** Which threads take a branch, exactly; undefined where no box says it. `truth`: all take the same one. */
export type Boxes = {
  readonly then: Box | undefined;
  readonly otherwise: Box | undefined;
  readonly truth: boolean | undefined;
};

type Access = Extract<Expression, { kind: 'load' }> | Extract<Statement, { kind: 'store' | 'atomic' }>;

export type LaunchRanges = {
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

class TooMuch extends Error {}
const mostSteps = 200_000;

/** What is known where the walk stands. */
class Env {
  readonly values: Map<number, Interval>;
  readonly specials: Map<SpecialName, Interval>;
  /** What locals were set to, as long as it would give the same again. */
  readonly made: Map<number, Expression>;
  /** Variables of loops as sums. */
  readonly sums: Map<number, Linear>;

  constructor(from?: Env) {
    this.sums = new Map(from?.sums);
    this.values = new Map(from?.values);
    this.specials = new Map(from?.specials);
    this.made = new Map(from?.made);
  }

  set(local: number, value: Interval | undefined, made?: Expression): void {
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

function hasLoads(e: Expression): boolean {
  let found = false;
  eachExpression(e, (x) => {
    found ||= x.kind === 'load';
  });
  return found;
}

/** Of two ways that meet; undefined: nobody comes there. */
function joined(a: Env | undefined, b: Env | undefined): Env | undefined {
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
  return env;
}

const deepest = 6;

class Walk {
  readonly reaches = new Map<object, Reach | undefined>();
  readonly spots = new Map<object, Spot | undefined>();
  readonly mayHold = new Set<Statement>();
  readonly boxes = new Map<Statement, Boxes>();
  readonly trips = new Map<Statement, { readonly low: number; readonly high: number }>();
  readonly #fn: Fn;
  readonly #specials: ReadonlyMap<SpecialName, Interval>;
  readonly #params: LaunchFacts['params'];
  /** Ways out to the ends of loops and blocks, and to their next iterations. */
  readonly #breaks = new Map<string, Env | undefined>();
  readonly #continues = new Map<string, Env | undefined>();
  /** Whether what is seen counts: loops are gone through several times before. */
  #counts = true;
  #steps = 0;
  #depth = 0;

  constructor(fn: Fn, { params, grid, block }: LaunchFacts) {
    this.#fn = fn;
    this.#params = params;
    const known = new Map<SpecialName, Interval>();
    for (const [i, axis] of (['x', 'y', 'z'] as const).entries()) {
      known.set(`tid.${axis}`, interval.between(0, block[i]! - 1));
      known.set(`ntid.${axis}`, interval.exactly(block[i]!));
      known.set(`ctaid.${axis}`, interval.between(0, grid[i]! - 1));
      known.set(`nctaid.${axis}`, interval.exactly(grid[i]!));
    }
    known.set('laneid', interval.between(0, 31));
    this.#specials = known;
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

  // ── statements ──

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
        this.#note(s, this.#value(s.to, env), s.offset, sizeOf(s.memory), s.to, env);
        this.#value(s.value, env);
        return env;
      case 'atomic':
        this.#note(s, this.#value(s.to, env), 0, sizeOf(s.memory), s.to, env);
        for (const e of s.args) this.#value(e, env);
        return this.#unknown(s, env);
      case 'if':
        return this.#if(s, env);
      case 'for':
        return this.#for(s, env);
      case 'loop':
        return this.#loop(
          s.label,
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
        this.#value(s.value, env);
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
        for (const e of s.values) this.#value(e, env);
        return undefined;
      case 'trap':
        return undefined;
      case 'call':
        if (s.callee.kind === 'indirect') this.#value(s.callee.pointer, env);
        for (const e of s.args) this.#value(e, env);
        return this.#unknown(s, env);
      case 'copy':
        for (const e of [s.to, s.from, s.bytes]) this.#value(e, env);
        return env;
      case 'fill':
        for (const e of [s.to, s.byte, s.bytes]) this.#value(e, env);
        return env;
      case 'barrier':
        if (s.reduce) this.#truth(s.reduce.value, env);
        if (s.mask) this.#value(s.mask, env);
        return this.#unknown(s, env);
      case 'warp':
        for (const e of s.args) this.#value(e, env);
        return this.#unknown(s, env);
      case 'print':
        for (const item of s.items) {
          if ('value' in item) this.#value(item.value, env);
          else if (item.kind === 'complex') for (const e of [item.re, item.im]) this.#value(e, env);
          else if (item.kind === 'string') for (const e of [item.address, item.length]) this.#value(e, env);
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
      this.#truth(value, env);
      env.set(local, undefined, keeps ? value : undefined);
    } else env.set(local, this.#value(value, env), keeps ? value : undefined);
  }

  #unknown(s: Statement, env: Env): Env {
    for (const l of localsSet(s)) env.set(l, undefined);
    return env;
  }

  #if(s: Extract<Statement, { kind: 'if' }>, env: Env): Env | undefined {
    const truth = this.#truth(s.condition, env);
    if (truth !== false && this.#counts) this.mayHold.add(s);
    this.#noteBoxes(s, truth, env);
    const side = (body: readonly Statement[], holds: boolean): Env | undefined => {
      if (truth === !holds) return undefined;
      const inside = new Env(env);
      return this.#refine(s.condition, holds, inside) ? this.#list(body, inside) : undefined;
    };
    const then = side(s.then, true);
    return joined(then, side(s.otherwise, false));
  }

  #noteBoxes(s: Extract<Statement, { kind: 'if' }>, truth: boolean | undefined, env: Env): void {
    if (!this.#counts) return;
    if (this.boxes.has(s)) {
      this.boxes.set(s, { then: undefined, otherwise: undefined, truth: undefined });
      return;
    }
    this.#counts = false;
    this.boxes.set(s, {
      then: this.#box(s.condition, true, env),
      otherwise: this.#box(s.condition, false, env),
      truth,
    });
    this.#counts = true;
  }

  /** The threads for which a condition holds, or does not; undefined where they are no box. */
  #box(e: Expression, isTrue: boolean, env: Env): Box | undefined {
    if (this.#truth(e, env) === isTrue) return new Map();
    const made = e.kind === 'local' ? env.made.get(e.index) : undefined;
    if (made) return this.#box(made, isTrue, env);
    const [x, y] = e.kind === 'op' ? e.args : [];
    if (e.kind !== 'op' || !x) return undefined;
    if (e.op === 'not') return this.#box(x, !isTrue, env);
    if (!y) return undefined;
    if (x.type === 'bool') {
      if (e.op !== (isTrue ? 'and' : 'or')) return undefined;
      const [a, b] = [this.#box(x, isTrue, env), this.#box(y, isTrue, env)];
      return a && b && bothBoxes(a, b);
    }
    const apart = isNumber(x.type) ? plus(this.#sum(x, env), this.#sum(y, env), -1) : undefined;
    const [only, ...more] = apart?.base === '' ? apart.terms : [];
    if (!apart || !only || more.length > 0 || !(threadNames as readonly string[]).includes(only[0])) return undefined;
    const range = solved(isTrue ? e.op : (opposites[e.op] ?? ''), only[1].factor, apart.constant);
    return range && new Map([[only[0], range]]);
  }

  /** `body` gives what holds at its end; `left`: what holds where the loop ends by itself, of what holds when an iteration begins. */
  #loop(
    label: string,
    entry: Env,
    body: (head: Env) => Env | undefined,
    left: (head: Env) => Env | undefined,
  ): Env | undefined {
    const counted = this.#counts;
    const once = (head: Env): Env | undefined => {
      this.#breaks.delete(label);
      this.#continues.delete(label);
      const end = body(new Env(head));
      return joined(end, this.#continues.get(label));
    };
    this.#counts = false;
    let head = entry;
    for (let round = 0; ; round++) {
      const end = once(head);
      const next = end ? joined(entry, end)! : entry;
      const wider = this.#widened(head, next, round);
      if (!wider) {
        // It holds what is there at any time; what comes of that holds too, and may be less.
        head = next;
        break;
      }
      head = wider;
    }
    this.#counts = counted;
    once(head);
    return joined(this.#breaks.get(label), left(head));
  }

  /** Undefined where `now` says nothing new. After some rounds what still changes may be anything. */
  #widened(old: Env, now: Env, round: number): Env | undefined {
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
      if (round < 3) env.values.set(l, interval.widen(before, all, this.#fn.locals[l]!.type));
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
    return changed ? env : undefined;
  }

  #for(s: Extract<Statement, { kind: 'for' }>, env: Env): Env | undefined {
    const [from, trips, step] = [s.from, s.trips, s.step].map((e) => this.#value(e, env));
    if (!from || !trips || !step) throw new TooMuch();
    const after = new Env(env);
    after.set(s.local, undefined);
    if (this.#counts) {
      const known = this.trips.get(s);
      this.trips.set(
        s,
        known ? { low: Math.min(known.low, trips.low), high: Math.max(known.high, trips.high) } : trips,
      );
    }
    if (trips.high <= 0) return after;
    const inside = this.#values(s, env, from, trips, step);
    const sum = this.#sumInLoop(s, env, trips, step);
    const entry = new Env(env);
    const begin = (at: Env): void => {
      at.set(s.local, inside);
      if (sum) at.sums.set(s.local, sum);
    };
    begin(entry);
    return this.#loop(
      s.label,
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
    const counts = this.#counts;
    this.#counts = false;
    const from = this.#sum(s.from, env);
    this.#counts = counts;
    const term = { factor: step.low, low: 0, high: trips.high - 1 };
    return from && { ...from, terms: new Map([...from.terms, [`loop ${s.label}`, term]]) };
  }

  /** Of a loop's variable in its body: from the first value to what the count of iterations says of the last. */
  #values(s: Extract<Statement, { kind: 'for' }>, env: Env, from: Interval, trips: Interval, step: Interval): Interval {
    const type = s.from.type;
    const up = step.low > 0;
    if (!up && step.high >= 0) return interval.whole(type);
    let all = interval.progress(from, step, trips.high - 1);
    for (const last of lastValues(s)) {
      const end = this.#value(last, env);
      if (end.base !== all.base) continue;
      const cut = up ? { ...all, high: Math.min(all.high, end.high) } : { ...all, low: Math.max(all.low, end.low) };
      if (cut.low <= cut.high) all = cut;
    }
    const limits = interval.whole(type);
    return all.base === '' && all.low >= limits.low && all.high <= limits.high ? all : interval.whole(type);
  }

  // ── values ──

  #note(access: Access, at: Interval, offset: number, bytes: number, address: Expression, env: Env): void {
    if (!this.#counts) return;
    this.spots.set(access, this.spots.has(access) ? undefined : this.#spot(address, offset, bytes, env));
    const known = Number.isFinite(at.low) && Number.isFinite(at.high);
    const { unit, rest } = interval.add('i64', at, interval.exactly(offset));
    const ends = { low: at.low + offset, high: at.high + offset + bytes };
    const reach = known ? { base: at.base, ...ends, bytes, unit, rest } : undefined;
    this.reaches.set(access, this.reaches.has(access) ? union(this.reaches.get(access), reach) : reach);
  }

  #spot(address: Expression, offset: number, bytes: number, env: Env): Spot | undefined {
    this.#counts = false;
    const sum = this.#sum(address, env);
    this.#counts = true;
    if (!sum) return undefined;
    const threads = new Map(
      threadNames.map((name) => [name, env.specials.get(name) ?? this.#specials.get(name)!] as const),
    );
    return { at: { ...sum, constant: sum.constant + offset }, bytes, threads };
  }

  /** As a sum over numbers of threads and iterations; undefined where it is none. */
  #sum(e: Expression, env: Env): Linear | undefined {
    if (!isNumber(e.type)) return undefined;
    const { base, low, high } = this.#value(e, env);
    if (low === high) return { base, constant: low, terms: noTerms };
    switch (e.kind) {
      case 'special': {
        const range = env.specials.get(e.name) ?? this.#specials.get(e.name);
        return range && threadNames.includes(e.name)
          ? { base: '', constant: 0, terms: new Map([[e.name, { factor: 1, low: range.low, high: range.high }]]) }
          : undefined;
      }
      case 'local': {
        const known = env.sums.get(e.index);
        const made = env.made.get(e.index);
        if (known || !made || this.#depth >= deepest) return known;
        this.#depth++;
        const sum = this.#sum(made, env);
        this.#depth--;
        return sum;
      }
      case 'op':
        return this.#sumOf(e, env);
      default: // else: nobody knows
        return undefined;
    }
  }

  #sumOf(e: Extract<Expression, { kind: 'op' }>, env: Env): Linear | undefined {
    const [x, y] = e.args;
    if (!x) return undefined;
    switch (e.op) {
      case 'extend':
      case 'to.address':
      case 'from.address':
      case 'cast.space':
        return this.#sum(x, env);
      case 'wrap':
        return interval.isWhole(this.#value(e, env), 'i32') ? undefined : this.#sum(x, env);
      default: // else: a sum of two
    }
    if (!y || (e.type === 'i32' && interval.isWhole(this.#value(e, env), 'i32'))) return undefined;
    switch (e.op) {
      case 'add':
      case 'offset':
        return plus(this.#sum(x, env), this.#sum(y, env), 1);
      case 'sub':
        return plus(this.#sum(x, env), this.#sum(y, env), -1);
      case 'mul':
        return times(this.#sum(x, env), this.#sum(y, env));
      case 'shl': {
        const by = this.#value(y, env);
        return isShift(by) ? times(this.#sum(x, env), { base: '', constant: 2 ** by.low, terms: noTerms }) : undefined;
      }
      default: // else: it is no sum
        return undefined;
    }
  }

  #value(e: Expression, env: Env): Interval {
    switch (e.kind) {
      case 'const':
        return typeof e.value === 'boolean' || e.type === 'f32' || e.type === 'f64'
          ? interval.whole(e.type)
          : interval.exactly(Number(e.value));
      case 'local':
        return this.#local(e.index, env);
      case 'special':
        return env.specials.get(e.name) ?? this.#specials.get(e.name) ?? interval.whole('i32');
      case 'global':
        return interval.exactly(0, `@${e.name}`);
      case 'slot':
        return interval.exactly(0, `#${e.index}`);
      case 'dynamic-shared':
        return interval.exactly(0, '#dynamic');
      case 'function':
        return interval.whole(e.type);
      case 'load':
        this.#note(e, this.#value(e.from, env), e.offset, sizeOf(e.memory), e.from, env);
        return e.memory === 'i8'
          ? interval.between(-128, 127)
          : e.memory === 'i16'
            ? interval.between(-32768, 32767)
            : interval.whole(e.type);
      case 'op':
        return this.#operation(e, env);
    }
  }

  #local(index: number, env: Env): Interval {
    const type = this.#fn.locals[index]!.type;
    const value = env.values.get(index) ?? interval.whole(type);
    const made = env.made.get(index);
    if (!made || made.type === 'bool' || this.#depth >= deepest) return value;
    this.#depth++;
    const again = this.#value(made, env);
    this.#depth--;
    return interval.meet(value, again) ?? value;
  }

  #operation(e: Extract<Expression, { kind: 'op' }>, env: Env): Interval {
    if (e.type === 'bool') {
      this.#truth(e, env);
      return interval.whole(e.type);
    }
    if (e.op === 'select') return this.#select(e, env);
    const args = e.args.map((x) => this.#look(x, env));
    const [a = interval.whole('i64'), b = interval.whole('i64')] = args;
    switch (e.op) {
      case 'add':
      case 'offset':
        return isNumber(e.type) ? interval.add(e.type, a, b) : interval.whole(e.type);
      case 'sub':
        return isNumber(e.type) ? interval.sub(e.type, a, b) : interval.whole(e.type);
      case 'mul':
        return isNumber(e.type) ? interval.mul(e.type, a, b) : interval.whole(e.type);
      case 'div':
        return isNumber(e.type) ? interval.div(e.type, a, b) : interval.whole(e.type);
      case 'rem':
        return interval.rem(e.type, a, b);
      case 'div.u':
        return a.low >= 0 ? interval.div(e.type, a, b) : interval.whole(e.type);
      case 'rem.u':
        return a.low >= 0
          ? interval.rem(e.type, a, b)
          : b.low > 0
            ? interval.between(0, b.high - 1)
            : interval.whole(e.type);
      case 'min':
        return isNumber(e.type) ? interval.least(e.type, a, b) : interval.whole(e.type);
      case 'max':
        return isNumber(e.type) ? interval.greatest(e.type, a, b) : interval.whole(e.type);
      case 'and':
        return interval.bitAnd(e.type, a, b);
      case 'shl':
        return isShift(b) ? interval.mul(e.type, a, interval.exactly(2 ** b.low)) : interval.whole(e.type);
      case 'shr.s':
        return isShift(b) && a.low >= 0
          ? interval.div(e.type, a, interval.exactly(2 ** b.low))
          : interval.whole(e.type);
      case 'shr.u':
        if (!isShift(b)) return interval.whole(e.type);
        if (a.low >= 0) return interval.div(e.type, a, interval.exactly(2 ** b.low));
        return e.type === 'i32' && b.low > 0 ? interval.between(0, 2 ** (32 - b.low) - 1) : interval.whole(e.type);
      case 'extend':
      case 'to.address':
      case 'from.address':
      case 'cast.space':
        return a;
      case 'extend.u':
        return a.low >= 0 ? a : interval.between(0, 2 ** 32 - 1);
      case 'wrap':
        return a.base === '' && a.low >= -(2 ** 31) && a.high < 2 ** 31 ? a : interval.whole('i32');
      case 'popcount':
      case 'clz':
      case 'ctz':
        return interval.between(0, 64);
      default: // else: it may be anything
        return interval.whole(e.type);
    }
  }

  #select(e: Extract<Expression, { kind: 'op' }>, env: Env): Interval {
    const [condition, yes, no] = e.args;
    if (!condition || !yes || !no) throw new TooMuch();
    const truth = this.#truth(condition, env);
    const side = (of: Expression, holds: boolean): Interval | undefined => {
      if (truth === !holds) return undefined;
      const inside = new Env(env);
      return this.#refine(condition, holds, inside) ? this.#value(of, inside) : undefined;
    };
    const [a, b] = [side(yes, true), side(no, false)];
    return a && b ? interval.join(a, b) : (a ?? b ?? interval.whole(e.type));
  }

  // ── conditions ──

  #truth(e: Expression, env: Env): boolean | undefined {
    if (e.kind === 'const') return e.value === true;
    if (e.kind === 'local') {
      const made = env.made.get(e.index);
      if (!made || this.#depth >= deepest) return undefined;
      this.#depth++;
      const truth = this.#truth(made, env);
      this.#depth--;
      return truth;
    }
    if (e.kind !== 'op') {
      this.#value(e, env);
      return undefined;
    }
    const [x, y] = e.args;
    if (!x) return undefined;
    if (e.op === 'not') {
      const truth = this.#truth(x, env);
      return truth === undefined ? undefined : !truth;
    }
    if (!y || e.op === 'select') {
      for (const arg of e.args) this.#look(arg, env);
      return undefined;
    }
    if (x.type === 'bool') {
      const [a, b] = [this.#truth(x, env), this.#truth(y, env)];
      if (e.op === 'and') return a === false || b === false ? false : a && b;
      if (e.op === 'or')
        return a === true || b === true ? true : a === undefined || b === undefined ? undefined : false;
      return undefined;
    }
    const [a, b] = [this.#value(x, env), this.#value(y, env)];
    return isNumber(x.type) && a.base === b.base ? compare(e.op, a, b) : undefined;
  }

  #look(e: Expression, env: Env): Interval {
    if (e.type !== 'bool') return this.#value(e, env);
    this.#truth(e, env);
    return interval.whole('i32');
  }

  /** What is known where the condition holds, or does not: false where that cannot be. */
  #refine(e: Expression, holds: boolean, env: Env): boolean {
    if (e.kind === 'const') return e.value === holds;
    if (e.kind === 'local') {
      const made = env.made.get(e.index);
      return made ? this.#refine(made, holds, env) : true;
    }
    if (e.kind !== 'op') return true;
    const [x, y] = e.args;
    if (!x) return true;
    if (e.op === 'not') return this.#refine(x, !holds, env);
    if (!y) return true;
    if (x.type === 'bool') {
      if ((e.op === 'and' && holds) || (e.op === 'or' && !holds))
        return this.#refine(x, holds, env) && this.#refine(y, holds, env);
      return true;
    }
    if (!isNumber(x.type) || x.type === 'f32' || x.type === 'f64') return true;
    const counted = this.#counts;
    this.#counts = false;
    const can = this.#compared(e.op, holds, x, y, env);
    this.#counts = counted;
    return can;
  }

  #compared(name: string, holds: boolean, x: Expression, y: Expression, env: Env): boolean {
    switch (name) {
      case 'lt':
        return holds ? this.#order(x, y, 1, env) : this.#order(y, x, 0, env);
      case 'le':
        return holds ? this.#order(x, y, 0, env) : this.#order(y, x, 1, env);
      case 'gt':
        return holds ? this.#order(y, x, 1, env) : this.#order(x, y, 0, env);
      case 'ge':
        return holds ? this.#order(y, x, 0, env) : this.#order(x, y, 1, env);
      case 'lt.u':
      case 'le.u': {
        const by = name === 'lt.u' ? 1 : 0;
        if (this.#value(y, env).low < 0) return true;
        if (holds) return this.#bound(x, 0, Number.POSITIVE_INFINITY, env) && this.#order(x, y, by, env);
        return this.#value(x, env).low < 0 || this.#order(y, x, 1 - by, env);
      }
      case 'eq':
      case 'ne':
        if ((name === 'eq') === holds) return this.#order(x, y, 0, env) && this.#order(y, x, 0, env);
        return this.#differ(x, y, env) && this.#differ(y, x, env);
      default: // else: nothing is learnt
        return true;
    }
  }

  /** x + by <= y. */
  #order(x: Expression, y: Expression, by: number, env: Env): boolean {
    const [a, b] = [this.#value(x, env), this.#value(y, env)];
    if (a.base !== '' || b.base !== '') return true;
    return (
      this.#bound(x, Number.NEGATIVE_INFINITY, b.high - by, env) &&
      this.#bound(y, a.low + by, Number.POSITIVE_INFINITY, env)
    );
  }

  #differ(x: Expression, y: Expression, env: Env): boolean {
    const [a, b] = [this.#value(x, env), this.#value(y, env)];
    if (b.low !== b.high || a.base !== '' || b.base !== '') return true;
    if (a.low === b.low) return this.#bound(x, a.low + 1, a.high, env);
    return a.high === b.low ? this.#bound(x, a.low, a.high - 1, env) : true;
  }

  /** Whatever `e` is made of that cannot leave these ends. */
  #bound(e: Expression, low: number, high: number, env: Env): boolean {
    const now = this.#value(e, env);
    if (now.base !== '') return true;
    const found = interval.meet(now, { ...now, low, high });
    if (!found) return false;
    switch (e.kind) {
      case 'local': {
        env.values.set(e.index, found);
        const made = env.made.get(e.index);
        return made && made.type !== 'bool' ? this.#bound(made, low, high, env) : true;
      }
      case 'special':
        env.specials.set(e.name, found);
        return true;
      case 'op':
        return this.#boundParts(e, low, high, env);
      default: // else: it has no parts
        return true;
    }
  }

  /** What is left for the other part of a sum. */
  #boundRest(y: Expression, low: number, high: number, x: Interval, env: Env): boolean {
    return this.#bound(y, low - x.high, high - x.low, env);
  }

  #boundParts(e: Extract<Expression, { kind: 'op' }>, low: number, high: number, env: Env): boolean {
    const [x, y] = e.args;
    if (!x || x.type === 'bool') return true;
    const a = this.#value(x, env);
    if (e.op === 'extend' || (e.op === 'extend.u' && a.low >= 0)) return this.#bound(x, low, high, env);
    if (!y || a.base !== '') return true;
    const b = this.#value(y, env);
    if (b.base !== '') return true;
    // A sum that wraps says nothing.
    const limits = interval.whole(e.type);
    const wraps = (l: number, h: number): boolean => l < limits.low || h > limits.high;
    switch (e.op) {
      case 'add':
        if (wraps(a.low + b.low, a.high + b.high)) return true;
        if (!this.#bound(x, low - b.high, high - b.low, env)) return false;
        return this.#boundRest(y, low, high, this.#value(x, env), env);
      case 'sub':
        if (wraps(a.low - b.high, a.high - b.low)) return true;
        return this.#bound(x, low + b.low, high + b.high, env) && this.#bound(y, a.low - high, a.high - low, env);
      case 'mul':
        if (b.low !== b.high || b.low <= 0 || wraps(a.low * b.low, a.high * b.low)) return true;
        return this.#bound(x, Math.ceil(low / b.low), Math.floor(high / b.low), env);
      case 'max':
        return (
          this.#bound(x, Number.NEGATIVE_INFINITY, high, env) && this.#bound(y, Number.NEGATIVE_INFINITY, high, env)
        );
      case 'min':
        return this.#bound(x, low, Number.POSITIVE_INFINITY, env) && this.#bound(y, low, Number.POSITIVE_INFINITY, env);
      default: // else: nothing is learnt of its parts
        return true;
    }
  }
}

const opposites: Readonly<Record<string, string>> = { lt: 'ge', ge: 'lt', gt: 'le', le: 'gt', ne: 'eq' };

/** The n for which factor * n + constant is less than 0, and so on. */
function solved(
  relation: string,
  factor: number,
  constant: number,
): { readonly low: number; readonly high: number } | undefined {
  const [low, high] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  const at = -constant / factor;
  if (factor < 0 && relation !== 'eq') {
    const turned = { lt: 'gt', gt: 'lt', le: 'ge', ge: 'le' }[relation];
    return turned === undefined ? undefined : solved(turned, -factor, -constant);
  }
  switch (relation) {
    case 'lt':
      return { low, high: Math.ceil(at) - 1 };
    case 'le':
      return { low, high: Math.floor(at) };
    case 'gt':
      return { low: Math.floor(at) + 1, high };
    case 'ge':
      return { low: Math.ceil(at), high };
    case 'eq':
      return { low: Math.ceil(at), high: Math.floor(at) };
    default: // else: they are no range
      return undefined;
  }
}

function bothBoxes(a: Box, b: Box): Box {
  const box = new Map(a);
  for (const [name, { low, high }] of b) {
    const known = box.get(name) ?? { low, high };
    box.set(name, { low: Math.max(low, known.low), high: Math.min(high, known.high) });
  }
  return box;
}

const noTerms: ReadonlyMap<string, Term> = new Map();
const threadNames: readonly SpecialName[] = ['tid.x', 'tid.y', 'tid.z', 'ctaid.x', 'ctaid.y', 'ctaid.z'];

function plus(a: Linear | undefined, b: Linear | undefined, factor: 1 | -1): Linear | undefined {
  if (!a || !b || (b.base !== '' && (a.base !== '' || factor < 0))) return undefined;
  const terms = new Map(a.terms);
  for (const [name, t] of b.terms) {
    const sum = (terms.get(name)?.factor ?? 0) + factor * t.factor;
    if (sum === 0) terms.delete(name);
    else terms.set(name, { ...t, factor: sum });
  }
  return { base: a.base || b.base, constant: a.constant + factor * b.constant, terms };
}

/** By a constant. */
function times(a: Linear | undefined, b: Linear | undefined): Linear | undefined {
  if (!a || !b || a.base !== '' || b.base !== '') return undefined;
  const [sum, by] = a.terms.size === 0 ? [b, a.constant] : [a, b.constant];
  if (a.terms.size > 0 && b.terms.size > 0) return undefined;
  const terms = new Map([...sum.terms].map(([name, t]) => [name, { ...t, factor: t.factor * by }] as const));
  return { base: '', constant: sum.constant * by, terms: by === 0 ? noTerms : terms };
}

function isNumber(type: ValueType): boolean {
  return type !== 'f32' && type !== 'f64' && type !== 'bool';
}

function isShift(by: Interval): boolean {
  return by.base === '' && by.low === by.high && by.low >= 0 && by.low < 31;
}

function compare(name: string, a: Interval, b: Interval): boolean | undefined {
  const less = a.high < b.low ? true : a.low >= b.high ? false : undefined;
  const more = b.high < a.low ? true : b.low >= a.high ? false : undefined;
  const not = (x: boolean | undefined): boolean | undefined => (x === undefined ? undefined : !x);
  const plain = a.low >= 0 && b.low >= 0;
  switch (name) {
    case 'lt':
      return less;
    case 'ge':
      return not(less);
    case 'gt':
      return more;
    case 'le':
      return not(more);
    case 'lt.u':
      return plain ? less : undefined;
    case 'le.u':
      return plain ? not(more) : undefined;
    case 'eq':
    case 'ne': {
      const same = less === true || more === true ? false : a.low === a.high && b.low === b.high ? true : undefined;
      return name === 'eq' ? same : not(same);
    }
    default: // else: nobody knows
      return undefined;
  }
}

function union(a: Reach | undefined, b: Reach | undefined): Reach | undefined {
  if (!a || !b || a.base !== b.base) return undefined;
  const { unit, rest } = interval.join({ ...a, high: a.low }, { ...b, high: b.low });
  return { ...a, low: Math.min(a.low, b.low), high: Math.max(a.high, b.high), unit, rest };
}

/**
 * What the variable of a loop does not go beyond: of n / step iterations the last begins at from + n - step or before it, and where the front end has written
 * n = end - from + step that is the end.
 */
function lastValues({ from, trips, step }: Extract<Statement, { kind: 'for' }>): readonly Expression[] {
  const counts: Expression[] = [];
  const split = (e: Expression): void => {
    const [x, y] = e.kind === 'op' ? e.args : [];
    if (e.kind === 'op' && x && y && e.op === 'min') for (const part of [x, y]) split(part);
    else if (e.kind === 'op' && x && y && e.op === 'max' && isZero(y)) split(x);
    else if (e.kind === 'op' && x && (e.op === 'extend' || e.op === 'wrap')) split(x);
    else counts.push(e);
  };
  split(trips);
  return counts.flatMap((count) => {
    const [n, by] = count.kind === 'op' && count.op === 'div' ? count.args : [count, i64(1)];
    return n &&
      by &&
      sum([
        [by, 1n],
        [step, -1n],
      ]).isZero
      ? [
          sum([
            [from, 1n],
            [n, 1n],
            [step, -1n],
          ]).value,
        ]
      : [];
  });
}

function isZero(e: Expression): boolean {
  return e.kind === 'const' && Number(e.value) === 0;
}

function sum(parts: readonly (readonly [Expression, bigint])[]): {
  readonly value: Expression;
  readonly isZero: boolean;
} {
  const form = combined(parts);
  return { value: expressionOf(form, 'i64') ?? i64(0), isZero: isNothing(form) };
}
