/** An array of rank 2 that is given to a kernel or library routine with another leading dimension than it has. */
import type { Diagnostic } from '../../../../base/diagnostic.ts';
import * as callErrors from '../../errors/calls.ts';
import type { Actual, Expr, Signature, Stmt, Variable } from '../../program.ts';
import { constantExtents, integerOf } from '../types.ts';
import { eachWithin } from './walk.ts';

export function checkLeadingDimension(report: (d: Diagnostic) => void, s: Stmt): void {
  if (s.kind === 'call' || s.kind === 'launch') {
    if (s.callee.kind !== 'procedure') return;
    check(report, s.callee.procedure.signature, s.args, s.kind === 'launch');
  }
  if (s.kind === 'assign')
    eachWithin(s.value, (e) => {
      if (e.kind === 'call' && e.callee.kind === 'procedure')
        check(report, e.callee.procedure.signature, e.args, false);
    });
}

function check(report: (d: Diagnostic) => void, signature: Signature, args: readonly Actual[], launch: boolean): void {
  const given = (v: Variable | undefined): Actual => (v ? args[signature.dummies.indexOf(v)] : undefined);
  for (const d of signature.dummies) {
    const actual = d === 'alternate-return' ? undefined : given(d);
    if (d === 'alternate-return' || !actual || actual.kind !== 'variable' || actual.rank < 2) continue;
    const rows = constantExtents(actual.variable.shape)?.[0];
    const leading = leadingOf(signature, d, actual.rank, launch);
    const told = leading && given(leading);
    const value = told && told.kind !== 'alternate-return' ? integerOf(constantIn(told)) : undefined;
    if (
      rows === undefined ||
      value === undefined ||
      value === BigInt(rows) ||
      !told ||
      told.kind === 'alternate-return'
    )
      continue;
    report(callErrors.leadingDimension(actual.variable, told.span, value, rows, leading));
  }
}

function constantIn(e: Expr): Expr {
  return e.kind === 'convert' ? constantIn(e.value) : e;
}

/** `lda` of `a`, by name; of a kernel's dummy of the actual argument's rank the variable that is its first extent. */
function leadingOf(signature: Signature, d: Variable, given: number, launch: boolean): Variable | undefined {
  const named = signature.dummies.find((x) => x !== 'alternate-return' && x.name === `ld${d.name}`);
  if (named && named !== 'alternate-return') return named;
  if (!launch || d.shape?.kind === 'deferred') return undefined;
  const first = d.shape?.kind === 'explicit' || d.shape?.kind === 'assumed-size' ? d.shape.bounds[0] : undefined;
  const rank =
    d.shape?.kind === 'explicit'
      ? d.shape.bounds.length
      : d.shape?.kind === 'assumed-size'
        ? d.shape.bounds.length + 1
        : 0;
  if (!first || rank < 2 || rank !== given || integerOf(first.lower) !== 1n) return undefined;
  const upper = constantIn(first.upper);
  return upper.kind === 'variable' ? upper.variable : undefined;
}
