/** What the rows of intrinsics give for their inputs, folded, beside what is recorded. */
import type { Diagnostic } from '../../../src/base/diagnostic.ts';
import { nowhere } from '../../../src/base/source.ts';
import { resolveIntrinsic } from '../../../src/front/fortran/analyse/calls/intrinsic-calls.ts';
import type { ConstantValue, Expr, Type } from '../../../src/front/fortran/program.ts';
import type { Try } from '../../../src/library/intrinsics/row.ts';
import type { Case } from './cases.ts';
import { closeReals, expected, shown } from './compare.ts';

/** `problem`: what is wrong; `folded`: the value was known to the compiler. */
export type Folded = { readonly folded: boolean; readonly problem: string | undefined };

export function foldCase(c: Case): Folded {
  const wanted = expected.get(c.id);
  if (wanted === undefined)
    return { folded: false, problem: `${c.id}: no recorded value (test/library/intrinsics/record.ts)` };
  const messages: Diagnostic[] = [];
  const args = c.inputs.map((x) => ({ value: constant(x, c.kind) }));
  const result = resolveIntrinsic(c.name, args, nowhere, (d) => messages.push(d));
  if (!result) return { folded: false, problem: `${c.id}: ${messages.map((m) => m.message).join('; ')}` };
  if (result.kind !== 'constant') return { folded: false, problem: undefined };
  const same = close(result.value, wanted, c.row.ulp ?? 0);
  const problem = `${c.id} (${c.inputs.join(', ')}): ${String(result.value)} instead of ${shown(wanted)}`;
  return { folded: true, problem: same ? undefined : problem };
}

function constant(x: Try, kind: 1 | 2 | 4 | 8): Expr {
  const [type, value] = typed(x, kind);
  return { kind: 'constant', type, value, rank: 0, span: nowhere };
}

function typed(x: Try, kind: 1 | 2 | 4 | 8): [Type, ConstantValue] {
  const wide = kind === 8 ? 8 : 4;
  if (typeof x === 'bigint') return [{ base: 'integer', kind }, x];
  if (typeof x === 'boolean') return [{ base: 'logical', kind: 4 }, x];
  if (typeof x === 'number') return [{ base: 'real', kind: wide }, rounded(x, wide)];
  if (typeof x === 'string') return [{ base: 'character', kind: 1, length: known(x.length) }, x];
  return [{ base: 'complex', kind: wide }, [rounded(x[0], wide), rounded(x[1], wide)]];
}

const rounded = (x: number, kind: 4 | 8) => (kind === 4 ? Math.fround(x) : x);
const known = (n: number) => ({ kind: 'known' as const, value: constant(BigInt(n), 8) });

function close(value: ConstantValue, wanted: string, ulp: number): boolean {
  if (typeof value === 'bigint') return String(value) === wanted;
  if (typeof value === 'boolean') return (value ? '1' : '0') === wanted;
  if (typeof value === 'string') return `[${value}]` === wanted;
  if (typeof value === 'number') return closeReals([value], wanted, ulp);
  return !('components' in value) && closeReals(value, wanted, ulp);
}
