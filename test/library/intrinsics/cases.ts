/** The inputs that intrinsics' rows name, as references with kinds: what the test evaluates and what another compiler has recorded. */
import type { Row, Try } from '../../../src/library/intrinsics/row.ts';
import { intrinsics } from '../../../src/library/intrinsics/table.ts';

export type Case = {
  readonly id: string;
  readonly name: string;
  readonly row: Row;
  readonly kind: 1 | 2 | 4 | 8;
  readonly inputs: readonly Try[];
};

/** Kinds 1 and 2 only for small integers, whose places and amounts are inside too. */
export function allCases(): Case[] {
  const cases: Case[] = [];
  for (const [name, row] of intrinsics)
    for (const [i, inputs] of (row.tries ?? []).entries())
      for (const kind of kindsFor(inputs)) cases.push({ id: `${name}.${i}.${kind}`, name, row, kind, inputs });
  return cases;
}

function kindsFor(inputs: readonly Try[]): readonly (1 | 2 | 4 | 8)[] {
  if (inputs.every((x) => typeof x === 'string' || typeof x === 'boolean')) return [4];
  const small = inputs.every(
    (x, i) => typeof x === 'bigint' && x > -128n && x < 128n && (i === 0 || (x > -8n && x < 8n)),
  );
  return small && inputs.some((x) => typeof x === 'bigint') ? [1, 2, 4, 8] : [4, 8];
}
