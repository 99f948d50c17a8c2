/** Which variables have an address. */
import type { Expression } from '../tree.ts';

/** The variable it is a part of has an address from now on. */
export function markInMemory(e: Expression): void {
  if (e.kind === 'variable') e.variable.inMemory = true;
  else if (e.kind === 'member') markInMemory(e.of);
  else if (e.kind === 'conditional') {
    markInMemory(e.then);
    markInMemory(e.otherwise);
  } else if (e.kind === 'comma') markInMemory(e.right);
  else if (e.kind === 'assign' || e.kind === 'update') markInMemory(e.to);
}
