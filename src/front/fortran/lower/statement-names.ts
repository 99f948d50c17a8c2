/** Names that statements refer to. */
import type { Stmt } from '../program.ts';

/** Constructs named by `cycle` statements in the list, at any depth. */
export function namesOfCycles(list: readonly Stmt[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const s of list) visit(s, names);
  return names;
}

function visit(s: Stmt, names: Set<string>): void {
  if (s.kind === 'cycle') names.add(s.name);
  for (const body of bodies(s)) for (const inner of body) visit(inner, names);
}

/** The statement lists in a statement. */
export function bodies(s: Stmt): readonly (readonly Stmt[])[] {
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
