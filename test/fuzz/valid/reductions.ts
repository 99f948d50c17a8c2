/** Functions that make a scalar of arrays: exact ones only, so that no order of summation shows. */
import { bounded, expression, logical } from './expressions.ts';
import {
  bytesOf,
  extentOf,
  type IntegerKind,
  integerKinds,
  type Kind,
  limitOf,
  type Maker,
  rangeOf,
  type Value,
} from './maker.ts';
import { whole } from './references.ts';

export function reduction(m: Maker, kind: IntegerKind | 'l', depth: number): Value | undefined {
  const shape = m.maybe(m.arrays().map((v) => v.bounds.map(extentOf)));
  if (!shape) return undefined;
  const count = shape.reduce((a, b) => a * b, 1);
  const mask = masked(m, shape);
  if (kind === 'l' && !mask) return undefined;
  if (kind === 'l')
    return {
      text: `${m.pick(['any', 'all'])}(${mask} ${m.pick(['.and.', '.or.'])} ${logical(m, Math.min(depth - 1, 2), shape).text})`,
      low: 0,
      high: 0,
    };
  return m.pick([sum, counted, most, located, product])(m, kind, shape, count, Math.min(depth - 1, 2));
}

type Reduce = (
  m: Maker,
  kind: IntegerKind,
  shape: readonly number[],
  count: number,
  depth: number,
) => Value | undefined;

/** An array in the end, even where the expression came out scalar. */
function arrayOf(m: Maker, kind: Kind, shape: readonly number[], depth: number, limit: number): Value | undefined {
  const base = m.maybe(m.arrays(kind).filter((v) => v.bounds.map(extentOf).join() === shape.join()));
  if (!base) return undefined;
  const value = bounded(kind, expression(m, kind, depth, shape), Math.floor(limit / 2));
  const range = Math.min(rangeOf[kind], Math.floor(limit / 2));
  const own = bounded(kind, { text: whole(base), low: -rangeOf[kind], high: rangeOf[kind] }, range);
  return { text: `(${own.text} + ${value.text})`, low: own.low + value.low, high: own.high + value.high };
}

const sum: Reduce = (m, kind, shape, count, depth) => {
  const array = arrayOf(m, kind, shape, depth, Math.floor(limitOf[kind] / count));
  if (!array) return undefined;
  const chosen = m.chance(0.3) ? masked(m, shape) : undefined;
  const mask = chosen ? `, mask = ${chosen}` : '';
  return {
    text: `sum(${array.text}${mask})`,
    low: Math.min(0, array.low * count),
    high: Math.max(0, array.high * count),
  };
};

const counted: Reduce = (m, kind, shape, count) => {
  const mask = masked(m, shape);
  return mask ? { text: `int(count(${mask}), ${bytesOf[kind]})`, low: 0, high: count } : undefined;
};

/** A mask that is an array surely. */
function masked(m: Maker, shape: readonly number[]): string | undefined {
  const known = m.maybe(
    m.arrays().filter((v) => v.kind !== 'l' && v.kind[0] !== 'z' && v.bounds.map(extentOf).join() === shape.join()),
  );
  return known && `(${whole(known)} ${m.pick(['<', '>', '>=', '/='])} ${expression(m, known.kind, 1, shape).text})`;
}

const most: Reduce = (m, kind, shape, _count, depth) => {
  const array = arrayOf(m, kind, shape, depth, limitOf[kind]);
  return array && { ...array, text: `${m.pick(['maxval', 'minval'])}(${array.text})` };
};

const located: Reduce = (m, kind, shape, _count, depth) => {
  const array = arrayOf(m, m.pick(integerKinds), shape, depth, 100);
  if (!array) return undefined;
  const back = m.chance(0.3) ? ', back = .true.' : '';
  return {
    text: `int(sum(${m.pick(['maxloc', 'minloc'])}(${array.text}${back})), ${bytesOf[kind]})`,
    low: 0,
    high: shape.reduce((a, b) => a + b, 0),
  };
};

const product: Reduce = (m, kind, shape, count) => {
  const vectors = m.arrays(kind).filter((v) => v.bounds.length === 1 && v.bounds.map(extentOf).join() === shape.join());
  const [a, b] = [m.maybe(vectors), m.maybe(vectors)];
  const size = 10;
  if (!a || !b || size * size * count > limitOf[kind]) return undefined;
  const small = (name: string): string => `mod(${name}, ${size + 1}_${bytesOf[kind]})`;
  return {
    text: `dot_product(${small(whole(a))}, ${small(whole(b))})`,
    low: -size * size * count,
    high: size * size * count,
  };
};
