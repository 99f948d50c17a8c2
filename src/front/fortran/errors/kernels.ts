/** Messages about what kernels are and what they take. */
import type { Diagnostic } from '../../../base/diagnostic.ts';
import type { Variable } from '../program.ts';
import type * as tree from '../tree.ts';
import { error, named, written } from './message.ts';

export const kernelIsFunction = (n: tree.Name): Diagnostic =>
  error('kernel-is-function', `kernel ${written(n.span)} must be a subroutine`, n.span);
export const kernelIsRecursive = (n: tree.Name): Diagnostic =>
  error('kernel-is-recursive', `kernel ${written(n.span)} cannot be recursive`, n.span);
export const kernelHasOtherTarget = (n: tree.Name): Diagnostic =>
  error('kernel-has-other-target', `kernel ${written(n.span)} cannot be a host or device procedure as well`, n.span);
export const kernelDummyOptional = (v: Variable): Diagnostic =>
  error('kernel-dummy', `dummy argument ${named(v)} of a kernel cannot be optional`, v.span);
export const valueArray = (v: Variable): Diagnostic =>
  error('value-array', `array ${named(v)} cannot be passed to a kernel by value`, v.span);
