/** Which numeric labels the statements of a procedure branch to. */
import { bodiesOf } from '../../bodies-of.ts';
import type { Body, Stmt } from '../../program.ts';

const none: readonly number[] = [];

export function branchTargets(body: Body): ReadonlySet<number> {
  const found = new Set<number>();
  for (const e of body.entries) found.add(e.label);
  collect(body.statements, found);
  return found;
}

function collect(list: readonly Stmt[], found: Set<number>): void {
  for (const s of list) {
    for (const label of labelsOf(s)) if (label !== undefined) found.add(label);
    for (const body of bodiesOf(s)) collect(body, found);
  }
}

function labelsOf(s: Stmt): readonly (number | undefined)[] {
  switch (s.kind) {
    case 'goto':
      return [s.target];
    case 'computed-goto':
      return s.targets;
    case 'io':
      return [s.branches.end, s.branches.err, s.branches.eor];
    case 'call':
      return s.args.map((a) => (a?.kind === 'alternate-return' ? a.label : undefined));
    default:
      return none;
  }
}
