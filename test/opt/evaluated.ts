import type { Expression } from '../../src/ir/module.ts';

/** What whole numbers come to, and conditions as 0 and 1. `values`: of locals; addresses count from the beginning of their slot. */
export function evaluated(e: Expression, values: ReadonlyMap<number, number>): number {
  if (e.kind === 'const') return Number(e.value);
  if (e.kind === 'local') return values.get(e.index)!;
  if (e.kind === 'slot') return 0;
  if (e.kind !== 'op') throw new Error(e.kind);
  const [a = 0, b = 0] = e.args.map((x) => evaluated(x, values));
  const compute: Readonly<Record<string, () => number>> = {
    add: () => a + b,
    offset: () => a + b,
    sub: () => a - b,
    mul: () => a * b,
    div: () => (b === 0 ? Number.NaN : Math.trunc(a / b)),
    rem: () => (b === 0 ? Number.NaN : a % b),
    min: () => Math.min(a, b),
    max: () => Math.max(a, b),
    extend: () => a,
    wrap: () => a,
    shl: () => a * 2 ** b,
    ge: () => Number(a >= b),
    lt: () => Number(a < b),
    eq: () => Number(a === b),
    and: () => Number(a === 1 && b === 1),
  };
  const of = compute[e.op];
  if (!of) throw new Error(e.op);
  return of();
}
