/** Static shared memory of a kernel: 48 KiB are all that there is without asking for more at the launch. */
import type { Diagnostic } from '../../../../base/diagnostic.ts';
import * as kernelErrors from '../../errors/kernels.ts';
import type { Procedure, Variable } from '../../program.ts';
import { bytesOfType } from '../fold/constant-bytes.ts';
import { constantExtents } from '../types.ts';

const most = 48 * 1024;

export function checkSharedSize(report: (d: Diagnostic) => void, p: Procedure): void {
  const sized = (p.body?.variables ?? []).flatMap((v) => {
    const bytes = v.attributes.placement === 'shared' ? bytesOf(v) : undefined;
    return bytes === undefined ? [] : [{ v, bytes }];
  });
  const total = sized.reduce((sum, { bytes }) => sum + bytes, 0);
  const largest = sized.sort((a, b) => b.bytes - a.bytes)[0];
  if (total > most && largest) report(kernelErrors.sharedTooLarge(p, largest.v, total, most));
}

function bytesOf(v: Variable): number | undefined {
  const element = bytesOfType(v.type);
  const extents = v.shape ? constantExtents(v.shape) : [];
  if (element === undefined || !extents) return undefined;
  let bytes = element;
  for (const n of extents) {
    if (n === undefined) return undefined;
    bytes *= n;
  }
  return bytes;
}
