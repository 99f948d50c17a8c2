/** What a device procedure may not have: local variables that keep their value, dummies that only host code can make. */
import type { Diagnostic } from '../../../../base/diagnostic.ts';
import * as kernelErrors from '../../errors/kernels.ts';
import type { Actual, Expr, Procedure, Variable } from '../../program.ts';
import { eventsOf, isKernel, partsRead, proceduresUnder, rootOf } from './walk.ts';

export function checkDeviceLocals(report: (d: Diagnostic) => void, p: Procedure): void {
  for (const v of p.body?.variables ?? []) {
    if (v.storage !== 'static' || v.owner !== p || v.attributes.placement !== 'host' || v.overlay) continue;
    if (v.initial && keepsItsValue(p, v)) v.attributes = { ...v.attributes, placement: 'device' };
    else report(kernelErrors.savedOnDevice(v));
  }
  if (!isKernel(p)) return;
  for (const d of p.signature.dummies) {
    if (d === 'alternate-return') continue;
    if (d.shape?.kind === 'assumed-shape') report(kernelErrors.assumedShapeDummy(d));
    if (d.attributes.allocatable || (d.attributes.pointer && d.shape)) report(kernelErrors.descriptorDummy(d));
  }
  if (p.origin === 'internal') report(kernelErrors.kernelInsideProcedure(p));
}

/** Does nothing set it, or take it where it could? Then it is a constant that all threads share. */
function keepsItsValue(p: Procedure, v: Variable): boolean {
  for (const one of proceduresUnder(p)) {
    const body = one.body?.statements ?? [];
    for (const e of eventsOf(body)) {
      if (e.kind === 'index' && e.variable === v) return false;
      if (e.kind === 'write' && rootOf(e.to) === v) return false;
    }
    for (const e of partsRead(body))
      if ((e.kind === 'call' || e.kind === 'library-call') && e.args.some((a) => a && takes(a, v))) return false;
  }
  return true;
}

function takes(a: NonNullable<Actual> | Expr, v: Variable): boolean {
  return a.kind !== 'alternate-return' && a.kind !== 'procedure' && rootOf(a) === v;
}
