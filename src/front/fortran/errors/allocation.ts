/** Messages about allocate and deallocate. */
import type { Diagnostic } from '../../../base/diagnostic.ts';
import type { Span } from '../../../base/source.ts';
import type { Expr } from '../program.ts';
import { declared, error, plural, written } from './message.ts';

export const notAllocatable = (e: Expr): Diagnostic =>
  error('not-allocatable', `${written(e.span)} is neither allocatable nor a pointer`, e.span, undefined, {
    also: e.kind === 'variable' ? [declared(e.variable)] : [],
  });
export const notAllocatableAsked = (e: Expr): Diagnostic =>
  error('not-allocatable', `${written(e.span)} is not allocatable: it has no state to ask for`, e.span, undefined, {
    also: e.kind === 'variable' ? [declared(e.variable)] : [],
  });
export const allocateBound = (at: Span): Diagnostic => error('allocate-bound', 'allocate needs the upper bound', at);
export const allocateRank = (e: Expr, given: number): Diagnostic =>
  error(
    'allocate-rank',
    `${written(e.span)} has rank ${e.rank}, but ${plural(given, 'dimension')} ${given === 1 ? 'is' : 'are'} given`,
    e.span,
    undefined,
    {
      also: e.kind === 'variable' ? [declared(e.variable)] : [],
    },
  );
