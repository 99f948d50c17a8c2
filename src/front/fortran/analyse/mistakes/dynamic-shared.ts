/** Launches without bytes of shared memory of kernels whose shared arrays get their size from the launch. */
import type { Diagnostic } from '../../../../base/diagnostic.ts';
import * as launchErrors from '../../errors/launches.ts';
import type { Stmt, Variable } from '../../program.ts';
import { integerOf } from '../types.ts';

type Launch = Extract<Stmt, { kind: 'launch' }>;

export function checkDynamicShared(report: (d: Diagnostic) => void, s: Launch): void {
  const kernel = s.callee.kind === 'procedure' ? s.callee.procedure : undefined;
  if (!kernel?.body || (s.shared && integerOf(s.shared) !== 0n)) return;
  const open = kernel.body.variables.find(isDynamic);
  if (open) report(launchErrors.noSharedBytes(kernel, open, s));
}

function isDynamic(v: Variable): boolean {
  if (v.attributes.placement !== 'shared' || v.storage === 'dummy' || v.overlay) return false;
  if (v.shape?.kind === 'assumed-size') return true;
  return v.shape?.kind === 'explicit' && v.shape.bounds.some((b) => integerOf(b.upper) === undefined);
}
