/** Mistakes that programs with kernels have in common, looked for in a whole procedure: warnings that must be right, one check a file. */
import type { Diagnostic } from '../../../../base/diagnostic.ts';
import type { Expr, Procedure, Stmt, Variable } from '../../program.ts';
import { integerOf } from '../types.ts';
import { checkAtomicKinds } from './atomic-kinds.ts';
import { checkBoundsCheck } from './bounds-check.ts';
import { checkClearedByAll } from './cleared-by-all.ts';
import { checkCopyCounts } from './copy-counts.ts';
import { checkDeviceConditions } from './device-conditions.ts';
import { checkDeviceLocals } from './device-locals.ts';
import { checkDynamicShared } from './dynamic-shared.ts';
import { checkElementTransfers } from './element-transfers.ts';
import { checkHistograms } from './histograms.ts';
import { checkHostAddresses, type HostAddresses, hostAddressesIn } from './host-addresses.ts';
import { checkIndexFromZero } from './index-from-zero.ts';
import { checkLaunchLimits, shapesSetOnce } from './launch-limits.ts';
import { checkLeadingDimension } from './leading-dimension.ts';
import { checkManagedReads } from './managed-reads.ts';
import { checkMissingBarrier } from './missing-barrier.ts';
import { checkNeverAllocated } from './never-allocated.ts';
import { checkRaces } from './races.ts';
import { checkSharedSize } from './shared-size.ts';
import { checkStaleScalars } from './stale-scalars.ts';
import { checkThreadIndex } from './thread-index.ts';
import { checkTurnBarrier } from './turn-barrier.ts';
import { eachStatement, isKernel, kindsOf, runsOnDevice } from './walk.ts';

type Report = (d: Diagnostic) => void;

export function checkMistakes(p: Procedure, report: Report, defaultReal: 4 | 8): void {
  if (runsOnDevice(p)) checkDevice(p, report, defaultReal);
  else checkHost(report, p);
  if (isKernel(p)) checkKernel(report, p);
}

function checkDevice(p: Procedure, report: Report, defaultReal: 4 | 8): void {
  checkThreadIndex(report, p);
  checkIndexFromZero(report, p);
  checkDeviceLocals(report, p);
  checkAtomicKinds(report, p, defaultReal);
}

function checkKernel(report: Report, p: Procedure): void {
  checkRaces(report, p);
  checkClearedByAll(report, p);
  checkHistograms(report, p.body?.statements ?? [], []);
  checkMissingBarrier(report, p);
  checkTurnBarrier(report, p);
  checkSharedSize(report, p);
}

function checkHost(report: Report, p: Procedure): void {
  const body = p.body?.statements ?? [];
  const kinds = kindsOf(p);
  const launches = kinds.has('launch');
  if (launches) checkManagedReads(report, body);
  if (kinds.has('kernel-loop')) checkStaleScalars(report, body);
  checkDeviceConditions(report, body);
  if (kinds.has('do')) checkElementTransfers(report, body);
  checkCopyCounts(report, body);
  if (launches) checkNeverAllocated(report, p);
  const shapes = launches ? shapesSetOnce(p) : new Map<Variable, Expr>();
  const addresses: HostAddresses = launches ? hostAddressesIn(p) : new Map();
  eachStatement(body, (s) => {
    checkLeadingDimension(report, s);
    if (s.kind === 'kernel-loop') {
      const indices = s.loops.map((l) => l.index);
      if (!isSerial(s)) checkHistograms(report, s.body, indices);
    }
    if (s.kind !== 'launch') return;
    checkLaunchLimits(report, s, shapes);
    checkDynamicShared(report, s);
    checkBoundsCheck(report, s);
    checkHostAddresses(report, s, addresses);
  });
}

/** `<<<1, 1>>>`: one thread does all turns. */
function isSerial(s: Extract<Stmt, { kind: 'kernel-loop' }>): boolean {
  return [...s.grid, ...s.block].every((n) => n !== 'star' && integerOf(n) === 1n) && s.grid.length > 0;
}
