/**
 * A local that is used for one thing after another becomes several, each with the sets that the same reads may see: `s = 0; s = s + a; s = s + b` has a name for
 * each sum, and what a branch uses alone has a name of its own there. Then more locals are set once, and fewer hold anything where ways part and meet.
 */
import { type Bits, liveBefore } from '../../ir/liveness.ts';
import type { Expression, Fn, Local, Statement } from '../../ir/module.ts';
import { setsIn } from '../../ir/uniformity.ts';
import {
  bodiesOf,
  changeStatement,
  eachStatement,
  isLoop,
  localsSet,
  mapEach,
  mapExpression,
  mapStatement,
  someStatement,
} from '../../ir/walk.ts';

/** Places where ways meet, times locals. */
const mostWork = 20_000_000;

/** `straight`: functions without loops and barriers too. */
export function splitLiveRanges(fn: Fn, straight = false): Fn {
  if (!straight && !someStatement(fn.body, (s) => isLoop(s) || s.kind === 'barrier')) return fn;
  const splits = new Splits(fn);
  if (!splits.isWorth()) return fn;
  return splits.made();
}

/** The set of each local, by its number among those that are split, that a read would see; undefined where nobody comes. */
type Seen = Int32Array | undefined;
type Joined = { readonly after: Bits; readonly iteration: Bits | undefined };
type Loop = Extract<Statement, { kind: 'for' | 'loop' }>;

class Splits {
  private readonly fn: Fn;
  /** Locals with several sets; their numbers. */
  private readonly split: number[] = [];
  private readonly numberOf = new Map<number, number>();
  private readonly joined = new Map<Statement, Joined>();
  private readonly breaks = new Map<string, Int32Array[]>();
  private readonly continues = new Map<string, Int32Array[]>();
  /** Of each set: another one of its web, itself where there is none, and the local's number. */
  private readonly parents: number[] = [];
  private readonly owners: number[] = [];
  /** Of the first sets, which stand for what locals hold at the start: those that are read. */
  private readonly readUnset = new Set<number>();
  /** Statements that nobody comes to. */
  private leavesOut = false;

  constructor(fn: Fn) {
    this.fn = fn;
    const counts = setsIn(fn);
    const counters = new Set<number>();
    eachStatement(fn.body, (s) => {
      if (s.kind === 'for') counters.add(s.local);
    });
    counts.forEach((n, l) => {
      if (n + (l < fn.params ? 1 : 0) < 2 || counters.has(l)) return;
      this.numberOf.set(l, this.split.length);
      this.split.push(l);
    });
  }

  isWorth(): boolean {
    if (this.split.length === 0) return false;
    let joins = 0;
    eachStatement(this.fn.body, (s) => {
      if (bodiesOf(s).length > 0) joins++;
    });
    return joins * this.split.length <= mostWork;
  }

  made(): Fn {
    const { fn } = this;
    liveBefore(
      fn.body,
      fn.locals.length,
      () => {},
      () => {},
      (s, after, iteration) => this.joined.set(s, { after: after.copy(), iteration: iteration?.copy() }),
    );
    const start = new Int32Array(this.split.length);
    for (let n = 0; n < start.length; n++) start[n] = this.newSet(n);
    const { body } = this.list(fn.body, start);
    return this.leavesOut || this.hasSeveral() ? this.named(body) : fn;
  }

  /** Whether some local has more than one web; what it holds before its first set is one where it is read, or a parameter's. */
  private hasSeveral(): boolean {
    const roots = new Int32Array(this.split.length).fill(-1);
    return this.owners.some((n, set) => {
      if (set < roots.length && !this.readUnset.has(set) && this.split[n]! >= this.fn.params) return false;
      const root = this.rootOf(set);
      if (roots[n] === -1) roots[n] = root;
      return roots[n] !== root;
    });
  }

  private newSet(n: number): number {
    this.owners.push(n);
    return this.parents.push(this.parents.length) - 1;
  }

  private rootOf(set: number): number {
    let root = set;
    while (this.parents[root] !== root) root = this.parents[root]!;
    for (let at = set; at !== root; ) {
      const next = this.parents[at]!;
      this.parents[at] = root;
      at = next;
    }
    return root;
  }

  private join(a: number, b: number): void {
    const [x, y] = [this.rootOf(a), this.rootOf(b)];
    this.parents[Math.max(x, y)] = Math.min(x, y);
  }

  // ---- the ways through ------------------------------------------------------------------------------------------------------

  /** While this runs, sets and reads name `first + set`. */
  private get first(): number {
    return this.fn.locals.length;
  }

  private list(statements: readonly Statement[], start: Int32Array): { body: readonly Statement[]; end: Seen } {
    const body: Statement[] = [];
    let seen: Seen = start;
    for (const s of statements) {
      if (!seen) {
        this.leavesOut = true;
        break;
      }
      const made = this.statement(s, seen);
      body.push(made.statement);
      seen = made.end;
    }
    return { body, end: seen };
  }

  /** May change `seen` in place. */
  private statement(s: Statement, seen: Int32Array): { statement: Statement; end: Seen } {
    switch (s.kind) {
      case 'if':
      case 'switch':
        return this.branch(s, seen);
      case 'block':
        return this.block(s, seen);
      case 'loop':
      case 'for':
        return this.loop(s, seen);
      case 'break':
      case 'continue':
        (s.kind === 'break' ? this.breaks : this.continues).get(s.label)?.push(seen);
        return { statement: s, end: undefined };
      case 'return':
      case 'trap':
        return { statement: this.changed(s, seen), end: undefined };
      default: {
        // else: what `localsSet` and `expressionsOf` say of each kind
        const made = this.changed(s, seen);
        for (const l of localsSet(made)) if (l >= this.first) seen[this.owners[l - this.first]!] = l - this.first;
        return { statement: made, end: seen };
      }
    }
  }

  private changed(s: Statement, seen: Int32Array, body = (b: readonly Statement[]) => b): Statement {
    const read = (e: Expression): Expression => {
      if (e.kind !== 'local') return e;
      const n = this.numberOf.get(e.index);
      if (n === undefined) return e;
      const set = seen[n]!;
      if (set < this.split.length) this.readUnset.add(set);
      return { ...e, index: this.first + set };
    };
    return mapStatement(s, {
      expression: (e) => mapExpression(e, read),
      body,
      local: (l) => {
        const n = this.numberOf.get(l);
        return n === undefined ? l : this.first + this.newSet(n);
      },
    });
  }

  private branch(
    s: Extract<Statement, { kind: 'if' | 'switch' }>,
    seen: Int32Array,
  ): { statement: Statement; end: Seen } {
    const ends: Seen[] = [];
    const statement = this.changed(s, seen, (b) => {
      const inner = this.list(b, seen.slice());
      ends.push(inner.end);
      return inner.body;
    });
    return { statement, end: this.met(ends, this.joined.get(s)?.after) };
  }

  private block(s: Extract<Statement, { kind: 'block' }>, seen: Int32Array): { statement: Statement; end: Seen } {
    const ends: Seen[] = [];
    const out: Int32Array[] = [];
    this.breaks.set(s.label, out);
    const { body, end } = this.list(s.body, seen);
    ends.push(end, ...out);
    return { statement: { ...s, body }, end: this.met(ends, this.joined.get(s)?.after) };
  }

  private loop(s: Loop, seen: Int32Array): { statement: Statement; end: Seen } {
    const out: Int32Array[] = [];
    const iterations: Int32Array[] = [];
    this.breaks.set(s.label, out);
    this.continues.set(s.label, iterations);
    const joined = this.joined.get(s);
    const before = seen.slice();
    let end: Seen;
    const statement = this.changed(s, before, (b) => {
      const inner = this.list(b, seen.slice());
      end = inner.end;
      return inner.body;
    });
    const again = this.met([before.slice(), end, ...iterations], joined?.iteration);
    return { statement, end: this.met(s.kind === 'for' ? [again, ...out] : out, joined?.after) };
  }

  /** Where ways meet: what is read behind it is of one web on all of them. */
  private met(ends: readonly Seen[], live: Bits | undefined): Seen {
    const [first, ...others] = ends.filter((end) => end !== undefined);
    if (!first) return undefined;
    for (const other of others)
      for (let n = 0; n < first.length; n++)
        if (first[n] !== other[n] && (!live || live.has(this.split[n]!))) this.join(first[n]!, other[n]!);
    return first;
  }

  // ---- names -------------------------------------------------------------------------------------------------------------------

  /** The first web of a local keeps its name. */
  private named(body: readonly Statement[]): Fn {
    const { fn, first } = this;
    const locals: Local[] = [...fn.locals];
    const names = new Map<number, number>();
    const kept = new Uint8Array(this.split.length);
    const nameOf = (index: number): number => {
      if (index < first) return index;
      const root = this.rootOf(index - first);
      let name = names.get(root);
      if (name === undefined) {
        const n = this.owners[root]!;
        // A parameter's own value has its place.
        const own = this.split[n]! < fn.params ? root === this.rootOf(n) : kept[n] === 0;
        name = own ? this.split[n]! : locals.push(fn.locals[this.split[n]!]!) - 1;
        if (own) kept[n] = 1;
        names.set(root, name);
      }
      return name;
    };
    const read = (e: Expression): Expression =>
      e.kind === 'local' && e.index >= first ? { ...e, index: nameOf(e.index) } : e;
    const list = (b: readonly Statement[]): readonly Statement[] => mapEach(b, (s) => changeStatement(s, mapping));
    const mapping = { expression: (e: Expression): Expression => mapExpression(e, read), body: list, local: nameOf };
    return { ...fn, body: list(body), locals };
  }
}
