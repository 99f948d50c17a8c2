/**
 * Global value numbering: a cell that was loaded or stored before, and that nothing in between may have written, is not loaded again, nor is what it holds stored there again; a quotient or
 * function that was computed before is not computed again. Addresses are compared as sums of products of values, so that a neighbour's cell in the next iteration of an unrolled loop is
 * known for what it is. Copies of locals are looked through.
 */
import { impossible } from '../../base/impossible.ts';
import { type Access, effectsOf, isMeeting, writesOf } from '../../ir/effects.ts';
import type { Expression, Fn, Local, Statement } from '../../ir/module.ts';
import { isPointer, loadedType, sizeOf } from '../../ir/types.ts';
import { keyOf } from '../../ir/value-key.ts';
import { mayWait } from '../../ir/waiting-loops.ts';
import {
  bodiesOf,
  changeStatement,
  eachExpressionIn,
  eachExpressionOf,
  hasBodies,
  localsSet,
  mapEach,
  replaceEach,
  someStatement,
} from '../../ir/walk.ts';
import { type Affine, AffineForms, constantOf, namedBase, nameOf } from '../analysis/affine.ts';
import { type Aliases, aliasesOf, type Root } from '../analysis/alias.ts';
import { LayeredMap } from '../analysis/layered-map.ts';
import { IdleStores } from './idle-stores.ts';
import { isDear } from './simplify.ts';

type Load = Extract<Expression, { kind: 'load' }>;
type Operation = Extract<Expression, { kind: 'op' }>;
type Store = Extract<Statement, { kind: 'store' }>;

/** `constants`: whether what lies in constant memory is kept as well; where it is the same for a launch it is better found by its address again. */
export function gvn(fn: Fn, constants: 'kept' | 'left' = 'kept'): Fn {
  const facts = factsOf(fn, constants);
  if (!facts) return fn;
  const found = new Walk(fn, facts, undefined);
  found.list(fn.body);
  if (found.reused.size === 0 && found.copied === 0 && found.stores.dropped === 0) return fn;
  // The second walk gives all values the same numbers.
  const made = new Walk(fn, facts, found.reused);
  const body = made.list(fn.body);
  return { ...fn, body, locals: made.locals };
}

/** What both walks ask. */
type Facts = {
  readonly aliases: Aliases;
  readonly changes: Map<Statement, Changes>;
  readonly hasVolatile: boolean;
  /** Where no two functions of real numbers are computed nobody asks which of these are equal. */
  readonly namesReals: boolean;
  readonly constants: 'kept' | 'left';
};

/** Undefined where there is nothing to find: with one load, one quotient and no copies. */
function factsOf(fn: Fn, constants: Facts['constants']): Facts | undefined {
  let loads = 0;
  let dear = 0;
  let dearReals = 0;
  let hasVolatile = false;
  eachExpressionIn(fn.body, (e) => {
    if (e.kind === 'load') {
      loads++;
      if (e.volatile) hasVolatile = true;
    } else if (e.kind === 'op' && isDear(e)) {
      dear++;
      if (isReal(e)) dearReals++;
    }
  });
  const copies = (): boolean => someStatement(fn.body, (s) => s.kind === 'set' && s.value.kind === 'local');
  if (loads < 2 && dear < 2 && !copies()) return undefined;
  return { aliases: aliasesOf(fn), changes: new Map(), hasVolatile, namesReals: dearReals > 1, constants };
}

function isReal({ type }: Expression): boolean {
  return type === 'f32' || type === 'f64';
}

/** What a cell is known to hold. */
type Cell = {
  readonly id: number;
  readonly value: string;
  readonly root: Root;
  /** The address but for its constant. */
  readonly base: string;
  readonly first: number;
  readonly bytes: number;
  readonly holder: Expression | undefined;
};

type Place = Pick<Cell, 'root' | 'base' | 'first' | 'bytes'>;

/** A number that was computed. */
type Value = { readonly id: number; readonly holder: Expression };

type Held = { readonly name: string; readonly form: Affine | undefined };

/** What is known at one point. */
class State {
  readonly locals: LayeredMap<number, Held>;
  readonly cells: LayeredMap<string, Cell>;
  /** By their names. */
  readonly values: LayeredMap<string, Value>;
  readonly copies: LayeredMap<number, Extract<Expression, { kind: 'local' }>>;
  /** Nobody comes here. */
  ended: boolean;

  /** `under`: what is known where this part begins; it stays as it is. */
  constructor(under?: State) {
    this.locals = new LayeredMap(under?.locals);
    this.cells = new LayeredMap(under?.cells);
    this.values = new LayeredMap(under?.values);
    this.copies = new LayeredMap(under?.copies);
    this.ended = under?.ended ?? false;
  }

  /** The part is gone through whole: where it began the same is known as at its end. */
  settle(): void {
    for (const known of [this.locals, this.cells, this.values, this.copies]) known.settle();
  }
}

/** What statements change: locals, memory by what its addresses count from, and what may be others' doing. */
class Changes {
  readonly locals = new Set<number>();
  readonly roots = new Map<string, Root>();
  calls = false;
  shared = false;

  add(other: Changes): void {
    for (const l of other.locals) this.locals.add(l);
    for (const [key, root] of other.roots) this.roots.set(key, root);
    this.calls ||= other.calls;
    this.shared ||= other.shared;
  }

  addRoot(root: Root): void {
    this.roots.set(`${root.name} ${root.space} ${root.given}`, root);
  }
}

class Walk {
  readonly locals: Local[];
  /** Cells that are loaded again, and values that are computed again. */
  readonly reused = new Set<number>();
  /** Reads of locals that are copies of others. */
  copied = 0;
  readonly stores = new IdleStores();
  private readonly wanted: ReadonlySet<number> | undefined;
  private readonly hasVolatile: boolean;
  private readonly namesReals: boolean;
  private readonly constants: Facts['constants'];
  private readonly aliases: Aliases;
  private readonly forms: AffineForms;
  private readonly changes: Map<Statement, Changes>;
  private readonly names = new Map<string, string>();
  /** Of what was gone through of the statement at hand: addresses of loads, and names of operations that are no sums. */
  private readonly places = new Map<Load, Place>();
  private readonly atoms = new Map<Expression, string>();
  private state = new State();
  private before: Statement[] = [];
  private count = 0;

  /** `wanted`: cells whose values are kept, from a walk before. */
  constructor(fn: Fn, facts: Facts, wanted: ReadonlySet<number> | undefined) {
    this.aliases = facts.aliases;
    this.changes = facts.changes;
    this.hasVolatile = facts.hasVolatile;
    this.namesReals = facts.namesReals;
    this.constants = facts.constants;
    this.wanted = wanted;
    this.locals = [...fn.locals];
    const known = (local: number): Affine | undefined => this.heldBy(local).form;
    this.forms = new AffineForms({ bits: 64, keyOf: (e) => this.atomOf(e), known });
  }

  // ---- statements -------------------------------------------------------------------------------------------------------

  readonly list = (of: readonly Statement[]): readonly Statement[] => {
    const made = replaceEach(of, (s) => {
      const outer = this.before;
      this.before = [];
      this.places.clear();
      this.atoms.clear();
      const made = this.statement(s);
      const all = this.before.length === 0 ? made : [...this.before, made];
      this.before = outer;
      return all;
    });
    return this.stores.without(made);
  };

  private statement(s: Statement): Statement {
    switch (s.kind) {
      case 'set':
        return this.set(s);
      case 'store':
        return this.store(s);
      case 'if':
      case 'switch':
        return this.branches(s);
      case 'for':
      case 'loop':
        return this.loop(s);
      case 'block':
        return this.block(s);
      case 'break':
      case 'continue':
      case 'return':
      case 'trap': {
        const made = this.parts(s);
        this.state.ended = true;
        return made;
      }
      case 'call':
      case 'launch':
      case 'copy':
      case 'fill':
      case 'barrier':
      case 'fence':
      case 'atomic':
      case 'warp':
      case 'read-clock':
      case 'print': {
        const made = this.parts(s);
        this.forget(s);
        return made;
      }
      default:
        return impossible(s);
    }
  }

  private parts(s: Statement): Statement {
    return changeStatement(s, { expression: this.expression, body: (b) => b });
  }

  private set(s: Extract<Statement, { kind: 'set' }>): Statement {
    const value = this.expression(s.value);
    const held = this.held(s.value);
    const { state } = this;
    state.locals.set(s.local, held);
    if (value.kind === 'local' && value.index !== s.local) state.copies.set(s.local, value);
    else state.copies.delete(s.local);
    return value === s.value ? s : { ...s, value };
  }

  private store(s: Store): Statement {
    const to = this.expression(s.to);
    let value = this.expression(s.value);
    const root = this.aliases.rootOf(s.to);
    const form = this.forms.of(s.to);
    const place = { root, base: namedBase(form), first: constantOf(form) + s.offset, bytes: sizeOf(s.memory) };
    const name = this.held(s.value).name;
    const key = keyOfCell(s.memory, place);
    const isIdle = !s.volatile && this.state.cells.get(key)?.value === name;
    if (!isIdle) this.forget(s, place);
    const whole = !s.volatile && place.bytes >= 4 && !isPointer(s.memory) && loadedType(s.memory) === s.value.type;
    if (whole && !isIdle) {
      const id = this.count++;
      if (this.wanted?.has(id)) value = this.keep(value, s);
      this.state.cells.set(key, { ...place, id, value: name, holder: value });
    }
    const made = to === s.to && value === s.value ? s : { ...s, to, value };
    this.stores.note(made, form, isIdle);
    return made;
  }

  private branches(s: Extract<Statement, { kind: 'if' | 'switch' }>): Statement {
    const start = this.parts(s);
    const from = this.state;
    const ends: State[] = [];
    const body = (b: readonly Statement[]): readonly Statement[] => {
      this.state = new State(from);
      const made = this.list(b);
      ends.push(this.state);
      return made;
    };
    const made = changeStatement(start, { expression: (e) => e, body });
    this.join(from, ends);
    this.state = from;
    return made;
  }

  private loop(s: Extract<Statement, { kind: 'for' | 'loop' }>): Statement {
    const start = this.parts(s);
    this.forgetIn([s]);
    // A loop that waits for others looks anew each time.
    if (s.kind === 'loop' && mayWait(s)) this.state.cells.clear();
    const head = this.state;
    this.state = new State(head);
    const made = changeStatement(start, { expression: (e) => e, body: this.list });
    this.state = head;
    // Behind it no local of the body is known to hold what it held at the start of an iteration.
    this.forgetIn([s]);
    return made;
  }

  private block(s: Extract<Statement, { kind: 'block' }>): Statement {
    const start = this.state;
    const inside = new State(start);
    this.state = inside;
    const made = changeStatement(s, { expression: (e) => e, body: this.list });
    this.state = start;
    if (inside.ended || someStatement(s.body, (x) => x.kind === 'break' && x.label === s.label)) this.forgetIn(s.body);
    else inside.settle();
    return made;
  }

  // ---- what is forgotten ------------------------------------------------------------------------------------------------

  private forgetIn(list: readonly Statement[]): void {
    const changed = new Changes();
    for (const s of list) changed.add(this.changesOf(s));
    const { locals, roots, calls, shared } = changed;
    for (const l of locals) this.forgetLocal(l);
    if (this.state.cells.isEmpty) return;
    if (calls) this.forgetCells((c) => c.root.space === 'local');
    if (calls || shared) this.forgetShared();
    if (roots.size > 0) this.forgetCells((c) => roots.values().some((root) => this.aliases.mayMeet(c.root, root)));
  }

  /** What a statement changes with all that is nested in it. */
  private changesOf(s: Statement): Changes {
    const known = this.changes.get(s);
    if (known) return known;
    const found = new Changes();
    for (const l of localsSet(s)) found.locals.add(l);
    if (s.kind === 'call') found.calls = true;
    else {
      found.shared = this.showsOthers(s) || (this.hasVolatile && loadsVolatile(s));
      if (!isMeeting(s)) for (const w of writesOf(s)) found.addRoot(this.rootOfWrite(w));
    }
    for (const body of bodiesOf(s)) for (const inner of body) found.add(this.changesOf(inner));
    if (hasBodies(s)) this.changes.set(s, found);
    return found;
  }

  private forgetLocal(l: number): void {
    this.state.locals.set(l, { name: `?${this.count++}`, form: undefined });
    this.state.copies.delete(l);
  }

  private rootOfWrite({ from }: Access): Root {
    return from ? this.aliases.rootOf(from) : anywhere;
  }

  /** Whether threads see behind it what others have written: those that meet, and those that take turns by an atomic operation. */
  private showsOthers(s: Statement): boolean {
    const { ordered, syncs, waits } = effectsOf(s);
    return ordered === true || syncs !== undefined || waits === true || s.kind === 'atomic';
  }

  /** What `s` itself changes. `place`: where it stores, as far as its address says. */
  private forget(s: Statement, place?: Place): void {
    for (const l of localsSet(s)) this.forgetLocal(l);
    if (this.state.cells.isEmpty) return;
    if (s.kind === 'call') this.forgetCells((c) => c.root.space === 'local' || !this.aliases.staysSame(c.root));
    else if (this.showsOthers(s)) this.forgetShared();
    if (place && !effectsOf(s).ordered) {
      this.forgetCells((c) => this.aliases.mayMeet(c.root, place.root) && !areApart(c, place));
      return;
    }
    if (s.kind === 'call' || isMeeting(s)) return;
    for (const w of writesOf(s)) {
      const root = this.rootOfWrite(w);
      this.forgetCells((c) => this.aliases.mayMeet(c.root, root));
    }
  }

  /** What other threads may have written. */
  private forgetShared(): void {
    this.forgetCells((c) => !this.aliases.staysSame(c.root));
  }

  private forgetCells(which: (c: Cell) => boolean): void {
    const { cells } = this.state;
    cells.each((key, c) => {
      if (which(c)) cells.delete(key);
    });
  }

  /** What is known behind branches that begin with `from`, which becomes that. */
  private join(from: State, ends: readonly State[]): void {
    const open = ends.filter((e) => !e.ended);
    const [first, ...others] = open;
    if (!first) {
      from.ended = true;
      return;
    }
    if (others.length === 0) {
      first.settle();
      return;
    }
    for (const l of changedIn(open.map((e) => e.locals))) {
      const held = first.locals.get(l);
      const same = held && others.every((o) => o.locals.get(l)?.name === held.name);
      from.locals.set(l, same ? held : { name: `?${this.count++}`, form: undefined });
    }
    keepSame(from.cells, [first.cells, ...others.map((o) => o.cells)], (a, b) => a.id === b.id);
    keepSame(from.values, [first.values, ...others.map((o) => o.values)], (a, b) => a.id === b.id);
    keepSame(from.copies, [first.copies, ...others.map((o) => o.copies)], (a, b) => a.index === b.index);
  }

  // ---- values -----------------------------------------------------------------------------------------------------------

  private heldBy(local: number): Held {
    return this.state.locals.get(local) ?? { name: `$${local}`, form: undefined };
  }

  private held(e: Expression): Held {
    if (e.type !== 'i32' && e.type !== 'i64' && !isPointer(e.type)) return { name: this.nameOf(e), form: undefined };
    if (e.kind === 'local') {
      const held = this.heldBy(e.index);
      return held.form ? held : { name: held.name, form: this.forms.atom(e) };
    }
    const form = this.forms.of(e);
    return { name: this.nameOfForm(form), form };
  }

  private nameOfForm(form: Affine): string {
    const [only] = form.terms;
    if (form.constant === 0n && form.terms.size === 1 && only![1].factor === 1n) return only![0];
    return this.named(nameOf(form));
  }

  private named(key: string): string {
    const old = this.names.get(key);
    if (old) return old;
    const name = `v${this.names.size}`;
    this.names.set(key, name);
    return name;
  }

  /** A number that is no sum. */
  private atomOf(e: Expression): string {
    return this.nameOf(e, true);
  }

  private nameOf(e: Expression, atom = false): string {
    switch (e.kind) {
      case 'local':
        return this.heldBy(e.index).name;
      case 'op': {
        if (!atom && (e.type === 'i32' || e.type === 'i64' || isPointer(e.type))) return this.held(e).name;
        return this.nameOfAtom(e);
      }
      case 'load':
        return this.cellOf(e)?.value ?? `?${this.count++}`;
      case 'const':
      case 'special':
      case 'global':
      case 'slot':
      case 'function':
      case 'dynamic-shared':
        return keyOf(e);
      default:
        return impossible(e);
    }
  }

  /** Within a statement nothing that was gone through gets another name, unless it holds reads that find something else each time. */
  private nameOfAtom(e: Operation): string {
    const known = this.atoms.get(e);
    if (known !== undefined) return known;
    const name =
      isReal(e) && !this.namesReals
        ? `?${this.count++}`
        : this.named(`${e.op} ${e.type} ${e.args.map((a) => this.held(a).name).join(' ')}`);
    if (!this.hasVolatile) this.atoms.set(e, name);
    return name;
  }

  private placeOf(e: Load): Place {
    const known = this.places.get(e);
    if (known) return known;
    const form = this.forms.of(e.from);
    const root = this.aliases.rootOf(e.from);
    const place = { root, base: namedBase(form), first: constantOf(form) + e.offset, bytes: sizeOf(e.memory) };
    if (!this.hasVolatile) this.places.set(e, place);
    return place;
  }

  private cellOf(e: Load): Cell | undefined {
    return e.volatile ? undefined : this.state.cells.get(keyOfCell(e.memory, this.placeOf(e)));
  }

  // ---- expressions ------------------------------------------------------------------------------------------------------

  private readonly expression = (e: Expression): Expression => {
    if (e.kind === 'local') {
      const copy = this.state.copies.get(e.index);
      if (!copy || this.heldBy(copy.index).name !== this.heldBy(e.index).name) return e;
      this.copied++;
      return copy;
    }
    if (e.kind === 'op') {
      const args = mapEach(e.args, this.expression);
      const made = args === e.args ? e : { ...e, args };
      return isDear(e) ? this.dear(e, made) : made;
    }
    return e.kind === 'load' ? this.load(e) : e;
  };

  /** `made`: `e` as it is written now. */
  private dear(e: Operation, made: Operation): Expression {
    const name = this.held(e).name;
    const known = this.state.values.get(name);
    if (known) {
      this.reused.add(known.id);
      return this.wanted ? known.holder : made;
    }
    const id = this.count++;
    const holder = this.wanted?.has(id) ? this.keep({ ...made }, undefined) : made;
    this.state.values.set(name, { id, holder });
    return holder;
  }

  private load(e: Load): Expression {
    const from = this.expression(e.from);
    const made: Load = from === e.from ? e : { ...e, from };
    if (e.volatile) {
      this.forgetShared();
      return made;
    }
    const place = this.placeOf(e);
    const key = keyOfCell(e.memory, place);
    const known = this.state.cells.get(key);
    if (known) {
      if (this.constants === 'left' && e.from.type === 'ptr.constant') return made;
      this.reused.add(known.id);
      return (this.wanted && known.holder) || made;
    }
    const id = this.count++;
    const value = this.wanted?.has(id) ? this.keep({ ...made }, undefined) : made;
    this.state.cells.set(key, { ...place, id, value: `?${this.count++}`, holder: value });
    return value;
  }

  /** A local that holds `e` from here on. */
  private keep(e: Expression, s: Statement | undefined): Expression {
    if (e.kind === 'const') return e;
    const index = this.locals.length;
    this.locals.push({ name: 'loaded', type: e.type });
    this.before.push({ kind: 'set', local: index, value: e, ...(s?.at && { at: s.at }) });
    return { kind: 'local', type: e.type, index };
  }
}

const anywhere: Root = { name: undefined, space: undefined };

function loadsVolatile(s: Statement): boolean {
  let found = false;
  eachExpressionOf(s, (e) => {
    if (e.kind === 'load' && e.volatile) found = true;
  });
  return found;
}

function keyOfCell(memory: string, { base, first }: Pick<Cell, 'base' | 'first'>): string {
  return `${memory} ${first} ${base}`;
}

/** Keys that are not in all of them what they were before. */
function changedIn<K, V>(maps: readonly LayeredMap<K, V>[]): ReadonlySet<K> {
  const found = new Set<K>();
  for (const m of maps) for (const key of m.changed()) found.add(key);
  return found;
}

/** What all of the branches end with. */
function keepSame<K, V>(
  from: LayeredMap<K, V>,
  ends: readonly [LayeredMap<K, V>, ...LayeredMap<K, V>[]],
  isSame: (a: V, b: V) => boolean,
): void {
  const [first, ...others] = ends;
  for (const key of changedIn(ends)) {
    const value = first.get(key);
    const isKept =
      value !== undefined &&
      others.every((o) => {
        const other = o.get(key);
        return other !== undefined && isSame(value, other);
      });
    if (isKept) from.set(key, value);
    else from.delete(key);
  }
}

/** Cells with the same address but for constants that do not overlap. */
function areApart(a: Pick<Cell, 'base' | 'first' | 'bytes'>, b: Pick<Cell, 'base' | 'first' | 'bytes'>): boolean {
  return a.base === b.base && (a.first + a.bytes <= b.first || b.first + b.bytes <= a.first);
}
