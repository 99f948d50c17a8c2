/** What leaves the other argument as it is, of operations that come out the same in any order (sums of reals: nearly). */
import type { AtomicName } from './module.ts';

export type NumberType = 'i32' | 'i64' | 'f32' | 'f64';
export type Neutral = Readonly<Record<NumberType, number | bigint>>;

const zero: Neutral = { i32: 0, i64: 0n, f32: 0, f64: 0 };
const ofIntegers = (i32: number, i64: bigint): Partial<Neutral> => ({ i32, i64 });

export const neutral: Readonly<Partial<Record<AtomicName, Partial<Neutral>>>> = {
  add: zero,
  sub: zero,
  or: ofIntegers(0, 0n),
  xor: ofIntegers(0, 0n),
  and: ofIntegers(-1, -1n),
  min: { ...ofIntegers(2 ** 31 - 1, 2n ** 63n - 1n), f32: Number.POSITIVE_INFINITY, f64: Number.POSITIVE_INFINITY },
  max: { ...ofIntegers(-(2 ** 31), -(2n ** 63n)), f32: Number.NEGATIVE_INFINITY, f64: Number.NEGATIVE_INFINITY },
};

/** Operations that put two numbers together. */
export type Joint = 'add' | 'and' | 'or' | 'xor' | 'min' | 'max';

/** Undefined where cells of this type in memory are no numbers, or short ones. */
export function numberType(memory: string): NumberType | undefined {
  return memory === 'i32' || memory === 'i64' || memory === 'f32' || memory === 'f64' ? memory : undefined;
}

/** Of cells of this type in memory; undefined where there is none, or the order matters. */
export function neutralOf(how: AtomicName, memory: string): number | bigint | undefined {
  const type = numberType(memory);
  return type && neutral[how]?.[type];
}

/** What holds none of the numbers that are put together. Of reals, an extreme of a number and of what is no number is the number: an extreme of none is no number. */
export function nothingOf(how: Joint, type: NumberType): number | bigint {
  const isExtreme = how === 'min' || how === 'max';
  return isExtreme && (type === 'f32' || type === 'f64') ? Number.NaN : neutral[how]![type]!;
}
