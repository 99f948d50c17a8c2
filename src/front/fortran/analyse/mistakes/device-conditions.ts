/** Conditions of host code that ask for a value in device memory: each time it is copied, and the host waits. */
import type { Diagnostic } from '../../../../base/diagnostic.ts';
import * as deviceErrors from '../../errors/device.ts';
import { deviceDataIn } from '../../placement.ts';
import type { Expr, Stmt } from '../../program.ts';
import { eachStatement } from './walk.ts';

export function checkDeviceConditions(report: (d: Diagnostic) => void, body: readonly Stmt[]): void {
  eachStatement(body, (s) => {
    if (s.kind === 'if') for (const arm of s.arms) checkCondition(report, arm.condition, false);
    else if (s.kind === 'do-while' && s.condition) checkCondition(report, s.condition, true);
    else if (s.kind === 'select-case') checkCondition(report, s.selector, false);
  });
}

function checkCondition(report: (d: Diagnostic) => void, condition: Expr, loop: boolean): void {
  const found = deviceDataIn(condition);
  if (found?.rank === 0 && (found.kind === 'variable' || found.kind === 'element' || found.kind === 'part'))
    report(deviceErrors.deviceDataInCondition(found, condition, loop));
}
