/** Messages about pointers and what they point to. */
import type { Diagnostic } from '../../../base/diagnostic.ts';
import type { Span } from '../../../base/source.ts';
import { typeText } from '../analyse/types.ts';
import type { Expr, Variable } from '../program.ts';
import { article, declared, error, make, typed, written } from './message.ts';

export const nullAssigned = (at: Span): Diagnostic =>
  error('null-assigned', 'null() is for pointer assignment', at, undefined, { help: 'write `=>`' });
export const nullAsValue = (at: Span): Diagnostic =>
  error('null-assigned', 'null() has no value: it is for pointers alone', at);
export const notAPointer = (e: Expr): Diagnostic =>
  error('not-a-pointer', `${written(e.span)} is not a pointer`, e.span, undefined, {
    also: e.kind === 'variable' ? [declared(e.variable)] : [],
  });
/** A construct of OpenACC or OpenMP has the data of a pointer on the device, not the pointer. */
export const pointerOfAllThreads = (e: Expr): Diagnostic => {
  const name = e.span.source.text.slice(e.span.from, e.span.to);
  return error(
    'not-a-pointer',
    `${written(e.span)} is the same for all iterations, and cannot be associated`,
    e.span,
    undefined,
    {
      also: e.kind === 'variable' ? [declared(e.variable)] : [],
      help: `let each have a pointer of its own, by a clause of the directive: \`private(${name})\``,
    },
  );
};
export const pointerToProcedure = (to: Expr, e: Expr): Diagnostic =>
  error('pointer-type', `${written(to.span)} is a data pointer and cannot point to a procedure`, e.span);
export const pointerToExpression = (e: Expr): Diagnostic =>
  error('pointer-to-expression', 'a pointer can only point to a variable', e.span);
export const pointerType = (to: Expr, e: Expr): Diagnostic =>
  error(
    'pointer-type',
    `a pointer to ${typeText(to.type)} cannot point to ${article(typeText(e.type))}`,
    e.span,
    `this is ${article(typed(e))}`,
    { also: [{ at: to.span, text: typed(to) }] },
  );
export const pointerRank = (to: Expr, e: Expr): Diagnostic =>
  error(
    'rank-mismatch',
    `a pointer of rank ${to.rank} cannot point to ${e.rank === 0 ? 'a scalar' : `an array of rank ${e.rank}`}`,
    e.span,
    undefined,
    { also: [{ at: to.span }] },
  );
export const pointerPlacement = (to: Expr, e: Expr): Diagnostic =>
  error(
    'pointer-placement',
    `${written(to.span)} and ${written(e.span)} must both be device data or both be host data`,
    e.span,
    undefined,
    { also: [{ at: to.span }] },
  );
export const pointerBound = (at: Span): Diagnostic =>
  error('pointer-bound', 'a bound of a pointer needs a lower bound', at);
export const boundsOfNull = (to: Expr, target: Expr): Diagnostic =>
  error('pointer-bound', 'a pointer to nothing has no bounds', to.span, undefined, {
    also: [{ at: target.span, text: 'gives no elements' }],
    help: `${written(to.span).slice(1, -1)} => null()`,
  });
export const notATarget = (e: Expr): Diagnostic =>
  error('not-a-target', `${written(e.span)} is not a target: nothing may point to it`, e.span, undefined, {
    also: e.kind === 'variable' ? [declared(e.variable)] : [],
    help: 'declare it with the target attribute',
  });
export const targetNotSaved = (e: Expr, root: Variable): Diagnostic =>
  error(
    'not-a-target',
    `${written(e.span)} is gone when the procedure ends: an initial value cannot point to it`,
    e.span,
    undefined,
    { also: [declared(root)], help: 'declare it with the save attribute, or associate the pointer in a statement' },
  );
export const targetMoves = (e: Expr, why: string): Diagnostic =>
  error('not-a-target', `${written(e.span)} has no place before the program runs: ${why}`, e.span, undefined, {
    help: 'associate the pointer in a statement',
  });
export const vectorSubscript = (at: Span): Diagnostic =>
  error('not-a-target', 'a pointer cannot point to elements that an array of subscripts picks', at);
export const boundCount = (to: Expr, given: number): Diagnostic =>
  error('rank-mismatch', `${written(to.span)} has rank ${to.rank}, but bounds for rank ${given} are given`, to.span);
export const tooFewElements = (to: Expr, e: Expr, wanted: bigint, held: bigint): Diagnostic =>
  error(
    'shape-mismatch',
    `${written(to.span)} would have ${wanted} elements, but ${written(e.span)} has only ${held}`,
    e.span,
    undefined,
    { also: [{ at: to.span }] },
  );
export const pointerToData = (to: Expr, target: Expr): Diagnostic =>
  error(
    'pointer-type',
    `${written(to.span)} points to procedures, and ${written(target.span)} is none`,
    target.span,
    `this is ${article(typed(target))}`,
    { also: target.kind === 'variable' ? [declared(target.variable)] : [] },
  );
/** `warning`: calls reach it all the same. */
export const procedureInterface = (
  what: string,
  why: string,
  at: Span,
  severity: 'error' | 'warning' = 'error',
): Diagnostic =>
  make(
    severity,
    'procedure-interface',
    severity === 'error'
      ? `this procedure does not fit ${what}: ${why}`
      : `this procedure is not quite what ${what} is declared to be: ${why}`,
    at,
    undefined,
    {},
  );
export const notContiguous = (to: Expr, target: Expr): Diagnostic =>
  error(
    'not-contiguous',
    `${written(to.span)} is contiguous, but the elements of ${written(target.span)} do not lie one after the other`,
    target.span,
    'a section with gaps',
    { help: 'declare the pointer without contiguous' },
  );
export const remapWithGaps = (to: Expr, target: Expr): Diagnostic =>
  error(
    'not-contiguous',
    `${written(to.span)} gets bounds of its own, but the elements of ${written(target.span)} do not lie one after the other`,
    target.span,
    `rank ${target.rank}, with gaps`,
    {
      help: 'a target with gaps has rank 1, or gives the pointer its own rank and extents: leave out the upper bounds',
    },
  );
export const pointerFromC = (e: Expr, why: string, help: string | undefined): Diagnostic =>
  error(
    'pointer-from-c',
    `\`c_f_pointer\` cannot set ${written(e.span)}: ${why}`,
    e.span,
    `this is ${article(typed(e))}`,
    { help },
  );
export const moldedInitial = (at: Span): Diagnostic =>
  error('not-constant', 'an initial `null()` has no mold', at, undefined, { help: 'write `null()`' });
export const oneAddress = (e: Expr): Diagnostic =>
  error('argument-rank', '`c_associated` looks at one address', e.span, `this is an array of rank ${e.rank}`, {
    help: 'ask for each of them in a loop',
  });
export const addressOfPolymorphic = (e: Expr): Diagnostic =>
  error(
    'argument-type',
    '`c_loc` takes no polymorphic object: its address says nothing of its type',
    e.span,
    undefined,
    {
      help: 'select type (x)\n  type is (t)\n    p = c_loc(x)\nend select',
    },
  );
