/** Conditions of host code that ask for a value in device memory: each time it is copied, and the host waits. */
import type { Diagnostic } from '../../../../base/diagnostic.ts';
import * as deviceErrors from '../../errors/device.ts';
import { deviceDataIn } from '../../placement.ts';
import type { Expr, Stmt } from '../../program.ts';
import { eachStatement } from './walk.ts';

export function checkDeviceConditions(report: (d: Diagnostic) => void, body: readonly Stmt[]): void {
  eachStatement(body, (s) => {
    for (const condition of conditionsOf(s)) {
      const found = deviceDataIn(condition);
      if (found?.rank === 0 && (found.kind === 'variable' || found.kind === 'element' || found.kind === 'part'))
        report(deviceErrors.deviceDataInCondition(found, condition, s.kind === 'do-while'));
    }
  });
}

function conditionsOf(s: Stmt): Expr[] {
  if (s.kind === 'if') return s.arms.map((a) => a.condition);
  if (s.kind === 'do-while') return s.condition ? [s.condition] : [];
  return s.kind === 'select-case' ? [s.selector] : [];
}
