/**
 * Loads of neighbouring cells in code without branches are made at once, as vectors, and so are stores that follow each other; a cell that is loaded twice is loaded once.
 * Vectors need an address that is surely aligned: by what it counts from (`alignment.ts`) and what is known of the remainders of the rest.
 */
import { i64 } from '../../ir/build.ts';
import type { Expression, Statement } from '../../ir/module.ts';
import { isPointer, type MemoryType, sizeOf } from '../../ir/types.ts';
import { eachExpression, expressionsOf, someExpression } from '../../ir/walk.ts';
import type { Term } from '../../opt/analysis/affine.ts';
import { type Congruence, type CongruenceOf, product, sum } from '../../opt/analysis/congruence.ts';
import type { Alignment } from './alignment.ts';
import { type Facts, formsFor } from './linear.ts';

type LoadNode = Extract<Expression, { readonly kind: 'load' }>;
type SetStatement = Extract<Statement, { readonly kind: 'set' }>;
export type StoreStatement = Extract<Statement, { readonly kind: 'store' }>;

/** One load for several nodes: `first` is the node with the lowest offset, `registers` what was loaded, once it was. */
export type Group = { readonly first: LoadNode; readonly lanes: number; registers: readonly string[] | undefined };
export type Planned = { readonly group: Group; readonly lane: number };

export type Known = Facts & {
  readonly congruence: CongruenceOf;
  readonly alignment: Alignment;
  /** Whether two addresses may lead to the same data. */
  readonly mayMeet: (a: Expression, b: Expression) => boolean;
};

/**
 * Statements whose loads may all be made before the first of them stores: consecutive sets, and the stores behind them that go as one. `stores`: those, by their places in memory; a store
 * that stands alone is one.
 */
export type Run = {
  readonly loads: ReadonlyMap<Expression, Planned>;
  readonly stores: readonly StoreStatement[];
  readonly length: number;
};

type Versions = ReadonlyMap<number, number>;

/** A cell of a family of neighbours: they have the same key. `offset`: from what they have in common, which is congruent to `rest` but for the base. */
type Cell = { readonly key: string; readonly offset: number; readonly base: Expression; readonly rest: Congruence };
type LoadCell = Cell & { readonly node: LoadNode };

/** Bytes of the widest access. */
const widest = 16;

export function planRun(known: Known, list: readonly Statement[], from: number): Run {
  const sets: SetStatement[] = [];
  for (let s = list[from]; s?.kind === 'set'; s = list[from + sets.length]) sets.push(s);
  const families = new Map<string, LoadCell[]>();
  const versions = new Map<number, number>();
  const collect = (s: Statement): void => {
    for (const whole of expressionsOf(s)) eachExpression(whole, (e) => collectLoad(known, e, versions, families));
  };
  for (const s of sets) {
    collect(s);
    versions.set(s.local, (versions.get(s.local) ?? 0) + 1);
  }
  const stores = storesFrom(known, list, from + sets.length, versions);
  for (const s of stores) collect(s);
  return { loads: planLoads(known, families), stores, length: sets.length + stores.length };
}

// ---- loads ----------------------------------------------------------------------------------------------------------------

/** A node that stands in several statements between which its address changes (turns of an unrolled loop share their nodes) is loaded each time. */
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
  if (e.kind !== 'load' || e.volatile || e.cache || e.memory === 'f16' || isPointer(e.memory)) return;
  const cell = cellOf(known, e, e.from, versions);
  if (!cell) return;
  const family = families.get(cell.key);
  if (family) family.push({ ...cell, node: e });
  else families.set(cell.key, [{ ...cell, node: e }]);
}

function planFamily(known: Known, cells: readonly LoadCell[], plans: Map<Expression, Planned>): void {
  const size = sizeOf(cells[0]!.node.memory);
  const byOffset = new Map<number, LoadCell[]>();
  for (const c of cells) byOffset.set(c.offset, [...(byOffset.get(c.offset) ?? []), c]);
  const offsets = [...byOffset.keys()].sort((a, b) => a - b);
  const done = new Set<number>();
  for (const lanes of [4, 2, 1]) {
    const bytes = lanes * size;
    if (lanes > 1 && (size < 4 || bytes > widest)) continue;
    for (const start of offsets) {
      const members = Array.from({ length: lanes }, (_, i) => start + i * size);
      if (members.some((o) => done.has(o) || !byOffset.has(o))) continue;
      const first = byOffset.get(start)!;
      if (lanes === 1 ? first.length < 2 : !isAligned(known, first[0]!, bytes)) continue;
      const group: Group = { first: first[0]!.node, lanes, registers: undefined };
      members.forEach((o, lane) => {
        done.add(o);
        for (const c of byOffset.get(o)!) plans.set(c.node, { group, lane });
      });
    }
  }
}

// ---- stores ---------------------------------------------------------------------------------------------------------------

/** The stores at the head of the list that go as one, in the order of their places; the first alone where it has no such neighbours. */
function storesFrom(
  known: Known,
  list: readonly Statement[],
  from: number,
  versions: Versions,
): readonly StoreStatement[] {
  const first = list[from];
  if (first?.kind !== 'store') return [];
  const size = sizeOf(first.memory);
  if (first.volatile || size < 4 || isPointer(first.memory)) return [first];
  for (const lanes of [4, 2]) {
    if (lanes * size > widest) continue;
    const group = neighbours(known, list.slice(from, from + lanes), lanes * size, versions);
    if (group?.length === lanes) return group;
  }
  return [first];
}

/** The stores in the order of their places, where they fill `bytes` that are aligned and each may wait for the last. */
function neighbours(
  known: Known,
  list: readonly Statement[],
  bytes: number,
  versions: Versions,
): readonly StoreStatement[] | undefined {
  const found: (Cell & { readonly s: StoreStatement })[] = [];
  for (const s of list) {
    if (s.kind !== 'store' || s.volatile) return undefined;
    const cell = cellOf(known, s, s.to, versions);
    const [first] = found;
    if (!cell || (first && (first.key !== cell.key || first.s.cache !== s.cache))) return undefined;
    if (readsAny(known, s, found, versions)) return undefined;
    found.push({ ...cell, s });
  }
  found.sort((a, b) => a.offset - b.offset);
  const [lowest] = found;
  const step = bytes / found.length;
  if (!lowest || found.some((c, i) => c.offset !== lowest.offset + i * step)) return undefined;
  return isAligned(known, lowest, bytes) ? found.map((c) => c.s) : undefined;
}

/** Whether the store reads what one of the others may have stored. */
function readsAny(
  known: Known,
  s: StoreStatement,
  others: readonly (Cell & { readonly s: StoreStatement })[],
  versions: Versions,
): boolean {
  if (others.length === 0) return false;
  const reads = (e: Expression): boolean => {
    if (e.kind !== 'load') return false;
    if (e.volatile) return true;
    const cell = cellOf(known, e, e.from, versions);
    return others.some((o) => {
      if (cell && cell.key === o.key && cell.offset !== o.offset) return false;
      return known.mayMeet(e.from, o.s.to);
    });
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
  const { base, sum } = formsFor(known).address(from, access.offset);
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
