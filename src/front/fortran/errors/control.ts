/** Messages about conditions, loops, branches and labels. */
import type { Diagnostic } from '../../../base/diagnostic.ts';
import type { Span } from '../../../base/source.ts';
import { rankOf, typeAndRank, typeText } from '../analyse/types.ts';
import type { Expr, Type, Variable } from '../program.ts';
import type * as tree from '../tree.ts';
import { article, declared, error, make, named, typed, warning, written } from './message.ts';

export const conditionType = (e: Expr): Diagnostic =>
  error(
    'condition-type',
    `a condition must be a scalar logical, not ${article(typed(e))}`,
    e.span,
    `this is ${article(typed(e))}`,
    {
      help: e.rank > 0 && e.type.base === 'logical' ? 'reduce it with `any(...)` or `all(...)`' : undefined,
    },
  );
export const integerCondition = (e: Expr): Diagnostic =>
  warning(
    'integer-condition',
    'an integer stands as a condition: it is true where it is odd',
    e.span,
    `this is ${article(typed(e))}`,
    {
      help: `compare it: \`${written(e.span).slice(1, -1)} /= 0\``,
    },
  );
export const maskType = (e: Expr): Diagnostic =>
  error('mask-type', `a mask must be a logical array, not ${article(typed(e))}`, e.span);
export const arithmeticIfType = (e: Expr): Diagnostic =>
  error('condition-type', `an arithmetic if needs an integer or real, not ${typeText(e.type)}`, e.span);
export const loopBoundType = (e: Expr): Diagnostic =>
  error('loop-bound', `a loop bound must be a scalar integer, not ${article(typed(e))}`, e.span);
export const loopVariableType = (n: tree.Name, v: Variable): Diagnostic =>
  error(
    'loop-variable',
    `loop variable ${written(n.span)} must be a scalar integer`,
    n.span,
    `this is ${article(typeAndRank(v.type, Math.max(0, rankOf(v.shape))))}`,
    { also: [declared(v)] },
  );
export const noConstruct = (word: string, n: tree.Name | undefined, at: Span): Diagnostic =>
  n
    ? error('no-construct', `no construct named ${written(n.span)} is around this ${word}`, n.span)
    : error('no-construct', `no loop is around this ${word}`, at);
export const selectorType = (e: Expr): Diagnostic =>
  error('selector-type', `select case needs a scalar integer, logical or character, not ${article(typed(e))}`, e.span);
export const logicalSelector = (e: Expr): Diagnostic =>
  warning('logical-selector', 'a logical stands where the cases are integers', e.span, `this is ${article(typed(e))}`, {
    notes: ['.true. counts as -1 here, .false. as 0'],
    help: 'declare it as an integer',
  });
export const caseType = (e: Expr, type: Type): Diagnostic =>
  error('type-mismatch', `a case of ${article(typeText(type))} cannot be ${article(typeText(e.type))}`, e.span);
export const branchIntoConstruct = (label: number, at: Span): Diagnostic =>
  warning(
    'branch-into-construct',
    `a branch goes to label ${label} in this construct, from outside of it`,
    at,
    undefined,
    {
      notes: ['standard Fortran lets nobody in but through the first statement'],
    },
  );
export const noLabel = (label: number | undefined, at: Span): Diagnostic =>
  error(
    'no-label',
    label === undefined ? 'a label is wanted here' : `no statement of this procedure has label ${label}`,
    at,
  );
export const stopCodeType = (e: Expr): Diagnostic =>
  error('stop-code', `a stop code must be an integer or characters, not ${article(typed(e))}`, e.span);
export const loopVariableSet = (v: Variable, at: Span): Diagnostic =>
  error('loop-variable-set', `${named(v)} counts a loop that is running and cannot be set in it`, at, undefined, {
    also: [declared(v)],
  });
export const caseTwice = (at: Span, first: Span): Diagnostic =>
  error('case-twice', 'another block of this selection takes this case already', at, undefined, {
    also: [{ at: first, text: 'taken here' }],
  });
export const caseRangeOfLogical = (at: Span): Diagnostic => error('case-twice', 'logical values have no ranges', at);
export const selectorNotPolymorphic = (e: Expr): Diagnostic =>
  error(
    'selector-type',
    `select type asks for the type of a polymorphic object, and ${written(e.span)} is ${article(typed(e))}`,
    e.span,
  );
export const whereRank = (e: Expr, mask: Expr): Diagnostic =>
  error('shape-mismatch', `${written(e.span)} has another shape than the mask`, e.span, undefined, {
    also: [{ at: mask.span, text: 'the mask' }],
  });
export const notPure = (what: string, where: string, at: Span, severity: 'error' | 'warning' = 'error'): Diagnostic =>
  make(severity, 'not-pure', `${what} cannot stand in ${where}`, at, undefined, {});
export const afterLast = (word: string, at: Span): Diagnostic =>
  error('case-twice', `this \`${word}\` is never reached: one without a mask takes all that is left`, at);
export const indexInRange = (v: Variable, at: Span): Diagnostic =>
  error(
    'loop-bound',
    `${named(v)} is an index of this forall: no range of it can depend on ${named(v)}`,
    at,
    undefined,
    {
      help: 'use loops inside each other: `do`, or a forall for each index',
    },
  );
export const notAssociable = (at: Span, what: string): Diagnostic =>
  error('not-associable', `${written(at)} is ${what}: \`associate\` needs a value or a variable`, at);
export const constructTwice = (n: tree.Name, first: Span): Diagnostic =>
  warning('construct-twice', `two constructs of this procedure are named ${written(n.span)}`, n.span, 'named again', {
    also: [{ at: first, text: 'the first one' }],
    notes: ['other compilers refuse this'],
    help: 'give each construct a name of its own',
  });
export const notElementalInWhere = (at: Span): Diagnostic =>
  error(
    'where-body',
    'the procedure of this assignment is not elemental: a `where` cannot do it element by element',
    at,
    undefined,
    {
      help: 'declare the procedure as `elemental subroutine`',
    },
  );
export const loopVariableSetBy = (v: Variable, procedure: string, at: Span): Diagnostic =>
  error('loop-variable-set', `${named(v)} counts a loop that is running, and \`${procedure}\` sets it`, at, undefined, {
    also: [declared(v)],
    help: `declare a \`${v.name}\` of its own in \`${procedure}\``,
  });
export const localityTwice = (n: tree.Name, before: Span): Diagnostic =>
  error('locality', `${written(n.span)} has a place in this loop already`, n.span, 'named again', {
    also: [{ at: before, text: 'named here' }],
    help: 'a reduction variable, a local one and an index are three things: name it once',
  });
export const localityMissing = (v: Variable, at: Span): Diagnostic =>
  error('locality', `the heading of this loop says default(none), but not what ${named(v)} is`, at, undefined, {
    also: [{ at: v.span, text: 'declared outside of the loop' }],
    help: `add \`shared(${v.name})\`, \`local(${v.name})\` or \`reduce(+:${v.name})\` to the heading`,
  });
export const leavesConcurrent = (word: string, at: Span, loop: Span): Diagnostic =>
  error('leaves-concurrent', `\`${word}\` cannot leave a do concurrent loop`, at, undefined, {
    also: [{ at: loop, text: 'its turns may run in any order, or at once' }],
    help: '`cycle` ends a turn; for a search, write an ordinary `do` loop',
  });
export const indexTwice = (n: tree.Name, before: Span): Diagnostic =>
  error('locality', `${written(n.span)} is an index of this loop already`, n.span, 'named again', {
    also: [{ at: before, text: 'named here' }],
  });
export const constantCounts = (n: { readonly text: string; readonly span: Span }): Diagnostic =>
  error('not-definable', `\`${n.text}\` is a named constant, and cannot count`, n.span, undefined, {
    help: `give the loop a variable of its own: (…, integer :: ${n.text === 'j' ? 'k' : 'j'} = …)`,
  });
