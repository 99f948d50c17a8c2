/** Integer expressions of 64 bits as sums: a constant and terms with constant factors. All of it wraps, so regrouping is exact. */
import type { Expression } from '../../ir/module.ts';
import { fitsNarrow } from './narrow.ts';

export type Term = { readonly value: Expression; readonly factor: bigint };
export type Linear = { readonly constant: bigint; readonly terms: readonly Term[] };

/** `narrow`: i64 locals that hold no more than an i32. Terms that do not change in loops come last, so that what varies is computed once for several sums. */
export function linear(e: Expression, narrow: ReadonlySet<number>): Linear {
  const sum: Sum = { constant: 0n, terms: [], fixed: [], narrow };
  collect(e, 1n, sum);
  const terms = [...sum.terms, ...sum.fixed].filter((t) => t.factor !== 0n);
  return { constant: BigInt.asIntN(64, sum.constant), terms };
}

type MutableTerm = { readonly value: Expression; factor: bigint };
type Sum = {
  constant: bigint;
  readonly terms: MutableTerm[];
  readonly fixed: MutableTerm[];
  readonly narrow: ReadonlySet<number>;
};

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
        addTerm(sum.terms, c === 0 ? e : { ...e, args: [rest] }, factor);
        return;
      }
      default:
    }
  }
  addTerm(sum.terms, e, factor);
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

function collectProduct(e: Extract<Expression, { kind: 'op' }>, factor: bigint, sum: Sum): void {
  const [a, b] = e.args;
  const right = constantOf(b!);
  const left = constantOf(a!);
  if (right !== undefined) {
    collect(a!, factor * right, sum);
    return;
  }
  if (left !== undefined) {
    collect(b!, factor * left, sum);
    return;
  }
  // (i - 1) * n is i*n - n: the second part does not change in a loop over i.
  for (const [x, y] of [
    [a!, b!],
    [b!, a!],
  ] as const) {
    if (!isFixed(y, sum.narrow)) continue;
    const inner = linear(x, sum.narrow);
    const [term] = inner.terms;
    if (inner.constant === 0n || inner.terms.length !== 1 || term!.factor !== 1n) continue;
    addTerm(sum.fixed, y, factor * inner.constant);
    addTerm(sum.terms, { ...e, args: [term!.value, y] }, factor);
    return;
  }
  addTerm(sum.terms, e, factor);
}

/** An extent or a stride. */
function isFixed(e: Expression, narrow: ReadonlySet<number>): boolean {
  return e.kind === 'local' || (e.kind === 'op' && fitsNarrow(e, narrow) && onlyLocals(e));
}

function onlyLocals(e: Expression): boolean {
  if (e.kind === 'op') return e.args.every(onlyLocals);
  return e.kind === 'local' || e.kind === 'const';
}

function addTerm(terms: MutableTerm[], value: Expression, factor: bigint): void {
  const same = terms.find((t) => isSame(t.value, value));
  if (same) same.factor += factor;
  else terms.push({ value, factor });
}

/** Small expressions only: others are not worth the search. */
function isSame(a: Expression, b: Expression): boolean {
  if (a === b) return true;
  if (a.kind === 'local') return b.kind === 'local' && a.index === b.index;
  if (a.kind === 'const') return b.kind === 'const' && a.value === b.value && a.type === b.type;
  if (a.kind === 'special') return b.kind === 'special' && a.name === b.name;
  if (a.kind !== 'op' || b.kind !== 'op' || a.op !== b.op || a.args.length !== b.args.length) return false;
  return a.args.every((x, i) => isSame(x, b.args[i]!));
}

function constantOf(e: Expression): bigint | undefined {
  return e.kind === 'const' && typeof e.value === 'bigint' ? e.value : undefined;
}
