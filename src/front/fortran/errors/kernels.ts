/** Messages about what kernels are and what they take. */
import type { Diagnostic } from '../../../base/diagnostic.ts';
import type { Span } from '../../../base/source.ts';
import { rankOf, typeText } from '../analyse/types.ts';
import type { Expr, Procedure, Type, Variable } from '../program.ts';
import type * as tree from '../tree.ts';
import { declared, error, named, remark, typed, warning, written } from './message.ts';

export const kernelIsFunction = (n: tree.Name): Diagnostic =>
  error('kernel-is-function', `kernel ${written(n.span)} must be a subroutine`, n.span, 'a launch gives no value', {
    help: `return the result through an argument:\nattributes(global) subroutine ${n.text}(..., result)`,
  });
export const kernelIsRecursive = (n: tree.Name): Diagnostic =>
  error('kernel-is-recursive', `kernel ${written(n.span)} cannot be recursive`, n.span);
export const kernelIsElemental = (n: tree.Name, p: { readonly span: Span }): Diagnostic =>
  error('kernel-is-elemental', `kernel ${written(n.span)} cannot be elemental`, p.span, 'a launch takes arrays whole');
type BoundsKind = 'launch-bounds' | 'cluster-dims';
const boundsWord = (kind: BoundsKind): string => `\`${kind.replace('-', '_')}\``;
export const boundsElsewhere = (n: tree.Name, kind: BoundsKind, at: Span): Diagnostic =>
  error('kernel-bounds', `${boundsWord(kind)} is for kernels, and ${written(n.span)} is none`, at, undefined, {
    help: `make it a kernel:\nattributes(global) ${written(at).slice(1, -1)} subroutine ${n.text}`,
  });
export const boundsTwice = (kind: BoundsKind, at: Span): Diagnostic =>
  error('kernel-bounds', `${boundsWord(kind)} is given twice`, at);
export const boundsCount = (kind: BoundsKind, given: number, at: Span): Diagnostic =>
  error(
    'kernel-bounds',
    kind === 'launch-bounds'
      ? `\`launch_bounds\` takes the greatest number of threads of a block, and two more numbers at most; ${given} are given`
      : `\`cluster_dims\` takes three numbers of blocks, and ${given} ${given === 1 ? 'is' : 'are'} given`,
    at,
  );
export const kernelHasOtherTarget = (n: tree.Name): Diagnostic =>
  error('kernel-has-other-target', `kernel ${written(n.span)} cannot be a host or device procedure as well`, n.span);
export const kernelDummyOptional = (v: Variable): Diagnostic =>
  error('kernel-dummy', `dummy argument ${named(v)} of a kernel cannot be optional`, v.span, undefined, {
    help: `pass a logical by value that says whether it is meant:\nlogical, value :: with_${v.name}`,
  });
export const kernelDummyProcedure = (v: Variable): Diagnostic =>
  error('kernel-dummy', `dummy argument ${named(v)} of a kernel cannot be a procedure`, v.span, undefined, {
    help: `choose by a number:\ninteger, value :: which\nselect case (which)`,
  });
export const kernelDummyPlaced = (v: Variable, why: string): Diagnostic =>
  error(
    'kernel-dummy',
    `dummy argument ${named(v)} of a kernel cannot be ${v.attributes.placement}: ${why}`,
    v.span,
    undefined,
    {
      help:
        v.attributes.placement === 'shared'
          ? `leave it out of the arguments, and declare it in the kernel:\n${typeText(v.type)}, shared :: ${v.name}(256)`
          : v.attributes.placement === 'constant'
            ? `declare it in the module, and use it there:\n${typeText(v.type)}, constant :: ${v.name}`
            : `${typeText(v.type)}, device :: ${v.name}`,
    },
  );
export const valueArray = (v: Variable): Diagnostic =>
  error('value-array', `array ${named(v)} cannot be passed to a kernel by value`, v.span);
export const zeroBasedIndex = (at: Span, axis: string): Diagnostic =>
  warning(
    'zero-based-index',
    `\`blockIdx\` counts from 1 in CUDA Fortran, so this index begins at blockDim%${axis} + 1`,
    at,
    'leaves out the first block',
    { help: `take 1 from \`blockIdx\`:\n(blockIdx%${axis} - 1) * blockDim%${axis} + threadIdx%${axis}` },
  );
export const subscriptZero = (at: Span, v: Variable): Diagnostic =>
  warning(
    'zero-based-index',
    `\`threadIdx\` counts from 1 in CUDA Fortran: the first thread has the subscript 0 here`,
    at,
    'is 0 in the first thread',
    {
      also: [declared(v, `${named(v)} begins at 1`)],
      help: `use it as it is:\n${v.name}(${written(at)
        .slice(1, -1)
        .replace(/\s*-\s*1$/, '')})`,
    },
  );
export const indexFromZero = (at: Span, array: Variable, index: Variable, from: Span): Diagnostic =>
  warning(
    'zero-based-index',
    `${named(index)} begins at 0 as in C, but ${named(array)} at 1`,
    at,
    `asks for an element before the first of ${named(array)}`,
    {
      also: [
        { at: from, text: '0 in the first thread or turn' },
        { at: array.span, text: 'begins at 1' },
      ],
      help: `begin at 1, and go on while ${index.name} <= ${lastOf(array)}`,
    },
  );
function lastOf(v: Variable): string {
  const last = v.shape?.kind === 'explicit' && v.shape.bounds.length === 1 ? v.shape.bounds[0] : undefined;
  return last ? written(last.upper.span).slice(1, -1) : 'the extent';
}
export const gridRoundedDown = (
  u: { readonly element: Expr; readonly dummy: Variable },
  grid: Expr,
  known: { readonly threads: bigint; readonly extent: bigint; readonly block: bigint },
): Diagnostic => {
  const text = written(grid.span).slice(1, -1);
  const count = text.split('/')[0]!.trim();
  return warning(
    'grid-too-small',
    `${known.threads} threads are launched for the ${known.extent} elements of ${named(u.dummy)}: the division rounds down`,
    grid.span,
    'leaves out the last elements',
    {
      also: [{ at: u.element.span, text: 'each thread has one element' }],
      help: `round up, and let the kernel ask whether there is an element:\n(${count} + ${known.block - 1n}) / ${known.block}`,
    },
  );
};
export const neverAllocated = (v: Variable, at: Span): Diagnostic =>
  warning('never-allocated', `${named(v)} is never allocated`, at, 'has no memory', {
    also: [declared(v)],
    help: `allocate it first:\nallocate (${v.name}(${Array.from({ length: rankOf(v.shape) }, () => 'n').join(', ')}))`,
  });
export const lostCounts = (place: Expr, value: Expr): Diagnostic => {
  const text = written(place.span).slice(1, -1);
  return warning(
    'race',
    `threads that have the same place in ${text} add to it at the same time: counts get lost`,
    place.span,
    'several threads may come here with one place',
    {
      also: [{ at: value.span, text: 'read before another thread has written' }],
      help: `let the threads take turns:\nold = atomicadd(${text}, 1)`,
    },
  );
};
export const missingBoundsCheck = (
  u: { readonly element: Expr; readonly dummy: Variable },
  launch: Span,
  known: { readonly threads: bigint; readonly extent: bigint } | undefined,
): Diagnostic => {
  const element = written(u.element.span);
  const inside = element.slice(element.indexOf('(') + 1, element.lastIndexOf(')'));
  const { shape } = u.dummy;
  const last =
    shape?.kind === 'explicit'
      ? written(shape.bounds[0]!.upper.span).slice(1, -1)
      : shape?.kind === 'assumed-size'
        ? 'n'
        : `size(${u.dummy.name})`;
  return warning(
    'missing-bounds-check',
    known
      ? `${known.threads} threads are launched for the ${known.extent} elements of ${named(u.dummy)}, and the kernel does not ask which of them has one`
      : `the launch rounds the number of threads up, but the kernel does not ask whether there is an element ${element}`,
    u.element.span,
    'threads past the end write beyond the array',
    {
      also: [{ at: launch, text: 'launched here' }],
      help: `if (${inside} <= ${last}) ${element.slice(1, -1)} = ...`,
    },
  );
};
export const race = (place: Expr, value: Expr, old: Expr | undefined): Diagnostic => {
  const text = written(place.span).slice(1, -1);
  return warning(
    'race',
    `all threads set ${written(place.span)} at the same time, each to a value of its own`,
    place.span,
    'which of them is last is not known',
    {
      also: [{ at: value.span, text: old ? 'depends on the old value and on the thread' : 'depends on the thread' }],
      help: old
        ? `let the threads take turns:\nold = atomicadd(${text}, ...)`
        : `let one thread set it, or use an array:\nif (threadIdx%x == 1 .and. blockIdx%x == 1) ${text} = ...`,
    },
  );
};
/** `all`: what every thread stores to; `own`: what each has for itself. */
export const clearedByAll = (all: Expr, own: Expr): Diagnostic =>
  warning(
    'race',
    `all threads store to ${written(all.span)}, and each then to ${written(own.span)}: one that is late wipes out what others have stored`,
    all.span,
    'every thread does this',
    {
      also: [{ at: own.span, text: 'its own element, with no barrier between' }],
      notes: ['one thread after another it works, and a simulated device may do it so; a GPU does not'],
      help: `let each thread begin with its own:\n${written(own.span).slice(1, -1)} = ...`,
    },
  );
export const sharedTooLarge = (p: Procedure, v: Variable, total: number, most: number): Diagnostic =>
  error(
    'shared-too-large',
    `kernel ${named(p)} has ${total} bytes of shared memory, and a block has ${most}`,
    v.span,
    undefined,
    {
      help: [
        'make the array smaller, or give its size at the launch, with leave for more than 48 KiB:',
        `${typeText(v.type)}, shared :: ${v.name}${dynamicShape(v)}`,
        `istat = cudaFuncSetAttribute(${p.name}, cudaFuncAttributeMaxDynamicSharedMemorySize, ${total})`,
        `call ${p.name}<<<grid, block, ${total}>>>(...)`,
      ].join('\n'),
    },
  );
function dynamicShape(v: Variable): string {
  const uppers = v.shape?.kind === 'explicit' ? v.shape.bounds.map((b) => written(b.upper.span).slice(1, -1)) : [];
  return `(${[...uppers.slice(0, -1), '*'].join(', ')})`;
}
export const savedOnDevice = (v: Variable): Diagnostic =>
  error(
    'saved-on-device',
    `${named(v)} is a variable of device code and cannot keep its value from one call to the next`,
    v.span,
    v.initial ? 'an initial value makes it a saved variable' : 'saved',
    {
      help: v.initial
        ? `give it its value in a statement of its own:\n${v.name} = ${v.initial.kind === 'value' ? valueText(v.initial.value) : 'null()'}`
        : `declare it in the module:\n${typeText(v.type)}, device :: ${v.name}`,
    },
  );
function valueText(e: Expr): string {
  const text = written(e.span).slice(1, -1);
  return text === '' ? '...' : text;
}
export const assumedShapeDummy = (v: Variable): Diagnostic =>
  remark(
    'assumed-shape-kernel',
    `${named(v)} has assumed shape: its bounds and strides are passed too, and each thread keeps them in registers`,
    v.span,
    undefined,
    {
      help: `pass the extents by value:\ninteger, value :: ${extentNames(v)}\n${typeText(v.type)} :: ${v.name}(${extentNames(v)})`,
    },
  );
function extentNames(v: Variable): string {
  const rank = rankOf(v.shape);
  return Array.from({ length: rank }, (_, i) => `n${rank > 1 ? i + 1 : ''}`).join(', ');
}
export const descriptorDummy = (v: Variable): Diagnostic =>
  warning(
    'kernel-dummy',
    `dummy argument ${named(v)} of a kernel is ${v.attributes.pointer ? 'a pointer' : 'allocatable'}: only host code can allocate it`,
    v.span,
    'other compilers do not accept this',
    {
      help: `leave the attribute out, the actual argument may have it:\n${typeText(v.type)}, device :: ${v.name}(${Array.from({ length: rankOf(v.shape) }, () => ':').join(', ')})`,
    },
  );
export const kernelInsideProcedure = (p: Procedure): Diagnostic =>
  warning(
    'kernel-inside-procedure',
    `kernel ${named(p)} stands inside ${p.host?.origin === 'main' ? 'the main program' : 'a procedure'}, which other compilers do not accept`,
    p.span,
    undefined,
    {
      help: `put it into a module:\nmodule kernels\ncontains\n  attributes(global) subroutine ${p.name}(...)\n  end subroutine\nend module`,
    },
  );
export const atomicKind = (place: Expr, value: Expr, better: string | undefined): Diagnostic =>
  warning(
    'atomic-kind',
    `${written(value.span)} has another kind than ${written(place.span)}: CUDA has no such atomic, and other compilers do not convert it`,
    value.span,
    undefined,
    {
      also: [{ at: place.span, text: typed(place) }],
      help:
        better === undefined
          ? `convert it: \`${conversion(place.type)}(${written(value.span).slice(1, -1)}, ${'kind' in place.type ? place.type.kind : 4})\``
          : `write it as \`${better}\``,
    },
  );
function conversion(t: Type): string {
  return t.base === 'integer' ? 'int' : 'real';
}
