/** Messages about allocate and deallocate. */
import type { Diagnostic } from '../../../base/diagnostic.ts';
import type { Span } from '../../../base/source.ts';
import { typeText } from '../analyse/types.ts';
import type { Expr, Type } from '../program.ts';
import { article, declared, error, plural, warning, written } from './message.ts';

export const notAllocatable = (e: Expr): Diagnostic =>
  error('not-allocatable', `${written(e.span)} is neither allocatable nor a pointer`, e.span, undefined, {
    also: e.kind === 'variable' ? [declared(e.variable)] : [],
  });
export const notAllocatableAsked = (e: Expr): Diagnostic =>
  error('not-allocatable', `${written(e.span)} is not allocatable: it has no state to ask for`, e.span, undefined, {
    also: e.kind === 'variable' ? [declared(e.variable)] : [],
  });
export const allocatedPointer = (e: Expr): Diagnostic =>
  warning('allocated-pointer', `${written(e.span)} is a pointer: \`associated\` is asked`, e.span, undefined, {
    also: e.kind === 'variable' ? [declared(e.variable)] : [],
    help: `write associated(${written(e.span).slice(1, -1)})`,
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
export const twoSources = (at: Span, other: string): Diagnostic =>
  error('allocate-source', `allocate has ${other} already, which says the type`, at);
export const openType = (e: Expr, why: string): Diagnostic =>
  error('allocate-source', `${written(e.span)} ${why}: allocate must say it`, e.span, undefined, {
    help: `write a type before the object, or source=: allocate (type :: ${e.span.source.text.slice(e.span.from, e.span.to)})`,
  });
export const otherType = (e: Expr, given: Type, at: Span): Diagnostic =>
  error(
    'type-mismatch',
    `${written(e.span)} is ${article(typeText(e.type))} and cannot be allocated as ${article(typeText(given))}`,
    at,
  );
export const sourceRank = (e: Expr, source: Expr): Diagnostic =>
  error('rank-mismatch', `${written(e.span)} has rank ${e.rank}, but its source has rank ${source.rank}`, source.span);
export const objectTwice = (e: Expr): Diagnostic =>
  error('allocated-twice', `${written(e.span)} stands here twice`, e.span);
export const allocatedHere = (e: Expr): Diagnostic =>
  error('allocated-twice', `${written(e.span)} is allocated by this statement and cannot be used in it`, e.span);
export const alignment = (at: Span): Diagnostic =>
  warning('alignment-not-kept', 'this alignment is not kept', at, 'arrays begin at multiples of 16 bytes on the host');
