/** Messages about directives of OpenACC and OpenMP. */
import type { Diagnostic } from '../../../base/diagnostic.ts';
import type { Span } from '../../../base/source.ts';
import type { Variable } from '../program.ts';
import type * as tree from '../tree.ts';
import { declared, error, named, warning, written } from './message.ts';

export const unknownDirective = (standard: string, word: string, sentinel: string, at: Span): Diagnostic =>
  error('unknown-directive', `\`${word}\` begins no directive of ${standard}`, at, `after \`!$${sentinel}\``);
export const unknownClause = (word: string, directive: string, known: readonly string[], at: Span): Diagnostic =>
  error('unknown-clause', `directive \`${directive}\` has no clause \`${word}\``, at, undefined, {
    ...(known.length > 0 && { notes: [`its clauses are ${[...known].sort().join(', ')}`] }),
  });
export const repeatedClause = (name: string, at: Span, before: Span): Diagnostic =>
  error('repeated-clause', `clause \`${name}\` may stand only once in a directive`, at, undefined, {
    also: [{ at: before, text: 'it stands here already' }],
  });
export const clauseWithoutArgument = (name: string, at: Span): Diagnostic =>
  error('clause-argument', `clause \`${name}\` takes nothing in parentheses`, at);
export const clauseNeedsArgument = (name: string, at: Span): Diagnostic =>
  error('clause-argument', `clause \`${name}\` needs something in parentheses`, at);
export const oneArgument = (at: Span): Diagnostic =>
  error('clause-argument', 'only one value can stand in these parentheses', at);
export const unknownModifier = (word: string, known: readonly string[], at: Span): Diagnostic =>
  error('clause-modifier', `\`${word}\` cannot stand before \`:\` here`, at, undefined, {
    notes: [`what can: ${known.join(', ')}`],
  });
export const missingDirectiveEnd = (name: string, sentinel: string, heading: Span, at: Span): Diagnostic =>
  error('missing-directive-end', `\`!$${sentinel} ${name}\` has no \`!$${sentinel} end ${name}\``, at, undefined, {
    also: [{ at: heading, text: 'the directive' }],
  });
export const strayDirectiveEnd = (name: string, sentinel: string, at: Span): Diagnostic =>
  error('stray-directive-end', `\`!$${sentinel} end ${name}\` ends no directive that is open here`, at);
export const directiveNeedsLoop = (name: string, heading: Span, found: Span | undefined): Diagnostic =>
  error('directive-needs-loop', `a loop must follow \`${name}\``, heading, undefined, {
    also: [found && { at: found, text: 'this is no loop' }],
  });
export const directiveNeedsStatement = (name: string, heading: Span): Diagnostic =>
  error('directive-needs-statement', `a statement must follow \`${name}\``, heading);
export const notAVariableInClause = (clause: string, at: Span): Diagnostic =>
  error('clause-variable', `${written(at)} is no variable, which clause \`${clause}\` needs`, at);
export const elementAsSection = (at: Span, array: Span): Diagnostic => {
  const subscripts = at.source.text.slice(array.to, at.to);
  const section = /^\s*\(\w+\)$/.test(subscripts) ? `${text(array)}${subscripts.replace('(', '(:')}` : text(array);
  return warning('element-in-clause', `${written(at)} is taken for all elements up to this one`, at, undefined, {
    notes: ['programs written for nvfortran count on that; to the standard it is this element alone'],
    help: `name the array, or the section that is meant: \`${section}\``,
  });
};
const text = ({ source, from, to }: Span): string => source.text.slice(from, to);
export const unknownCommon = (block: tree.Name): Diagnostic =>
  error('clause-common', `no common block is called ${written(block.span)} here`, block.span);
export const noDataClause = (v: Variable, at: Span): Diagnostic =>
  error('no-data-clause', `${named(v)} needs a data clause: the construct says \`default(none)\``, at, undefined, {
    also: [declared(v)],
  });
export const collapseDepth = (at: Span, wanted: number, found: number): Diagnostic =>
  error(
    'collapse-depth',
    `${wanted} loops are to be one, but only ${found} ${found === 1 ? 'is' : 'are'} directly inside one another`,
    at,
  );
export const atomicForm = (at: Span, form: string): Diagnostic =>
  error('atomic-form', 'this is no statement that can be atomic', at, undefined, {
    notes: [`it must have the form ${form}`],
  });
/** For -Minfo=accel. `under`: the line inside of a construct that it is about. */
export const account = (message: string, at: Span, procedure: string, under: Span | undefined): Diagnostic => ({
  severity: 'remark',
  code: 'accelerator',
  message,
  labels: [{ at }],
  account: { procedure, ...(under && { under }) },
});
