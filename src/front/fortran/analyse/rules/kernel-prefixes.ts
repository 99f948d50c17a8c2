/** Rules on what stands before `subroutine` in the heading of a kernel. */
import type { Diagnostic } from '../../../../base/diagnostic.ts';
import * as kernelErrors from '../../errors/kernels.ts';
import type * as tree from '../../tree.ts';

/** Of `elemental`, `launch_bounds` and `cluster_dims`. */
export function kernelPrefixProblems(unit: tree.Subroutine | tree.FunctionUnit, kernel: boolean): Diagnostic[] {
  const seen = new Set<string>();
  return unit.prefixes.flatMap((p): Diagnostic[] => {
    if (p.kind === 'prefix-word')
      return kernel && p.word === 'elemental' ? [kernelErrors.kernelIsElemental(unit.name, p)] : [];
    if (p.kind === 'attributes') return [];
    if (!kernel) return [kernelErrors.boundsElsewhere(unit.name, p.kind, p.span)];
    if (seen.has(p.kind)) return [kernelErrors.boundsTwice(p.kind, p.span)];
    seen.add(p.kind);
    const [least, most] = p.kind === 'launch-bounds' ? [1, 3] : [3, 3];
    const fits = p.arguments.length >= least && p.arguments.length <= most;
    return fits ? [] : [kernelErrors.boundsCount(p.kind, p.arguments.length, p.span)];
  });
}
