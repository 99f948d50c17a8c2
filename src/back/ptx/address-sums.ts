/**
 * In which order the sums of a function's addresses are made: what several have in common is made once. NVIDIA's assembler keeps the order of what it is given.
 *
 * Of a(i,j) the index i is a product of 32 bits that an instruction adds by itself, j times an extent takes two (its product is shared in any case). So there are two ways: rows first, base + j*n
 * and then i, one instruction for each further i; or the sum i + j*n first, which two instructions add to each base. A clamped stencil takes many places from few rows of one array, most
 * kernels take one place from several arrays.
 */
import type { Expression, Fn, Statement } from '../../ir/module.ts';
import { isPointer } from '../../ir/types.ts';
import { keyOf } from '../../ir/value-key.ts';
import { eachExpressionOf, eachStatement, localsSetIn, someExpression } from '../../ir/walk.ts';
import { type Address, type Affine, namedBase, type Term, termsOf } from '../../opt/analysis/affine.ts';
import { type Facts, isFixedTerm, isNarrowAtom } from './linear.ts';

export type Order = 'row first' | 'sum first';
export type Orders = (level: Affine) => Order;

export type Depths = ReadonlyMap<number, number>;

/** Terms that an instruction adds by itself. */
export function isNarrowTerm({ atoms, factor }: Term, facts: Facts): boolean {
  return atoms.length === 1 && BigInt.asIntN(32, factor) === factor && isNarrowAtom(atoms[0]!.e, facts);
}

/** The terms that threads do not share, by the depth of the loops that change them, the outermost first. */
export function levelsOf(sum: Affine, facts: Facts, depths: Depths): readonly Affine[] {
  const byDepth = new Map<number, Set<Term>>();
  for (const t of sum.terms.values()) {
    if (isFixedTerm(t, facts)) continue;
    const depth = depthOfTerm(t, depths);
    const terms = byDepth.get(depth);
    if (terms) terms.add(t);
    else byDepth.set(depth, new Set([t]));
  }
  return [...byDepth].sort(([a], [b]) => a - b).map(([, of]) => termsOf(sum, (t) => of.has(t)));
}

function depthOfTerm(t: Term, depths: Depths): number {
  return t.atoms.reduce((n, a) => Math.max(n, depthOf(a.e, depths)), 0);
}

function depthOf(e: Expression, depths: Depths): number {
  if (e.kind === 'local') return depths.get(e.index) ?? 0;
  return e.kind === 'op' ? e.args.reduce((n, a) => Math.max(n, depthOf(a, depths)), 0) : 0;
}

/** A sum that occurs: from which bases, by their names with the terms of outer loops. */
type Level = { readonly narrow: number; readonly wide: number; readonly wideKey: string; readonly bases: Set<string> };

export function ordersOf(
  fn: Fn,
  facts: Facts,
  depths: Depths,
  addressOf: (from: Expression, offset: number) => Address,
): Orders {
  const levels = new Map<string, Level>();
  const seen = new Set<Expression>();
  const note = (from: Expression): void => {
    if (seen.has(from)) return;
    seen.add(from);
    const { base, sum } = addressOf(from, 0);
    let start = keyOf(base);
    for (const level of levelsOf(sum, facts, depths)) {
      const name = namedBase(level);
      if (level.terms.size > 1) {
        const known = levels.get(name) ?? levelNamed(level, facts);
        known.bases.add(start);
        levels.set(name, known);
      }
      start += ` ${name}`;
    }
  };
  eachAddress(fn.body, note);
  const rows = new Map<string, number>();
  const rowKey = (base: string, { wideKey }: Level): string => `${base} ${wideKey}`;
  for (const level of levels.values())
    for (const base of level.bases) {
      const key = rowKey(base, level);
      rows.set(key, (rows.get(key) ?? 0) + 1);
    }
  return (of) => {
    const level = levels.get(namedBase(of));
    if (!level) return 'sum first';
    const { narrow, wide, bases } = level;
    // A sum is made once, and added to each base by two instructions; a row of a base is shared by all sums with it.
    const bySum = narrow + wide + 2 * bases.size;
    const row = wide === 0 ? 0 : wide + 2;
    const byRow = [...bases].reduce((n, base) => n + row / rows.get(rowKey(base, level))! + narrow, 0);
    return byRow < bySum ? 'row first' : 'sum first';
  };
}

function levelNamed(level: Affine, facts: Facts): Level {
  const wide = termsOf(level, (t) => !isNarrowTerm(t, facts));
  return {
    narrow: level.terms.size - wide.terms.size,
    wide: wide.terms.size,
    wideKey: namedBase(wide),
    bases: new Set(),
  };
}

/** The name of a sum that takes several instructions and no memory; undefined for others. */
export type SumNames = (from: Expression) => string | undefined;
type Named = Map<string, Expression>;

/**
 * Addresses to be made before the branches of a list: of what a branch uses and its other side or what follows uses too. Each would make it anew, since none of them comes before the other on
 * all ways.
 */
export function addressesBefore(
  nameOf: SumNames,
  list: readonly Statement[],
): ReadonlyMap<Statement, readonly Expression[]> {
  const found = new Map<Statement, readonly Expression[]>();
  if (!list.some(isBranch)) return found;
  const later: Named = new Map();
  for (const s of [...list].reverse()) {
    if (isBranch(s)) {
      const [then, otherwise] = [sumsIn(nameOf, s.then), sumsIn(nameOf, s.otherwise)];
      const both = [...then].filter(([key]) => otherwise.has(key) || later.has(key));
      const last = [...otherwise].filter(([key]) => !then.has(key) && later.has(key));
      const all = [...both, ...last].map(([, e]) => e);
      if (all.length > 0) found.set(s, all.filter(staysIn(s)));
      for (const [key, e] of [...then, ...otherwise]) later.set(key, e);
    }
    for (const [key, e] of sumsIn(nameOf, isBranch(s) ? [] : [s])) later.set(key, e);
  }
  return found;
}

type Branch = Extract<Statement, { readonly kind: 'if' }>;

/** Not one that is seldom taken. */
function isBranch(s: Statement): s is Branch {
  return s.kind === 'if' && s.usual !== true && (s.then.length > 1 || s.otherwise.length > 0 || !ends(s.then[0]));
}

function ends(s: Statement | undefined): boolean {
  return s === undefined || s.kind === 'return' || s.kind === 'break' || s.kind === 'continue';
}

/** Whether the branch changes nothing that an address is made of. */
function staysIn(s: Branch): (e: Expression) => boolean {
  const changed = localsSetIn([s]);
  return (e) => !someExpression(e, (x) => x.kind === 'local' && changed.has(x.index));
}

function sumsIn(nameOf: SumNames, list: readonly Statement[]): Named {
  const found: Named = new Map();
  eachAddress(list, (from) => {
    const name = nameOf(from);
    if (name !== undefined && !found.has(name)) found.set(name, from);
  });
  return found;
}

export function sumNames(facts: Facts, addressOf: (from: Expression, offset: number) => Address): SumNames {
  const names = new Map<Expression, string | undefined>();
  return (from) => {
    if (names.has(from)) return names.get(from);
    const { base, sum } = addressOf(from, 0);
    const other = termsOf(sum, (t) => !isFixedTerm(t, facts));
    const isSum = other.terms.size > 1 && !someExpression(from, isCostly);
    const name = isSum ? `${keyOf(base)} ${namedBase(other)}` : undefined;
    names.set(from, name);
    return name;
  };
}

function isCostly(e: Expression): boolean {
  return e.kind === 'load' || (e.kind === 'op' && (e.op === 'div' || e.op === 'rem'));
}

function eachAddress(list: readonly Statement[], visit: (from: Expression) => void): void {
  eachStatement(list, (s) => {
    if (s.kind === 'store' || s.kind === 'atomic') visit(s.to);
    if (s.kind === 'set' && isPointer(s.value.type)) visit(s.value);
    eachExpressionOf(s, (e) => {
      if (e.kind === 'load') visit(e.from);
    });
  });
}
