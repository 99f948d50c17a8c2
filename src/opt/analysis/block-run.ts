/**
 * Runs statements for all threads of a block of known size, as far as their places alone decide what they do: which threads' numbers a cell of shared memory or a local takes together, by trees and
 * shuffles of whatever shape. Numbers that places do not decide are `Leaf`s where threads first hand them on.
 */
import type { BlockSize, Expression, Local, Statement } from '../../ir/module.ts';
import type { Joint } from '../../ir/neutral.ts';
import { type Operation, operations } from '../../ir/operations.ts';
import { type MemoryType, sizeOf, type ValueType } from '../../ir/types.ts';
import { keyOf } from '../../ir/value-key.ts';
import {
  conjuncts,
  eachExpression,
  eachExpressionOf,
  eachStatement,
  expressionsOf,
  isLoop,
  labelsIn,
  localsSetIn,
  someExpression,
  someStatement,
} from '../../ir/walk.ts';

/** A number of each thread of the block, at the statement of the list before which it is known. */
export type Leaf = {
  readonly value: Expression;
  readonly before: number;
  readonly threads: Set<number>;
  /** Statements that may have set the local that it is. */
  readonly set: Set<Statement | undefined>;
  /** The store that first hands it on, where it stands behind a guard that is not known: threads that store nothing there leave a cell that nobody may read. */
  readonly within: Statement | undefined;
  /** Cells that take any of it. */
  readonly cells: { readonly base: string; readonly at: number; readonly memory: MemoryType }[];
};
/** What some threads' numbers are together. */
export type Share = {
  readonly kind: 'share';
  readonly leaf: Leaf;
  readonly how: Joint | undefined;
  readonly of: bigint;
};
type Place = { readonly kind: 'place'; readonly base: string; readonly at: number };
/** `odd`: it depends on what threads handed on, in another way. Undefined: something that neither places nor other threads decide. */
type Value = number | bigint | boolean | Place | Share | 'odd' | undefined;

/** A place of the code where a thread reads a cell or a local: what all threads that come there find. `set`: the statements that may have set the local last. */
export type Found = {
  readonly shares: Set<Leaf | 'other'>;
  whole: boolean;
  how: Joint | undefined;
  readonly set: Set<Statement | undefined>;
};

/** `own`: the thread that handed its number on in it behind a guard, and which guard that was. */
type Cell = {
  readonly value: Value;
  readonly bytes: number;
  readonly own?: { readonly thread: number; readonly guard: string } | undefined;
};
type Branch = Extract<Statement, { kind: 'if' }>;
/** `same`: in all threads. */
type Var = { readonly values: Value[]; readonly set: (Statement | undefined)[]; same: boolean };
/** One for each thread, or the same for all of them. */
type Many = Value | readonly Value[];

class Stop extends Error {}

const joints: ReadonlySet<string> = new Set<Joint>(['add', 'min', 'max', 'and', 'or', 'xor']);
const isJoint = (name: string): name is Joint => joints.has(name);
const once: ReadonlySet<Joint | undefined> = new Set<Joint>(['add', 'xor']);
/** Longer runs would take longer than they gain. */
const stepsAtMost = 60000;
const warpSize = 32;

export class BlockRun {
  readonly found = new Map<Statement, Map<Expression, Found>>();
  readonly leaves: Leaf[] = [];
  /** Statements that hand on, or compute what depends on that, for all threads that come there. */
  readonly handing = new Set<Statement>();
  /** Statements that could not be run. */
  readonly unknown = new Set<Statement>();
  /** Bases of shared memory that threads hand numbers on in. */
  readonly bases = new Set<string>();
  readonly #others: ReadonlySet<string>;
  readonly size: BlockSize;
  readonly threads: number;
  readonly #everybody: readonly number[];
  readonly #locals: readonly Local[];
  readonly #vars: Map<number, Var>;
  readonly #memory = new Map<string, Map<number, Cell>>();
  /** How the present statement of the list changed it. */
  #undo: (() => void)[] = [];
  #steps = 0;
  #at = 0;
  #of: Statement | undefined;
  #gone = false;
  /** Whether shared memory may hold what was stored before. */
  #used = false;
  /** A condition that is taken to hold for all threads: where it does not, they read cells that nobody has written. */
  #guard: string | undefined;
  #exits = new Map<string, number[]>();
  readonly #own = new Map<Statement, boolean>();
  readonly #numbers = new Map<Statement, number>();
  #touched: (readonly [string, number])[] = [];

  /** `others`: shared memory of which nothing is known. */
  constructor(size: BlockSize, locals: readonly Local[], others: ReadonlySet<string>, outer?: BlockRun) {
    this.#others = others;
    this.size = size;
    this.#locals = locals;
    this.threads = size[0] * size[1] * size[2];
    this.#everybody = Array.from({ length: this.threads }, (_, t) => t);
    this.all = (1n << BigInt(this.threads)) - 1n;
    this.#vars = new Map();
    if (!outer) return;
    for (const [l, v] of outer.#vars) this.#vars.set(l, { ...v, values: [...v.values], set: [...v.set] });
    this.#gone = outer.#gone;
    this.#used = true;
  }

  /** All threads of the block. */
  readonly all: bigint;

  /** `inner` is called for statements that cannot be run, before what they set is forgotten. */
  list(list: readonly Statement[], inner: (s: Statement) => void): void {
    for (const [i, s] of list.entries()) {
      this.#at = i;
      const leaves = this.leaves.length;
      this.#undo = [];
      try {
        this.#run([s], this.#everybody);
      } catch (e) {
        if (!(e instanceof Stop)) throw e;
        this.#guard = undefined;
        this.leaves.length = leaves;
        for (const undo of this.#undo.reverse()) undo();
        this.#skip(s, inner);
      }
    }
  }

  forget(locals: Iterable<number>, by: Statement | undefined): void {
    for (const l of locals)
      this.#vars.set(l, {
        values: Array<Value>(this.threads).fill(undefined),
        set: Array<Statement | undefined>(this.threads).fill(by),
        same: true,
      });
  }

  /** What is done nobody knows for how many threads, or how often. */
  #skip(s: Statement, inner: (s: Statement) => void): void {
    this.forget(localsSetIn([s]), s);
    inner(s);
    if (someStatement([s], (x) => x.kind === 'return')) this.#gone = true;
    if (someStatement([s], handsOn)) {
      this.#memory.clear();
      this.#used = true;
    }
    this.#leave(s, this.#everybody);
  }

  /** Reads of what is not run. */
  #leave(s: Statement, active: readonly number[]): void {
    eachStatement([s], (x) => {
      this.unknown.add(x);
      this.#of = x;
      eachExpressionOf(x, (e) => {
        if (e.kind === 'load' || e.kind === 'local') this.#read(e, active);
      });
    });
  }

  /** A loop in which each thread works for itself: what it leaves is the thread's own. */
  #passed(s: Extract<Statement, { kind: 'for' | 'loop' }>, active: readonly number[]): readonly number[] {
    for (const l of localsSetIn([s])) this.#assign(l, active, undefined, s);
    this.#leave(s, active);
    return active;
  }

  #isOwn(s: Extract<Statement, { kind: 'for' | 'loop' }>): boolean {
    const known = this.#own.get(s);
    if (known !== undefined) return known;
    const looks = (x: Statement): boolean =>
      expressionsOf(x).some((e) => someExpression(e, (y) => y.kind === 'load' && !isApart(y.from.type)));
    // Sums over the cells of a tree have no more terms than there are threads.
    const isLong = s.kind === 'for' && s.trips.kind === 'const' && Number(s.trips.value) > this.threads;
    const own = !leadsOut(s) && !someStatement([s], (x) => handsOn(x) || (!isLong && looks(x)));
    this.#own.set(s, own);
    return own;
  }

  // Statements, for some threads; gives those that come to the end.

  #run(list: readonly Statement[], threads: readonly number[]): readonly number[] {
    let active = threads;
    for (const s of list) {
      if (active.length === 0) break;
      if (s.kind !== 'barrier') this.#steps += active.length;
      if (this.#steps > stepsAtMost) throw new Stop();
      active = this.#statement(s, active);
    }
    return active;
  }

  #statement(s: Statement, active: readonly number[]): readonly number[] {
    this.#of = s;
    if (isLoop(s) && this.#isOwn(s)) return this.#passed(s, active);
    switch (s.kind) {
      case 'set': {
        const values = this.#many(s.value, active);
        if (isMany(values) ? values.some(isHanded) : isHanded(values)) this.handing.add(s);
        this.#assign(s.local, active, values, s);
        return active;
      }
      case 'store':
        this.#store(s, active);
        return active;
      case 'if':
        return this.#branch(s, active);
      case 'block': {
        const rest = this.#run(s.body, active);
        return [...rest, ...this.#left(`break ${s.label}`)].sort((a, b) => a - b);
      }
      case 'loop':
        return this.#loop(s, active);
      case 'for':
        return this.#for(s, active);
      case 'break':
      case 'continue': {
        const key = `${s.kind} ${s.label}`;
        this.#exits.set(key, [...(this.#exits.get(key) ?? []), ...active]);
        return [];
      }
      case 'barrier':
        if (s.reduce || s.scope === 'grid' || s.scope === 'cluster') throw new Stop();
        return active;
      case 'warp':
        this.#warp(s, active);
        return active;
      case 'atomic': {
        if (s.to.type !== 'ptr.global') throw new Stop();
        for (const e of [s.to, ...s.args]) this.#many(e, active);
        if (s.result !== undefined) this.#assign(s.result, active, undefined, s);
        return active;
      }
      case 'fence':
        return active;
      case 'return':
        if (active.length < this.threads) this.#gone = true;
        return [];
      default: // else: nobody knows here what it does
        throw new Stop();
    }
  }

  #branch(s: Branch, active: readonly number[]): readonly number[] {
    const decided = this.#decided(s.condition, active);
    if (!decided) return someStatement([s], isBarrier) ? this.#either(s, active) : this.#guarded(s, active);
    const [yes, no] = decided;
    const rest = [this.#run(s.then, yes), this.#run(s.otherwise, no)] as const;
    if (rest[0].length + rest[1].length === active.length) return active;
    return rest.flat().sort((a, b) => a - b);
  }

  /** One side or the other, for all threads: they meet there. What they hand on was theirs before. */
  #either(s: Branch, active: readonly number[]): readonly number[] {
    if (active.length < this.threads || this.#guard !== undefined || leadsOut(s)) throw new Stop();
    const locals = localsSetIn([s]);
    const before = [...locals].map((l) => [l, copied(this.#vars.get(l))] as const);
    const leaves = this.leaves.length;
    const touched: (readonly [string, number])[] = [];
    for (const side of [s.then, s.otherwise]) {
      const from = this.#undo.length;
      this.#touched = [];
      this.#run(side, active);
      if (this.leaves.length > leaves) throw new Stop();
      touched.push(...this.#touched);
      for (const undo of this.#undo.splice(from).reverse()) undo();
      for (const [l, v] of before) this.#restore(l, copied(v));
    }
    for (const [base, at] of touched) this.#put(base, at, { value: 'odd', bytes: 0 });
    this.forget(locals, undefined);
    return active;
  }

  #restore(local: number, known: Var | undefined): void {
    if (known) this.#vars.set(local, known);
    else this.#vars.delete(local);
  }

  /**
   * Behind a guard that places do not decide. Threads that it leaves out would hand nothing on: theirs are cells that nobody has written, and what is taken together from them is anything. So it holds,
   * or nobody asks: of stores to cells of the thread's own number behind the same guard, and of first ones.
   */
  #guarded(s: Branch, active: readonly number[]): readonly number[] {
    if (s.otherwise.length > 0 || this.#guard !== undefined || leadsOut(s) || someStatement(s.then, isNotPlain))
      throw new Stop();
    let some = active;
    const unknown: Expression[] = [];
    for (const c of conjuncts(s.condition)) {
      const decided = this.#decided(c, active);
      if (decided) {
        const yes = new Set(decided[0]);
        some = some.filter((t) => yes.has(t));
      } else unknown.push(c);
    }
    this.#guard = unknown.map((c) => this.#nameOf(c)).join(' and ');
    this.#run(s.then, some);
    this.#guard = undefined;
    for (const l of localsSetIn([s])) this.#assign(l, active, undefined, s);
    return active;
  }

  /** A condition as long as its locals stay what they are. */
  #nameOf(e: Expression): string {
    const sets: string[] = [];
    eachExpression(e, (x) => {
      if (x.kind === 'load') throw new Stop();
      if (x.kind !== 'local') return;
      const known = this.#vars.get(x.index);
      const [first] = known?.set ?? [];
      if (known?.values.some(isHanded) || known?.set.some((y) => y !== first)) throw new Stop();
      if (first) sets.push(`${x.index}: ${this.#numberOf(first)}`);
    });
    return `${keyOf(e)} ${sets.join()}`;
  }

  #numberOf(s: Statement): number {
    const known = this.#numbers.get(s) ?? this.#numbers.size;
    this.#numbers.set(s, known);
    return known;
  }

  #left(key: string): readonly number[] {
    const found = this.#exits.get(key) ?? [];
    this.#exits.delete(key);
    return found;
  }

  #loop(s: Extract<Statement, { kind: 'loop' }>, active: readonly number[]): readonly number[] {
    let again = active;
    const out: number[] = [];
    while (again.length > 0) {
      const rest = this.#run(s.body, again);
      again = [...rest, ...this.#left(`continue ${s.label}`)].sort((a, b) => a - b);
      out.push(...this.#left(`break ${s.label}`));
    }
    return out.sort((a, b) => a - b);
  }

  #for(s: Extract<Statement, { kind: 'for' }>, active: readonly number[]): readonly number[] {
    const numbers = (e: Expression): ((t: number) => number) => {
      const found = this.#many(e, active);
      const each = new Map(active.map((t, i) => [t, isMany(found) ? found[i] : found]));
      if ([...each.values()].some((v) => typeof v !== 'number' && typeof v !== 'bigint')) throw new Stop();
      return (t) => Number(each.get(t));
    };
    const big = this.#locals[s.local]!.type === 'i64';
    const [trips, steps, from] = [numbers(s.trips), numbers(s.step), numbers(s.from)];
    const put = (threads: readonly number[], n: number): void =>
      this.#assign(
        s.local,
        threads,
        threads.map((t) => {
          const v = from(t) + n * steps(t);
          return big ? BigInt(v) : v;
        }),
        s,
      );
    const out: number[] = [];
    let again = active;
    for (let n = 0; again.length > 0; n++) {
      const done = again.filter((t) => n >= trips(t));
      put(done, n);
      out.push(...done);
      const going = again.filter((t) => n < trips(t));
      put(going, n);
      again = [...this.#run(s.body, going), ...this.#left(`continue ${s.label}`)].sort((a, b) => a - b);
      out.push(...this.#left(`break ${s.label}`));
    }
    return out.sort((a, b) => a - b);
  }

  #store(s: Extract<Statement, { kind: 'store' }>, active: readonly number[]): void {
    const [places, values] = [this.#many(s.to, active), this.#many(s.value, active)];
    if (s.to.type !== 'ptr.shared' && s.to.type !== 'ptr.generic') return;
    const placeOf = (i: number): Value => (isMany(places) ? places[i] : places);
    const isOther = (x: Value): boolean => isPlace(x) && this.#others.has(x.base);
    if (isMany(places) ? places.every(isOther) : isOther(places)) return;
    // Butterflies and their like: nothing comes of them.
    if (isMany(values) && active.length > 1 && values.every((v) => v === 'odd')) throw new Stop();
    active.forEach((t, i) => {
      const place = placeOf(i);
      if (!isPlace(place) || this.#others.has(place.base)) throw new Stop();
      const given = isMany(values) ? values[i] : values;
      const at = place.at + s.offset;
      const own = this.#ownOf(place.base, at, t, given === undefined);
      const value = given ?? this.#leaf(s.value, t, own && s);
      this.bases.add(place.base);
      if (isShare(value)) value.leaf.cells.push({ base: place.base, at, memory: s.memory });
      this.#put(place.base, at, { value, bytes: sizeOf(s.memory), own });
    });
    this.handing.add(s);
  }

  /** Behind a guard: a cell that the thread was first to store to. */
  #ownOf(base: string, at: number, thread: number, isFirst: boolean): Cell['own'] {
    if (this.#guard === undefined) return undefined;
    const cell = this.#memory.get(base)?.get(at);
    if (isFirst && !cell && !this.#used) return { thread, guard: this.#guard };
    if (isFirst || cell?.own?.thread !== thread || cell.own.guard !== this.#guard) throw new Stop();
    return cell.own;
  }

  #put(base: string, at: number, cell: Cell): void {
    this.#touched.push([base, at]);
    const cells = this.#memory.get(base) ?? new Map<number, Cell>();
    this.#memory.set(base, cells);
    const old = cells.get(at);
    this.#undo.push(() => (old ? cells.set(at, old) : cells.delete(at)));
    cells.set(at, cell);
  }

  /** The thread's own number from here on. */
  #leaf(value: Expression, t: number, within?: Statement): Share {
    let leaf = this.leaves.find((l) => l.value === value && l.before === this.#at);
    if (!leaf) {
      leaf = { value, before: this.#at, threads: new Set(), set: new Set(), within, cells: [] };
      this.leaves.push(leaf);
      if (value.kind === 'local') {
        const { index } = value;
        const before = copied(this.#vars.get(index));
        this.#undo.push(() => this.#restore(index, before));
      }
    }
    if (leaf.within !== within) throw new Stop();
    if (leaf.threads.has(t) || this.#gone) throw new Stop();
    leaf.threads.add(t);
    const share: Share = { kind: 'share', leaf, how: undefined, of: 1n << BigInt(t) };
    if (value.kind === 'local') {
      const known = this.#vars.get(value.index);
      leaf.set.add(known?.set[t]);
      if (!known) this.forget([value.index], undefined);
      const made = this.#vars.get(value.index)!;
      made.values[t] = share;
      made.same = false;
    }
    return share;
  }

  #warp(s: Extract<Statement, { kind: 'warp' }>, active: readonly number[]): void {
    if (!s.how.startsWith('shuffle')) throw new Stop();
    const [, value, by, width] = s.args as readonly [Expression, Expression, Expression, Expression | undefined];
    const [own, distance, parts] = [
      this.#many(value, active),
      this.#many(by, active),
      width && this.#many(width, active),
    ];
    if (isMany(distance) || typeof distance !== 'number' || isMany(parts)) throw new Stop();
    const lanes = parts ?? warpSize;
    if (typeof lanes !== 'number') throw new Stop();
    const given = new Map<number, Value>();
    active.forEach((t, i) => void given.set(t, (isMany(own) ? own[i] : own) ?? this.#leaf(value, t)));
    const results = active.map((t) => {
      const from = t - (t % warpSize) + sourceOf(s.how, t % warpSize, distance, lanes);
      return given.has(from) ? given.get(from) : 'odd';
    });
    this.handing.add(s);
    this.#assign(s.result, active, results, s);
  }

  #assign(local: number, active: readonly number[], values: Many, by: Statement): void {
    if (!this.#vars.has(local)) this.forget([local], undefined);
    const known = this.#vars.get(local)!;
    known.same = !isMany(values) && active.length === this.threads;
    active.forEach((t, i) => {
      known.values[t] = isMany(values) ? values[i] : values;
      known.set[t] = by;
    });
  }

  /** Undefined where places do not decide it. */
  #decided(e: Expression, active: readonly number[]): readonly [readonly number[], readonly number[]] | undefined {
    const found = this.#many(e, active);
    if (isMany(found) ? found.some(isHanded) : isHanded(found)) throw new Stop();
    if (!isMany(found)) {
      if (typeof found !== 'boolean') return undefined;
      return found ? [active, []] : [[], active];
    }
    if (found.some((v) => typeof v !== 'boolean')) return undefined;
    return [active.filter((_, i) => found[i]), active.filter((_, i) => !found[i])];
  }

  // Expressions, for some threads.

  #many(e: Expression, active: readonly number[]): Many {
    switch (e.kind) {
      case 'const':
        return e.value;
      case 'special':
        return e.name.startsWith('tid.') || e.name === 'laneid'
          ? active.map((t) => this.#special(e.name, t))
          : this.#special(e.name, 0);
      case 'global':
        return e.type === 'ptr.shared' ? { kind: 'place', base: `@${e.name}`, at: 0 } : undefined;
      case 'dynamic-shared':
        return { kind: 'place', base: dynamicBase, at: 0 };
      case 'local':
      case 'load':
        return this.#read(e, active);
      case 'op':
        return this.#operation(e, active);
      default: // else: an address of the thread's own
        return undefined;
    }
  }

  #special(name: string, t: number): Value {
    const [x, y] = this.size;
    switch (name) {
      case 'tid.x':
        return t % x;
      case 'tid.y':
        return Math.floor(t / x) % y;
      case 'tid.z':
        return Math.floor(t / (x * y));
      case 'laneid':
        return t % warpSize;
      case 'ntid.x':
        return x;
      case 'ntid.y':
        return y;
      case 'ntid.z':
        return this.size[2];
      default:
        return undefined;
    }
  }

  /** A load or a local: noted. */
  #read(e: Extract<Expression, { kind: 'load' | 'local' }>, active: readonly number[]): Many {
    if (e.kind === 'local') {
      const known = this.#vars.get(e.index);
      if (!known || known.same) return this.#noted(e, known?.values[0], [known?.set[0]]);
      const values = active.map((t) => known.values[t]);
      return this.#noted(e, values, new Set(active.map((t) => known.set[t])));
    }
    const places = this.#many(e.from, active);
    const isFar = isApart(e.from.type);
    const bytes = sizeOf(e.memory);
    const valueAt = (place: Value): Value => {
      if (!isPlace(place)) return isFar ? undefined : 'odd';
      if (this.#others.has(place.base)) return undefined;
      const cell = this.#memory.get(place.base)?.get(place.at + e.offset);
      return cell?.bytes === bytes ? cell.value : 'odd';
    };
    return this.#noted(e, isMany(places) ? places.map(valueAt) : valueAt(places));
  }

  #noted(e: Expression, values: Many, set: Iterable<Statement | undefined> = []): Many {
    const of = this.found.get(this.#of!) ?? new Map<Expression, Found>();
    this.found.set(this.#of!, of);
    const found = of.get(e) ?? { shares: new Set(), whole: true, how: undefined, set: new Set() };
    of.set(e, found);
    for (const s of set) found.set.add(s);
    let last: Leaf | 'other' | undefined;
    const note = (value: Value): void => {
      const leaf = isShare(value) ? value.leaf : 'other';
      if (leaf !== last) found.shares.add(leaf);
      last = leaf;
      if (!isShare(value)) return;
      found.how = value.how;
      if (found.whole && !this.#isWhole(value)) found.whole = false;
    };
    if (isMany(values)) values.forEach(note);
    else note(values);
    return values;
  }

  #operation(e: Extract<Expression, { kind: 'op' }>, active: readonly number[]): Many {
    if (e.op === 'select') {
      const c = this.#many(e.args[0]!, active);
      if (typeof c === 'boolean') return this.#many(e.args[c ? 1 : 2]!, active);
      if (isMany(c) && c.every((x) => typeof x === 'boolean')) {
        const [yes, no] = [true, false].map((is) => active.filter((_, i) => c[i] === is));
        const [a, b] = [this.#many(e.args[1]!, yes!), this.#many(e.args[2]!, no!)];
        let [i, j] = [0, 0];
        return c.map((is) => (is ? (isMany(a) ? a[i++] : a) : isMany(b) ? b[j++] : b));
      }
    }
    const args = e.args.map((a) => this.#many(a, active));
    const [a, b, c] = args;
    const hands = (x: Many): boolean => (isMany(x) ? x.some(isHanded) : isHanded(x));
    const notes = isJoint(e.op) || args.some(hands);
    const meaning = meaningOf(e);
    const one = (x: Value, y: Value, z: Value, t: number): Value => this.#result(e, meaning, [x, y, z], t);
    const values = args.some(isMany)
      ? active.map((t, i) => one(isMany(a) ? a[i] : a, isMany(b) ? b[i] : b, isMany(c) ? c[i] : c, t))
      : one(a as Value, b as Value, c as Value, active.length === 1 ? active[0]! : -1);
    return notes ? this.#noted(e, values) : values;
  }

  /** Of thread `t`, or of several alike. */
  #result(e: Extract<Expression, { kind: 'op' }>, meaning: Meaning, args: readonly Value[], t: number): Value {
    const [a, b, c] = args;
    if (isHanded(a) || isHanded(b) || isHanded(c)) {
      const joined = this.#joined(e, a, b);
      if (joined !== 'odd') return joined;
      // A result and the thread's own number are numbers like others.
      const isKnown = (x: Value): boolean =>
        x !== 'odd' && (!isShare(x) || this.#isWhole(x) || (t >= 0 && x.how === undefined && x.of === 1n << BigInt(t)));
      return isKnown(a) && isKnown(b) && isKnown(c) ? undefined : 'odd';
    }
    if (e.op === 'offset' && isPlace(a) && (typeof b === 'bigint' || typeof b === 'number'))
      return { kind: 'place', base: a.base, at: a.at + Number(b) };
    if (e.op === 'cast.space' && isPlace(a)) return a;
    const plain = args.slice(0, e.args.length);
    return meaning && plain.every(isPlain) ? meaning(...plain) : undefined;
  }

  #isWhole({ of, how }: Share): boolean {
    return of === this.all && how !== undefined;
  }

  #joined(e: Extract<Expression, { kind: 'op' }>, a: Value, b: Value): Value {
    if (!isJoint(e.op) || e.args.length !== 2) return 'odd';
    if (isShare(a) && isShare(b)) {
      const how = a.how ?? b.how ?? e.op;
      if (a.leaf !== b.leaf || how !== e.op || (a.how ?? how) !== how || (b.how ?? how) !== how) return 'odd';
      if (once.has(how) && (a.of & b.of) !== 0n) return 'odd';
      return { ...a, how, of: a.of | b.of };
    }
    const [share, other] = isShare(a) ? [a, b] : [b, a];
    const isNothing = (e.op === 'add' || e.op === 'or' || e.op === 'xor') && (other === 0 || other === 0n);
    return isShare(share) && isNothing ? share : 'odd';
  }
}

export const dynamicBase = '#dynamic';

/** Whether it leads to memory in which threads of a block hand nothing on. */
const isApart = (type: ValueType): boolean => type === 'ptr.global' || type === 'ptr.local' || type === 'ptr.constant';

/** Whether threads may find something by it that others have left. */
function handsOn(s: Statement): boolean {
  if (s.kind === 'store' || s.kind === 'atomic') return !isApart(s.to.type);
  return ['barrier', 'warp', 'call', 'copy', 'fill'].includes(s.kind);
}

const isBarrier = (s: Statement): boolean => s.kind === 'barrier';

/** What a guard may not hold. */
const isNotPlain = (s: Statement): boolean => !['set', 'store', 'if'].includes(s.kind);

/** Whether jumps lead out of it. */
function leadsOut(s: Statement): boolean {
  const labels = labelsIn([s]);
  return someStatement(
    [s],
    (x) => x.kind === 'return' || ((x.kind === 'break' || x.kind === 'continue') && !labels.has(x.label)),
  );
}

const copied = (v: Var | undefined): Var | undefined => v && { ...v, values: [...v.values], set: [...v.set] };

const isMany = (v: Many): v is readonly Value[] => Array.isArray(v);
const isShare = (v: Value): v is Share => typeof v === 'object' && v.kind === 'share';
const isPlain = (v: Value): v is number | bigint | boolean =>
  typeof v === 'number' || typeof v === 'bigint' || typeof v === 'boolean';
const isPlace = (v: Value): v is Place => typeof v === 'object' && v.kind === 'place';
const isHanded = (v: Value): boolean => v === 'odd' || isShare(v);

/** As `sourceLane` of region-exchanges.ts has it. */
function sourceOf(how: string, lane: number, by: number, width: number): number {
  const first = lane - (lane % width);
  const last = first + width - 1;
  const within = (j: number): number => (j < first || j > last ? lane : j);
  if (how === 'shuffle') return first + (((by % width) + width) % width);
  if (how === 'shuffle.up') return within(lane - by);
  if (how === 'shuffle.down') return within(lane + by);
  return (lane ^ by) > last ? lane : lane ^ by;
}

type Meaning = ((...args: (number | bigint | boolean)[]) => number | bigint | boolean | undefined) | undefined;
const meanings = new WeakMap<Expression, { readonly meaning: Meaning }>();

function meaningOf(e: Extract<Expression, { kind: 'op' }>): Meaning {
  const known = meanings.get(e);
  if (known) return known.meaning;
  const row: Operation = operations[e.op];
  const signature = row.expensive
    ? undefined
    : row.signatures.find(({ takes, gives }) => gives === e.type && takes.every((type, i) => type === e.args[i]?.type));
  const of = signature?.meaning;
  const meaning: Meaning = of && ((...args) => Reflect.apply(of, undefined, args));
  meanings.set(e, { meaning });
  return meaning;
}
