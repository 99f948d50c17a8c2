/**
 * Scalars that the call statements of a procedure pass by their address: they cannot be registers. What else needs an address is found while lowering, which then
 * begins again; most procedures are lowered once thanks to these.
 */
import { bodiesOf } from '../../bodies-of.ts';
import type { Stmt, Variable } from '../../program.ts';
import { signatureOf } from '../../signature-of.ts';

export function passedByAddress(list: readonly Stmt[], found = new Set<Variable>()): Set<Variable> {
  for (const s of list) {
    if (s.kind === 'call') gather(s, found);
    // What runs on the device has registers of its own.
    if (s.kind !== 'kernel-loop') for (const body of bodiesOf(s)) passedByAddress(body, found);
  }
  return found;
}

function gather(s: Extract<Stmt, { kind: 'call' }>, found: Set<Variable>): void {
  const { dummies } = signatureOf(s.callee);
  for (const [i, a] of s.args.entries()) {
    const d = dummies[i];
    if (a?.kind !== 'variable' || !d || d === 'alternate-return') continue;
    if (a.rank === 0 && !d.procedure && !d.attributes.value) found.add(a.variable);
  }
}
