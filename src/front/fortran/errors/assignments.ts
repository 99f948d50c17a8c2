/** Messages about assignments. */
import type { Diagnostic } from '../../../base/diagnostic.ts';
import type { Span } from '../../../base/source.ts';
import { typeText } from '../analyse/types.ts';
import type { Expr } from '../program.ts';
import type * as tree from '../tree.ts';
import { article, declared, error, typed, type Undefinable, warning, written } from './message.ts';

export const notDefinable = (e: Expr, why: Undefinable): Diagnostic =>
  error('not-definable', `${written(e.span)} cannot be changed: it is ${why.why}`, e.span, undefined, {
    also: [why.at && { at: why.at, text: 'declared here' }],
  });
export const assignmentType = (to: Expr, value: Expr): Diagnostic =>
  error(
    'type-mismatch',
    `${article(typeText(value.type))} value cannot be assigned to ${written(to.span)}, which is ${article(typeText(to.type))}`,
    value.span,
    `this is ${article(typed(value))}`,
    {
      also: [{ at: to.span, text: typed(to) }],
    },
  );
export const anyNotAllocatable = (to: Expr): Diagnostic =>
  error(
    'not-definable',
    `${written(to.span)} is class(*) and not allocatable: it has no type that a value could be assigned to`,
    to.span,
    undefined,
    {
      help: 'choose its type first:\nselect type (it)\ntype is (integer)\n  it = …\nend select',
    },
  );
export const assignToPolymorphic = (to: Expr): Diagnostic =>
  error(
    'polymorphic-assignment',
    `${written(to.span)} may be of an extended type: only an allocatable can take another type by assignment`,
    to.span,
    'polymorphic, not allocatable',
    {
      also: to.kind === 'variable' ? [declared(to.variable)] : [],
      help: 'declare it `class(...), allocatable`, or ask for its type first:\nselect type (x)\ntype is (...)\n  x = value\nend select',
    },
  );
export const assignmentRank = (to: Expr, value: Expr): Diagnostic =>
  error(
    'rank-mismatch',
    `an array of rank ${value.rank} cannot be assigned to ${to.rank === 0 ? 'scalar' : `rank-${to.rank} array`} ${written(to.span)}`,
    value.span,
    `this has rank ${value.rank}`,
    {
      also: [{ at: to.span, text: to.rank === 0 ? 'a scalar' : `rank ${to.rank}` }],
    },
  );
/** With the extents of both, where they are known. */
export const assignmentShape = (
  to: Expr,
  value: Expr,
  extents: readonly number[] | undefined,
  given: readonly number[] | undefined,
): Diagnostic =>
  error(
    'shape-mismatch',
    `the value has other extents than ${written(to.span)}`,
    value.span,
    given && `extents ${given.join(' × ')}`,
    { also: [{ at: to.span, ...(extents && { text: `extents ${extents.join(' × ')}` }) }] },
  );
export const assignToProcedure = (at: Span): Diagnostic =>
  error('not-definable', 'a procedure cannot be assigned to', at, undefined, {
    help: 'use `=>` for procedure pointers',
  });
export const turnedRound = (to: Span, value: tree.Unary): Diagnostic =>
  warning('turned-assignment', `\`=+\` assigns and adds nothing`, value.span, 'a sign, as in `+1`', {
    help: `${written(to).slice(1, -1)} = ${written(to).slice(1, -1)} + ${written(value.operand.span).slice(1, -1)}`,
  });
