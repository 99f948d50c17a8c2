/**
 * Runs statements for all threads of a block of known size, as far as their places alone decide what they do: which threads' numbers a cell of shared memory or a local takes together, by trees and
 * shuffles of whatever shape. Numbers that places do not decide are `Leaf`s where threads first hand them on.
 */
import type { Expression, Local, Statement } from '../../ir/module.ts';
import { type Operation, operations } from '../../ir/operations.ts';
import { type MemoryType, sizeOf } from '../../ir/types.ts';
import { eachExpressionOf, eachStatement, localsSetIn, someStatement } from '../../ir/walk.ts';

/** A number of each thread of the block, at the statement of the list before which it is known. */
export type Leaf = {
  readonly value: Expression;
  readonly before: number;
  readonly threads: Set<number>;
  /** Statements that may have set the local that it is. */
  readonly set: Set<Statement | undefined>;
  /** Cells that take any of it. */
  readonly cells: { readonly base: string; readonly at: number; readonly memory: MemoryType }[];
};
export type Joint = 'add' | 'min' | 'max' | 'and' | 'or' | 'xor';
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

type Cell = { readonly value: Value; readonly bytes: number };
type Var = { readonly values: Value[]; readonly set: (Statement | undefined)[] };

class Stop extends Error {}

const joints: ReadonlySet<string> = new Set<Joint>(['add', 'min', 'max', 'and', 'or', 'xor']);
const isJoint = (name: string): name is Joint => joints.has(name);
const once: ReadonlySet<Joint | undefined> = new Set<Joint>(['add', 'xor']);
/** Longer runs would take longer than they gain. */
const stepsAtMost = 300000;
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
  readonly size: readonly [number, number, number];
  readonly #threads: number;
  readonly #locals: readonly Local[];
  readonly #vars: Map<number, Var>;
  #memory = new Map<string, Cell>();
  #steps = 0;
  #at = 0;
  #of: Statement | undefined;
  #gone = false;
  #exits = new Map<string, number[]>();

  /** `others`: shared memory of which nothing is known. */
  constructor(
    size: readonly [number, number, number],
    locals: readonly Local[],
    others: ReadonlySet<string>,
    outer?: BlockRun,
  ) {
    this.#others = others;
    this.size = size;
    this.#locals = locals;
    this.#threads = size[0] * size[1] * size[2];
    this.all = (1n << BigInt(this.#threads)) - 1n;
    this.#vars = new Map();
    if (!outer) return;
    for (const [l, v] of outer.#vars) this.#vars.set(l, { values: [...v.values], set: [...v.set] });
    this.#gone = outer.#gone;
  }

  /** All threads of the block. */
  readonly all: bigint;

  /** `inner` is called for statements that cannot be run, before what they set is forgotten. */
  list(list: readonly Statement[], inner: (s: Statement) => void): void {
    const all = Array.from({ length: this.#threads }, (_, t) => t);
    for (const [i, s] of list.entries()) {
      this.#at = i;
      const [leaves, memory] = [this.leaves.length, new Map(this.#memory)];
      try {
        this.#run([s], all);
      } catch (e) {
        if (!(e instanceof Stop)) throw e;
        this.leaves.length = leaves;
        this.#memory = memory;
        this.#skip(s, inner);
      }
    }
  }

  forget(locals: Iterable<number>, by: Statement | undefined): void {
    for (const l of locals)
      this.#vars.set(l, {
        values: Array<Value>(this.#threads).fill(undefined),
        set: Array<Statement | undefined>(this.#threads).fill(by),
      });
  }

  /** What is done nobody knows for how many threads, or how often. */
  #skip(s: Statement, inner: (s: Statement) => void): void {
    this.forget(localsSetIn([s]), s);
    inner(s);
    const meets = (x: Statement): boolean =>
      x.kind === 'barrier' ||
      x.kind === 'warp' ||
      x.kind === 'call' ||
      x.kind === 'copy' ||
      x.kind === 'fill' ||
      ((x.kind === 'store' || x.kind === 'atomic') && x.to.type !== 'ptr.global' && x.to.type !== 'ptr.local');
    if (someStatement([s], (x) => x.kind === 'return')) this.#gone = true;
    if (someStatement([s], meets)) this.#memory = new Map();
    eachStatement([s], (x) => {
      this.unknown.add(x);
      this.#of = x;
      eachExpressionOf(x, (e) => {
        if (e.kind === 'load' || e.kind === 'local') for (let t = 0; t < this.#threads; t++) this.#read(e, t);
      });
    });
  }

  // Statements, for some threads; gives those that come to the end.

  #run(list: readonly Statement[], threads: readonly number[]): readonly number[] {
    let active = threads;
    for (const s of list) {
      if (active.length === 0) break;
      this.#steps += active.length;
      if (this.#steps > stepsAtMost) throw new Stop();
      active = this.#statement(s, active);
    }
    return active;
  }

  #statement(s: Statement, active: readonly number[]): readonly number[] {
    this.#of = s;
    switch (s.kind) {
      case 'set': {
        const values = active.map((t) => this.#value(s.value, t));
        if (values.some(isHanded)) this.handing.add(s);
        this.#assign(s.local, active, values, s);
        return active;
      }
      case 'store':
        this.#store(s, active);
        return active;
      case 'if': {
        const [yes, no]: [number[], number[]] = [[], []];
        for (const t of active) (this.#decided(s.condition, t) ? yes : no).push(t);
        return [...this.#run(s.then, yes), ...this.#run(s.otherwise, no)].sort((a, b) => a - b);
      }
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
        for (const t of active) for (const e of [s.to, ...s.args]) this.#value(e, t);
        if (s.result !== undefined)
          this.#assign(
            s.result,
            active,
            active.map(() => undefined),
            s,
          );
        return active;
      }
      case 'fence':
        return active;
      case 'return':
        if (active.length < this.#threads) this.#gone = true;
        return [];
      default: // else: nobody knows here what it does
        throw new Stop();
    }
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
    const number = (e: Expression, t: number): number => {
      const v = this.#value(e, t);
      if (typeof v !== 'number' && typeof v !== 'bigint') throw new Stop();
      return Number(v);
    };
    const big = this.#locals[s.local]!.type === 'i64';
    const trips = new Map(active.map((t) => [t, number(s.trips, t)]));
    const steps = new Map(active.map((t) => [t, number(s.step, t)]));
    const from = new Map(active.map((t) => [t, number(s.from, t)]));
    const put = (threads: readonly number[], n: (t: number) => number): void =>
      this.#assign(
        s.local,
        threads,
        threads.map((t) => {
          const v = from.get(t)! + n(t) * steps.get(t)!;
          return big ? BigInt(v) : v;
        }),
        s,
      );
    const out: number[] = [];
    let again = active;
    for (let n = 0; again.length > 0; n++) {
      const done = again.filter((t) => n >= trips.get(t)!);
      put(done, () => n);
      out.push(...done);
      const going = again.filter((t) => n < trips.get(t)!);
      put(going, () => n);
      again = [...this.#run(s.body, going), ...this.#left(`continue ${s.label}`)].sort((a, b) => a - b);
      out.push(...this.#left(`break ${s.label}`));
    }
    return out.sort((a, b) => a - b);
  }

  #store(s: Extract<Statement, { kind: 'store' }>, active: readonly number[]): void {
    const places = active.map((t) => this.#value(s.to, t));
    if (s.to.type !== 'ptr.shared' && s.to.type !== 'ptr.generic') {
      for (const t of active) this.#value(s.value, t);
      return;
    }
    const values = active.map((t) => this.#value(s.value, t));
    if (places.every((x) => isPlace(x) && this.#others.has(x.base))) return;
    active.forEach((t, i) => {
      const place = places[i];
      if (!isPlace(place) || this.#others.has(place.base)) throw new Stop();
      const value = values[i] === undefined ? this.#leaf(s.value, t) : values[i]!;
      const at = place.at + s.offset;
      this.bases.add(place.base);
      if (isShare(value)) value.leaf.cells.push({ base: place.base, at, memory: s.memory });
      this.#memory.set(`${place.base} ${at}`, { value, bytes: sizeOf(s.memory) });
    });
    this.handing.add(s);
  }

  /** The thread's own number from here on. */
  #leaf(value: Expression, t: number): Share {
    let leaf = this.leaves.find((l) => l.value === value && l.before === this.#at);
    if (!leaf) {
      leaf = { value, before: this.#at, threads: new Set(), set: new Set(), cells: [] };
      this.leaves.push(leaf);
    }
    if (leaf.threads.has(t) || this.#gone) throw new Stop();
    leaf.threads.add(t);
    const share: Share = { kind: 'share', leaf, how: undefined, of: 1n << BigInt(t) };
    if (value.kind === 'local') {
      const known = this.#vars.get(value.index);
      leaf.set.add(known?.set[t]);
      if (!known) this.forget([value.index], undefined);
      this.#vars.get(value.index)!.values[t] = share;
    }
    return share;
  }

  #warp(s: Extract<Statement, { kind: 'warp' }>, active: readonly number[]): void {
    if (!s.how.startsWith('shuffle')) throw new Stop();
    const [, value, by, width] = s.args as readonly [Expression, Expression, Expression, Expression | undefined];
    const given = new Map<number, Value>(active.map((t) => [t, this.#value(value, t)]));
    for (const t of active) if (given.get(t) === undefined) given.set(t, this.#leaf(value, t));
    const results = active.map((t) => {
      const d = this.#value(by, t);
      const w = width ? this.#value(width, t) : warpSize;
      if (typeof d !== 'number' || typeof w !== 'number') throw new Stop();
      const from = t - (t % warpSize) + sourceOf(s.how, t % warpSize, d, w);
      return given.has(from) ? given.get(from) : 'odd';
    });
    this.handing.add(s);
    this.#assign(s.result, active, results, s);
  }

  #assign(local: number, active: readonly number[], values: readonly Value[], by: Statement): void {
    if (!this.#vars.has(local)) this.forget([local], undefined);
    const known = this.#vars.get(local)!;
    active.forEach((t, i) => {
      known.values[t] = values[i];
      known.set[t] = by;
    });
  }

  #decided(e: Expression, t: number): boolean {
    const v = this.#value(e, t);
    if (typeof v !== 'boolean') throw new Stop();
    return v;
  }

  // Expressions.

  #value(e: Expression, t: number): Value {
    switch (e.kind) {
      case 'const':
        return e.value;
      case 'special':
        return this.#special(e.name, t);
      case 'global':
        return e.type === 'ptr.shared' ? { kind: 'place', base: `@${e.name}`, at: 0 } : undefined;
      case 'dynamic-shared':
        return { kind: 'place', base: dynamicBase, at: 0 };
      case 'local':
      case 'load':
        return this.#read(e, t);
      case 'op':
        return this.#operation(e, t);
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
  #read(e: Extract<Expression, { kind: 'load' | 'local' }>, t: number): Value {
    let value: Value;
    let set: Statement | undefined;
    if (e.kind === 'local') {
      const known = this.#vars.get(e.index);
      value = known?.values[t];
      set = known?.set[t];
    } else {
      const place = this.#value(e.from, t);
      if (isPlace(place) && !this.#others.has(place.base)) {
        const cell = this.#memory.get(`${place.base} ${place.at + e.offset}`);
        value = cell && cell.bytes === sizeOf(e.memory) ? cell.value : 'odd';
      } else value = isPlace(place) || e.from.type === 'ptr.global' || e.from.type === 'ptr.local' ? undefined : 'odd';
    }
    this.#note(e, value, set);
    return value;
  }

  #note(e: Expression, value: Value, set?: Statement): void {
    const of = this.found.get(this.#of!) ?? new Map<Expression, Found>();
    this.found.set(this.#of!, of);
    const found = of.get(e) ?? { shares: new Set(), whole: true, how: undefined, set: new Set() };
    of.set(e, found);
    found.set.add(set);
    if (isShare(value)) {
      found.shares.add(value.leaf);
      found.how = value.how;
      if (!this.#isWhole(value)) found.whole = false;
    } else found.shares.add('other');
  }

  #operation(e: Extract<Expression, { kind: 'op' }>, t: number): Value {
    if (e.op === 'select') {
      const c = this.#value(e.args[0]!, t);
      if (typeof c === 'boolean') return this.#value(e.args[c ? 1 : 2]!, t);
    }
    const args = e.args.map((a) => this.#value(a, t));
    const [a, b] = args;
    if (e.op === 'offset' && isPlace(a) && (typeof b === 'bigint' || typeof b === 'number'))
      return { ...a, at: a.at + Number(b) };
    if (e.op === 'cast.space' && isPlace(a)) return a;
    if (args.some(isHanded)) {
      const joined = this.#joined(e, a, b);
      // A result and the thread's own number are numbers like others.
      const isOwn = (x: Share): boolean => x.how === undefined && x.of === 1n << BigInt(t);
      const isKnown =
        joined === 'odd' && args.every((x) => x !== 'odd' && (!isShare(x) || this.#isWhole(x) || isOwn(x)));
      this.#note(e, isKnown ? undefined : joined);
      return isKnown ? undefined : joined;
    }
    if (isJoint(e.op)) this.#note(e, undefined);
    if (args.some((x) => x === undefined || typeof x === 'object')) return undefined;
    return meaningOf(e)?.(...(args as never[]));
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

const isShare = (v: Value): v is Share => typeof v === 'object' && v.kind === 'share';
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

const meanings = new WeakMap<Expression, ((...args: never[]) => number | bigint | boolean | undefined) | null>();

function meaningOf(e: Extract<Expression, { kind: 'op' }>) {
  const known = meanings.get(e);
  if (known !== undefined) return known ?? undefined;
  const row: Operation = operations[e.op];
  const signature = row.expensive
    ? undefined
    : row.signatures.find(({ takes, gives }) => gives === e.type && takes.every((type, i) => type === e.args[i]?.type));
  meanings.set(e, signature?.meaning ?? null);
  return signature?.meaning;
}
