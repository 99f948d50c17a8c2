/** Rules on pure procedures, and on what `do concurrent` may call (Fortran 2018, 15.7, 11.1.7.5). */

import type { Diagnostic } from '../../../../base/diagnostic.ts';
import { intrinsics } from '../../../../library/intrinsics/table.ts';
import { bodiesOf } from '../../bodies-of.ts';
import * as controlErrors from '../../errors/control.ts';
import type { Actual, CalleeExpr, Expr, Procedure, Stmt, Variable } from '../../program.ts';
import { signatureOf } from '../../signature-of.ts';
import { kindsOf, rootOf } from '../mistakes/walk.ts';
import { eachInside, ownEvents } from '../walk-program.ts';

type Report = (d: Diagnostic) => void;
type Inside = { readonly report: Report; readonly where: string; readonly pure: Procedure | undefined };

export function checkPurity(p: Procedure, report: Report): void {
  const { pure, targets } = p.signature;
  const onDevice = targets.device || targets.global || targets.grid;
  if (pure && !onDevice) checkHeading(report, p);
  const inside: Inside | undefined = pure && !onDevice ? { report, where: 'a pure procedure', pure: p } : undefined;
  if (inside || kindsOf(p).has('do-concurrent') || kindsOf(p).has('forall'))
    for (const s of p.body?.statements ?? []) checkStatement(report, s, inside);
}

function checkHeading(report: Report, p: Procedure): void {
  if (!p.signature.subroutine)
    for (const d of p.signature.dummies) {
      if (d === 'alternate-return' || d.procedure || d.attributes.pointer || d.attributes.value) continue;
      if (d.attributes.intent !== 'in')
        report(
          controlErrors.notPure(`a dummy argument that is not intent(in), \`${d.name}\`,`, 'a pure function', d.span),
        );
    }
  for (const d of p.signature.dummies)
    if (d !== 'alternate-return' && d.procedure && !d.procedure.implicit && !d.procedure.pure)
      report(controlErrors.notPure(`a dummy procedure that is not pure, \`${d.name}\`,`, 'a pure procedure', d.span));
  for (const d of p.signature.dummies)
    if (d !== 'alternate-return' && d.type.base === 'derived' && d.type.polymorphic && d.attributes.intent === 'out')
      report(
        controlErrors.notPure(
          `a polymorphic dummy argument with intent(out), \`${d.name}\`,`,
          'a pure procedure',
          d.span,
        ),
      );
  declaredInside(report, p, p.body?.variables ?? []);
}

function declaredInside(report: Report, p: Procedure, variables: readonly Variable[]): void {
  for (const v of variables) {
    if (v.attributes.volatile && v.owner === p && v.storage !== 'dummy')
      report(controlErrors.notPure(`a volatile variable, \`${v.name}\`,`, 'a pure procedure', v.span));
    if (v.storage === 'static' && v.owner === p && !v.overlay && v.name === v.name.toLowerCase())
      report(controlErrors.notPure(`a saved variable, \`${v.name}\`,`, 'a pure procedure', v.span));
  }
}

function checkStatement(report: Report, s: Stmt, outer: Inside | undefined): void {
  if (outer) inPure(outer, s);
  const where = s.kind === 'do-concurrent' ? 'do concurrent' : s.kind === 'forall' ? 'a forall' : undefined;
  const inner: Inside | undefined = where && !outer ? { report, where, pure: undefined } : outer;
  if (!outer && inner && s.kind === 'forall' && s.mask) askedBy(inner, s.mask);
  for (const body of bodiesOf(s)) for (const x of body) checkStatement(report, x, inner);
}

/** Functions that the expressions of a statement ask. */
function asked(i: Inside, s: Stmt): void {
  for (const e of ownEvents(s)) {
    const at = e.kind === 'read' ? e.value : e.kind === 'write' ? e.to : undefined;
    if (at && !(e.kind === 'write' && s.kind === 'call')) askedBy(i, at);
  }
}

function askedBy(i: Inside, e: Expr): void {
  if (e.kind === 'call' && !isPureCall(e.callee))
    i.report(controlErrors.notPure('a reference of a function that is not pure', i.where, e.span));
  eachInside(e, (x) => askedBy(i, x));
}

function isPureCall(callee: CalleeExpr): boolean {
  const { pure, targets, implicit } = signatureOf(callee);
  return pure || implicit || targets.device || isLibrary(callee);
}

function inPure(i: Inside, s: Stmt): void {
  asked(i, s);
  switch (s.kind) {
    case 'call':
      called(i, s.callee, s);
      if (i.pure) changedByCall(i, s.callee, s.args);
      return;
    case 'intrinsic-call':
      if (intrinsics.get(s.name)?.by === 'call') i.report(controlErrors.notPure(`\`${s.name}\``, i.where, s.span));
      return;
    case 'io':
      if (i.pure && !isInternal(s)) i.report(controlErrors.notPure('input or output', i.where, s.span));
      return;
    case 'assign':
    case 'pointer-assign':
      if (i.pure) changed(i, s.to);
      return;
    case 'allocate':
      if (i.pure) for (const item of s.items) changed(i, item.object);
      return;
    case 'deallocate':
    case 'nullify':
      if (i.pure) for (const o of s.objects) changed(i, o);
      return;
    case 'block':
      if (i.pure) declaredInside(i.report, i.pure, s.variables);
      return;
    default:
  }
}

function called(i: Inside, callee: CalleeExpr, s: Stmt): void {
  const signature = signatureOf(callee);
  if (signature.pure || signature.targets.device || isLibrary(callee)) return;
  if (i.where === 'a forall' && signature.elemental) return;
  i.report(controlErrors.notPure('a call of a procedure that is not pure', i.where, s.span));
}

/** What a procedure may change, or point elsewhere. */
function changedByCall(i: Inside, callee: CalleeExpr, args: readonly Actual[]): void {
  const { dummies } = signatureOf(callee);
  for (const [k, a] of args.entries()) {
    const d = dummies[k];
    if (!a || a.kind === 'alternate-return' || !d || d === 'alternate-return') continue;
    const { intent } = d.attributes;
    if (intent === 'out' || intent === 'inout') changed(i, a);
  }
}

const isLibrary = (callee: CalleeExpr) => callee.kind === 'procedure' && callee.procedure.span.source.path === '';

function isInternal(s: Extract<Stmt, { kind: 'io' }>): boolean {
  const unit = s.controls.find((c) => c.key === 'unit');
  if (unit?.how !== 'value' || unit.value === 'star' || 'format' in unit.value) return s.operation === 'iolength';
  return unit.value.type.base === 'character' || s.items.some((x) => x.kind === 'defined') || isChild(unit.value);
}

/** In a procedure for defined output the unit is the statement's that called it. */
function isChild(unit: Expr): boolean {
  return unit.kind === 'variable' && unit.variable.storage === 'dummy';
}

function changed(i: Inside, to: Expr): void {
  const v = rootOf(to);
  if (!v || v.storage === 'dummy' || v.storage === 'result' || v.storage === 'associate' || v.storage === 'index')
    return;
  if (!isOutside(v, i.pure)) return;
  // nvfortran takes it, and programs have it: to their compiler a copy to the device is no change of Fortran's data.
  const severity = i.pure?.signature.subroutine && v.attributes.placement !== 'host' ? 'warning' : 'error';
  i.report(controlErrors.notPure(`a change of \`${v.name}\`, which lives outside,`, i.where, to.span, severity));
}

function isOutside(v: Variable, p: Procedure | undefined): boolean {
  if (v.overlay?.common) return true;
  return v.owner === undefined ? v.storage === 'static' && v.linkName !== '' : v.owner !== p && v.owner === p?.host;
}
