/** What the blocks inside of a kernel loop declare: each turn has it for itself. */
import { bodiesOf } from '../../bodies-of.ts';
import type { Stmt, Variable } from '../../program.ts';

export function* blockVariables(body: readonly Stmt[]): Iterable<Variable> {
  for (const s of body) {
    if (s.kind === 'block') yield* s.variables;
    for (const inner of bodiesOf(s)) yield* blockVariables(inner);
  }
}
