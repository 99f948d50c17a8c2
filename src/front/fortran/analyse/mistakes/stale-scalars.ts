/** Scalars that the turns of a CUF kernel have for themselves, read after it: they have the value from before. */
import type { Diagnostic } from '../../../../base/diagnostic.ts';
import { bodiesOf } from '../../bodies-of.ts';
import * as loopErrors from '../../errors/kernel-loops.ts';
import type { Expr, Stmt, Variable } from '../../program.ts';
import { eachVariable, events } from '../walk-program.ts';
import { rootOf } from './walk.ts';

export function checkStaleScalars(report: (d: Diagnostic) => void, list: readonly Stmt[]): void {
  for (const [i, s] of list.entries()) {
    if (s.kind === 'kernel-loop') for (const v of s.privates) checkAfter(report, v, s.body, list.slice(i + 1));
    else for (const b of bodiesOf(s)) checkStaleScalars(report, b);
  }
}

/** The first thing that happens to it in the statements that follow. */
function checkAfter(report: (d: Diagnostic) => void, v: Variable, body: readonly Stmt[], rest: readonly Stmt[]): void {
  if (rest.some((s) => s.label !== undefined || s.kind === 'goto')) return;
  let set = false;
  for (const e of events(rest.filter((s) => s.kind !== 'kernel-loop' || !s.privates.includes(v)))) {
    if (e.kind === 'index' && e.variable === v) set = true;
    const read = e.kind === 'read' && !set ? readOf(e.value, v) : undefined;
    if (e.kind === 'write' && e.to.kind === 'variable' && e.to.variable === v) set = true;
    if (!read) continue;
    const at = setIn(body, v);
    if (at) report(loopErrors.staleScalar(v, read, at));
    return;
  }
}

function readOf(e: Expr, v: Variable): Expr | undefined {
  let found: Expr | undefined;
  eachVariable(e, (x, at) => {
    if (x === v) found ??= at;
  });
  return found;
}

function setIn(body: readonly Stmt[], v: Variable): Expr | undefined {
  for (const e of events(body)) if (e.kind === 'write' && rootOf(e.to) === v) return e.to;
  return undefined;
}
