/**
 * Tiles in shared memory that only hand on what memory holds: rows are copied in (`do j = threadIdx%y, n, blockDim%y; s(x, j) = f(i, j, k)`), a few of them copied again as a border
 * (`s(x, j - 4) = s(x, n + j - 4)`), and all else reads. A GPU saves loads that way; a processor has caches. The readers load the source instead, and the tile, its barriers and
 * the time that passes until it is full are gone. Iterations whose rows come to the border choose the row that it was copied from. Only for blocks of a known size; what the
 * kernel stores must lie in other arrays than what it loads, which is for its launch to see to.
 */

import { add, and, i32, i64, mul, op, select } from '../../ir/build.ts';
import { isPlainBarrier } from '../../ir/effects.ts';
import { liveBefore } from '../../ir/liveness.ts';
import type { Apart, Expression, Fn, Statement } from '../../ir/module.ts';
import { countSets } from '../../ir/uniformity.ts';
import type { KeyOf } from '../../ir/value-key.ts';
import {
  eachExpression,
  eachExpressionIn,
  eachStatement,
  expressionsOf,
  hasAtMost,
  mapExpression,
  mapStatement,
  someStatement,
} from '../../ir/walk.ts';
import {
  type Affine,
  AffineForms,
  constantOf,
  divided,
  growthOf,
  isConstant,
  isOfPlanes,
  isZero,
  loadsApart,
  plus,
  productOf,
} from '../analysis/affine.ts';
import { usesShared } from '../analysis/shared-accesses.ts';
import { folded } from '../scalar/fold.ts';

type Load = Extract<Expression, { kind: 'load' }>;
type Store = Extract<Statement, { kind: 'store' }>;
type For = Extract<Statement, { kind: 'for' }>;

export type BypassedTiles = {
  readonly fn: Fn;
  readonly apart: readonly Apart[];
};

/** Rows that lie further apart are better fetched all at once, one after the other. */
const farBytes = 4096;
/** Values are written where they are read. */
const nodesAtMost = 64;

/** `rows`: threads of a block along y; there is one along z. */
export function bypassSharedTiles(kernel: Fn, rows: number, keyOf: KeyOf): BypassedTiles | undefined {
  const apart = hasOneTile(kernel) && storesOnce(kernel) ? arraysApart(kernel) : undefined;
  if (!apart) return undefined;
  const reader = new TileReader(kernel, rows, keyOf);
  const out: Statement[] = [];
  for (const [i, s] of kernel.body.entries()) {
    const made = reader.statement(s, kernel.body.slice(i + 1));
    if (!made) return undefined;
    out.push(...made);
  }
  return reader.forwards ? { fn: { ...kernel, body: out }, apart } : undefined;
}

/** Whether one variable is in shared memory, and nothing happens that needs one but loads, stores and barriers at the top of the kernel. */
function hasOneTile(kernel: Fn): boolean {
  const names = new Set<string>();
  let plain = kernel.slots.length === 0;
  eachExpressionIn(kernel.body, (e) => {
    if (e.kind === 'global' && e.type === 'ptr.shared') names.add(e.name);
    if (e.kind === 'dynamic-shared' || e.kind === 'slot' || (e.kind === 'load' && e.volatile)) plain = false;
  });
  let barriers = 0;
  eachStatement(kernel.body, (s) => {
    const isKnown = ['set', 'store', 'for', 'if', 'barrier', 'return'].includes(s.kind);
    if (!isKnown || (s.kind === 'store' && s.volatile)) plain = false;
    if (s.kind === 'barrier') barriers++;
  });
  const atTop = kernel.body.filter((s) => isPlainBarrier(s, 'block'));
  return plain && names.size === 1 && barriers > 0 && atTop.length === barriers;
}

/** Which parameters that memory is loaded through must differ from those it is stored through; undefined where that is not all to know. */
export function arraysApart(kernel: Fn): readonly Apart[] | undefined {
  const loaded = new Set<number>();
  const stored = new Set<number>();
  let known = true;
  const note = (address: Expression, to: Set<number>): void => {
    if (ownSpaces.has(address.type)) return;
    const root = rootOf(address);
    if (root === undefined || root >= kernel.params) known = false;
    else to.add(root);
  };
  eachStatement(kernel.body, (s) => {
    if (s.kind === 'store') note(s.to, stored);
  });
  eachExpressionIn(kernel.body, (e) => {
    if (e.kind === 'load') note(e.from, loaded);
  });
  if (!known || [...stored].some((q) => loaded.has(q))) return undefined;
  const mayOverlap = (p: number): boolean => kernel.overlapping?.includes(p) === true;
  return [...loaded].flatMap((p) =>
    [...stored].map((q): Apart => (mayOverlap(p) || mayOverlap(q) ? [p, q, 'memory'] : [p, q])),
  );
}

/** Whether all stores to an array are between the same barriers: of two threads that store to one place, the later one is behind a barrier. */
export function storesOnce({ body, overlapping }: Fn): boolean {
  const regions = new Map<number | 'any' | undefined, number>();
  let passed = 0;
  let once = true;
  eachStatement(body, (s) => {
    if (s.kind === 'barrier') passed++;
    if (s.kind !== 'store' || s.to.type === 'ptr.shared') return;
    const root = rootOf(s.to);
    const array = root !== undefined && overlapping?.includes(root) ? 'any' : root;
    if ((regions.get(array) ?? passed) !== passed) once = false;
    regions.set(array, passed);
  });
  return once;
}

/** What nobody else's arrays lie in. */
const ownSpaces: ReadonlySet<string> = new Set(['ptr.shared', 'ptr.constant', 'ptr.local']);

/** The local whose address it is counted from. */
function rootOf(address: Expression): number | undefined {
  let e = address;
  while (e.kind === 'op' && (e.op === 'offset' || e.op === 'cast.space')) e = e.args[0]!;
  return e.kind === 'local' ? e.index : undefined;
}

/** What fills the tile: rows from `first` to `last` of what `from` gives for the row that the local `row` is. */
type Fill = {
  readonly load: Load;
  readonly from: Expression;
  readonly row: Extract<Expression, { kind: 'local' }>;
  readonly rest: Affine;
  /** Bytes of the tile from row to row. */
  readonly step: bigint;
  readonly first: number;
  readonly last: number;
};
/** Rows of the tile that are copies of those `shift` further on. */
type Border = { readonly first: number; readonly last: number; readonly shift: number };
/** A load of the tile, and its row in each iteration for each row of threads. */
type Use = { readonly form: Affine; readonly row: Expression; readonly rows: readonly (readonly number[])[] };
type Turns = {
  readonly from: readonly number[];
  readonly step: number;
  readonly trips: number;
};

class TileReader {
  /** Some load of the tile is one of memory now. */
  forwards = false;
  private readonly kernel: Fn;
  private readonly threads: readonly number[];
  private readonly sets: Uint32Array;
  private readonly forms: AffineForms;
  /** What locals hold here, as far as places, parameters and constants give it; and those that are set no more. */
  private readonly values = new Map<number, Expression>();
  private readonly settled = new Set<number>();
  private readonly ofThread: string;
  private fill: Fill | undefined;
  private readonly borders: Border[] = [];
  /** Barriers passed, and how many there were when the tile was filled and when it was last written. */
  private passed = 0;
  private filled = 0;
  private written = 0;

  constructor(kernel: Fn, rows: number, keyOf: KeyOf) {
    this.kernel = kernel;
    this.threads = Array.from({ length: rows }, (_, y) => y);
    this.sets = countSets(kernel.body, kernel.locals.length);
    this.forms = new AffineForms({ bits: 32, keyOf: loadsApart(keyOf) });
    this.ofThread = keyOf({ kind: 'special', type: 'i32', name: 'tid.y' });
  }

  /** What takes the place of a statement at the top of the kernel; undefined where the tile has to stay. */
  statement(s: Statement, after: readonly Statement[]): readonly Statement[] | undefined {
    if (s.kind === 'barrier') {
      this.passed++;
      return [];
    }
    if (!usesShared([s])) {
      if (s.kind === 'set') this.note(s.local, s.value);
      else this.forgetSets(s);
      return s.kind === 'set' || s.kind === 'return' ? [s] : undefined;
    }
    if (storesToTile(s)) {
      const good = this.fill ? this.passed > this.filled && this.copiesBorder(s, this.fill) : this.fills(s, after);
      if (!good) return undefined;
      this.forgetSets(s);
      this.written = this.passed;
      return [];
    }
    return this.fill && this.passed > this.written && s.kind === 'for' ? this.used(s, this.fill) : undefined;
  }

  private note(local: number, value: Expression): void {
    const whole = this.expanded(value);
    if (whole) this.values.set(local, whole);
    else this.values.delete(local);
    if (this.sets[local] === 1) this.settled.add(local);
  }

  private forgetSets(s: Statement): void {
    eachStatement([s], (x) => {
      if (x.kind === 'set' || x.kind === 'for') this.values.delete(x.local);
    });
  }

  /** By places, parameters, constants, locals that stay as they are, and the variable of the loop around it; undefined where there is more to it. */
  private expanded(e: Expression, loop?: number): Expression | undefined {
    let known = true;
    const whole = mapExpression(e, (x) => {
      if (x.kind === 'load') known = false;
      if (x.kind !== 'local' || x.index === loop) return x;
      const value = this.values.get(x.index);
      const stays = x.index < this.kernel.params ? this.sets[x.index] === 0 : this.settled.has(x.index);
      if (!value && !stays) known = false;
      return value ?? x;
    });
    return known && hasAtMost(whole, nodesAtMost) ? whole : undefined;
  }

  /** Of the threads of row `y`. */
  private number(e: Expression, y: number): number | undefined {
    const value = mapExpression(e, (x) => (x.kind === 'special' && x.name === 'tid.y' ? i32(y) : folded(x)));
    if (value.kind !== 'const') return undefined;
    return Number(value.value);
  }

  private turnsOf(s: For): Turns | undefined {
    const [from, step, trips] = [this.expanded(s.from), this.expanded(s.step), this.expanded(s.trips)];
    if (!from || !step || !trips) return undefined;
    const of = (e: Expression): readonly (number | undefined)[] => this.threads.map((y) => this.number(e, y));
    const [starts, steps, counts] = [of(from), of(step), of(trips)];
    const good = starts.every((n) => n !== undefined);
    const [by, count] = [steps[0], counts[0]];
    if (!good || by === undefined || count === undefined || count < 1) return undefined;
    if (!steps.every((n) => n === by) || !counts.every((n) => n === count)) return undefined;
    return { from: starts, step: by, trips: count };
  }

  private place(address: Expression, offset: number, loop?: number): Affine | undefined {
    const whole = this.expanded(address, loop);
    return whole && plus(this.forms.of(whole), offset);
  }

  private fills(s: Statement, after: readonly Statement[]): boolean {
    if (s.kind !== 'for' || s.body.length !== 1 || liveBefore(after, this.kernel.locals.length).has(s.local))
      return false;
    const turns = this.turnsOf(s);
    const store = s.body[0]!;
    if (!turns || store.kind !== 'store' || store.value.kind !== 'load') return false;
    const { value: load } = store;
    const from = load.from.type === 'ptr.global' ? this.expanded(load.from, s.local) : undefined;
    const to = this.place(store.to, store.offset, s.local);
    if (!from || !to || store.memory !== load.memory) return false;
    const [step, growth] = [growthOf(to, s.local), growthOf(this.forms.of(from), s.local)];
    const bytes = step && isConstant(step) ? step.constant : undefined;
    if (!bytes || !growth || isZero(growth) || isOfPlanes(growth) || constantOf(growth) >= farBytes) return false;
    const range = rangeOf(turns.from.flatMap((n) => Array.from({ length: turns.trips }, (_, t) => n + t * turns.step)));
    if (!range) return false;
    const row = { kind: 'local', type: s.step.type, index: s.local } as const;
    const rest = this.forms.sum(to, this.forms.of(row), -bytes);
    if (rest.terms.has(this.ofThread)) return false;
    this.filled = this.passed;
    this.fill = { load, from, row, rest, step: bytes, first: range[0], last: range[1] };
    return true;
  }

  /** Rows copied to where the fill has written nothing. */
  private copiesBorder(s: Statement, fill: Fill): boolean {
    if (s.kind !== 'if' && s.kind !== 'store') return false;
    const condition = s.kind === 'if' ? this.expanded(s.condition) : undefined;
    if (s.kind === 'if' && (!condition || s.otherwise.length > 0)) return false;
    const takes = this.threads.map((y) => (condition ? this.number(condition, y) : 1));
    if (!takes.every((n) => n !== undefined)) return false;
    const those = this.threads.filter((y) => takes[y] !== 0);
    return (s.kind === 'if' ? s.then : [s]).every((x) => x.kind === 'store' && this.copiesRows(x, those, fill));
  }

  private copiesRows(s: Store, threads: readonly number[], fill: Fill): boolean {
    if (s.value.kind !== 'load' || s.memory !== fill.load.memory || s.value.memory !== s.memory) return false;
    const to = this.rowForm(this.place(s.to, s.offset), fill);
    const from = this.rowForm(this.place(s.value.from, s.value.offset), fill);
    if (!to || !from || s.value.from.type !== 'ptr.shared') return false;
    const shift = this.forms.sum(from, to, -1n);
    const rows = threads.map((y) => this.rowOf(to, y));
    const range = rangeOf(rows.filter((n) => n !== undefined));
    if (!isConstant(shift) || !range || rows.includes(undefined)) return false;
    const [first, last] = range;
    const moved = constantOf(shift);
    const isBeside = last < fill.first || first > fill.last;
    const isFilled = first + moved >= fill.first && last + moved <= fill.last;
    if (!isBeside || !isFilled || this.borders.some((b) => first <= b.last && last >= b.first)) return false;
    this.borders.push({ first, last, shift: moved });
    return true;
  }

  /** The row of the tile that a place lies in, at the thread's own column. */
  private rowForm(place: Affine | undefined, fill: Fill): Affine | undefined {
    if (!place) return undefined;
    return divided(this.forms.sum(place, fill.rest, -1n), fill.step);
  }

  private rowOf(form: Affine, y: number, turn?: { readonly key: string; readonly at: number }): number | undefined {
    let sum = constantOf(form);
    for (const [key, t] of form.terms) {
      const value = key === this.ofThread ? y : key === turn?.key ? turn.at : undefined;
      if (value === undefined) return undefined;
      sum += Number(t.factor) * value;
    }
    return sum;
  }

  /** A loop that reads the tile. */
  private used(s: For, fill: Fill): readonly Statement[] | undefined {
    const turns = this.turnsOf(s);
    if (!turns || s.body.some((x) => x.kind !== 'set' && x.kind !== 'store')) return undefined;
    this.forgetSets(s);
    const uses = new Map<Load, Use>();
    let known = true;
    for (const x of s.body) {
      for (const whole of expressionsOf(x))
        eachExpression(whole, (e) => {
          if (e.kind !== 'load' || e.from.type !== 'ptr.shared' || uses.has(e)) return;
          const use = this.use(e, s, turns, fill);
          if (use) uses.set(e, use);
          else known = false;
        });
      const value = x.kind === 'set' ? this.expanded(x.value, s.local) : undefined;
      if (x.kind === 'set' && value) this.values.set(x.local, value);
      else if (x.kind === 'set') this.values.delete(x.local);
    }
    this.forgetSets(s);
    if (!known) return undefined;
    const isInner = (t: number): boolean =>
      [...uses.values()].every((u) => u.rows[t]!.every((n) => n >= fill.first && n <= fill.last));
    const all = Array.from({ length: turns.trips }, (_, t) => t);
    const inner = all.filter(isInner);
    const [begin, end] = inner.length > 0 ? [inner[0]!, inner.at(-1)! + 1] : [turns.trips, turns.trips];
    if (end - begin !== inner.length || 2 * inner.length < turns.trips) return undefined;
    this.forwards = true;
    const part = (name: string, from: number, to: number): readonly Statement[] =>
      from < to ? [this.part(s, turns, uses, fill, { name, from, to })] : [];
    return [...part('first', 0, begin), ...part('inner', begin, end), ...part('last', end, turns.trips)];
  }

  private use(e: Load, loop: For, turns: Turns, fill: Fill): Use | undefined {
    const form = this.rowForm(this.place(e.from, e.offset, loop.local), fill);
    if (!form || e.memory !== fill.load.memory) return undefined;
    const key = `$${loop.local}`;
    const rows = Array.from({ length: turns.trips }, (_, t) =>
      this.threads.map((y) => this.rowOf(form, y, { key, at: turns.from[y]! + t * turns.step })),
    );
    const isKnown = (n: number | undefined): n is number =>
      n !== undefined && ((n >= fill.first && n <= fill.last) || this.borders.some((b) => n >= b.first && n <= b.last));
    const known: number[][] = [];
    for (const list of rows) {
      const good = list.filter(isKnown);
      if (good.length < list.length) return undefined;
      known.push(good);
    }
    return { form, row: this.written32(form), rows: known };
  }

  /** The number of a row, i32. */
  private written32(form: Affine): Expression {
    let sum: Expression | undefined;
    for (const t of form.terms.values()) {
      const term = mul(productOf(t, 'i32'), i32(Number(t.factor)));
      sum = sum ? add(sum, term) : term;
    }
    const constant = constantOf(form);
    if (!sum) return i32(constant);
    return add(sum, i32(constant));
  }

  /** Some of the iterations, each load of the tile being one of its source. */
  private part(
    s: For,
    turns: Turns,
    uses: ReadonlyMap<Load, Use>,
    fill: Fill,
    { name, from, to }: { readonly name: string; readonly from: number; readonly to: number },
  ): Statement {
    const forwarded = (e: Expression): Expression => {
      const use = e.kind === 'load' ? uses.get(e) : undefined;
      if (use) return this.source(use, fill, use.rows.slice(from, to).flat());
      if (e.kind !== 'op') return e.kind === 'load' ? { ...e, from: forwarded(e.from) } : e;
      return { ...e, args: e.args.map(forwarded) };
    };
    const number = (type: Expression['type'], n: number): Expression => (type === 'i64' ? i64(n) : i32(n));
    const start = from === 0 ? s.from : add(s.from, number(s.from.type, from * turns.step));
    return {
      ...s,
      label: `${s.label}.${name}`,
      from: start,
      trips: number(s.trips.type, to - from),
      body: s.body.map((x) => mapStatement(x, { expression: forwarded, body: (b) => b })),
    };
  }

  private source(use: Use, fill: Fill, rows: readonly number[]): Expression {
    let { row } = use;
    for (const b of this.borders) {
      if (!rows.some((n) => n >= b.first && n <= b.last)) continue;
      const isLeast = rows.every((n) => n >= b.first);
      const isGreatest = rows.every((n) => n <= b.last);
      const from = op('ge', [use.row, i32(b.first)]);
      const to = op('le', [use.row, i32(b.last)]);
      const inside = isLeast ? to : isGreatest ? from : and(from, to);
      row = select(inside, add(use.row, i32(b.shift)), row);
    }
    const wide = fill.row.type === 'i64' ? op('extend', [row]) : row;
    const from = mapExpression(fill.from, (e) => (e.kind === 'local' && e.index === fill.row.index ? wide : e));
    return { ...fill.load, from };
  }
}

/** The least and the greatest of numbers that are all between these, each once. */
function rangeOf(numbers: readonly number[]): readonly [number, number] | undefined {
  const sorted = [...numbers].sort((a, b) => a - b);
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return sorted.every((n, i) => n === first + i) ? [first, last] : undefined;
}

function storesToTile(s: Statement): boolean {
  return someStatement([s], (x) => x.kind === 'store' && x.to.type === 'ptr.shared');
}
