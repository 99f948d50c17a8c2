/** Initialised locals of device procedures that nothing changes: constants that all threads share, and static data of the device. */
import type { Actual, Expr, Procedure, Variable } from '../../program.ts';
import { eventsOf, partsRead, proceduresUnder, rootOf } from '../mistakes/walk.ts';

/** Puts them on the device. Others that keep their value are a mistake (mistakes/device-locals.ts). */
export function placeConstants(p: Procedure): void {
  for (const v of savedLocals(p))
    if (v.initial && keepsItsValue(p, v)) v.attributes = { ...v.attributes, placement: 'device' };
}

/** Its own variables that keep their value from call to call, as host code has them. */
export function savedLocals(p: Procedure): readonly Variable[] {
  return (p.body?.variables ?? []).filter(
    (v) => v.storage === 'static' && v.owner === p && v.attributes.placement === 'host' && !v.overlay,
  );
}

/** Does nothing set it, or take it where it could? */
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
