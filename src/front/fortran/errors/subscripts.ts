/** Messages about subscripts, sections and substrings. */
import type { Diagnostic } from '../../../base/diagnostic.ts';
import type { Span } from '../../../base/source.ts';
import { intrinsics } from '../../../library/intrinsics/table.ts';
import { typeText } from '../analyse/types.ts';
import type { Expr, Variable } from '../program.ts';
import type * as tree from '../tree.ts';
import { article, declared, error, named, plural, typed, warning, written } from './message.ts';

export const subscriptCount = (e: Expr, rank: number, given: number, at: Span): Diagnostic =>
  error(
    'subscript-count',
    `${written(e.span)} has rank ${rank}, but ${plural(given, 'subscript')} ${given === 1 ? 'is' : 'are'} given`,
    at,
    undefined,
    {
      also: e.kind === 'variable' ? [declared(e.variable)] : [],
      ...(e.kind === 'variable' && hidden(e.variable)),
    },
  );
export const notAnIntegerSubscript = (base: Expr, e: Expr): Diagnostic =>
  error('not-an-integer', 'a subscript must be a scalar integer', e.span, `this is ${article(typed(e))}`, {
    ...(base.kind === 'variable' && { also: [declared(base.variable)], ...hidden(base.variable) }),
  });
/** As gfortran takes it. */
export const realSubscript = (base: Expr, e: Expr): Diagnostic =>
  warning(
    'not-an-integer',
    'a subscript is an integer: what follows the point is cut off',
    e.span,
    `this is ${article(typed(e))}`,
    {
      ...(base.kind === 'variable' && { also: [declared(base.variable)], ...hidden(base.variable) }),
    },
  );
/** Of a variable whose name is that of an intrinsic. */
const hidden = ({ name }: Variable): { readonly help?: string } =>
  intrinsics.has(name)
    ? { help: `\`${name}\` is an array here, and hides the intrinsic of that name: call the array something else` }
    : {};
export const outOfBounds = (
  e: Expr,
  dimension: number,
  at: bigint,
  low: bigint,
  high: bigint,
  span: Span,
): Diagnostic =>
  error(
    'out-of-bounds',
    `subscript ${at} is outside of dimension ${dimension} of ${written(e.span)}, which goes from ${low} to ${high}`,
    span,
    undefined,
    {
      also: e.kind === 'variable' ? [declared(e.variable)] : [],
    },
  );
export const substringOutOfBounds = (e: Expr, at: bigint, length: bigint | undefined, span: Span): Diagnostic =>
  error(
    'out-of-bounds',
    length === undefined
      ? `the characters of ${written(e.span)} count from 1, not from ${at}`
      : `character ${at} is outside of ${written(e.span)}, which has ${length}`,
    span,
    undefined,
    {
      also: e.kind === 'variable' ? [declared(e.variable)] : [],
    },
  );
export const twoArrayParts = (at: Span): Diagnostic =>
  error('two-array-parts', 'only one part of this reference may be an array', at);
export const keywordInSubscript = (n: tree.Name): Diagnostic =>
  error('keyword-in-subscript', 'a subscript has no keyword', n.span);
export const badSubscript = (at: Span): Diagnostic => error('bad-subscript', 'this cannot be a subscript', at);
export const zeroStep = (at: Span): Diagnostic => error('zero-step', 'a step of zero', at);
export const stepInSubstring = (at: Span): Diagnostic => error('step-in-substring', 'a substring has no step', at);
export const notAnArray = (v: Variable, at: Span): Diagnostic =>
  error('not-an-array', `${named(v)} is a scalar ${typeText(v.type)}, not an array or a function`, at, undefined, {
    also: [declared(v)],
  });
export const notIndexable = (e: Expr, at: Span): Diagnostic =>
  error('not-an-array', `${written(e.span)} is ${article(typed(e))} and cannot be indexed like this`, at);
export const sectionAsArgument = (at: Span): Diagnostic => error('bad-argument', 'this cannot be an argument', at);
export const wholeAssumedSize = (v: Variable, at: Span): Diagnostic =>
  error('assumed-size', `the size of ${named(v)} is not known here: its last extent is \`*\``, at, undefined, {
    also: [declared(v)],
    help: 'name the last element that is meant: a(1:n)',
  });
export const pointerOfArray = (c: { readonly name: string; readonly span: Span }, at: Span): Diagnostic =>
  error(
    'two-array-parts',
    `\`${c.name}\` is a pointer or allocatable and cannot be named for an array of objects`,
    at,
    undefined,
    {
      also: [{ at: c.span, text: 'declared here' }],
      help: 'name it for one object at a time',
    },
  );
