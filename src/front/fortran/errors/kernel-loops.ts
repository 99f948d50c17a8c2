/** Messages about CUF kernels: loops that run on the device. */
import type { Diagnostic } from '../../../base/diagnostic.ts';
import type { Span } from '../../../base/source.ts';
import { typeText } from '../analyse/types.ts';
import type { Expr, Type, Variable } from '../program.ts';
import type * as tree from '../tree.ts';
import { article, declared, error, named, remark, warning, written } from './message.ts';

export const reductionType = (operator: string, n: tree.Name, type: Type): Diagnostic =>
  error(
    'reduction-type',
    `\`${operator}\` cannot reduce ${written(n.span)}, which is ${article(typeText(type))}`,
    n.span,
  );
export const exitKernelLoop = (word: string, at: Span): Diagnostic =>
  error(
    'exit-kernel-loop',
    `${word} cannot leave the loops of a CUF kernel`,
    at,
    'each turn of the loop is a thread of its own',
  );
export const builtinInKernelLoop = (name: string, at: Span): Diagnostic =>
  error(
    'builtin-in-kernel-loop',
    `\`${name}\` cannot be used inside a CUF kernel`,
    at,
    'the compiler chooses the threads here',
  );
export const kernelLoopInDeviceCode = (at: Span): Diagnostic =>
  error('kernel-loop-in-device-code', 'a CUF kernel cannot stand in device code', at);
export const kernelLoopNested = (at: Span): Diagnostic =>
  error('kernel-loop-nested', 'a CUF kernel cannot stand inside another one', at);
export const kernelLoopControl = (at: Span): Diagnostic =>
  error('kernel-loop-control', 'a loop of a CUF kernel must count: `do i = 1, n`', at);
export const loopDepth = (at: Span): Diagnostic => error('loop-depth', 'a CUF kernel needs at least one loop', at);
export const nestNotTight = (
  at: Span,
  depth: number,
  level: number,
  body: readonly { readonly span: Span }[],
): Diagnostic => {
  const other = body.find((_, i) => i > 0) ?? body[0];
  return error(
    'loop-nest-not-tight',
    `\`do(${depth})\` needs ${depth} loops directly inside one another, but only ${level} ${level === 1 ? 'is' : 'are'} found`,
    at,
    'the nest ends here',
    {
      also: [other && { at: other.span, text: 'this is not the next loop' }],
      help: 'move the statements between the loops into the innermost one, or give a smaller number of loops',
    },
  );
};
/** `level`: how many loops stand around it. */
export const nestNotRectangular = (at: Span, index: tree.Name, level: number): Diagnostic =>
  error(
    'loop-nest-not-rectangular',
    `the bounds of the loop over ${written(index.span)} depend on the index of a loop around it`,
    at,
    'the threads of a CUF kernel are counted before it begins',
    {
      help: `let each thread go through this loop by itself:\n!$cuf kernel do${level > 1 ? `(${level})` : ''} <<<*, *>>>`,
    },
  );
export const concurrentNotDeep = (at: Span, depth: number, indices: number): Diagnostic =>
  error(
    'loop-nest-not-tight',
    `\`do(${depth})\` needs ${depth} indices, but this \`do concurrent\` has ${indices === 1 ? 'one' : indices}`,
    at,
  );
export const unknownReduction = (operator: string, at: Span): Diagnostic =>
  error('unknown-reduction', `\`${operator}\` is no reduction`, at);
export const reductionOfArray = (n: tree.Name): Diagnostic =>
  error('reduction-of-array', `${written(n.span)} is an array: only scalars can be reduced`, n.span);
export const carriedScalar = (v: Variable, e: Expr): Diagnostic =>
  warning(
    'carried-scalar',
    `${named(v)} is read before it is set in this CUF kernel, but each turn of the loop has its own`,
    e.span,
    undefined,
    { also: [declared(v)] },
  );
export const lostScalar = (v: Variable, e: Expr): Diagnostic =>
  remark(
    'lost-scalar',
    `${named(v)} is set in this CUF kernel and not used there; each turn of the loop has its own`,
    e.span,
    'keeps its old value after the loop',
    { also: [declared(v)] },
  );
export const staleScalar = (v: Variable, read: Expr, set: Expr): Diagnostic =>
  warning(
    'stale-scalar',
    `${named(v)} has its value from before the CUF kernel here: each turn of the loop had its own`,
    read.span,
    'not what the loop set',
    {
      also: [{ at: set.span, text: 'set here, by each thread for itself' }],
      help: `let the device keep it:\n${typeText(v.type)}, device :: ${v.name}_d`,
    },
  );
export const returnInKernelLoop = (at: Span): Diagnostic =>
  error('return-in-kernel-loop', 'return cannot leave a CUF kernel', at);
export const carriedDependence = (set: Expr, read: Expr): Diagnostic =>
  warning(
    'carried-dependence',
    `${written(read.span)} is set by another turn of this CUF kernel, and all turns run at the same time`,
    read.span,
    'may be read before or after it is set',
    {
      also: [{ at: set.span, text: 'set here' }],
      help: 'put the result into another array, or keep this loop in order inside a kernel',
    },
  );
export const sharedElement = (set: Expr, index: Variable): Diagnostic =>
  warning(
    'shared-element',
    `${written(set.span)} is the same for all turns of the loop over ${named(index)} in this CUF kernel, which run at the same time`,
    set.span,
    'which turn sets it last is not known',
    { help: `use ${named(index)} in the subscripts, a scalar for a reduction, or atomicAdd` },
  );
