/**
 * Where the iterations of a loop do the same to each cell of structures of equal cells (the parts of complex numbers, the components of points), each cell may count as
 * an iteration: then neighbouring iterations have neighbouring cells.
 */
import { i64, mul, offset } from '../../../ir/build.ts';
import type { Expression, Statement } from '../../../ir/module.ts';
import { keyOf } from '../../../ir/value-key.ts';
import { eachExpression, mapExpression } from '../../../ir/walk.ts';
import { wholeLanes } from '../vector/vector-splats.ts';
import { type CellFacts, loadsIn, placeOf, storedBy } from './loop-cells.ts';
import type { Access, Cell } from './loop-references.ts';

type Local = Extract<Expression, { kind: 'local' }>;
type Store = Extract<Statement, { kind: 'store' }>;

export type CollapsedComponents = {
  /** How many cells a structure has. */
  readonly cells: number;
  /** Bytes of a cell. */
  readonly size: number;
  /** Counts the cells from the loop's first one on (i64). */
  readonly variable: number;
  readonly body: readonly Statement[];
  /** Locals for the first cells of what the loop reads and writes, and where these lie in an iteration. */
  readonly places: readonly { readonly held: Local; readonly from: Expression }[];
};

const mostCells = 8;
const mostStores = 16;
/** A value that stands for more statements than this is not looked at. */
const mostNodes = 80;

/** `list` holds stores, and sets of locals that nobody reads afterwards. */
export function collapseComponents(list: readonly Statement[], facts: CellFacts): CollapsedComponents | undefined {
  const alike = alikeComponents(list, facts);
  if (!alike) return undefined;
  const { firsts, cells, size } = alike;
  return loopOver(firsts, cells, size, facts);
}

/** What a list stores into the first of so many cells of so many bytes of each structure, with whole values: the others are made alike; undefined where they are not. */
export function alikeComponents(
  list: readonly Statement[],
  facts: CellFacts,
): { readonly cells: number; readonly size: number; readonly firsts: readonly Store[] } | undefined {
  const first = list.find((s) => s.kind === 'store');
  const cell = first && storedBy(first, facts);
  const cells = cell ? cell.stride / cell.size : 0;
  if (!cell || !Number.isInteger(cells) || cells < 2 || cells > mostCells) return undefined;
  const stores = storesAlone(list, cell, facts);
  const groups = stores && inGroups(stores, cells);
  if (!groups?.every((g) => isUniform(g, facts)) || !areApart(groups, facts)) return undefined;
  return { cells, size: cell.size, firsts: groups.map((g) => g[0]!.store) };
}

type Stored = { readonly store: Store; readonly cell: Cell; readonly at: number };
/** A value that is set, with what it reads; `stale` where that has changed since. */
type Held = { readonly value: Expression; readonly loads: readonly (Cell | undefined)[]; stale: boolean };

/** The stores with whole values, in which no local of the list stands; all of cells like `like`. */
function storesAlone(list: readonly Statement[], like: Cell, facts: CellFacts): readonly Stored[] | undefined {
  const starts = startsOf(list, facts);
  const held = new Map<number, Held>();
  const found: Stored[] = [];
  for (const [at, s] of list.entries()) {
    const loads = loadsIn(s, facts).map((l) => l.cell);
    let stale = false;
    const whole = (e: Expression): Expression => {
      const known = e.kind === 'local' ? held.get(e.index) : undefined;
      if (!known) return e;
      stale ||= known.stale;
      loads.push(...known.loads);
      return known.value;
    };
    if (s.kind === 'set' && !held.has(s.local)) {
      const value = mapExpression(s.value, whole);
      if (nodesIn(value) > mostNodes) return undefined;
      held.set(s.local, { value, loads, stale });
    } else if (s.kind === 'store') {
      const cell = storedBy(s, facts);
      const value = mapExpression(s.value, whole);
      const isLike = cell?.size === like.size && cell.stride === like.stride && wholeLanes.has(s.memory);
      if (!isLike || stale || nodesIn(value) > mostNodes) return undefined;
      found.push({ store: { ...s, value }, cell, at });
      for (const h of held.values()) h.stale ||= h.loads.some((x) => isSame(x, cell, starts, facts));
    } else return undefined;
  }
  return found.length > mostStores ? undefined : found;
}

/** The first cell of what the list reads and writes by each key. */
function startsOf(list: readonly Statement[], facts: CellFacts): ReadonlyMap<string, number> {
  const starts = new Map<string, number>();
  for (const s of list)
    for (const c of [storedBy(s, facts), ...loadsIn(s, facts).map((l) => l.cell)])
      if (c) starts.set(c.key, Math.min(starts.get(c.key) ?? c.place, c.place));
  return starts;
}

/** Whether `a` may be the cell `b` of the same iteration. Arrays of one stride that meet, though iterations are independent, do so structure by structure. */
function isSame(a: Cell | undefined, b: Cell, starts: ReadonlyMap<string, number>, facts: CellFacts): boolean {
  if (!a) return true;
  if (a.key === b.key) return a.place < b.place + b.size && b.place < a.place + a.size;
  if (facts.apart) return false;
  const index = (c: Cell): number => (c.place - starts.get(c.key)!) % b.stride;
  return a.stride !== b.stride || index(a) === index(b);
}

/** For each array of structures the stores of its cells, from the lowest; undefined where some have none, or cells are not stored in the same order. */
function inGroups(stores: readonly Stored[], cells: number): readonly (readonly Stored[])[] | undefined {
  const byKey = new Map<string, Stored[]>();
  for (const s of stores) byKey.set(s.cell.key, [...(byKey.get(s.cell.key) ?? []), s]);
  const groups = [...byKey.values()].map((g) => g.sort((a, b) => a.cell.place - b.cell.place));
  const isWhole = (g: readonly Stored[]): boolean =>
    g.length === cells && g.every((s, j) => s.cell.place === g[0]!.cell.place + j * s.cell.size);
  const inOrder = (a: readonly Stored[], b: readonly Stored[]): boolean => a.every((s, j) => s.at < b[j]!.at);
  groups.sort((a, b) => a[0]!.at - b[0]!.at);
  return groups.every((g, i) => isWhole(g) && (i === 0 || inOrder(groups[i - 1]!, g))) ? groups : undefined;
}

/** Whether each cell is made of its neighbours in other structures as the first one is. */
function isUniform(group: readonly Stored[], facts: CellFacts): boolean {
  const [{ store, cell }] = group as readonly [Stored];
  const alike = (a: Expression, b: Expression, behind: number): boolean => {
    if (a.kind === 'load' && b.kind === 'load') {
      const [x, y] = [facts.cellOf(a), facts.cellOf(b)];
      if (!x || !y || a.memory !== b.memory || x.stride !== cell.stride || x.size !== cell.size) return false;
      return x.key === y.key && y.place === x.place + behind;
    }
    if (!facts.varies(a)) return keyOf(a) === keyOf(b);
    if (a.kind !== 'op' || b.kind !== 'op' || a.op !== b.op || a.type !== b.type) return false;
    return a.args.length === b.args.length && a.args.every((x, i) => alike(x, b.args[i]!, behind));
  };
  return group.every((s, j) => s.store.memory === store.memory && alike(store.value, s.store.value, j * cell.size));
}

/** Whether what is stored is read as the same cell of the same iteration, or not at all. */
function areApart(groups: readonly (readonly Stored[])[], facts: CellFacts): boolean {
  const stored = new Map(groups.map((g) => [g[0]!.cell.key, g[0]!.cell.place]));
  return groups.every((g) =>
    loadsIn(g[0]!.store, facts).every(({ cell }) => (stored.get(cell!.key) ?? cell!.place) === cell!.place),
  );
}

function loopOver(stores: readonly Store[], cells: number, size: number, facts: CellFacts): CollapsedComponents {
  const variable = facts.fresh('i64');
  const firsts = new Map<string, { readonly access: Access; readonly place: number; readonly held: Local }>();
  const meet = (access: Access): void => {
    const { key, place } = facts.cellOf(access)!;
    const known = firsts.get(key);
    if (known && known.place <= place) return;
    firsts.set(key, { access, place, held: known?.held ?? facts.fresh(access.from.type) });
  };
  for (const s of stores) {
    meet(placeOf(s));
    for (const { load } of loadsIn(s, facts)) meet(load);
  }
  const moved = (access: Access): { readonly from: Expression; readonly offset: number } => {
    const { key, place } = facts.cellOf(access)!;
    const first = firsts.get(key)!;
    const from = offset(first.held, mul(variable, i64(size)));
    return { from, offset: first.access.offset + place - first.place };
  };
  const change = (e: Expression): Expression => (e.kind === 'load' ? { ...e, ...moved(e) } : e);
  const body = stores.map((s): Statement => {
    const to = moved(placeOf(s));
    return { ...s, to: to.from, offset: to.offset, value: mapExpression(s.value, change) };
  });
  const places = [...firsts.values()].map((f) => ({ held: f.held, from: f.access.from }));
  return { cells, size, variable: variable.index, body, places };
}

function nodesIn(e: Expression): number {
  let nodes = 0;
  eachExpression(e, () => {
    nodes++;
  });
  return nodes;
}
