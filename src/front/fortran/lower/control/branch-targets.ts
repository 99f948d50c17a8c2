/** Which numeric labels the statements of a procedure branch to. */
import { bodiesOf } from '../../bodies-of.ts';
import { branchLabels } from '../../branch-labels.ts';
import type { Body, Stmt } from '../../program.ts';

export function branchTargets(body: Body): ReadonlySet<number> {
  const found = new Set<number>();
  for (const e of body.entries) found.add(e.label);
  collect(body.statements, found);
  return found;
}

function collect(list: readonly Stmt[], found: Set<number>): void {
  for (const s of list) {
    for (const label of branchLabels(s)) found.add(label);
    for (const body of bodiesOf(s)) collect(body, found);
  }
}
