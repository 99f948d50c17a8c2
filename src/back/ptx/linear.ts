/**
 * Integer expressions of 64 bits as sums of products: a constant, and terms of atoms with constant factors. All of it wraps, so regrouping is exact.
 * An index of several dimensions, ((k-1)*n + j-1)*m + i-1, becomes k*n*m + j*m + i and what depends on the extents alone.
 */
import type { Expression } from '../../ir/module.ts';
import { fitsNarrow } from './narrow.ts';

/** A product of atoms; those that are the same for all threads (extents, strides) come first. */
export type Term = { readonly atoms: readonly Expression[]; readonly factor: bigint };
export type Linear = { readonly constant: bigint; readonly terms: readonly Term[] };

/** `narrow`: i64 locals that hold no more than an i32. `fixed`: locals that depend on parameters alone. */
export type Facts = { readonly narrow: ReadonlySet<number>; readonly fixed: ReadonlySet<number> };

export function linear(e: Expression, facts: Facts): Linear {
  const sum: Sum = { constant: 0n, terms: [], facts };
  collect(e, 1n, sum);
  return finished(sum);
}

/** Whether the term is the same for all threads. */
export function isFixedTerm(t: Term, facts: Facts): boolean {
  return t.atoms.every((a) => isFixed(a, facts));
}

/** a - b. */
export function difference(a: readonly Term[], b: readonly Term[]): readonly Term[] {
  const terms: MutableTerm[] = [];
  for (const t of a) addTerm(terms, t.atoms, t.factor);
  for (const t of b) addTerm(terms, t.atoms, -t.factor);
  return terms.filter((t) => t.factor !== 0n);
}

/** Whether two sums have the same terms. */
export function areSame(a: readonly Term[], b: readonly Term[]): boolean {
  return a.length === b.length && difference(a, b).length === 0;
}

type MutableTerm = { readonly atoms: readonly Expression[]; factor: bigint };
type Sum = { constant: bigint; readonly terms: MutableTerm[]; readonly facts: Facts };

/** Longer products stay as they were written. */
const mostAtoms = 4;
const mostTerms = 6;

function finished(sum: Sum): Linear {
  return { constant: BigInt.asIntN(64, sum.constant), terms: sum.terms.filter((t) => t.factor !== 0n) };
}

function collect(e: Expression, factor: bigint, sum: Sum): void {
  const constant = constantOf(e);
  if (constant !== undefined) {
    sum.constant += factor * constant;
    return;
  }
  if (e.kind === 'op') {
    const [a, b] = e.args;
    switch (e.op) {
      case 'add':
        collect(a!, factor, sum);
        collect(b!, factor, sum);
        return;
      case 'sub':
        collect(a!, factor, sum);
        collect(b!, -factor, sum);
        return;
      case 'mul':
        collectProduct(e, factor, sum);
        return;
      case 'shl': {
        const n = constantOf(b!);
        if (n === undefined || n >= 32n) break;
        collect(a!, factor << n, sum);
        return;
      }
      case 'extend': {
        const { rest, constant: c } = splitNarrow(a!);
        sum.constant += factor * BigInt(c);
        addTerm(sum.terms, [c === 0 ? e : { ...e, args: [rest] }], factor);
        return;
      }
      default:
    }
  }
  addTerm(sum.terms, [e], factor);
}

/** A sum of 32 bits without its constant part. An index that wraps names no element, so that the parts may be widened one by one. */
function splitNarrow(e: Expression): { readonly rest: Expression; readonly constant: number } {
  if (e.kind !== 'op' || (e.op !== 'add' && e.op !== 'sub')) return { rest: e, constant: 0 };
  const [a, b] = e.args;
  if (e.op === 'add' && a!.kind === 'const') return plus(splitNarrow(b!), Number(a!.value));
  if (b!.kind === 'const') return plus(splitNarrow(a!), e.op === 'add' ? Number(b!.value) : -Number(b!.value));
  const left = splitNarrow(a!);
  const right = splitNarrow(b!);
  const constant = e.op === 'add' ? left.constant + right.constant : left.constant - right.constant;
  if (left.constant === 0 && right.constant === 0) return { rest: e, constant: 0 };
  return { rest: { ...e, args: [left.rest, right.rest] }, constant };
}

function plus(x: { readonly rest: Expression; readonly constant: number }, n: number) {
  return { rest: x.rest, constant: x.constant + n };
}

/** A sum times an extent is the sum of its parts times it: what neighbours in an array have in common becomes the same terms. */
function collectProduct(e: Extract<Expression, { kind: 'op' }>, factor: bigint, sum: Sum): void {
  const [a, b] = e.args;
  for (const [x, y] of [
    [a!, b!],
    [b!, a!],
  ] as const) {
    const constant = constantOf(y);
    if (constant !== undefined) {
      collect(x, factor * constant, sum);
      return;
    }
    if (!isFixed(y, sum.facts)) continue;
    const inner = linear(x, sum.facts);
    const by = factorsOf(y, sum.facts);
    if (inner.terms.length > mostTerms || inner.terms.some((t) => t.atoms.length + by.atoms.length > mostAtoms))
      continue;
    const scale = factor * by.factor;
    if (inner.constant !== 0n) addTerm(sum.terms, by.atoms, scale * inner.constant);
    for (const t of inner.terms) addTerm(sum.terms, ordered([...by.atoms, ...t.atoms], sum.facts), scale * t.factor);
    return;
  }
  addTerm(sum.terms, [e], factor);
}

/** A product of extents as its factors; any other value is one atom. */
function factorsOf(e: Expression, facts: Facts): Term {
  const { constant, terms } = linear(e, facts);
  const [only] = terms;
  return constant === 0n && terms.length === 1 ? only! : { atoms: [e], factor: 1n };
}

function ordered(atoms: readonly Expression[], facts: Facts): readonly Expression[] {
  return [...atoms.filter((a) => isFixed(a, facts)), ...atoms.filter((a) => !isFixed(a, facts))];
}

/** An extent or a stride. */
function isFixed(e: Expression, facts: Facts): boolean {
  switch (e.kind) {
    case 'const':
      return true;
    case 'local':
      return facts.fixed.has(e.index);
    case 'op':
      return e.args.every((a) => isFixed(a, facts));
    default:
      return false;
  }
}

function addTerm(terms: MutableTerm[], atoms: readonly Expression[], factor: bigint): void {
  const same = terms.find((t) => hasAtoms(t, atoms));
  if (same) same.factor += factor;
  else terms.push({ atoms, factor });
}

/** In any order. */
function hasAtoms(t: Term, atoms: readonly Expression[]): boolean {
  if (t.atoms.length !== atoms.length) return false;
  const left = [...atoms];
  return t.atoms.every((a) => {
    const at = left.findIndex((x) => isSame(x, a));
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

/** Small expressions only: others are not worth the search. */
export function isSame(a: Expression, b: Expression): boolean {
  if (a === b) return true;
  if (a.kind === 'local') return b.kind === 'local' && a.index === b.index;
  if (a.kind === 'const') return b.kind === 'const' && a.value === b.value && a.type === b.type;
  if (a.kind === 'global') return b.kind === 'global' && a.name === b.name;
  if (a.kind === 'slot') return b.kind === 'slot' && a.index === b.index;
  if (a.kind === 'special') return b.kind === 'special' && a.name === b.name;
  if (a.kind !== 'op' || b.kind !== 'op' || a.op !== b.op || a.args.length !== b.args.length) return false;
  return a.args.every((x, i) => isSame(x, b.args[i]!));
}

function constantOf(e: Expression): bigint | undefined {
  return e.kind === 'const' && typeof e.value === 'bigint' ? e.value : undefined;
}

/** Whether 32 bits hold the atom. */
export function isNarrowAtom(e: Expression, facts: Facts): boolean {
  return e.kind !== 'const' && fitsNarrow(e, facts.narrow);
}
