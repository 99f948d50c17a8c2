/**
 * Threads with one number in the grid that find their row and their place in it by division (`j = t/n; i = mod(t, n)`): row after row, for the threads whose numbers lie in it. Which row it
 * is all of them share then, and places in it count on from thread to thread, as if the grid had been two-dimensional. What divides the row's number again is the same for all.
 */
import { add, and, i32, local as localOf, mul, op, special, sub } from '../../ir/build.ts';
import { isMeeting } from '../../ir/effects.ts';
import { liveBefore } from '../../ir/liveness.ts';
import type { Expression, Local, Statement } from '../../ir/module.ts';
import { renamed } from '../../ir/renamed.ts';
import { countSets } from '../../ir/uniformity.ts';
import { keyOf } from '../../ir/value-key.ts';
import {
  changeParts,
  copyOf,
  eachExpression,
  eachExpressionIn,
  eachStatement,
  mapExpression,
  mapStatement,
  someExpression,
  someStatement,
  withLocals,
} from '../../ir/walk.ts';
import { type Affine, AffineForms, constantOf, growthOf, isZero, nameOf } from '../analysis/affine.ts';
import { baseOf } from '../analysis/shared-accesses.ts';
import { cacheLine } from '../cost.ts';
import {
  expanded,
  type InterchangedLoops,
  isOfChunks,
  isRowLength,
  places,
  shortestRow,
  variation,
} from './interchange-thread-loops.ts';

type Body = readonly Statement[];
type For = Extract<Statement, { kind: 'for' }>;
type Operation = Extract<Expression, { kind: 'op' }>;

/** `width`: threads of a block along x, where that is known. */
export function delinearise(loops: InterchangedLoops, width: number | undefined): InterchangedLoops {
  const { fn } = loops;
  const isWhole = loops.iterations.size === 0;
  if (!someDivision(fn.body)) return loops;
  const locals: Local[] = [...fn.locals];
  const iterations = new Set(loops.iterations);
  const blocks = isWhole ? locals.push({ name: 'blocks', type: 'i32' }) - 1 : loops.blocks;
  const rows: Rows = (list, shared, behind) =>
    inRows(list, { params: fn.params, around: fn.body, behind, shared, width, blocks, locals, iterations });
  const body = isWhole
    ? whole(fn.body, rows)
    : fn.body.map((s, i) => inIterations(s, (list, shared) => rows(list, shared, fn.body.slice(i + 1))));
  if (iterations.size === loops.iterations.size) return loops;
  return { fn: { ...fn, locals, body }, blocks, iterations };
}

type Rows = (list: Body, shared: ReadonlySet<number>, behind: Body) => Body;

function whole(body: Body, rows: Rows): Body {
  return someStatement(body, (s) => isMeeting(s) || s.kind === 'return') ? body : rows(body, new Set(), []);
}

/** In the iterations that all threads go through together. */
function inIterations(s: Statement, rows: (list: Body, shared: ReadonlySet<number>) => Body): Statement {
  if (s.kind !== 'for' || s.body[0]?.kind !== 'barrier' || !isCounter(s)) return s;
  const list = s.body.slice(1);
  const leaves = (x: Statement): boolean =>
    x.kind === 'return' || ((x.kind === 'break' || x.kind === 'continue') && x.label === s.label);
  if (someStatement(list, (x) => isMeeting(x) || leaves(x))) return s;
  const made = rows(list, new Set([s.local]));
  // The iterations that only some threads have bear the same name.
  return made === list ? s : { ...s, label: `${s.label}~rows`, body: made };
}

/** From 0 or more on. */
function isCounter({ from, step }: For): boolean {
  return from.kind === 'const' && Number(from.value) >= 0 && step.kind === 'const' && Number(step.value) > 0;
}

type Setting = {
  readonly params: number;
  readonly around: Body;
  /** What runs after the list. */
  readonly behind: Body;
  /** Counters of loops around the list. */
  readonly shared: ReadonlySet<number>;
  readonly width: number | undefined;
  readonly blocks: number | undefined;
  readonly locals: Local[];
  readonly iterations: Set<number>;
};

function inRows(list: Body, setting: Setting): Body {
  const { locals, iterations } = setting;
  const divisions = new Divisions(list, setting);
  const found = divisions.rowsOf(list);
  if (!found) return list;
  const { number, length } = found;
  const fresh = (name: string): number => locals.push({ name, type: 'i32' }) - 1;
  const names = ['first', 'count', 'iteration', 'row', 'place', 'low'] as const;
  const { first, count, iteration, row, place, low } = named(names, fresh);
  const get = (l: number): Expression => localOf(l, 'i32');
  const set = (to: number, value: Expression): Statement => ({ kind: 'set', local: to, value });
  const rowOf = (e: Expression): Expression => op('div', [e, length]);
  // The last number of a row that the greatest integer cuts is that.
  const further = sub(length, i32(1));
  const last = add(op('min', [get(low), sub(i32(2 ** 31 - 1), further)]), further);
  const isIn = and(op('ge', [number, get(low)]), op('le', [number, last]));
  const [before, after] = [list, setting.behind].map((b) => liveBefore(b, locals.length));
  const kept = (l: number): boolean => before!.has(l) || after!.has(l);
  const replaced = divisions.replaced(list, found, get(row), get(place));
  const least = storesFarApart(replaced, place) ? shortestFarApart : shortestRow;
  if (length.kind === 'const' && Number(length.value) < least) return list;
  // How values grow from thread to thread is told by their locals.
  const body = renamed(replaced, { body: list, locals, kept }, 'rows', list);
  const { from, to } = endsOf(number, setting);
  const loop: For = {
    kind: 'for',
    label: `#rows~${iteration}`,
    local: iteration,
    from: i32(0),
    trips: get(count),
    step: i32(1),
    body: [
      { kind: 'barrier', scope: 'block' },
      set(row, add(get(first), get(iteration))),
      ...[...divisions.ofRow.values()].map((p) => set(p.local, p.value)),
      set(low, mul(get(row), length)),
      set(place, sub(number, get(low))),
      { kind: 'if', condition: isIn, then: body, otherwise: [] },
    ],
  };
  for (const l of [first, count, iteration]) iterations.add(l);
  const rows = [set(first, rowOf(from)), set(count, add(sub(rowOf(to), get(first)), i32(1))), loop];
  const asked = [
    ...(length.kind === 'const' ? [] : [op('ge', [length, i32(least)])]),
    ...[...divisions.divisors.values()].map((d) => op('ge', [d, i32(1)])),
  ];
  if (asked.length === 0) return rows;
  const otherwise: Body = [{ kind: 'barrier', scope: 'block' }, ...copyOf(list)];
  return [{ kind: 'if', condition: asked.reduce(and), then: rows, otherwise }];
}

function named<N extends string>(names: readonly N[], value: (name: N) => number): Readonly<Record<N, number>> {
  return Object.fromEntries(names.map((name) => [name, value(name)])) as Record<N, number>;
}

/** Of threads that each store to lines of memory of their own, which cost more than divisions do. */
const shortestFarApart = 96;

/** Whether neighbours in a row store far from each other. */
function storesFarApart(list: Body, place: number): boolean {
  const values = new Map<number, Affine>();
  const forms: AffineForms = new AffineForms({ bits: 64, keyOf, known: (l) => values.get(l) });
  let far = false;
  eachStatement(list, (s) => {
    if (s.kind === 'set' && s.value.type.startsWith('i')) values.set(s.local, forms.of(s.value));
    if (s.kind !== 'store') return;
    const growth = growthOf(forms.of(s.to), place);
    far ||= !growth || growth.terms.size > 0 || Math.abs(constantOf(growth)) > cacheLine;
  });
  return far;
}

/** The number of the first and of the last thread of the blocks that run as one. */
function endsOf(
  number: Expression,
  { width, blocks }: Setting,
): { readonly from: Expression; readonly to: Expression } {
  const at = (x: Expression, block: Expression): Expression =>
    mapExpression(number, (e) => {
      if (e.kind !== 'special') return e;
      return e.name === 'tid.x' ? x : e.name === 'ctaid.x' ? block : e;
    });
  const block = special('ctaid.x');
  const last = blocks === undefined ? block : add(block, sub(localOf(blocks, 'i32'), i32(1)));
  const end = width === undefined ? sub(special('ntid.x'), i32(1)) : i32(width - 1);
  return { from: at(i32(0), block), to: at(end, last) };
}

type RowsFound = { readonly number: Expression; readonly form: string; readonly length: Expression };
/** The quotient or the remainder of a number. */
type Division = { readonly is: 'div' | 'rem'; readonly of: Expression; readonly by: Expression };

class Divisions {
  private readonly setting: Setting;
  private readonly sets: Uint32Array;
  private readonly values = new Map<number, Expression>();
  private readonly forms = new AffineForms({ bits: 32, keyOf });
  /** What divides the number of a row, where only a launch knows it. */
  readonly divisors = new Map<string, Expression>();
  /** Quotients and remainders of the number of a row, once for all of its threads. */
  readonly ofRow = new Map<string, { readonly local: number; readonly value: Expression }>();

  private placed: ReadonlySet<string> | undefined;

  constructor(list: Body, setting: Setting) {
    const { around, shared, locals } = setting;
    this.setting = setting;
    this.sets = countSets(around, locals.length);
    for (const l of shared) this.values.set(l, localOf(l, 'i32'));
    this.hold(around, (l) => this.sets[l] === 1);
    const own = countSets(list, locals.length);
    const before = liveBefore(list, locals.length);
    this.hold(list, (l) => own[l] === 1 && !before.has(l));
  }

  private hold(list: Body, isOne: (local: number) => boolean): void {
    eachStatement(list, (s) => {
      if (s.kind !== 'set' || !isOne(s.local)) return;
      const value = expanded(s.value, this.setting.params, this.sets, this.values);
      if (value) this.values.set(s.local, value);
    });
  }

  /** The numbers that are divided by the length of a row, and that length: the one that the others are multiples of. */
  rowsOf(list: Body): RowsFound | undefined {
    const found: RowsFound[] = [];
    // Numbers whose chunks lie in shorter rows: those of longer ones may begin anywhere.
    const ofChunks = new Set<string>();
    eachExpressionIn(list, (e) => {
      const d = this.divisionOf(e);
      if (d && this.holdsChunks(d)) ofChunks.add(nameOf(this.forms.of(d.of)));
      if (!d || !this.isLength(d.by) || (d.is === 'rem' && !this.isPlaced(d, list))) return;
      const number = this.isNumber(d.of) ? d.of : this.remainder(d.of)?.of;
      if (!number || !this.isNumber(number)) return;
      found.push({ number, form: nameOf(this.forms.of(number)), length: d.by });
    });
    const isRow = (a: RowsFound): boolean =>
      !ofChunks.has(a.form) && found.every((b) => b.form !== a.form || this.times(b.length, a.length) !== undefined);
    return found.find(isRow);
  }

  /** Whether memory is found by such a remainder. */
  private isPlaced({ of, by }: Division, list: Body): boolean {
    this.placed ??= this.remaindersOfPlaces(list);
    return this.placed.has(nameOfDivision(of, by));
  }

  /** Those of tables alone: what is also found without them has neighbours at its edges (`u(mod(i, n) + 1)` beside `u(i)`), of which each row has two. */
  private remaindersOfPlaces(list: Body): ReadonlySet<string> {
    const ofArrays = new Map<string, Set<string>[]>();
    const place = (e: Expression): void => {
      const names = new Set<string>();
      eachExpression(withLocals(e, this.values), (x) => {
        const d = this.divisionOf(x);
        if (d?.is === 'rem') names.add(nameOfDivision(d.of, d.by));
      });
      const array = keyOf(baseOf(e));
      ofArrays.set(array, [...(ofArrays.get(array) ?? []), names]);
    };
    eachStatement(list, (s) => {
      if (s.kind === 'store' || s.kind === 'atomic') place(s.to);
    });
    eachExpressionIn(list, (e) => {
      if (e.kind === 'load') place(e.from);
    });
    const tables = [...ofArrays.values()].filter((places) => places.every((names) => names.size > 0));
    return new Set(tables.flat().flatMap((names) => [...names]));
  }

  replaced(list: Body, rows: RowsFound, row: Expression, place: Expression): Body {
    const expression = (e: Expression): Expression => {
      const d = this.divisionOf(e);
      return (d && this.inRow(d, rows, row, place)) ?? changeParts(e, expression);
    };
    const body = (inner: Body): Body => inner.map((s) => mapStatement(s, { expression, body }));
    return body(list);
  }

  /** What a division gives for the place of a row. */
  private inRow({ is, of, by }: Division, rows: RowsFound, row: Expression, place: Expression): Expression | undefined {
    const times = this.times(by, rows.length);
    if (nameOf(this.forms.of(of)) === rows.form) {
      if (times === undefined) return undefined;
      const isOne = times.kind === 'const' && Number(times.value) === 1;
      if (isOne) return is === 'div' ? row : place;
      if (is === 'div') return this.divided('div', row, times);
      return add(mul(this.divided('rem', row, times), rows.length), place);
    }
    // Of the number of a row, or of rows.
    const outer = this.divisionOf(of);
    const quotient = outer?.is === 'div' ? this.inRow(outer, rows, row, place) : undefined;
    if (quotient) return this.isShared(by) ? this.divided(is, quotient, by) : undefined;
    // The quotient or the remainder by some rows, of what is left by more of them.
    const inner = this.remainder(of);
    if (!inner || !times || nameOf(this.forms.of(inner.of)) !== rows.form) return undefined;
    const of2 = this.inRow(inner, rows, row, place);
    if (!of2 || !(times.kind === 'const' && Number(times.value) === 1)) return undefined;
    const rowsLeft = this.times(inner.by, rows.length);
    return rowsLeft && (is === 'rem' ? place : this.divided('rem', row, rowsLeft));
  }

  private divided(is: 'div' | 'rem', row: Expression, by: Expression): Expression {
    const value = op(is, [row, by]);
    const key = keyOf(value);
    const { locals } = this.setting;
    const held = this.ofRow.get(key) ?? { local: locals.push({ name: 'of-row', type: 'i32' }) - 1, value };
    this.ofRow.set(key, held);
    if (by.kind !== 'const') this.divisors.set(keyOf(by), by);
    return localOf(held.local, 'i32');
  }

  /** x - x/c*c, or a remainder as it is written. */
  private remainder(e: Expression): Division | undefined {
    const d = this.divisionOf(e);
    if (d) return d.is === 'rem' ? d : undefined;
    const form = this.forms.of(e);
    for (const term of form.terms.values())
      for (const { e: atom } of term.atoms) {
        const inner = this.divisionOf(atom);
        if (inner?.is !== 'div') continue;
        const left = this.forms.of(sub(inner.of, mul(atom, inner.by)));
        if (isZero(this.forms.sum(form, left, -1n))) return { ...inner, is: 'rem' };
      }
    return undefined;
  }

  /** With what locals hold; by a power of two, as shifts and bits, too. */
  private divisionOf(e: Expression): Division | undefined {
    if (e.kind !== 'op' || e.type !== 'i32') return undefined;
    const is = isQuotient(e) ? 'div' : e.op === 'rem' || e.op === 'and' ? 'rem' : undefined;
    const by = is && divisorOf(e);
    if (!by) return undefined;
    const parts = [e.args[0]!, by].map((x) => expanded(x, this.setting.params, this.sets, this.values));
    const [of, length] = parts;
    return of && length && { is, of, by: length };
  }

  /** Whether a number counts the threads of the grid, from 0 or more on. */
  private isNumber(e: Expression): boolean {
    const form = this.forms.of(e);
    if (form.constant < 0n) return false;
    let along = false;
    let over = false;
    for (const { atoms, factor } of form.terms.values()) {
      if (factor < 0n || !atoms.every((a) => this.isCounted(a.e))) return false;
      const names = atoms.map(({ e: a }) => (a.kind === 'special' ? a.name : ''));
      if (names.includes('tid.x')) along = names.length === 1 && factor === 1n;
      if (names.includes('ctaid.x')) over = this.isOfBlocks(names, factor);
    }
    return along && over;
  }

  /** Whether it is blockIdx%x*blockDim%x. */
  private isOfBlocks(names: readonly string[], factor: bigint): boolean {
    const { width } = this.setting;
    if (width !== undefined) return names.length === 1 && factor === BigInt(width);
    return names.length === 2 && names.includes('ntid.x') && factor === 1n;
  }

  private isCounted(e: Expression): boolean {
    if (e.kind === 'local') return this.setting.shared.has(e.index);
    return e.kind === 'special' && !['tid.y', 'tid.z', 'laneid'].includes(e.name);
  }

  /** Whether groups of so many threads, in which chunks lie, begin where the number is a multiple of that. */
  private holdsChunks({ of, by }: Division): boolean {
    const size = by.kind === 'const' ? Number(by.value) : 0;
    if (!isOfChunks(size) || !this.isNumber(of)) return false;
    const { constant, terms } = this.forms.of(of);
    const isMultiple = (n: bigint): boolean => n % BigInt(size) === 0n;
    const isOf = (name: string, atoms: readonly { readonly e: Expression }[]): boolean =>
      atoms.some(({ e }) => e.kind === 'special' && e.name === name);
    return (
      isMultiple(constant) &&
      [...terms.values()].every(
        ({ atoms, factor }) => isMultiple(factor) || isOf('tid.x', atoms) || isOf('ntid.x', atoms),
      )
    );
  }

  private isLength(e: Expression): boolean {
    if (e.kind === 'const') return isRowLength(Number(e.value));
    return this.isShared(e) && !someExpression(e, (x) => x.kind === 'op' && x.op === 'div');
  }

  /** Whether all threads of the grid have the same. */
  private isShared(e: Expression): boolean {
    return places.every((p) => variation(e, p) === 'same');
  }

  /** How often `part` goes into `e`: 1 where they are the same; undefined where nobody knows. */
  private times(e: Expression, part: Expression): Expression | undefined {
    if (keyOf(e) === keyOf(part)) return i32(1);
    if (e.kind === 'const' && part.kind === 'const')
      return Number(e.value) % Number(part.value) === 0 ? i32(Number(e.value) / Number(part.value)) : undefined;
    if (e.kind !== 'op' || e.op !== 'mul') return undefined;
    const [a, b] = e.args;
    for (const [x, y] of [
      [a!, b!],
      [b!, a!],
    ] as const) {
      const inner = this.times(x, part);
      if (inner) return inner.kind === 'const' && Number(inner.value) === 1 ? y : mul(inner, y);
    }
    return undefined;
  }
}

const nameOfDivision = (of: Expression, by: Expression): string => `${keyOf(of)} by ${keyOf(by)}`;
const isQuotient = (e: Operation): boolean => e.op === 'div' || e.op === 'shr.s' || e.op === 'shr.u';

/** What a quotient or a remainder divides by. */
function divisorOf(e: Operation): Expression | undefined {
  const by = e.args[1]!;
  if (e.op === 'div' || e.op === 'rem') return by;
  if (by.kind !== 'const') return undefined;
  const n = Number(by.value);
  if (e.op === 'and') return n > 0 && (n & (n + 1)) === 0 && n < 2 ** 30 ? i32(n + 1) : undefined;
  return n > 0 && n < 31 ? i32(2 ** n) : undefined;
}

function someDivision(list: Body): boolean {
  let found = false;
  eachExpressionIn(list, (e) => {
    found ||= e.kind === 'op' && (isQuotient(e) || e.op === 'rem');
  });
  return found;
}
