/** Allocatable arrays that a launch is given, and that nothing allocates. */
import type { Diagnostic } from '../../../../base/diagnostic.ts';
import * as kernelErrors from '../../errors/kernels.ts';
import type { Actual, Expr, Procedure, Stmt, Variable } from '../../program.ts';
import { eachStatement, eachWithin, eventsOf, rootOf } from './walk.ts';

export function checkNeverAllocated(report: (d: Diagnostic) => void, p: Procedure): void {
  const launched = new Map<Variable, Expr>();
  const bodies = [p, ...(p.body?.internals ?? [])].map((one) => one.body?.statements ?? []);
  for (const body of bodies) eachStatement(body, (s) => gather(s, p, launched));
  if (launched.size === 0) return;
  const drop = (v: Variable): void => void launched.delete(v);
  for (const body of bodies)
    for (const e of eventsOf(body)) {
      const v = e.kind === 'write' ? rootOf(e.to) : undefined;
      if (v && !(e.kind === 'write' && e.statement.kind === 'launch')) launched.delete(v);
      if (e.kind === 'read') eachArgument(e.value, drop);
    }
  for (const body of bodies) eachStatement(body, (s) => eachAllocated(s, drop));
  for (const [v, e] of launched) report(kernelErrors.neverAllocated(v, e.span));
}

/** Own allocatable variables among the arguments of a launch. */
function gather(s: Stmt, p: Procedure, into: Map<Variable, Expr>): void {
  if (s.kind !== 'launch') return;
  for (const a of s.args) {
    if (!isExpr(a) || a.kind !== 'variable') continue;
    const { variable } = a;
    if (variable.attributes.allocatable && variable.owner === p && variable.storage !== 'dummy' && !into.has(variable))
      into.set(variable, a);
  }
}

/** Variables that a statement other than a launch may allocate. */
function eachAllocated(s: Stmt, see: (v: Variable) => void): void {
  if (s.kind === 'allocate') for (const item of s.items) seeRoot(item.object, see);
  if (s.kind === 'call' || s.kind === 'library-call' || s.kind === 'intrinsic-call')
    for (const a of s.args) if (a && isExpr(a)) seeRoot(a, see);
  if (s.kind === 'assign') seeRoot(s.to, see);
}

/** Variables that functions are given. */
function eachArgument(e: Expr, see: (v: Variable) => void): void {
  eachWithin(e, (x) => {
    if (x.kind === 'library-call' || x.kind === 'call') for (const a of x.args) if (a && isExpr(a)) seeRoot(a, see);
  });
}

function seeRoot(e: Expr, see: (v: Variable) => void): void {
  const v = rootOf(e);
  if (v) see(v);
}

function isExpr(a: Actual | Expr | { readonly kind: string } | undefined): a is Expr {
  return a !== undefined && 'type' in a && 'rank' in a;
}
