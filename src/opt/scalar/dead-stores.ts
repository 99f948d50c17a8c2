/**
 * Dead-store elimination: a store goes where the same thread writes the cell again before anybody may read it, and where the function ends before that and the cell is one of a slot of its
 * own. Statements are looked at from the last to the first, with what is dead behind each of them.
 */
import { accessesOf, effectsOf, effectsOfExpression } from '../../ir/effects.ts';
import type { Expression, Fn, Statement } from '../../ir/module.ts';
import { sizeOf } from '../../ir/types.ts';
import { keyOf } from '../../ir/value-key.ts';
import { mayWait } from '../../ir/waiting-loops.ts';
import {
  changeBodies,
  eachExpressionOf,
  eachStatement,
  expressionsOf,
  labelsIn,
  localsSet,
  someExpression,
} from '../../ir/walk.ts';
import { AffineForms, constantOf, namedBase } from '../analysis/affine.ts';
import { type Aliases, aliasesOf, type Root } from '../analysis/alias.ts';

type Body = readonly Statement[];
type Store = Extract<Statement, { kind: 'store' }>;

/** Cells that are surely written again before they are read, and slots that nobody reads any more. */
type Dead = { readonly cells: readonly Cell[]; readonly slots: ReadonlySet<number> };

/** So many bytes of memory. */
type Cell = {
  readonly root: Root;
  /** The address but for its constant. */
  readonly base: string;
  readonly first: number;
  readonly bytes: number;
  /** What the address is made of. */
  readonly locals: ReadonlySet<number>;
};

/** More of them at once are not looked at. */
const cellsAtMost = 64;

export function eliminateDeadStores(fn: Fn): Fn {
  let stores = 0;
  eachStatement(fn.body, (s) => {
    if (s.kind === 'store' || s.kind === 'fill') stores++;
  });
  const own = ownSlots(fn);
  if (stores < 2 && own.size === 0) return fn;
  const body = new DeadStores(fn, own).made();
  return body === fn.body ? fn : { ...fn, body };
}

/** Slots that only accesses name: nobody else knows their addresses. */
function ownSlots(fn: Fn): ReadonlySet<number> {
  const own = new Set(fn.slots.keys());
  const look = (e: Expression): void => {
    if (e.kind === 'slot') own.delete(e.index);
    if (e.kind === 'load' && slotOf(e.from) !== undefined) eachIndex(e.from, look);
    else if (e.kind === 'op') for (const a of e.args) look(a);
    else if (e.kind === 'load') look(e.from);
  };
  if (own.size === 0) return own;
  eachStatement(fn.body, (s) => {
    const places = s.kind === 'store' || s.kind === 'fill' ? [s.to] : s.kind === 'copy' ? [s.to, s.from] : [];
    for (const e of expressionsOf(s)) {
      if (places.includes(e) && slotOf(e) !== undefined) eachIndex(e, look);
      else look(e);
    }
  });
  return own;
}

/** The slot whose cell an address is. */
function slotOf(address: Expression): number | undefined {
  if (address.kind === 'slot') return address.index;
  return address.kind === 'op' && (address.op === 'offset' || address.op === 'cast.space')
    ? slotOf(address.args[0]!)
    : undefined;
}

function eachIndex(address: Expression, visit: (e: Expression) => void): void {
  if (address.kind !== 'op') return;
  eachIndex(address.args[0]!, visit);
  if (address.op === 'offset') visit(address.args[1]!);
}

class DeadStores {
  private readonly fn: Fn;
  private readonly own: ReadonlySet<number>;
  private readonly aliases: Aliases;
  private readonly forms = new AffineForms({ bits: 64, keyOf });
  private readonly places = new Map<Expression, Pick<Cell, 'root' | 'base' | 'first'>>();
  /** What is dead where jumps with these labels lead. */
  private readonly breaks = new Map<string, Dead>();
  private readonly continues = new Map<string, Dead>();

  constructor(fn: Fn, own: ReadonlySet<number>) {
    this.fn = fn;
    this.own = own;
    this.aliases = aliasesOf(fn);
  }

  made(): Body {
    return this.list(this.fn.body, this.atEnd()).body;
  }

  private atEnd(): Dead {
    return { cells: [], slots: this.own };
  }

  /** The list without dead stores, and what is dead before it. */
  private list(list: Body, behind: Dead): { readonly body: Body; readonly dead: Dead } {
    let dead = behind;
    const made: Statement[] = [];
    let changed = false;
    for (let i = list.length - 1; i >= 0; i--) {
      const s = list[i]!;
      if (this.isDead(s, dead)) {
        changed = true;
        continue;
      }
      const next = this.statement(s, dead);
      if (next.s !== s) changed = true;
      made.push(next.s);
      dead = next.dead;
    }
    return { body: changed ? made.reverse() : list, dead };
  }

  private isDead(s: Statement, { cells, slots }: Dead): boolean {
    if ((s.kind !== 'store' && s.kind !== 'fill' && s.kind !== 'copy') || (s.kind === 'store' && s.volatile))
      return false;
    const slot = slotOf(s.to);
    if (slot !== undefined && slots.has(slot)) return true;
    const cell = s.kind === 'store' && cells.length > 0 ? this.cellOf(s) : undefined;
    return cell !== undefined && cells.some((c) => covers(c, cell));
  }

  private statement(s: Statement, behind: Dead): { readonly s: Statement; readonly dead: Dead } {
    switch (s.kind) {
      case 'if':
      case 'switch':
        return this.branches(s, behind);
      case 'for':
      case 'loop':
        return this.loop(s, behind);
      case 'block': {
        this.breaks.set(s.label, behind);
        const { body, dead } = this.list(s.body, behind);
        return { s: body === s.body ? s : { ...s, body }, dead };
      }
      case 'break':
        return { s, dead: this.breaks.get(s.label) ?? nothing };
      case 'continue':
        return { s, dead: this.continues.get(s.label) ?? nothing };
      case 'return':
      case 'trap':
        return { s, dead: this.before(s, this.atEnd()) };
      default: {
        // else: effects say what it reads
        const dead = this.before(s, behind);
        const cell = s.kind === 'store' && !s.volatile ? this.cellOf(s) : undefined;
        // What the store itself reads it reads before.
        return {
          s,
          dead: cell ? this.before(s, { ...behind, cells: [...behind.cells, cell].slice(-cellsAtMost) }) : dead,
        };
      }
    }
  }

  private branches(s: Statement, behind: Dead): { readonly s: Statement; readonly dead: Dead } {
    const ways: Dead[] = [];
    const made = changeBodies(s, (b) => {
      const { body, dead } = this.list(b, behind);
      ways.push(dead);
      return body;
    });
    return { s: made, dead: this.before(s, ways.reduce(both)) };
  }

  private loop(s: Extract<Statement, { kind: 'for' | 'loop' }>, behind: Dead): ReturnType<DeadStores['branches']> {
    this.breaks.set(s.label, behind);
    // Behind an iteration comes another one, or what comes behind the loop.
    const end = this.beforeAny(s, this.outsideOf(s).reduce(both, behind));
    this.continues.set(s.label, end);
    const { body, dead } = this.list(s.body, end);
    const made = body === s.body ? s : { ...s, body };
    return { s: made, dead: this.before(s, s.kind === 'for' ? both(dead, behind) : dead) };
  }

  /** What is dead where the loop is left for other places than the one behind it. */
  private outsideOf(s: Statement): readonly Dead[] {
    const found: Dead[] = [];
    const inside = labelsIn([s]);
    eachStatement([s], (x) => {
      if (x.kind === 'return' || x.kind === 'trap') found.push(this.atEnd());
      else if (x.kind === 'break' && !inside.has(x.label)) found.push(this.breaks.get(x.label) ?? nothing);
      else if (x.kind === 'continue' && !inside.has(x.label)) found.push(this.continues.get(x.label) ?? nothing);
    });
    return found;
  }

  /** What stays dead before a loop's iterations, of which there may be more. */
  private beforeAny(loop: Statement, behind: Dead): Dead {
    let dead = behind;
    eachStatement([loop], (s) => {
      dead = this.before(s, dead);
    });
    return dead;
  }

  /** What is dead before `s` itself has run: neither what it reads, nor what is found by a local that it sets. */
  private before(s: Statement, behind: Dead): Dead {
    if (behind.cells.length === 0 && behind.slots.size === 0) return behind;
    const set = localsSet(s);
    let cells = isSeen(s) ? [] : behind.cells;
    if (set.length > 0) cells = cells.filter((c) => !set.some((l) => c.locals.has(l)));
    let slots = behind.slots;
    for (const a of accessesOf(s).reads) {
      const slot = a.from && slotOf(a.from);
      if (slot !== undefined && slots.has(slot)) slots = new Set([...slots].filter((other) => other !== slot));
      if (cells.length === 0) continue;
      const read = a.from && this.placeOf(a.from, a.offset, a.bytes);
      cells = cells.filter((c) => read !== undefined && !this.mayBe(c, read));
    }
    return { cells, slots };
  }

  private mayBe(a: Cell, b: Omit<Cell, 'locals'>): boolean {
    if (!this.aliases.mayMeet(a.root, b.root)) return false;
    return a.base !== b.base || (a.first < b.first + b.bytes && b.first < a.first + a.bytes);
  }

  private placeOf(from: Expression, offset: number, bytes = Number.POSITIVE_INFINITY): Omit<Cell, 'locals'> {
    let place = this.places.get(from);
    if (!place) {
      const form = this.forms.of(from);
      place = { root: this.aliases.rootOf(from), base: namedBase(form), first: constantOf(form) };
      this.places.set(from, place);
    }
    return { root: place.root, base: place.base, first: place.first + offset, bytes };
  }

  /** Undefined where the address is one that memory holds. */
  private cellOf(s: Store): Cell | undefined {
    const locals = new Set<number>();
    const loads = someExpression(s.to, (e) => {
      if (e.kind === 'local') locals.add(e.index);
      return e.kind === 'load';
    });
    return loads ? undefined : { ...this.placeOf(s.to, s.offset, sizeOf(s.memory)), locals };
  }
}

const nothing: Dead = { cells: [], slots: new Set() };

/** What is dead on both ways. */
function both(a: Dead, b: Dead): Dead {
  if (a === b) return a;
  const cells = a.cells.filter((c) => b.cells.some((d) => covers(d, c)));
  return { cells, slots: new Set([...a.slots].filter((s) => b.slots.has(s))) };
}

function covers(outer: Cell, inner: Cell): boolean {
  const isWithin = outer.first <= inner.first && inner.first + inner.bytes <= outer.first + outer.bytes;
  return isWithin && outer.base === inner.base && outer.root.space === inner.root.space;
}

/** Whether others may look at memory while it runs. */
function isSeen(s: Statement): boolean {
  const { ordered, syncs, waits, outside } = effectsOf(s);
  let found = ordered === true || syncs !== undefined || waits === true || outside === true;
  if (s.kind === 'loop' && mayWait(s)) found = true;
  eachExpressionOf(s, (e) => {
    if (effectsOfExpression(e).outside) found = true;
  });
  return found;
}
