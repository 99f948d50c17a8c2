/**
 * Cells that lie side by side in every iteration, the parts of a complex number or components of a structure, are loaded one right after the other, and stored so:
 * then vector code takes two of them at once (`vector/vector-pairs.ts`).
 */
import type { Expression, Statement } from '../../../ir/module.ts';
import type { ValueType } from '../../../ir/types.ts';
import { eachExpression, expressionsOf, localsSetIn, mapBody, someExpression } from '../../../ir/walk.ts';
import { wholeLanes } from '../vector/vector-splats.ts';
import { type Access, type Cell, meetWithin } from './loop-references.ts';

type Load = Extract<Expression, { kind: 'load' }>;
type Local = Extract<Expression, { kind: 'local' }>;
type Set = Extract<Statement, { kind: 'set' }>;
type Store = Extract<Statement, { kind: 'store' }>;

export type CellFacts = {
  readonly cellOf: (at: Access) => Cell | undefined;
  /** Whether an expression changes from iteration to iteration. */
  readonly varies: (e: Expression) => boolean;
  /** How many iterations run at once. */
  readonly iterations: number;
  /** Whether cells at no known distance do not meet. */
  readonly apart: boolean;
  /** Whether such cells meet, where more is known. */
  readonly meets?: (a: Cell, b: Cell) => boolean;
  /** Whether bytes and halves are stored so as well, where they are all that a structure of up to four bytes holds. */
  readonly words?: boolean;
  readonly fresh: (type: ValueType) => Local;
};

/** `list` holds sets and stores only; itself where it has no such cells. */
export function cellsInPairs(list: readonly Statement[], facts: CellFacts): readonly Statement[] {
  return storedInPairs(loadedInPairs(list, facts), facts);
}

/** Loads at known distances, by their places, that may all be done before the first of the statements that hold them, from the address of the one that stands there. */
type Group = {
  readonly first: number;
  readonly from: { readonly load: Load; readonly place: number };
  readonly loads: Map<number, Load>;
  readonly storesSince: (Cell | undefined)[];
};
type Pairs = { readonly sets: readonly Set[]; readonly locals: ReadonlyMap<number, Local> };

function loadedInPairs(list: readonly Statement[], facts: CellFacts): readonly Statement[] {
  const groups = groupsOf(list, facts);
  const pairs = new Map<Group, Pairs>();
  for (const here of groups) for (const g of here.values()) if (!pairs.has(g)) pairs.set(g, pairsIn(g, list, facts));
  if ([...pairs.values()].every((p) => p.sets.length === 0)) return list;
  return list.flatMap((s, i) => {
    const here = groups[i]!;
    const starting = [...here.values()].filter((g) => g.first === i).flatMap((g) => pairs.get(g)!.sets);
    const change = (e: Expression): Expression => {
      const cell = e.kind === 'load' ? facts.cellOf(e) : undefined;
      const group = cell && here.get(cell.key);
      const held = group && pairs.get(group)?.locals.get(cell.place);
      return held?.type === e.type ? held : e;
    };
    return [...starting, ...mapBody([s], change)];
  });
}

/** For each statement the groups of its loads, by the key of their cells. */
function groupsOf(list: readonly Statement[], facts: CellFacts): readonly ReadonlyMap<string, Group>[] {
  const open = new Map<string, Group>();
  return list.map((s, i) => {
    const here = new Map<string, Group>();
    for (const { load, cell } of loadsIn(s, facts)) {
      if (!cell || !wholeLanes.has(load.memory) || !hasNeighbours(cell)) continue;
      const known = here.get(cell.key) ?? open.get(cell.key);
      const group: Group =
        known && !known.storesSince.some((x) => mayMeet(x, cell, facts))
          ? known
          : { first: i, from: { load, place: cell.place }, loads: new Map(), storesSince: [] };
      open.set(cell.key, group);
      here.set(cell.key, group);
      if (!group.loads.has(cell.place)) group.loads.set(cell.place, load);
    }
    const to = storedBy(s, facts);
    if (s.kind === 'store') for (const g of open.values()) g.storesSince.push(to);
    return here;
  });
}

type Loaded = { readonly load: Load; readonly cell: Cell | undefined };

export function loadsIn(s: Statement, facts: CellFacts): readonly Loaded[] {
  const found: Loaded[] = [];
  for (const e of expressionsOf(s))
    eachExpression(e, (x) => {
      if (x.kind === 'load') found.push({ load: x, cell: facts.cellOf(x) });
    });
  return found;
}

export function placeOf(s: Store): Access {
  return { from: s.to, offset: s.offset, memory: s.memory, volatile: s.volatile };
}

export function storedBy(s: Statement, facts: CellFacts): Cell | undefined {
  return s.kind === 'store' ? facts.cellOf(placeOf(s)) : undefined;
}

function pairsIn({ first: at, from, loads }: Group, list: readonly Statement[], facts: CellFacts): Pairs {
  const later = localsSetIn(list.slice(at));
  const isLater = (e: Expression): boolean => someExpression(e, (x) => x.kind === 'local' && later.has(x.index));
  /** Where `e` is, by addresses that are known before the first. */
  const early = (e: Load, place: number): Load =>
    isLater(e.from) ? { ...e, from: from.load.from, offset: from.load.offset + place - from.place } : e;
  const inOrder = [...loads].sort(([a], [b]) => a - b);
  const sets: Set[] = [];
  const locals = new Map<number, Local>();
  for (let i = 0; i + 1 < inOrder.length; i++) {
    const [[place, a], [next, b]] = [inOrder[i]!, inOrder[i + 1]!];
    if (!areNeighbours(facts.cellOf(a), facts.cellOf(b))) continue;
    const [first, second] = [facts.fresh(a.type), facts.fresh(b.type)];
    const here = early(a, place);
    sets.push(setTo(first, here), setTo(second, { ...b, from: here.from, offset: here.offset + next - place }));
    locals.set(place, first).set(next, second);
    i++;
    const [last, c] = inOrder[i + 1] ?? [];
    if (last === undefined || !c || !isOfThree(facts.cellOf(a)) || !areNeighbours(facts.cellOf(b), facts.cellOf(c)))
      continue;
    const third = facts.fresh(c.type);
    sets.push(setTo(third, { ...c, from: here.from, offset: here.offset + last - place }));
    locals.set(last, third);
    i++;
  }
  return { sets, locals };
}

/** Where a store and one that follows fill neighbours, or the three cells of a structure are filled, all that the later ones need is found before the first. */
function storedInPairs(list: readonly Statement[], facts: CellFacts): readonly Statement[] {
  const made: Statement[] = [];
  for (let i = 0; i < list.length; i++) {
    const s = list[i]!;
    const word = s.kind === 'store' && facts.words ? wordFrom(s, i, list, facts) : undefined;
    if (word !== undefined) {
      made.push(...together(list.slice(i, word + 1), facts));
      i = word;
      continue;
    }
    const next = s.kind === 'store' && wholeLanes.has(s.memory) ? partnerOf([s], i, list, facts) : undefined;
    if (s.kind !== 'store' || next === undefined) made.push(s);
    else {
      const third = isOfThree(storedBy(s, facts)) ? partnerOf([s, next.store], next.at, list, facts) : undefined;
      const last = third ?? next;
      made.push(...together(list.slice(i, last.at + 1), facts));
      i = last.at;
    }
  }
  return made.length === list.length ? list : made;
}

/** Where the last one stands of the stores that fill the structure of which `s` fills a cell. */
function wordFrom(s: Store, i: number, list: readonly Statement[], facts: CellFacts): number | undefined {
  const cell = storedBy(s, facts);
  if (!cell || (s.memory !== 'i8' && s.memory !== 'i16') || cell.stride < 2 || cell.stride > 4) return undefined;
  const stores = [s];
  let at = i;
  while (stores.length * cell.size < cell.stride) {
    const next = partnerOf(stores, at, list, facts);
    if (next?.store.memory !== s.memory) return undefined;
    stores.push(next.store);
    at = next.at;
  }
  // What each lane finds by itself comes as quickly by itself.
  const isFound = ({ value }: Store): boolean => value.kind === 'load' && facts.cellOf(value) === undefined;
  return stores.length > 1 && !stores.every(isFound) ? at : undefined;
}

/** The store beside those of `stores`, where what stands in between reads nothing that they write, and stores nothing. */
function partnerOf(
  stores: readonly Store[],
  i: number,
  list: readonly Statement[],
  facts: CellFacts,
): { readonly store: Store; readonly at: number } | undefined {
  const cells = stores.map((s) => storedBy(s, facts));
  if (!cells.every((cell) => cell && hasNeighbours(cell))) return undefined;
  for (let at = i + 1; at < list.length; at++) {
    const store = list[at]!;
    if (loadsIn(store, facts).some((x) => cells.some((cell) => mayMeet(cell, x.cell, facts)))) return undefined;
    if (store.kind !== 'store') continue;
    const other = storedBy(store, facts);
    return areInRow([...cells, other]) ? { store, at } : undefined;
  }
  return undefined;
}

/** Whether each is the neighbour of another, in whatever order they stand. */
function areInRow(cells: readonly (Cell | undefined)[]): boolean {
  const sorted = [...cells].sort((a, b) => (a?.place ?? 0) - (b?.place ?? 0));
  return sorted.every((cell, i) => i === 0 || areNeighbours(sorted[i - 1], cell));
}

/** What `list` stores, when all of it is found: the stores stand at its end by their places. */
function together(list: readonly Statement[], facts: CellFacts): readonly Statement[] {
  const stores: { readonly place: number; readonly store: Store }[] = [];
  const found = list.map((s): Statement => {
    if (s.kind !== 'store') return s;
    const value = facts.fresh(s.value.type);
    stores.push({ place: storedBy(s, facts)!.place, store: { ...s, value } });
    return setTo(value, s.value);
  });
  stores.sort((a, b) => a.place - b.place);
  const [first] = stores;
  const from = first!;
  const inRow = stores.map(
    ({ place, store }): Store => ({ ...store, to: from.store.to, offset: from.store.offset + place - from.place }),
  );
  return [...found, ...inRow];
}

/** Whether there may be more of an element beside a cell. */
function hasNeighbours({ stride, size }: Cell): boolean {
  return stride !== 0 && stride !== size;
}

/** Whether a cell is one of three of each element; those of eight bytes come as quickly two and one. */
function isOfThree(cell: Cell | undefined): boolean {
  return cell !== undefined && cell.size === 4 && cell.stride === 12;
}

function areNeighbours(a: Cell | undefined, b: Cell | undefined): boolean {
  return a !== undefined && b !== undefined && a.key === b.key && a.size === b.size && b.place === a.place + a.size;
}

function mayMeet(a: Cell | undefined, b: Cell | undefined, facts: CellFacts): boolean {
  if (!a || !b) return true;
  return a.key === b.key ? meetWithin(a, b, facts.iterations) : !facts.apart && (facts.meets?.(a, b) ?? true);
}

function setTo(to: Local, value: Expression): Set {
  return { kind: 'set', local: to.index, value };
}
