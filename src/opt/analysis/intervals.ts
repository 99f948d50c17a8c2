/** Intervals of whole numbers and addresses, with the last bits of what lies in them: the arithmetic of launch-ranges.ts. */
import type { ValueType } from '../../ir/types.ts';

/** Numbers from `low` to `high`, counted from `base` ('': from 0), that leave `rest` when divided by `unit`, a power of two up to 16. */
export type Interval = {
  readonly base: string;
  readonly low: number;
  readonly high: number;
  readonly unit: number;
  readonly rest: number;
};

const mostUnit = 16;
/** Whole numbers beyond are not exact here. */
const exact = 2 ** 53;

const i32: Interval = { base: '', low: -(2 ** 31), high: 2 ** 31 - 1, unit: 1, rest: 0 };
const anything: Interval = {
  base: '',
  low: Number.NEGATIVE_INFINITY,
  high: Number.POSITIVE_INFINITY,
  unit: 1,
  rest: 0,
};

export function whole(type: ValueType): Interval {
  return type === 'i32' ? i32 : anything;
}

export function isWhole(a: Interval, type: ValueType): boolean {
  const all = whole(type);
  return a.low <= all.low && a.high >= all.high;
}

export function exactly(n: number, base = ''): Interval {
  return { base, low: n, high: n, unit: mostUnit, rest: modulo(n, mostUnit) };
}

export function between(low: number, high: number): Interval {
  return low === high ? exactly(low) : { base: '', low, high, unit: 1, rest: 0 };
}

/** Of a division towards the smaller number: not below zero. */
export function modulo(n: number, by: number): number {
  const rest = n % by;
  return rest < 0 ? rest + by : rest;
}

/** What a type can hold; a result that leaves it may be anything. */
function fit(type: ValueType, a: Interval): Interval {
  const { low, high } = a;
  if (type === 'i32') return low >= i32.low && high <= i32.high && a.base === '' ? a : i32;
  return low >= -exact && high <= exact ? a : anything;
}

/** The greatest power of two up to 16 that divides `n`. */
function twosOf(n: number): number {
  if (n === 0) return mostUnit;
  let unit = 1;
  while (unit < mostUnit && n % (unit * 2) === 0) unit *= 2;
  return unit;
}

export function join(a: Interval, b: Interval): Interval {
  if (a.base !== b.base) return anything;
  const unit = Math.min(a.unit, b.unit, twosOf(a.rest - b.rest));
  return {
    base: a.base,
    low: Math.min(a.low, b.low),
    high: Math.max(a.high, b.high),
    unit,
    rest: modulo(a.rest, unit),
  };
}

/** Undefined where there is nothing in both. */
export function meet(a: Interval, b: Interval): Interval | undefined {
  if (a.base !== b.base) return a;
  const finer = a.unit >= b.unit ? a : b;
  const [low, high] = [Math.max(a.low, b.low), Math.min(a.high, b.high)];
  return low > high ? undefined : { base: a.base, low, high, unit: finer.unit, rest: finer.rest };
}

export function isSame(a: Interval, b: Interval): boolean {
  return a.base === b.base && a.low === b.low && a.high === b.high && a.unit === b.unit && a.rest === b.rest;
}

/** Ends that have moved go as far as the type lets them. */
export function widen(old: Interval, now: Interval, type: ValueType): Interval {
  if (old.base !== now.base) return whole(type);
  const all = whole(type);
  return { ...now, low: now.low < old.low ? all.low : now.low, high: now.high > old.high ? all.high : now.high };
}

export function add(type: ValueType, a: Interval, b: Interval): Interval {
  if (a.base !== '' && b.base !== '') return whole(type);
  const unit = Math.min(a.unit, b.unit);
  const [low, high] = [a.low + b.low, a.high + b.high];
  return fit(type, { base: a.base || b.base, low, high, unit, rest: modulo(a.rest + b.rest, unit) });
}

export function sub(type: ValueType, a: Interval, b: Interval): Interval {
  if (b.base !== '' && a.base !== b.base) return whole(type);
  const unit = Math.min(a.unit, b.unit);
  const base = b.base === '' ? a.base : '';
  return fit(type, { base, low: a.low - b.high, high: a.high - b.low, unit, rest: modulo(a.rest - b.rest, unit) });
}

export function mul(type: ValueType, a: Interval, b: Interval): Interval {
  if (a.base !== '' || b.base !== '') return whole(type);
  const ends = [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high];
  if (ends.some(Number.isNaN)) return whole(type);
  // (ra + k·ua)(rb + m·ub): what is left of the product changes by ra·ub, rb·ua and ua·ub.
  const unit = Math.min(twosOf(a.rest * b.unit), twosOf(b.rest * a.unit), twosOf(a.unit * b.unit));
  const rest = modulo(a.rest * b.rest, unit);
  return fit(type, { base: '', low: Math.min(...ends), high: Math.max(...ends), unit, rest });
}

/** What is reached from `from` by up to `most` steps, which all go one way. */
export function progress(from: Interval, step: Interval, most: number): Interval {
  if (step.base !== '') return anything;
  const unit = Math.min(from.unit, step.unit, twosOf(step.rest));
  const [down, up] = [Math.min(0, step.low), Math.max(0, step.high)].map((by) => (by === 0 ? 0 : by * most));
  return {
    base: from.base,
    low: from.low + (down ?? 0),
    high: from.high + (up ?? 0),
    unit,
    rest: modulo(from.rest, unit),
  };
}

/** Towards zero, by a number that is not 0. */
export function div(type: ValueType, a: Interval, b: Interval): Interval {
  if (a.base !== '' || b.base !== '' || !(b.low > 0 || b.high < 0)) return whole(type);
  const ends = [a.low / b.low, a.low / b.high, a.high / b.low, a.high / b.high].map((x) => Math.trunc(x) + 0);
  return ends.some(Number.isNaN) ? whole(type) : fit(type, between(Math.min(...ends), Math.max(...ends)));
}

/** With the sign of the first, by a number above 0. */
export function rem(type: ValueType, a: Interval, b: Interval): Interval {
  if (a.base !== '' || b.base !== '' || !(b.low > 0)) return whole(type);
  const most = b.high - 1;
  if (a.low >= 0 && a.high < b.low) return a;
  return between(a.low >= 0 ? 0 : Math.max(-most, a.low), a.high <= 0 ? 0 : Math.min(most, a.high));
}

export function least(type: ValueType, a: Interval, b: Interval): Interval {
  if (a.base !== b.base) return whole(type);
  return { ...join(a, b), low: Math.min(a.low, b.low), high: Math.min(a.high, b.high) };
}

export function greatest(type: ValueType, a: Interval, b: Interval): Interval {
  if (a.base !== b.base) return whole(type);
  return { ...join(a, b), low: Math.max(a.low, b.low), high: Math.max(a.high, b.high) };
}

/** The bits that both have: of a number that is not negative no more can be left. */
export function bitAnd(type: ValueType, a: Interval, b: Interval): Interval {
  const bounds = [a, b].filter((x) => x.base === '' && x.low >= 0).map((x) => x.high);
  return bounds.length > 0 ? between(0, Math.min(...bounds)) : whole(type);
}

export function isAligned(a: Interval, bytes: number): boolean {
  return a.unit >= bytes && a.rest % bytes === 0;
}
