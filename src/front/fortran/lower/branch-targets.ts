/** Which numeric labels the statements of a procedure branch to. */
import type { Body, Stmt } from '../program.ts';

export function branchTargets(body: Body): ReadonlySet<number> {
  const found = new Set<number>();
  for (const e of body.entries) found.add(e.label);
  collect(body.statements, found);
  return found;
}

function collect(list: readonly Stmt[], found: Set<number>): void {
  for (const s of list) {
    for (const label of labelsOf(s)) if (label !== undefined) found.add(label);
    for (const body of bodiesOfStmt(s)) collect(body, found);
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
      return [];
  }
}

/** The statement lists nested in `s`. */
export function bodiesOfStmt(s: Stmt): readonly (readonly Stmt[])[] {
  switch (s.kind) {
    case 'if':
      return [...s.arms.map((a) => a.body), s.otherwise];
    case 'do':
    case 'do-while':
    case 'do-concurrent':
    case 'forall':
    case 'block':
    case 'associate':
    case 'kernel-loop':
      return [s.body];
    case 'select-case':
    case 'select-type':
      return s.cases.map((c) => c.body);
    case 'where':
      return s.arms.map((a) => a.body);
    default:
      return [];
  }
}
