/** Integer expressions of 64 bits as sums: a constant and terms with constant factors. All of it wraps, so regrouping is exact. */
import type { Expression } from '../../ir/module.ts';

export type Term = { readonly value: Expression; readonly factor: bigint };
export type Linear = { readonly constant: bigint; readonly terms: readonly Term[] };

export function linear(e: Expression): Linear {
  const sum: Sum = { constant: 0n, terms: [] };
  collect(e, 1n, sum);
  return { constant: BigInt.asIntN(64, sum.constant), terms: sum.terms.filter((t) => t.factor !== 0n) };
}

type Sum = { constant: bigint; readonly terms: { value: Expression; factor: bigint }[] };

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
        if (n !== undefined && n < 32n) {
          collect(a!, factor << n, sum);
          return;
        }
        break;
      }
      default:
    }
  }
  addTerm(e, factor, sum);
}

function collectProduct(e: Extract<Expression, { kind: 'op' }>, factor: bigint, sum: Sum): void {
  const [a, b] = e.args;
  const right = constantOf(b!);
  if (right !== undefined) {
    collect(a!, factor * right, sum);
    return;
  }
  const left = constantOf(a!);
  if (left !== undefined) {
    collect(b!, factor * left, sum);
    return;
  }
  // (i - 1) * n is i*n - n: the second part does not change in a loop over i.
  for (const [x, y] of [
    [a!, b!],
    [b!, a!],
  ] as const) {
    if (y.kind !== 'local') continue;
    const inner = linear(x);
    const [term] = inner.terms;
    if (inner.constant === 0n || inner.terms.length !== 1 || term!.factor !== 1n) continue;
    addTerm(y, factor * inner.constant, sum);
    addTerm({ ...e, args: [term!.value, y] }, factor, sum);
    return;
  }
  addTerm(e, factor, sum);
}

function addTerm(value: Expression, factor: bigint, sum: Sum): void {
  if (value.kind === 'local') {
    const same = sum.terms.find((t) => t.value.kind === 'local' && t.value.index === value.index);
    if (same) {
      same.factor += factor;
      return;
    }
  }
  sum.terms.push({ value, factor });
}

function constantOf(e: Expression): bigint | undefined {
  return e.kind === 'const' && typeof e.value === 'bigint' ? e.value : undefined;
}
