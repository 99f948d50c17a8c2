/** Messages about literals, operators and constructors of arrays. */
import type { Diagnostic } from '../../../base/diagnostic.ts';
import type { Span } from '../../../base/source.ts';
import { typeText } from '../analyse/types.ts';
import type { Expr, Type, Variable } from '../program.ts';
import type * as tree from '../tree.ts';
import { article, declared, error, make, named, typed, warning, written } from './message.ts';

export const integerTooLarge = (e: tree.IntegerLiteral, type: Type, severity: 'error' | 'warning'): Diagnostic =>
  make(severity, 'integer-too-large', `${e.digits} is too large for ${typeText(type)}`, e.span, undefined, {
    ...(type.base === 'integer' && type.kind < 8 && { help: `write \`${e.digits}_8\` for an integer(8)` }),
  });
export const realTooLarge = (at: Span, type: Type): Diagnostic =>
  error('real-too-large', `${written(at)} is too large for ${typeText(type)}`, at);
export const complexPart = (e: Expr): Diagnostic =>
  error('type-mismatch', `a part of a complex constant must be real or integer, not ${typeText(e.type)}`, e.span);
export const trouble = (t: { what: 'overflow' | 'zero-divide'; type: Type }, at: Span): Diagnostic =>
  t.what === 'overflow'
    ? warning('integer-overflow', `the value does not fit in ${typeText(t.type)}`, at, 'it wraps around')
    : error('zero-divide', 'division by zero', at);
export const notAssumedRank = (e: Expr): Diagnostic =>
  error('not-assumed-rank', 'select rank is for dummies of assumed rank', e.span, 'its rank is known');
export const assumedRankUsed = (e: Expr): Diagnostic =>
  error(
    'assumed-rank-used',
    `${written(e.span)} has assumed rank and cannot be used as a whole`,
    e.span,
    'its rank is not known here',
    { help: 'use it inside select rank, or pass it on to a dummy of assumed rank' },
  );
export const logicalEquality = (operator: string, at: Span): Diagnostic =>
  warning('logical-equality', `\`${operator}\` between logicals is no standard Fortran`, at, undefined, {
    help: `compare logicals with \`${operator === '==' ? '.eqv.' : '.neqv.'}\``,
  });
export const typelessLiteral = (at: Span): Diagnostic =>
  warning('typeless-literal', `${written(at)} has no type here: it is taken as an integer(8)`, at, undefined, {
    notes: ['such literals get a type in data statements, and as arguments of `int`, `real`, `iand` and their like'],
    help: `say which: \`int(${at.source.text.slice(at.from, at.to)})\``,
  });
export const bitwiseOperator = (operator: string, at: Span): Diagnostic =>
  warning(
    'bitwise-operator',
    `\`.${operator}.\` of integers is no standard Fortran: it works on their bits`,
    at,
    undefined,
    {
      help: `write \`${{ and: 'iand', or: 'ior', neqv: 'ieor', eqv: 'not(ieor(…))', not: 'not' }[operator] ?? 'iand'}\``,
    },
  );
export const charactersAsNumber = (type: Type, at: Span): Diagnostic =>
  warning('characters-as-number', `characters become the bytes of ${article(typeText(type))}`, at, undefined, {
    notes: ['standard Fortran has `transfer` for this'],
  });
export const operatorTypes = (operator: string, a: Expr, b: Expr, at: Span): Diagnostic =>
  error(
    'operator-types',
    `\`${shown(operator)}\` has no meaning between ${typeText(a.type)} and ${typeText(b.type)}`,
    at,
    undefined,
    {
      also: [
        { at: a.span, text: typed(a) },
        { at: b.span, text: typed(b) },
      ],
    },
  );
const shown = (operator: string): string => (/^[a-z]/.test(operator) ? `.${operator}.` : operator);
export const operatorRanks = (operator: string, a: Expr, b: Expr, at: Span): Diagnostic =>
  error('rank-mismatch', `the operands of \`${shown(operator)}\` have ranks ${a.rank} and ${b.rank}`, at, undefined, {
    also: [
      { at: a.span, text: `rank ${a.rank}` },
      { at: b.span, text: `rank ${b.rank}` },
    ],
  });
export const operatorShapes = (operator: string, a: Expr, b: Expr, at: Span): Diagnostic =>
  error('shape-mismatch', `the operands of \`${shown(operator)}\` have different extents`, at, undefined, {
    also: [{ at: a.span }, { at: b.span }],
  });
export const unaryType = (operator: string, e: Expr, at: Span): Diagnostic =>
  error('operator-types', `\`${shown(operator)}\` has no meaning for ${typeText(e.type)}`, at);
export const unknownOperator = (n: tree.Name, operands: readonly Expr[]): Diagnostic =>
  error('unknown-operator', `no operator \`.${n.text}.\` is defined for ${operands.map(typed).join(' and ')}`, n.span);
export const mixedConstructor = (type: Type, e: Expr): Diagnostic =>
  error(
    'type-mismatch',
    `elements of an array constructor must have one type: ${typeText(type)} and ${typeText(e.type)} do not mix`,
    e.span,
    `this is ${article(typeText(e.type))}`,
  );
export const constructorLengths = (first: bigint, other: bigint, e: Expr): Diagnostic =>
  warning(
    'constructor-lengths',
    `elements of this array constructor have the lengths ${first} and ${other}: shorter ones are filled with blanks`,
    e.span,
    `this has ${other}`,
    {
      notes: ['other compilers refuse this'],
      help: `say how long all are: [character(${other > first ? other : first}) :: ...]`,
    },
  );
export const emptyConstructor = (at: Span): Diagnostic =>
  error('empty-constructor', 'an empty array constructor needs a type', at, undefined, {
    help: 'write it as in `[integer ::]`',
  });
export const starRank = (at: Span, pointer: boolean): Diagnostic =>
  error(
    'not-assumed-rank',
    `\`rank (*)\` is never chosen: the selector is ${pointer ? 'a pointer' : 'allocatable'}, whose extents are all known`,
    at,
  );
export const readBeforeSet = (v: Variable, at: Span): Diagnostic =>
  warning('read-before-set', `${named(v)} is read here, and nothing has given it a value`, at, 'no value yet', {
    also: [declared(v)],
    help: `set it first:\n${v.name} = ${v.type.base === 'logical' ? '.false.' : '0'}`,
  });
export const constructorLength = (at: Span): Diagnostic =>
  error('not-constant', 'the length of the characters of an array constructor must be known', at, undefined, {
    help: "write it: [character(len=8) :: 'a', 'bcd']",
  });
