/** Mistakes that programs with kernels have in common, looked for in a whole file: warnings that must be right, one check a file. */
import type { Diagnostic } from '../../../../base/diagnostic.ts';
import type { Program } from '../../program.ts';
import { checkAtomicKinds } from './atomic-kinds.ts';
import { checkBoundsCheck } from './bounds-check.ts';
import { checkDeviceConditions } from './device-conditions.ts';
import { checkDeviceLocals } from './device-locals.ts';
import { checkLaunchLimits } from './launch-limits.ts';
import { checkLeadingDimension } from './leading-dimension.ts';
import { checkManagedReads } from './managed-reads.ts';
import { checkMissingBarrier } from './missing-barrier.ts';
import { checkRaces } from './races.ts';
import { checkSharedSize } from './shared-size.ts';
import { checkStaleScalars } from './stale-scalars.ts';
import { checkThreadIndex } from './thread-index.ts';
import { eachStatement, isKernel, proceduresOf, runsOnDevice } from './walk.ts';

export function checkProgram(program: Program, report: (d: Diagnostic) => void, defaultReal: 4 | 8): void {
  for (const p of proceduresOf(program)) {
    const body = p.body?.statements ?? [];
    if (runsOnDevice(p)) {
      checkThreadIndex(report, p);
      checkDeviceLocals(report, p);
      checkAtomicKinds(report, p, defaultReal);
    }
    if (isKernel(p)) {
      checkRaces(report, p);
      checkMissingBarrier(report, p);
      checkSharedSize(report, p);
    }
    if (runsOnDevice(p)) continue;
    checkManagedReads(report, body);
    checkStaleScalars(report, body);
    checkDeviceConditions(report, body);
    eachStatement(body, (s) => {
      checkLeadingDimension(report, s);
      if (s.kind !== 'launch') return;
      checkLaunchLimits(report, s);
      checkBoundsCheck(report, s);
    });
  }
}
