/** What the operators do to vectors, and GCC's functions that are known to the compiler. */
import type { Span } from '../../../base/source.ts';
import { unlikeTypes } from '../errors.ts';
import type { BinaryOperator, Expression } from '../tree.ts';
import { int, isInteger, long, schar, short, showType, sizeOf, type Type, unqualified } from '../types.ts';
import { temporary } from './complex.ts';
import type { Scalars } from './complex-operators.ts';
import { asValue, converted } from './convert.ts';
import { numberOf } from './numbers.ts';
import type { Parser } from './parser.ts';
import {
  type Apart,
  apart,
  countOf,
  elementOf,
  isVector,
  joined,
  together,
  type VectorType,
  vectorOf,
} from './vectors.ts';

const signedOf: ReadonlyMap<number, Type> = new Map([
  [1, schar],
  [2, short],
  [4, int],
  [8, long],
]);

const comparisons: ReadonlySet<BinaryOperator> = new Set(['==', '!=', '<', '>', '<=', '>=']);

/** Undefined: these have no such operator. Comparisons give -1 where they hold, else 0. */
export function vectorBinary(
  op: BinaryOperator,
  l: Expression,
  r: Expression,
  at: Span,
  scalars: Scalars,
): Expression | undefined {
  const type = unqualified(isVector(l.type) ? l.type : r.type);
  const element = elementOf(type);
  if (!isVector(type) || !element) return undefined;
  const isFit = (t: Type): boolean =>
    isVector(t) ? countOf(t) === countOf(type) && sizeOf(t) === sizeOf(type) : isInteger(t) || t.kind === 'float';
  if (!isFit(l.type) || !isFit(r.type)) return undefined;
  const [a, b] = [spread(l, type), spread(r, type)];
  const isQuestion = comparisons.has(op);
  const answer = isQuestion ? (signedOf.get(sizeOf(element) ?? 4) ?? int) : element;
  const list = a.list.map((x, i): Expression => {
    const made = scalars(op, x, b.list[i]!);
    return converted(isQuestion ? negated(converted(made, int)) : made, answer);
  });
  return together(vectorOf(answer, countOf(type) * (sizeOf(answer) ?? 4)), list, [...a.body, ...b.body], at);
}

function negated(e: Expression): Expression {
  if (e.kind === 'number') return numberOf(-e.value, e.type, e);
  return { kind: 'negate', of: e, type: e.type, at: e.at };
}

export function vectorUnary(e: Expression, at: Span, scalar: (e: Expression) => Expression): Expression {
  const type = unqualified(e.type);
  const element = elementOf(type);
  if (!isVector(type) || !element) return e;
  const { body, list } = apart(e);
  return together(
    type,
    list.map((x) => converted(scalar(x), element)),
    body,
    at,
  );
}

/** A number stands for a vector of which it is every element. */
function spread(e: Expression, like: VectorType): Apart {
  if (isVector(e.type)) return apart(e);
  const { body, list } = joined([converted(e, elementOf(like) ?? int)]);
  return { body, list: like.record.fields.flatMap(() => list) };
}

/** `__builtin_convertvector(v, type)`: each element converted. */
export function convertVector(p: Parser, at: Span): Expression {
  const e = asValue(p.parts.assignment(p));
  p.expect(',');
  const to = unqualified(p.parts.typeName(p));
  const element = elementOf(to);
  if (!isVector(to) || !element || countOf(e.type) !== countOf(to)) {
    p.report(unlikeTypes(showType(e.type), showType(to), at));
    return { ...e, type: to };
  }
  const { body, list } = apart(e);
  return together(
    to,
    list.map((x) => converted(x, element)),
    body,
    at,
  );
}

/** `__builtin_shuffle(v, numbers)`, `__builtin_shuffle(v, w, numbers)`: elements by their numbers, which begin again behind the last. */
export function shuffle(
  p: Parser,
  at: Span,
  pick: (v: Expression, i: Expression) => Expression,
  scalars: Scalars,
): Expression {
  const given = [asValue(p.parts.assignment(p))];
  while (p.take(',')) given.push(asValue(p.parts.assignment(p)));
  const [first, second] = given;
  const numbers = given.at(-1)!;
  const type = unqualified(first!.type);
  if (!isVector(type) || !isVector(numbers.type) || !second) {
    p.report(unlikeTypes(showType(first!.type), 'a vector', at));
    return first!;
  }
  const count = countOf(type);
  const from = given.slice(0, Math.max(1, given.length - 1)).map((v) => temporary(v));
  const indices = apart(numbers);
  const number = (n: number): Expression => numberOf(BigInt(n), int, { at });
  const list = indices.list.map((i): Expression => {
    const [a, b] = from.map((v) => pick(v.use, scalars('&', i, number(count - 1))));
    if (!b) return a!;
    return {
      kind: 'conditional',
      condition: scalars('&', i, number(count)),
      then: b,
      otherwise: a!,
      type: a!.type,
      at,
    };
  });
  return together(type, list, [...from.map((v) => v.variable), ...indices.body], at);
}
