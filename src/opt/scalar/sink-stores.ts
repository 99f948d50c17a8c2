/**
 * Stores to one place that branches choose between become one store behind them: `b(i) = 0; if (c) b(i) = 1` keeps the value in a local and stores it once, as if `merge` had been written.
 * Whole vectors are stored then, where some lanes would store by themselves.
 */
import { type Access, effectsOf, effectsOfExpression } from '../../ir/effects.ts';
import type { Expression, Fn, Local, Statement } from '../../ir/module.ts';
import { isPointer } from '../../ir/types.ts';
import { keyOf } from '../../ir/value-key.ts';
import {
  bodiesOf,
  changeBodies,
  changeStatement,
  eachExpression,
  expressionsOf,
  localsSet,
  mapExpression,
  someExpression,
  someStatement,
} from '../../ir/walk.ts';
import { type Aliases, aliasesOf, type Root } from '../analysis/alias.ts';

type Store = Extract<Statement, { kind: 'store' }>;
type Body = readonly Statement[];
/** Where a store leads: what it counts from, the locals that it is found by, and its name. */
type Place = {
  readonly root: Root;
  readonly names: ReadonlySet<number>;
  readonly key: string;
  /** The name of a place whose value is held in a local. */
  readonly held: string | undefined;
};

/** So many statements before a branch are looked at. */
const mostBefore = 40;

/** Stores of one branch. */
const mostSunk = 16;

export function sinkStores(fn: Fn): Fn {
  if (!someStatement(fn.body, (s) => s.kind === 'if' && mayStore(s))) return fn;
  const locals: Local[] = [...fn.locals];
  const body = new Sinking(aliasesOf(fn), locals).list(fn.body);
  return body === fn.body ? fn : { ...fn, locals, body };
}

class Sinking {
  private readonly aliases: Aliases;
  private readonly locals: Local[];

  constructor(aliases: Aliases, locals: Local[]) {
    this.aliases = aliases;
    this.locals = locals;
  }

  list(given: Body): Body {
    let list: Body = given;
    let changed = false;
    for (let j = 0; j < list.length; j++) {
      const s = list[j]!;
      const inner = changeBodies(s, (b) => this.list(b));
      if (inner !== s) {
        list = [...list.slice(0, j), inner, ...list.slice(j + 1)];
        changed = true;
      }
      // What stands behind a store may be one that goes out first.
      for (let time = 0; time < mostSunk; time++) {
        const branch = list[j]!;
        const sunk = branch.kind === 'if' && hasPartner(list, j, branch) ? this.sunk(list, j, branch) : undefined;
        if (!sunk) break;
        list = sunk;
        changed = true;
      }
    }
    return changed ? list : given;
  }

  /** The list with one store behind the branch at `j`. */
  private sunk(list: Body, j: number, branch: Extract<Statement, { kind: 'if' }>): Body | undefined {
    for (const store of storesIn(branch)) {
      const key = placeOf(store);
      const i = this.heldBefore(list, j, store, key);
      if (i === undefined && !(always(branch.then, key) && always(branch.otherwise, key))) continue;
      const behind = i === undefined ? behindStores(branch, key) : undefined;
      const isFree = behind
        ? this.mayWait(branch, behind, store, key)
        : this.isFree([branch], store, i === undefined ? undefined : key);
      if (!isFree) continue;
      const local = this.locals.push({ name: 'stored', type: store.value.type }) - 1;
      const held = (s: Store): Statement => ({ kind: 'set', local, value: s.value, ...(s.at && { at: s.at }) });
      const value: Expression = { kind: 'local', type: store.value.type, index: local };
      const read = (e: Expression): Expression => (isOf(e, i === undefined ? undefined : key) ? value : e);
      const expression = (e: Expression): Expression => mapExpression(e, read);
      const body = (b: Body): Body =>
        b.map((s) => {
          const made = changeStatement(s, { expression, body });
          return made.kind === 'store' && s.kind === 'store' && placeOf(s) === key ? held(made) : made;
        });
      const first = i === undefined ? [] : [held(list[i] as Store)];
      const start = i ?? j;
      return [
        ...list.slice(0, start),
        ...first,
        ...(i === undefined ? [] : body(list.slice(start + 1, j))),
        ...body([branch]),
        { ...store, value },
        ...list.slice(j + 1),
      ];
    }
    return undefined;
  }

  /** Where the same place is stored to before the branch at `j`, and nobody asks for it or changes what it is found by in between. */
  private heldBefore(list: Body, j: number, store: Store, key: string): number | undefined {
    const i = storeBefore(list, j, key);
    return i !== undefined && this.isUntouched(list.slice(i + 1, j), store, key) ? i : undefined;
  }

  /** Whether statements leave the place alone altogether. */
  private isUntouched(list: Body, store: Store, key: string): boolean {
    return this.isFree(list, store, key) && !list.some((s) => storesThere(s, key));
  }

  /** Whether statements neither look at the place, change what it is found by, wait, nor leave. `held`: what is loaded from it is the value that is held. */
  private isFree(list: Body, store: Store, held: string | undefined): boolean {
    const place = this.placeAt(store, placeOf(store), held);
    return place !== undefined && !someStatement(list, (s) => this.standsInTheWay(s, place));
  }

  /** Whether each way through the branch comes to the one store there, and what it does `behind` that does not mind; what comes before may read and write what it likes. */
  private mayWait(branch: Statement, behind: Body, store: Store, key: string): boolean {
    const place = this.placeAt(store, key);
    if (!place || someStatement(behind, (s) => this.standsInTheWay(s, place))) return false;
    return !someStatement(
      [branch],
      (s) => effectsOf(s).leaves === true || localsSet(s).some((l) => place.names.has(l)),
    );
  }

  private placeAt(store: Store, key: string, held?: string): Place | undefined {
    if (someExpression(store.to, (e) => e.kind === 'load' && !isConstant(e))) return undefined;
    const names = new Set<number>();
    eachExpression(store.to, (e) => {
      if (e.kind === 'local') names.add(e.index);
    });
    return { root: this.aliases.rootOf(store.to), names, key, held };
  }

  private standsInTheWay(s: Statement, { root, names, key, held }: Place): boolean {
    const reads = (): boolean => expressionsOf(s).some((e) => this.reads(e, root, held));
    if (s.kind === 'store' && placeOf(s) === key) return reads();
    const { ordered, syncs, outside, leaves, waits, traps, reads: read = [], writes = [] } = effectsOf(s);
    if (ordered || syncs || outside || leaves || waits || traps || s.kind === 'call') return true;
    if (localsSet(s).some((l) => names.has(l))) return true;
    const meets = (a: Access): boolean => !a.from || this.aliases.mayMeet(this.aliases.rootOf(a.from), root);
    return read.some(meets) || writes.some(meets) || reads();
  }

  private reads(whole: Expression, root: Root, held: string | undefined): boolean {
    return someExpression(
      whole,
      (e) =>
        !isOf(e, held) &&
        (effectsOfExpression(e).reads ?? []).some(
          (a) => !a.from || this.aliases.mayMeet(this.aliases.rootOf(a.from), root),
        ),
    );
  }
}

/** Whether no store changes what a load finds. */
function isConstant({ from, volatile }: Extract<Expression, { kind: 'load' }>): boolean {
  return from.type === 'ptr.constant' && !volatile;
}

/** Whether some way through a branch stores, outside of loops. */
function mayStore(branch: Statement): boolean {
  return bodiesOf(branch).some((list) => list.some((s) => s.kind === 'store' || (s.kind === 'if' && mayStore(s))));
}

/** Whether both ways through the branch at `j` store something, or one does and something is stored before it. */
function hasPartner(list: Body, j: number, branch: Extract<Statement, { kind: 'if' }>): boolean {
  if (!mayStore(branch)) return false;
  for (let i = j - 1; i >= Math.max(0, j - mostBefore); i--) if (list[i]!.kind === 'store') return true;
  return [branch.then, branch.otherwise].every((b) => b.some((s) => s.kind === 'store' || s.kind === 'if'));
}

/** Stores of a branch that no loop repeats, one for each place. */
function storesIn(branch: Statement): readonly Store[] {
  const found = new Map<string, Store>();
  const visit = (list: Body): void => {
    for (const s of list) {
      if (s.kind === 'store' && !s.volatile && !isPointer(s.memory) && s.to.type !== 'ptr.local')
        found.set(placeOf(s), s);
      if (s.kind === 'if') for (const b of bodiesOf(s)) visit(b);
    }
  };
  for (const b of bodiesOf(branch)) visit(b);
  return [...found.values()];
}

/** Where the same place is stored to before the branch at `j`. */
function storeBefore(list: Body, j: number, key: string): number | undefined {
  for (let i = j - 1; i >= Math.max(0, j - mostBefore); i--) {
    const s = list[i]!;
    if (s.kind === 'store' && placeOf(s) === key) return i;
  }
  return undefined;
}

/** Whether a list stores there in any case. */
function always(list: Body, key: string): boolean {
  return list.some(
    (s) =>
      (s.kind === 'store' && placeOf(s) === key) ||
      (s.kind === 'if' && always(s.then, key) && always(s.otherwise, key)),
  );
}

/** What the ways through a branch do behind the store that each of them comes to once; undefined where one stores there twice. */
function behindStores({ then, otherwise }: Extract<Statement, { kind: 'if' }>, key: string): Body | undefined {
  const found: Statement[] = [];
  for (const list of [then, otherwise]) {
    const at = list.findIndex((s) => storesThere(s, key));
    const store = list[at];
    const behind = list.slice(at + 1);
    if (!store || behind.some((s) => storesThere(s, key))) return undefined;
    const inner = store.kind === 'if' ? behindStores(store, key) : [];
    if (!inner) return undefined;
    found.push(...inner, ...behind);
  }
  return found;
}

const storesThere = (s: Statement, key: string): boolean =>
  someStatement([s], (x) => x.kind === 'store' && placeOf(x) === key);

/** Whether a load finds what is stored at a place. */
function isOf(e: Expression, place: string | undefined): boolean {
  if (place === undefined || e.kind !== 'load' || e.memory !== e.type) return false;
  return `${e.memory} ${e.offset} ${e.volatile ?? ''} ${e.type} ${keyOf(e.from)}` === place;
}

const places = new WeakMap<Store, string>();

function placeOf(s: Store): string {
  const known = places.get(s);
  if (known !== undefined) return known;
  const place = `${s.memory} ${s.offset} ${s.volatile ?? ''} ${s.value.type} ${keyOf(s.to)}`;
  places.set(s, place);
  return place;
}
