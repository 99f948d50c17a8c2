/** Messages about what directives of OpenMP ask for. */
import type { Diagnostic } from '../../../base/diagnostic.ts';
import type { Span } from '../../../base/source.ts';
import type { Expr } from '../program.ts';
import type * as tree from '../tree.ts';
import { error, remark, warning } from './message.ts';

export const notListed = (name: tree.Name, heading: Span): Diagnostic =>
  error(
    'openmp-default-none',
    `\`${name.text}\` is in no clause, and \`default(none)\` asks for one`,
    name.span,
    undefined,
    {
      also: [{ at: heading, text: 'the directive' }],
      help: `say \`shared(${name.text})\` or \`private(${name.text})\``,
    },
  );
export const unknownReduction = (operator: string, at: Span): Diagnostic =>
  error('openmp-reduction', `\`${operator}\` is no reduction`, at, undefined, {
    notes: ['reductions: + * - max min iand ior ieor .and. .or. .eqv. .neqv., and those of `declare reduction`'],
  });
export const assumedSize = (name: tree.Name, clause: string): Diagnostic =>
  error(
    'openmp-assumed-size',
    `\`${name.text}\` is of assumed size: nobody knows how much a copy of it would hold`,
    name.span,
    `in \`${clause}\``,
  );
export const errorDirective = (at: Span, isWarning: boolean): Diagnostic =>
  isWarning
    ? warning('openmp-error-directive', 'an `error` directive stands here', at)
    : error('openmp-error-directive', 'an `error` directive stands here', at);
export const notInteger = (clause: string, value: Expr): Diagnostic =>
  error('openmp-integer', `\`${clause}\` needs one integer`, value.span);
export const unknownSchedule = (at: Span): Diagnostic =>
  error('openmp-schedule', 'a schedule is `static`, `dynamic`, `guided`, `auto` or `runtime`', at);
export const notPositive = (clause: string, at: Span): Diagnostic =>
  error('openmp-depth', `\`${clause}\` needs a constant of at least 1`, at);
export const notNested = (at: Span, depth: number, found: number): Diagnostic =>
  error(
    'openmp-nest',
    `${depth} loops must be nested directly in each other here, and ${found} ${found === 1 ? 'is' : 'are'}`,
    at,
  );
export const loopNotCounted = (directive: string, at: Span): Diagnostic =>
  error('openmp-loop', `\`${directive}\` needs a loop that counts with an integer`, at);
export const notStatic = (name: tree.Name): Diagnostic =>
  error(
    'openmp-threadprivate',
    `\`${name.text}\` does not keep its value, so there is nothing for threads to keep`,
    name.span,
    undefined,
    {
      help: `save :: ${name.text}`,
    },
  );
export const leavesRegion = (what: string, directive: string, at: Span, heading: Span): Diagnostic =>
  error('openmp-leave', `\`${what}\` would leave the region of \`${directive}\``, at, undefined, {
    also: [{ at: heading, text: 'it ends only at its own end' }],
  });
/** nvfortran's words. */
export const parallelLoop = (at: Span, least: number): Diagnostic =>
  remark(
    'parallel-loop',
    `parallel code generated with block distribution if trip count is greater than or equal to ${least}`,
    at,
  );
