/**
 * Global value numbering: a cell that was loaded or stored before, and that nothing in between may have written, is not loaded again, and a quotient or function that was computed before is not
 * computed again. Addresses are compared as sums of products of values, so that a neighbour's cell in the next iteration of an unrolled loop is known for what it is. Copies of locals are
 * looked through.
 */
import { impossible } from '../../base/impossible.ts';
import { accessesOf, effectsOf, isMeeting } from '../../ir/effects.ts';
import type { Expression, Fn, Local, Statement } from '../../ir/module.ts';
import { isPointer, loadedType, sizeOf } from '../../ir/types.ts';
import { keyOf } from '../../ir/value-key.ts';
import { mayWait } from '../../ir/waiting-loops.ts';
import {
  changeStatement,
  eachExpressionIn,
  eachExpressionOf,
  eachStatement,
  localsSet,
  replaceEach,
  someStatement,
} from '../../ir/walk.ts';
import { type Affine, AffineForms, constantOf, namedBase, nameOf } from '../analysis/affine.ts';
import { Aliases, type Root } from '../analysis/alias.ts';
import { isDear } from './simplify.ts';

type Load = Extract<Expression, { kind: 'load' }>;
type Operation = Extract<Expression, { kind: 'op' }>;
type Store = Extract<Statement, { kind: 'store' }>;

export function gvn(fn: Fn): Fn {
  if (!isWorth(fn)) return fn;
  const aliases = new Aliases(fn);
  const found = new Walk(fn, aliases, undefined);
  found.list(fn.body);
  if (found.reused.size === 0 && found.copied === 0) return fn;
  // The second walk gives all values the same numbers.
  const made = new Walk(fn, aliases, found.reused);
  const body = made.list(fn.body);
  return { ...fn, body, locals: made.locals };
}

/** With one load, one quotient and no copies there is nothing to find. */
function isWorth(fn: Fn): boolean {
  let loads = 0;
  let dear = 0;
  eachExpressionIn(fn.body, (e) => {
    if (e.kind === 'load') loads++;
    else if (e.kind === 'op' && isDear(e)) dear++;
  });
  return loads > 1 || dear > 1 || someStatement(fn.body, (s) => s.kind === 'set' && s.value.kind === 'local');
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

/** A number that was computed. */
type Value = { readonly id: number; readonly holder: Expression };

type Held = { readonly name: string; readonly form: Affine | undefined };

/** What is known at one point. */
type State = {
  readonly locals: Map<number, Held>;
  readonly cells: Map<string, Cell>;
  /** By their names. */
  readonly values: Map<string, Value>;
  readonly copies: Map<number, Extract<Expression, { kind: 'local' }>>;
  /** Nobody comes here. */
  ended: boolean;
};

class Walk {
  readonly locals: Local[];
  /** Cells that are loaded again, and values that are computed again. */
  readonly reused = new Set<number>();
  /** Reads of locals that are copies of others. */
  copied = 0;
  private readonly wanted: ReadonlySet<number> | undefined;
  private readonly hasVolatile: boolean;
  private readonly aliases: Aliases;
  private readonly forms: AffineForms;
  private readonly names = new Map<string, string>();
  private state: State = { locals: new Map(), cells: new Map(), values: new Map(), copies: new Map(), ended: false };
  private before: Statement[] = [];
  private count = 0;

  /** `wanted`: cells whose values are kept, from a walk before. */
  constructor(fn: Fn, aliases: Aliases, wanted: ReadonlySet<number> | undefined) {
    this.aliases = aliases;
    this.wanted = wanted;
    this.hasVolatile = someStatement(fn.body, loadsVolatile);
    this.locals = [...fn.locals];
    const known = (local: number): Affine | undefined => this.heldBy(local).form;
    this.forms = new AffineForms({ bits: 64, keyOf: (e) => this.atomOf(e), known });
  }

  // ---- statements -------------------------------------------------------------------------------------------------------

  readonly list = (of: readonly Statement[]): readonly Statement[] =>
    replaceEach(of, (s) => {
      const outer = this.before;
      this.before = [];
      const made = this.statement(s);
      const all = this.before.length === 0 ? made : [...this.before, made];
      this.before = outer;
      return all;
    });

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
        this.forget(s, true);
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
    this.forget(s, true, place);
    const whole = !s.volatile && place.bytes >= 4 && !isPointer(s.memory) && loadedType(s.memory) === s.value.type;
    if (whole) {
      const id = this.count++;
      if (this.wanted?.has(id)) value = this.keep(value, s);
      this.state.cells.set(keyOfCell(s.memory, place), { ...place, id, value: name, holder: value });
    }
    return to === s.to && value === s.value ? s : { ...s, to, value };
  }

  private branches(s: Extract<Statement, { kind: 'if' | 'switch' }>): Statement {
    const start = this.parts(s);
    const from = this.state;
    const ends: State[] = [];
    const body = (b: readonly Statement[]): readonly Statement[] => {
      this.state = copyOf(from);
      const made = this.list(b);
      ends.push(this.state);
      return made;
    };
    const made = changeStatement(start, { expression: (e) => e, body });
    this.state = this.joined(ends);
    return made;
  }

  private loop(s: Extract<Statement, { kind: 'for' | 'loop' }>): Statement {
    const start = this.parts(s);
    this.forgetIn([s]);
    // A loop that waits for others looks anew each time.
    if (s.kind === 'loop' && mayWait(s)) this.state.cells.clear();
    const head = copyOf(this.state);
    const made = changeStatement(start, { expression: (e) => e, body: this.list });
    this.state = head;
    // Behind it no local of the body is known to hold what it held at the start of an iteration.
    this.forgetIn([s]);
    return made;
  }

  private block(s: Extract<Statement, { kind: 'block' }>): Statement {
    const start = copyOf(this.state);
    const made = changeStatement(s, { expression: (e) => e, body: this.list });
    if (this.state.ended || someStatement(s.body, (x) => x.kind === 'break' && x.label === s.label)) {
      this.state = start;
      this.forgetIn(s.body);
    }
    return made;
  }

  // ---- what is forgotten ------------------------------------------------------------------------------------------------

  private forgetIn(list: readonly Statement[]): void {
    eachStatement(list, (s) => this.forget(s, false));
  }

  /** What `s` itself changes. `here`: its address means what it says; else only what it counts from is known. */
  private forget(s: Statement, here: boolean, place?: Pick<Cell, 'root' | 'base' | 'first' | 'bytes'>): void {
    for (const l of localsSet(s)) {
      this.state.locals.set(l, { name: `?${this.count++}`, form: undefined });
      this.state.copies.delete(l);
    }
    const { ordered, syncs, waits } = effectsOf(s);
    // Threads that meet, and those that take turns by an atomic operation, see what others have written.
    if (s.kind === 'call') this.forgetCells((c) => c.root.space === 'local' || !this.aliases.staysSame(c.root));
    else if (
      ordered ||
      syncs !== undefined ||
      waits ||
      s.kind === 'atomic' ||
      (!here && this.hasVolatile && loadsVolatile(s))
    )
      this.forgetShared();
    if (here && place && !ordered) {
      this.forgetCells((c) => this.aliases.mayMeet(c.root, place.root) && !areApart(c, place));
      return;
    }
    if (s.kind === 'call') return;
    for (const w of accessesOf(s).writes) {
      const root: Root = w.from ? this.aliases.rootOf(w.from) : { name: undefined, space: undefined };
      if (isMeeting(s)) continue;
      this.forgetCells((c) => this.aliases.mayMeet(c.root, root));
    }
  }

  /** What other threads may have written. */
  private forgetShared(): void {
    this.forgetCells((c) => !this.aliases.staysSame(c.root));
  }

  private forgetCells(which: (c: Cell) => boolean): void {
    for (const [key, c] of this.state.cells) if (which(c)) this.state.cells.delete(key);
  }

  private joined(ends: readonly State[]): State {
    const open = ends.filter((e) => !e.ended);
    const [first, ...others] = open;
    if (!first) return { ...ends[0]!, ended: true };
    if (others.length === 0) return first;
    const locals = new Map<number, Held>();
    const all = new Set(open.flatMap((e) => [...e.locals.keys()]));
    for (const l of all) {
      const held = first.locals.get(l);
      const same = held && others.every((o) => o.locals.get(l)?.name === held.name);
      locals.set(l, same ? held : { name: `?${this.count++}`, form: undefined });
    }
    const cells = new Map([...first.cells].filter(([key, c]) => others.every((o) => o.cells.get(key)?.id === c.id)));
    const values = new Map([...first.values].filter(([key, v]) => others.every((o) => o.values.get(key)?.id === v.id)));
    const copies = new Map(
      [...first.copies].filter(([l, c]) => others.every((o) => o.copies.get(l)?.index === c.index)),
    );
    return { locals, cells, values, copies, ended: false };
  }

  // ---- values -----------------------------------------------------------------------------------------------------------

  private heldBy(local: number): Held {
    return this.state.locals.get(local) ?? { name: `$${local}`, form: undefined };
  }

  private held(e: Expression): Held {
    if (e.type !== 'i32' && e.type !== 'i64' && !isPointer(e.type)) return { name: this.nameOf(e), form: undefined };
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
        return this.named(`${e.op} ${e.type} ${e.args.map((a) => this.held(a).name).join(' ')}`);
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

  private placeOf(e: Load): Pick<Cell, 'root' | 'base' | 'first' | 'bytes'> {
    const form = this.forms.of(e.from);
    const root = this.aliases.rootOf(e.from);
    return { root, base: namedBase(form), first: constantOf(form) + e.offset, bytes: sizeOf(e.memory) };
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
      const args = e.args.map(this.expression);
      const made = args.every((a, i) => a === e.args[i]) ? e : { ...e, args };
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

function copyOf(s: State): State {
  const { locals, cells, values, copies, ended } = s;
  return { locals: new Map(locals), cells: new Map(cells), values: new Map(values), copies: new Map(copies), ended };
}

/** Cells with the same address but for constants that do not overlap. */
function areApart(a: Pick<Cell, 'base' | 'first' | 'bytes'>, b: Pick<Cell, 'base' | 'first' | 'bytes'>): boolean {
  return a.base === b.base && (a.first + a.bytes <= b.first || b.first + b.bytes <= a.first);
}
