/** Messages about calls of library routines. */
import type { Diagnostic } from '../../../base/diagnostic.ts';
import type { Span } from '../../../base/source.ts';
import type * as tree from '../tree.ts';
import { article, error, plural, type Value, valueText, written } from './message.ts';

export const routineArgumentCount = (name: string, takes: readonly string[], given: number, at: Span): Diagnostic =>
  error(
    'argument-count',
    `\`${name}\` takes ${plural(takes.length, 'argument')}, ${given} ${given === 1 ? 'is' : 'are'} given`,
    at,
    undefined,
    {
      notes: [`its arguments: ${name}(${takes.join(', ')})`],
    },
  );
export const routineArgumentMissing = (
  name: string,
  argument: string,
  takes: readonly string[],
  at: Span,
): Diagnostic =>
  error('missing-argument', `argument \`${argument}\` of \`${name}\` is missing`, at, undefined, {
    notes: [`its arguments: ${name}(${takes.join(', ')})`],
  });
export const unknownRoutineKeyword = (name: string, n: tree.Name, takes: readonly string[]): Diagnostic =>
  error('unknown-keyword', `\`${name}\` has no argument ${written(n.span)}`, n.span, undefined, {
    notes: [`its arguments: ${name}(${takes.join(', ')})`],
  });
export const routineArgument = (
  name: string,
  argument: string,
  wanted: string,
  v: Value,
  doc: string | undefined,
): Diagnostic =>
  error(
    'argument-type',
    `argument \`${argument}\` of \`${name}\` must be ${wanted}`,
    'span' in v ? v.span : nowhereSpan,
    `this is ${article(valueText(v))}`,
    doc ? { notes: [doc] } : {},
  );
const nowhereSpan: Span = { source: { path: '', text: '' }, from: 0, to: 0 };
export const noForm = (name: string, args: readonly Value[], forms: readonly string[], at: Span): Diagnostic =>
  error(
    'no-specific',
    `no form of \`${name}\` takes these arguments: (${args.map(valueText).join(', ')})`,
    at,
    undefined,
    {
      notes: forms.slice(0, 6).map((f) => `${name}(${f})`),
    },
  );
