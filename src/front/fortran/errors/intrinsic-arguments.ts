/** Messages about arguments of intrinsic procedures that have the right type and rank, and are wrong all the same. */
import type { Diagnostic } from '../../../base/diagnostic.ts';
import type { Span } from '../../../base/source.ts';
import type { Expr } from '../program.ts';
import { article, error, typed, written } from './message.ts';

export const otherLengths = (name: string, a: Expr, x: bigint, b: Expr, y: bigint): Diagnostic =>
  error(
    'intrinsic-argument',
    `\`${name}\` takes characters of one length, and these have ${x} and ${y}`,
    b.span,
    `length ${y}`,
    {
      also: [{ at: a.span, text: `length ${x}` }],
      help: 'pad the shorter one with blanks',
    },
  );
export const otherCharacterKind = (name: string, at: Span): Diagnostic =>
  error('intrinsic-argument', `\`${name}\` takes characters of one kind`, at, 'of another kind than the first');
export const nearestOfZero = (at: Span): Diagnostic =>
  error('intrinsic-argument', 'the second argument of `nearest` says the direction by its sign, and 0 has none', at);
export const movesOpen = (from: Expr, to: Expr): Diagnostic =>
  error(
    'intrinsic-argument',
    `${written(from.span)} may hold any type that extends its own, and ${written(to.span)} cannot`,
    to.span,
    'not polymorphic',
    {
      help: 'declare both with `class(...)`',
    },
  );
export const notExtensible = (e: Expr): Diagnostic =>
  error('intrinsic-argument', `${written(e.span)} is ${article(typed(e))}, which no type can extend`, e.span);
export const boundaryShape = (e: Expr, wanted: readonly number[], given: readonly number[]): Diagnostic =>
  error(
    'intrinsic-shapes',
    `the boundary of \`eoshift\` has the extents of the array without the one that is shifted: ${shapeText(wanted)}, not ${shapeText(given)}`,
    e.span,
  );
const shapeText = (extents: readonly number[]): string => `(${extents.join(', ')})`;
export const movesIntoItself = (from: Expr, to: Expr): Diagnostic =>
  error(
    'intrinsic-argument',
    `${written(to.span)} is a part of ${written(from.span)}, which is moved into it`,
    to.span,
    undefined,
    {
      help: 'move it into another variable first',
    },
  );
