/** Iterations that end early do so by branches, not by jumps: `if (edge) cycle; b = …` is `if (.not. edge) b = …`. Loops are unrolled then, and what asks the same in all iterations is asked once. */
import type { Fn, Statement } from '../../ir/module.ts';
import { changeBodies, isLoop, replaceEach, someStatement } from '../../ir/walk.ts';
import { unjump } from './unjump.ts';

const end = '%continued';

export function branchContinues(fn: Fn): Fn {
  if (!someStatement(fn.body, (s) => s.kind === 'continue')) return fn;
  const list = (body: readonly Statement[]): readonly Statement[] =>
    replaceEach(body, (s) => branched(changeBodies(s, list)));
  const body = list(fn.body);
  return body === fn.body ? fn : { ...fn, body };
}

/** The same loop where some jump stands too deep. */
function branched(s: Statement): Statement {
  if (!isLoop(s) || !someStatement(s.body, (x) => x.kind === 'continue' && x.label === s.label)) return s;
  const breaking = (x: Statement): Statement =>
    x.kind === 'continue' && x.label === s.label
      ? { kind: 'break', label: end }
      : changeBodies(x, (b) => replaceEach(b, breaking));
  const body = unjump([{ kind: 'block', label: end, body: replaceEach(s.body, breaking) }], new Set());
  return someStatement(body, (x) => x.kind === 'break' && x.label === end) ? s : { ...s, body };
}
