/**
 * Loads of neighbouring cells in code without branches are made at once, as vectors, and so are stores, which wait for the last of their neighbours; a cell that is loaded twice is loaded once.
 * Vectors need an address that is surely aligned: by what it counts from (`alignment.ts`) and what is known of the remainders of the rest.
 */
import { i64 } from '../../ir/build.ts';
import type { Expression, Statement } from '../../ir/module.ts';
import { isPointer, type MemoryType, sizeOf } from '../../ir/types.ts';
import { eachExpression, expressionsOf, someExpression } from '../../ir/walk.ts';
import type { Address, Term } from '../../opt/analysis/affine.ts';
import { type Congruence, type CongruenceOf, product, sum } from '../../opt/analysis/congruence.ts';
import type { Alignment } from './alignment.ts';

type LoadNode = Extract<Expression, { readonly kind: 'load' }>;
export type StoreStatement = Extract<Statement, { readonly kind: 'store' }>;

/** One load for several nodes: `first` is the node with the lowest offset, `registers` what was loaded, once it was. */
export type Group = { readonly first: LoadNode; readonly lanes: number; registers: readonly string[] | undefined };
export type Planned = { readonly group: Group; readonly lane: number };

/** Stores that go as one, in the order of their places; `last`: the one that comes last. */
export type StoreGroup = { readonly stores: readonly StoreStatement[]; readonly last: StoreStatement };

export type Known = {
  readonly addressOf: (from: Expression, offset: number) => Address;
  readonly congruence: CongruenceOf;
  readonly alignment: Alignment;
  /** Whether two addresses may lead to the same data. */
  readonly mayMeet: (a: Expression, b: Expression) => boolean;
};

/** Consecutive sets and stores, none of which loads or stores what a store before it does: loads may be made earlier among them, and stores later. */
export type Run = {
  readonly loads: ReadonlyMap<Expression, Planned>;
  readonly stores: ReadonlyMap<StoreStatement, StoreGroup>;
  readonly length: number;
};

type Versions = ReadonlyMap<number, number>;

/** A cell of a family of neighbours: they have the same key. `offset`: from what they have in common, which is congruent to `rest` but for the base. */
type Cell = { readonly key: string; readonly offset: number; readonly base: Expression; readonly rest: Congruence };
type LoadCell = Cell & { readonly node: LoadNode };

type StoreCell = Cell & { readonly s: StoreStatement };

/** Bytes of the widest access. */
const widest = 16;
/** Stores that wait keep their values in registers. */
const storesAtMost = 64;

export function planRun(known: Known, list: readonly Statement[], from: number): Run {
  const families = new Map<string, LoadCell[]>();
  const versions = new Map<number, number>();
  const stores: StoreCell[] = [];
  let length = 0;
  for (let s = list[from]; s?.kind === 'set' || s?.kind === 'store'; s = list[from + length]) {
    if (readsAny(known, s, stores, versions)) break;
    if (s.kind === 'store') {
      const cell = freeCell(known, s, stores, versions);
      if (!cell) {
        if (length > 0) break;
      } else stores.push({ ...cell, s });
    }
    for (const whole of expressionsOf(s)) eachExpression(whole, (e) => collectLoad(known, e, versions, families));
    length++;
    if (s.kind === 'set') versions.set(s.local, (versions.get(s.local) ?? 0) + 1);
    else if (stores.length === 0 || stores.length === storesAtMost) break;
  }
  return { loads: planLoads(known, families), stores: planStores(known, stores), length };
}

// ---- loads ----------------------------------------------------------------------------------------------------------------

/** A node that stands in several statements between which its address changes (iterations of an unrolled loop share their nodes) is loaded each time. */
function planLoads(known: Known, families: ReadonlyMap<string, readonly LoadCell[]>): ReadonlyMap<Expression, Planned> {
  const plans = new Map<Expression, Planned>();
  const moving = nodesOfSeveral(families);
  for (const all of families.values()) {
    const cells = all.filter((c) => !moving.has(c.node));
    if (cells.length > 1) planFamily(known, cells, plans);
  }
  return plans;
}

/** Nodes that are members of more than one family. */
function nodesOfSeveral(families: ReadonlyMap<string, readonly LoadCell[]>): ReadonlySet<LoadNode> {
  const familyOf = new Map<LoadNode, string>();
  const several = new Set<LoadNode>();
  for (const [key, cells] of families)
    for (const { node } of cells) {
      if ((familyOf.get(node) ?? key) !== key) several.add(node);
      familyOf.set(node, key);
    }
  return several;
}

function collectLoad(known: Known, e: Expression, versions: Versions, families: Map<string, LoadCell[]>): void {
  if (e.kind !== 'load' || e.volatile || e.cache || isPointer(e.memory)) return;
  const cell = cellOf(known, e, e.from, versions);
  if (!cell) return;
  const family = families.get(cell.key);
  if (family) family.push({ ...cell, node: e });
  else families.set(cell.key, [{ ...cell, node: e }]);
}

function planFamily(known: Known, cells: readonly LoadCell[], plans: Map<Expression, Planned>): void {
  const byOffset = new Map<number, LoadCell[]>();
  for (const c of cells) byOffset.set(c.offset, [...(byOffset.get(c.offset) ?? []), c]);
  const done = new Set<number>();
  const take = (offsets: readonly number[]): void => {
    const lanes = offsets.map((o) => byOffset.get(o)!);
    const group: Group = { first: lanes[0]![0]!.node, lanes: offsets.length, registers: undefined };
    lanes.forEach((all, lane) => {
      done.add(offsets[lane]!);
      for (const c of all) plans.set(c.node, { group, lane });
    });
  };
  const size = sizeOf(cells[0]!.node.memory);
  eachVector(
    known,
    [...byOffset.values()].map(([c]) => c!),
    size,
    (vector) => take(vector.map((c) => c.offset)),
  );
  for (const [offset, all] of byOffset) if (!done.has(offset) && all.length > 1) take([offset]);
}

/** The cells of a family that lie side by side from an aligned place, the widest such vectors first. */
function eachVector<C extends Cell>(
  known: Known,
  cells: readonly C[],
  size: number,
  visit: (vector: readonly C[]) => void,
): void {
  if (cells.length < 2) return;
  const byOffset = new Map(cells.map((c) => [c.offset, c]));
  const offsets = [...byOffset.keys()].sort((a, b) => a - b);
  for (let lanes = widest / size; lanes > 1; lanes /= 2)
    for (const start of offsets) {
      const vector: C[] = [];
      for (let c = byOffset.get(start); c && vector.length < lanes; c = byOffset.get(start + vector.length * size))
        vector.push(c);
      if (vector.length < lanes || !isAligned(known, vector[0]!, lanes * size)) continue;
      for (const c of vector) byOffset.delete(c.offset);
      visit(vector);
    }
}

// ---- stores ---------------------------------------------------------------------------------------------------------------

function planStores(known: Known, cells: readonly StoreCell[]): ReadonlyMap<StoreStatement, StoreGroup> {
  const plans = new Map<StoreStatement, StoreGroup>();
  if (cells.length < 2) return plans;
  const families = new Map<string, StoreCell[]>();
  for (const c of cells) {
    const key = `${c.s.cache ?? ''} ${c.key}`;
    const family = families.get(key);
    if (family) family.push(c);
    else families.set(key, [c]);
  }
  const order = new Map(cells.map(({ s }, i) => [s, i]));
  for (const family of families.values())
    eachVector(known, family, sizeOf(family[0]!.s.memory), (vector) => {
      const stores = vector.map((c) => c.s);
      const last = stores.reduce((a, b) => (order.get(a)! > order.get(b)! ? a : b));
      for (const s of stores) plans.set(s, { stores, last });
    });
  return plans;
}

/** Where a store goes that may wait, or be waited with by the others; undefined where it may lead to what one of them does. */
function freeCell(known: Known, s: StoreStatement, others: readonly StoreCell[], versions: Versions): Cell | undefined {
  if (s.volatile || isPointer(s.memory)) return undefined;
  const cell = cellOf(known, s, s.to, versions);
  return cell && !others.some((o) => mayTouch(known, cell, s.to, o)) ? cell : undefined;
}

function mayTouch(known: Known, cell: Cell | undefined, address: Expression, other: StoreCell): boolean {
  // Cells of one family have one size.
  if (cell?.key === other.key) return Math.abs(cell.offset - other.offset) < sizeOf(other.s.memory);
  return known.mayMeet(address, other.s.to);
}

/** Whether the statement reads what one of the stores may have stored. */
function readsAny(known: Known, s: Statement, stores: readonly StoreCell[], versions: Versions): boolean {
  if (stores.length === 0) return false;
  const reads = (e: Expression): boolean => {
    if (e.kind !== 'load') return false;
    if (e.volatile) return true;
    if (!stores.some((o) => known.mayMeet(e.from, o.s.to))) return false;
    const cell = cellOf(known, e, e.from, versions);
    return stores.some((o) => mayTouch(known, cell, e.from, o));
  };
  return expressionsOf(s).some((whole) => someExpression(whole, reads));
}

// ---- cells ----------------------------------------------------------------------------------------------------------------

function isAligned({ alignment, congruence }: Known, { base, offset, rest }: Cell, bytes: number): boolean {
  const fits = (c: Congruence): boolean => c.modulus >= bytes && (BigInt(offset) + c.rest) % BigInt(bytes) === 0n;
  if (!fits(rest)) return false;
  return alignment.has(base, bytes, fits(sum(congruence(base), rest)));
}

/** Undefined where nobody can say which cells are the same. */
function cellOf(
  known: Known,
  access: { readonly memory: MemoryType; readonly offset: number },
  from: Expression,
  versions: Versions,
): Cell | undefined {
  if (someExpression(from, (x) => x.kind === 'load' && (x.volatile === true || x.cache !== undefined)))
    return undefined;
  const { base, sum } = known.addressOf(from, access.offset);
  const terms = [...sum.terms.values()];
  const key = [
    access.memory,
    keyOf(base, versions),
    ...terms.map((t) => [t.factor, ...t.atoms.map((a) => keyOf(a.e, versions)).sort()].join('*')).sort(),
  ].join(' ');
  return { key, offset: Number(sum.constant), base, rest: restOf(known, terms) };
}

/** What the terms are together. */
function restOf({ congruence }: Known, terms: readonly Term[]): Congruence {
  const nothing = congruence(i64(0));
  return terms.reduce((at, { atoms, factor }) => {
    const scale = congruence(i64(factor));
    return sum(at, atoms.map((a) => congruence(a.e)).reduce(product, scale));
  }, nothing);
}

/** Nothing stores while a run's loads are made: those of the same place find the same. */
function keyOf(e: Expression, versions: Versions): string {
  switch (e.kind) {
    case 'const':
      return `${e.value}:${e.type}`;
    case 'local':
      return `$${e.index}.${versions.get(e.index) ?? 0}`;
    case 'op':
      return `(${e.op}:${e.type} ${e.args.map((a) => keyOf(a, versions)).join(' ')})`;
    case 'special':
    case 'global':
    case 'function':
      return `${e.kind} ${e.name} ${e.type}`;
    case 'slot':
      return `slot ${e.index}`;
    case 'dynamic-shared':
      return e.kind;
    case 'load':
      return `[${e.memory} ${e.offset} ${keyOf(e.from, versions)}]`;
  }
}
