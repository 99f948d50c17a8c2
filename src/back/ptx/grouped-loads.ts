/**
 * Loads of neighbouring cells in code without branches and stores are made at once, as vectors; a cell that is loaded twice is loaded once.
 * Vectors need an address that is surely aligned: one that counts from a variable or slot, by what is known of the remainders of the rest.
 */
import type { Expression, Statement } from '../../ir/module.ts';
import { isPointer, sizeOf } from '../../ir/types.ts';
import { eachExpression, expressionsOf, someExpression } from '../../ir/walk.ts';
import { type Congruence, type CongruenceOf, product, sum } from '../../opt/analysis/congruence.ts';
import { type Facts, linear, type Term } from './linear.ts';

type LoadNode = Extract<Expression, { readonly kind: 'load' }>;
type SetStatement = Extract<Statement, { readonly kind: 'set' }>;

/** One load for several nodes: `first` is the node with the lowest offset, `registers` what was loaded, once it was. */
export type Group = { readonly first: LoadNode; readonly lanes: number; registers: readonly string[] | undefined };
export type Planned = { readonly group: Group; readonly lane: number };

export type Known = Facts & { readonly congruence: CongruenceOf };

/** `offset`: from what the cells of a family have in common, which is `common`. */
type Cell = { readonly node: LoadNode; readonly offset: number; readonly common: Congruence };

/** Bytes of the widest load. */
const widest = 16;

/**
 * The loads of consecutive `set` statements that go together. A node that stands in several statements between which its address changes (turns of an unrolled
 * loop share their nodes) is loaded each time.
 */
export function planLoads(known: Known, run: readonly SetStatement[]): ReadonlyMap<Expression, Planned> {
  const families = new Map<string, Cell[]>();
  const versions = new Map<number, number>();
  for (const s of run) {
    for (const whole of expressionsOf(s)) eachExpression(whole, (e) => collect(known, e, versions, families));
    versions.set(s.local, (versions.get(s.local) ?? 0) + 1);
  }
  const plans = new Map<Expression, Planned>();
  const moving = nodesOfSeveral(families);
  for (const all of families.values()) {
    const cells = all.filter((c) => !moving.has(c.node));
    if (cells.length > 1) planFamily(cells, plans);
  }
  return plans;
}

/** Nodes that are members of more than one family. */
function nodesOfSeveral(families: ReadonlyMap<string, readonly Cell[]>): ReadonlySet<LoadNode> {
  const familyOf = new Map<LoadNode, string>();
  const several = new Set<LoadNode>();
  for (const [key, cells] of families)
    for (const { node } of cells) {
      if ((familyOf.get(node) ?? key) !== key) several.add(node);
      familyOf.set(node, key);
    }
  return several;
}

function collect(
  known: Known,
  e: Expression,
  versions: ReadonlyMap<number, number>,
  families: Map<string, Cell[]>,
): void {
  if (e.kind !== 'load' || e.volatile || e.cache || e.memory === 'f16' || isPointer(e.memory)) return;
  if (someExpression(e.from, (x) => x.kind === 'load')) return;
  let base = e.from;
  const sums: Expression[] = [];
  while (base.kind === 'op' && base.op === 'offset') {
    sums.push(base.args[1]!);
    base = base.args[0]!;
  }
  const parts = sums.map((s) => linear(s, known));
  const constant = parts.reduce((n, p) => n + p.constant, 0n);
  const terms = parts.flatMap((p) => p.terms);
  const key = [
    e.memory,
    keyOf(base, versions),
    ...terms.map((t) => [t.factor, ...t.atoms.map((a) => keyOf(a, versions)).sort()].join('*')).sort(),
  ].join(' ');
  const common = commonOf(known, base, terms);
  const cell = { node: e, offset: Number(constant) + e.offset, common };
  const family = families.get(key);
  if (family) family.push(cell);
  else families.set(key, [cell]);
}

/** What the address is but for its constant. */
function commonOf({ congruence }: Known, base: Expression, terms: readonly Term[]): Congruence {
  return terms.reduce((at, { atoms, factor }) => {
    const scale = congruence({ kind: 'const', type: 'i64', value: factor });
    return sum(at, atoms.map(congruence).reduce(product, scale));
  }, congruence(base));
}

function keyOf(e: Expression, versions: ReadonlyMap<number, number>): string {
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
      return 'load';
  }
}

function planFamily(cells: readonly Cell[], plans: Map<Expression, Planned>): void {
  const size = sizeOf(cells[0]!.node.memory);
  const { modulus, rest } = cells[0]!.common;
  const byOffset = new Map<number, Cell[]>();
  for (const c of cells) byOffset.set(c.offset, [...(byOffset.get(c.offset) ?? []), c]);
  const offsets = [...byOffset.keys()].sort((a, b) => a - b);
  const done = new Set<number>();
  for (const lanes of [4, 2, 1]) {
    const bytes = lanes * size;
    if (lanes > 1 && (size < 4 || bytes > widest || modulus < bytes)) continue;
    for (const start of offsets) {
      if (lanes > 1 && (start + Number(rest)) % bytes !== 0) continue;
      const members = Array.from({ length: lanes }, (_, i) => start + i * size);
      if (members.some((o) => done.has(o) || !byOffset.has(o))) continue;
      if (lanes === 1 && byOffset.get(start)!.length < 2) continue;
      const group: Group = { first: byOffset.get(start)![0]!.node, lanes, registers: undefined };
      members.forEach((o, lane) => {
        done.add(o);
        for (const c of byOffset.get(o)!) plans.set(c.node, { group, lane });
      });
    }
  }
}
