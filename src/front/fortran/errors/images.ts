/** Messages about images and coarrays. */
import type { Diagnostic } from '../../../base/diagnostic.ts';
import type { Span } from '../../../base/source.ts';
import type { Expr } from '../program.ts';
import { article, error, plural, typed, written } from './message.ts';

export const coarrayNotSaved = (name: string, at: Span): Diagnostic =>
  error(
    'coarray-not-saved',
    `coarray \`${name}\` of a procedure must be saved, allocatable or a dummy argument`,
    at,
    undefined,
    {
      help: 'declare it with the save attribute',
    },
  );
export const codimensionsOpen = (at: Span): Diagnostic =>
  error('codimensions', 'an allocatable coarray has codimensions of `:`, any other one ends with `*`', at);
export const notACoarray = (e: Expr): Diagnostic =>
  error('not-a-coarray', `square brackets are for coarrays, and ${written(e.span)} is none`, e.span, undefined, {
    help: `subscripts stand in round brackets: ${e.span.source.text.slice(e.span.from, e.span.to)}(...)`,
  });
export const cosubscriptCount = (e: Expr, rank: number, given: number, at: Span): Diagnostic =>
  error(
    'codimensions',
    `${written(e.span)} has ${plural(rank, 'codimension')}, but ${plural(given, 'cosubscript')} ${given === 1 ? 'is' : 'are'} given`,
    at,
  );
export const imageArgument = (what: string, e: Expr): Diagnostic =>
  error('image-argument', `${what} is wanted here, not ${article(typed(e))}`, e.span);
export const imageArgumentMissing = (what: string, at: Span): Diagnostic =>
  error('image-argument', `${what} is missing`, at);
export const imageSpecifier = (name: string, at: Span): Diagnostic =>
  error('image-argument', `there is no \`${name}=\` here`, at);
