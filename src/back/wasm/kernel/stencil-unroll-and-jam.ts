/**
 * Rows of threads side by side that load each other's neighbours (a stencil): what the threads of several rows do is written row after row, and what a row has
 * loaded the next ones take from registers. Rows do not wait for each other, so that a thread may find what was there before another one's store.
 */
import { i64, offset } from '../../../ir/build.ts';
import type { Expression, Local, Statement } from '../../../ir/module.ts';
import { keyOf } from '../../../ir/value-key.ts';
import { eachExpression, expressionsOf, localsSet, mapStatement, someExpression } from '../../../ir/walk.ts';
import { type Affine, AffineForms, constantOf, loadsApart, namedBase } from '../../../opt/analysis/affine.ts';
import { worthSharing } from '../../../opt/cost.ts';
import type { AddressType } from '../encode/artifact.ts';
import { RowCopies, type RowFacts, type RowLocals } from './row-copies.ts';

type Load = Extract<Expression, { kind: 'load' }>;

export type NeighbourFacts = RowFacts & {
  readonly address: AddressType;
  /** What locals that exist once for all threads hold, by the arithmetic that made them. */
  readonly values: ReadonlyMap<number, Expression>;
  /** Locals that exist once for all threads, or that all threads set alike. */
  readonly common: ReadonlySet<number>;
  /** Whether neighbours in x find different values. */
  readonly isLong: (e: Expression) => boolean;
};

export type Neighbours = {
  readonly body: readonly Statement[];
  readonly locals: readonly Local[];
  readonly rows: RowLocals;
  /** How many loaded values are held at once. */
  readonly held: number;
};

/** A processor fetches ahead along so many rows of memory; more of them at once wait for each other. */
const streamsAtMost = 8;
/** Places that are no further apart are parts of one row. */
const rowGap = 128;
/** Larger bodies find no room for more in registers. */
const nodesAtMost = 400;
/** Undefined where the rows would not save much. */
export function neighbours(facts: NeighbourFacts, rows: number, place: 'tid.y' | 'tid.z'): Neighbours | undefined {
  if (!isStraight(facts)) return undefined;
  const copies = new RowCopies(facts, rows, place);
  if (!loadsByRow(facts, copies)) return undefined;
  const list = rowAfterRow(facts.body, copies);
  const shared = new SharedRows(facts, list, copies.locals);
  if (!worthSharing(shared.before, shared.after) || shared.streams() > streamsAtMost) return undefined;
  const { body, held } = shared.written();
  return { body, locals: copies.locals, rows: copies.rows, held };
}

/** The same with `chunks` of so many threads of each row one after another, which share what finds the places. */
export function inLongerRows(
  facts: NeighbourFacts,
  rows: number,
  place: 'tid.y' | 'tid.z',
  { chunks, threads }: { readonly chunks: number; readonly threads: number },
): Neighbours {
  const copies = new RowCopies(facts, rows, place);
  const first = rowAfterRow(facts.body, copies);
  const body = first.map((r) => r.statement);
  const along = new RowCopies({ body, locals: copies.locals, differs: () => false }, chunks, 'tid.x', threads);
  const list = Array.from({ length: chunks }, (_, chunk) =>
    first.flatMap(({ row, of, statement }): readonly Row[] =>
      chunk > 0 && statement.kind === 'set' && !along.isOwnLocal(statement.local)
        ? []
        : [{ row: chunk * rows + row, of, statement: along.copy(statement, chunk) }],
    ),
  );
  const shared = new SharedRows(facts, list.flat(), along.locals);
  return { ...shared.written(), locals: along.locals, rows: copies.rows };
}

/** Whether rows side by side are better run together: some memory is near for both, and a processor still fetches ahead along all that they read and write. */
export function meetInMemory(facts: NeighbourFacts, rows: number, place: 'tid.y' | 'tid.z'): boolean {
  const streams = (count: number): number => {
    const copies = new RowCopies(facts, count, place);
    return new SharedRows(facts, rowAfterRow(facts.body, copies), copies.locals).streams();
  };
  const together = streams(rows);
  return together < rows * streams(1) && together <= streamsAtMost;
}

/** Arithmetic comes first, so that what is the same along rows can leave the loop over them. */
function rowAfterRow(body: readonly Statement[], copies: RowCopies): readonly Row[] {
  const late = new Set<number>();
  const first: Row[] = [];
  const list: Row[] = [];
  for (let row = 0; row < copies.count; row++)
    for (const of of body) {
      if (row > 0 && of.kind === 'set' && !copies.isOwnLocal(of.local)) continue;
      const made = { row, of, statement: copies.copy(of, row) };
      const waits = of.kind !== 'set' || readsMemory(of.value) || readsAny(of.value, late);
      if (waits && of.kind === 'set') late.add(of.local);
      (waits ? list : first).push(made);
    }
  return [...first, ...list];
}

const readsMemory = (whole: Expression): boolean => someExpression(whole, (e) => e.kind === 'load');

function readsAny(whole: Expression, locals: ReadonlySet<number>): boolean {
  return someExpression(whole, (e) => e.kind === 'local' && locals.has(e.index));
}

/** Plain sets and stores, each local set once and not read before that. */
export function isStraight(facts: NeighbourFacts): boolean {
  const set = new Set<number>();
  const written = new Set<number>(facts.body.flatMap(localsSet));
  let nodes = 0;
  return facts.body.every((s) => {
    if ((s.kind !== 'set' && s.kind !== 'store') || (s.kind === 'store' && s.volatile)) return false;
    let good = true;
    for (const whole of expressionsOf(s))
      eachExpression(whole, (e) => {
        nodes++;
        if (e.kind === 'slot' || (e.kind === 'load' && e.volatile)) good = false;
        if (e.kind === 'special' && e.name === 'laneid') good = false;
        if (e.kind === 'local' && written.has(e.index) && !set.has(e.index)) good = false;
      });
    if (s.kind === 'set') {
      if (set.has(s.local) || facts.common.has(s.local)) good = false;
      set.add(s.local);
    }
    return good && nodes <= nodesAtMost;
  });
}

/** Whether each row loads several vectors of its own. */
function loadsByRow(facts: NeighbourFacts, copies: RowCopies): boolean {
  let n = 0;
  for (const s of facts.body)
    for (const whole of expressionsOf(s))
      eachExpression(whole, (e) => {
        if (e.kind === 'load' && facts.isLong(e.from) && copies.isOwn(e.from)) n++;
      });
  return n > 1;
}

/** A statement of a row, and that of the first row which it is like. */
type Row = { readonly row: number; readonly of: Statement; readonly statement: Statement };
type Place = { readonly base: string; readonly at: number };
type Base = { uses: number; least: number; local: number | undefined };

class SharedRows {
  /** Vectors that the rows load, each by itself and together. */
  before = 0;
  after = 0;
  private readonly facts: NeighbourFacts;
  private readonly list: readonly Row[];
  private readonly locals: Local[];
  private readonly forms: AffineForms;
  private readonly held = new Map<number, Affine>();
  private readonly places = new Map<Expression, Place>();
  private readonly bases = new Map<string, Base>();
  /** Places in global memory, counted from their bases. */
  private readonly far = new Map<string, Set<number>>();
  /** Loads that a row makes before its first store: how many rows ask for each, and the local that holds it. */
  private readonly loads = new Map<string, { uses: number; local: number | undefined }>();

  constructor(facts: NeighbourFacts, list: readonly Row[], locals: Local[]) {
    this.facts = facts;
    this.list = list;
    this.locals = locals;
    this.forms = new AffineForms({
      bits: facts.address === 'i64' ? 64 : 32,
      keyOf: loadsApart(keyOf),
      known: (l) => this.valueOf(l),
    });
    this.eachRow(({ of, statement }, early) => {
      const long = loadsOf(of).map((e) => facts.isLong(e.from));
      loadsOf(statement).forEach((e, i) => {
        this.note(e, long[i] === true, early);
      });
      if (statement.kind === 'store') this.noteFar(statement.to, statement.offset);
      else if (statement.kind === 'set') this.noteSet(statement.local, statement.value);
    });
  }

  /** `early`: the row has not stored yet. */
  private eachRow(visit: (row: Row, early: boolean) => void): void {
    let stored = -1;
    for (const r of this.list) {
      visit(r, stored !== r.row);
      if (r.statement.kind === 'store') stored = r.row;
    }
  }

  private valueOf(local: number): Affine | undefined {
    const known = this.held.get(local);
    if (known) return known;
    const value = this.facts.values.get(local);
    if (!value) return undefined;
    const form = this.forms.of(value);
    this.held.set(local, form);
    return form;
  }

  private noteSet(local: number, value: Expression): void {
    if (value.type === 'f32' || value.type === 'f64' || value.type === 'bool') return;
    if (!readsMemory(value)) this.held.set(local, this.forms.of(value));
  }

  private note(e: Load, long: boolean, early: boolean): void {
    const key = this.nameOf(e);
    if (long) this.noteFar(e.from, e.offset);
    if (long) this.before++;
    const known = early ? this.loads.get(key) : undefined;
    if (known) known.uses++;
    else if (long) this.after++;
    if (early && !known) this.loads.set(key, { uses: 1, local: undefined });
  }

  private noteFar(from: Expression, offset: number): void {
    const { base, at } = this.placed(from);
    if (from.type !== 'ptr.global') return;
    const places = this.far.get(base) ?? new Set();
    this.far.set(base, places.add(at + offset));
  }

  private nameOf(e: Load): string {
    const place = this.placed(e.from);
    return `${e.memory} ${place.at + e.offset} ${place.base}`;
  }

  private placed(from: Expression): Place {
    const known = this.places.get(from);
    if (known) return known;
    const form = this.forms.of(from);
    const place = { base: `${from.type} ${namedBase(form)}`, at: constantOf(form) };
    this.places.set(from, place);
    const base = this.bases.get(place.base);
    if (base) {
      base.uses++;
      base.least = Math.min(base.least, place.at);
    } else this.bases.set(place.base, { uses: 1, least: place.at, local: undefined });
    return place;
  }

  /** Rows of global memory that all of it goes along. */
  streams(): number {
    let count = 0;
    for (const places of this.far.values()) {
      const sorted = [...places].sort((a, b) => a - b);
      count += sorted.filter((at, i) => i === 0 || at - sorted[i - 1]! > rowGap).length;
    }
    return count;
  }

  written(): { readonly body: readonly Statement[]; readonly held: number } {
    const body: Statement[] = [];
    this.eachRow(({ statement }, early) => {
      const expression = (e: Expression): Expression => this.changed(e, early, body);
      const made = mapStatement(statement, { expression, body: (b) => b });
      if (made.kind !== 'store' || statement.kind !== 'store') body.push(made);
      else {
        const place = this.moved(statement.to, made.to, made.offset, body);
        body.push({ ...made, ...place });
      }
    });
    const held = new Set([...this.loads.values()].flatMap((l) => (l.local === undefined ? [] : [l.local])));
    return { body, held: mostHeld(body, held) };
  }

  private changed(e: Expression, early: boolean, before: Statement[]): Expression {
    if (e.kind === 'op') {
      const args = e.args.map((a) => this.changed(a, early, before));
      return args.every((a, i) => a === e.args[i]) ? e : { ...e, args };
    }
    if (e.kind !== 'load') return e;
    const shared = early ? this.loads.get(this.nameOf(e)) : undefined;
    const again = shared !== undefined && shared.uses > 1;
    if (!again || shared.local === undefined) {
      const place = this.moved(e.from, this.changed(e.from, early, before), e.offset, before);
      const made: Load = { ...e, from: place.to, offset: place.offset };
      if (!again) return made;
      shared.local = this.locals.push({ name: 'shared', type: e.type }) - 1;
      before.push({ kind: 'set', local: shared.local, value: made });
    }
    return { kind: 'local', type: e.type, index: shared.local };
  }

  /** A place counted from one that is held for all that lie a constant apart. */
  private moved(
    from: Expression,
    changed: Expression,
    bytes: number,
    before: Statement[],
  ): { readonly to: Expression; readonly offset: number } {
    const place = this.places.get(from);
    const base = place && this.bases.get(place.base);
    if (!place || !base || base.uses < 2) return { to: changed, offset: bytes };
    if (base.local === undefined) {
      base.local = this.locals.push({ name: 'place', type: from.type }) - 1;
      const value = base.least === place.at ? changed : offset(changed, i64(base.least - place.at));
      before.push({ kind: 'set', local: base.local, value });
    }
    return { to: { kind: 'local', type: from.type, index: base.local }, offset: bytes + place.at - base.least };
  }
}

function loadsOf(s: Statement): readonly Load[] {
  const found: Load[] = [];
  for (const whole of expressionsOf(s))
    eachExpression(whole, (e) => {
      if (e.kind === 'load') found.push(e);
    });
  return found;
}

/** The most of `locals` that are set and read later at one time. */
function mostHeld(body: readonly Statement[], locals: ReadonlySet<number>): number {
  const last = new Map<number, number>();
  body.forEach((s, at) => {
    for (const whole of expressionsOf(s))
      eachExpression(whole, (e) => {
        if (e.kind === 'local' && locals.has(e.index)) last.set(e.index, at);
      });
  });
  let [now, most] = [0, 0];
  const ends = new Map<number, number>();
  body.forEach((s, at) => {
    for (const l of localsSet(s)) {
      const end = locals.has(l) ? last.get(l) : undefined;
      if (end === undefined) continue;
      now++;
      ends.set(end, (ends.get(end) ?? 0) + 1);
    }
    most = Math.max(most, now);
    now -= ends.get(at) ?? 0;
  });
  return most;
}
