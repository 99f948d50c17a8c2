/** Names that statements refer to. */
import { bodiesOf } from '../bodies-of.ts';
import type { Stmt } from '../program.ts';

/** Constructs named by `cycle` statements in the list, at any depth. */
export function namesOfCycles(list: readonly Stmt[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const s of list) visit(s, names);
  return names;
}

function visit(s: Stmt, names: Set<string>): void {
  if (s.kind === 'cycle') names.add(s.name);
  for (const body of bodiesOf(s)) for (const inner of body) visit(inner, names);
}
