/** Neighbouring branches on the same condition, which the first does not change, as one. */
import type { Statement } from '../../ir/module.ts';
import { keyOf } from '../../ir/value-key.ts';
import { localsSetIn, someExpression } from '../../ir/walk.ts';

export function joinBranches(list: readonly Statement[]): readonly Statement[] {
  const out: Statement[] = [];
  for (const s of list) {
    const last = out.at(-1);
    if (last?.kind === 'if' && s.kind === 'if' && isSame(last, s))
      out.splice(-1, 1, { ...last, then: [...last.then, ...s.then] });
    else out.push(s);
  }
  return out;
}

function isSame(a: Extract<Statement, { kind: 'if' }>, b: Extract<Statement, { kind: 'if' }>): boolean {
  if (a.otherwise.length + b.otherwise.length > 0 || keyOf(a.condition) !== keyOf(b.condition)) return false;
  const set = localsSetIn(a.then);
  return !someExpression(b.condition, (e) => e.kind === 'load' || (e.kind === 'local' && set.has(e.index)));
}
