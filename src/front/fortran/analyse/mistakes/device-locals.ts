/** What a device procedure may not have: local variables that keep their value, dummies that only host code can make. */
import type { Diagnostic } from '../../../../base/diagnostic.ts';
import * as kernelErrors from '../../errors/kernels.ts';
import type { Procedure } from '../../program.ts';
import { savedLocals } from '../cuda/shared-constants.ts';
import { isKernel } from './walk.ts';

export function checkDeviceLocals(report: (d: Diagnostic) => void, p: Procedure): void {
  for (const v of savedLocals(p)) report(kernelErrors.savedOnDevice(v));
  if (!isKernel(p)) return;
  for (const d of p.signature.dummies) {
    if (d === 'alternate-return') continue;
    if (d.shape?.kind === 'assumed-shape') report(kernelErrors.assumedShapeDummy(d));
    if (d.attributes.allocatable || (d.attributes.pointer && d.shape)) report(kernelErrors.descriptorDummy(d));
  }
  if (p.origin === 'internal') report(kernelErrors.kernelInsideProcedure(p));
}
