/** Functions of the math library as functions of the module itself: the steps of ir/math-double.ts, one local for each; for other arguments JavaScript's own. */
import {
  type Arithmetic,
  circleLimit,
  cosine,
  exponential,
  exponentLimit,
  logarithm,
  sine,
} from '../../../ir/math-double.ts';
import type { Code, ModuleWriter } from './encode.ts';

const get = 0x20;
const set = 0x21;

/** Values and conditions are numbers of locals. */
type Steps = Arithmetic<number, number>;

const code = { abs: 0x99, neg: 0x9a, nearest: 0x9e, add: 0xa0, sub: 0xa1, mul: 0xa2, div: 0xa3, eq: 0x61, le: 0x65 };

export const doubleHelpers = {
  sin: { from: -circleLimit, to: circleLimit, value: sine<number, number> },
  cos: { from: -circleLimit, to: circleLimit, value: cosine<number, number> },
  exp: { from: -exponentLimit, to: exponentLimit, value: exponential<number, number> },
  log: { from: 2 ** -1022, to: Number.MAX_VALUE, value: logarithm<number, number> },
} as const satisfies Readonly<Record<string, DoubleHelper>>;

/** `from`, `to`: the arguments that `value` is for. */
type DoubleHelper = {
  readonly from: number;
  readonly to: number;
  readonly value: (m: Steps, x: number) => number;
};

export type DoubleName = keyof typeof doubleHelpers;

/** The body of a function of local 0. */
export function writeDouble(c: Code, module: ModuleWriter, name: DoubleName): void {
  const { from, to, value }: DoubleHelper = doubleHelpers[name];
  const { out } = c;
  out.all([...constant(from), get, 0, code.le, get, 0, ...constant(to), code.le, 0x71, 0x04, 0x7c]);
  const result = value(steps(c), 0);
  out.all([get, ...u32(result), 0x05, get, 0]);
  c.call(module.import('math', `Math.${name}`, ['f64'], ['f64']));
  out.byte(0x0b);
}

function steps(c: Code): Steps {
  const { out } = c;
  const held = (type: 'f64' | 'i32' | 'i64', bytes: readonly number[]): number => {
    const local = c.local(type);
    out.all([...bytes, set, ...u32(local)]);
    return local;
  };
  const from = (a: number): readonly number[] => [get, ...u32(a)];
  const one =
    (instruction: number) =>
    (a: number): number =>
      held('f64', [...from(a), instruction]);
  const two =
    (instruction: number) =>
    (a: number, b: number): number =>
      held('f64', [...from(a), ...from(b), instruction]);
  /** A whole number as an i32. */
  const whole = (a: number): readonly number[] => [...from(a), 0xfc, 2];
  return {
    constant: (x) => held('f64', constant(x)),
    add: two(code.add),
    sub: two(code.sub),
    mul: two(code.mul),
    div: two(code.div),
    neg: one(code.neg),
    nearest: one(code.nearest),
    isZero: (a) => held('i32', [...from(a), ...constant(0), code.eq]),
    select: (condition, a, b) => held('f64', [...from(a), ...from(b), ...from(condition), 0x1b]),
    hasBit: (a, more, bit) => held('i32', [...whole(a), 0x41, more, 0x6a, 0x41, bit, 0x71]),
    scale: (a, power) => {
      const field = [...whole(power), 0x41, ...s64(1023n), 0x6a, 0xac, 0x42, 52, 0x86, 0xbf];
      return held('f64', [...from(a), ...field, code.mul]);
    },
    split: (a) => {
      const bits = held('i64', [...from(a), 0xbd]);
      const power = held('i64', [...from(bits), 0x42, ...s64(0x3fe6a09e667f3bcdn), 0x7d, 0x42, 52, 0x87]);
      const fraction = held('f64', [...from(bits), ...from(power), 0x42, 52, 0x86, 0x7d, 0xbf]);
      return { fraction, power: held('f64', [...from(power), 0xb9]) };
    },
  };
}

function constant(x: number): readonly number[] {
  return [0x44, ...new Uint8Array(Float64Array.of(x).buffer)];
}

function u32(n: number): readonly number[] {
  return n < 0x80 ? [n] : [(n & 0x7f) | 0x80, ...u32(n >>> 7)];
}

function s64(n: bigint): readonly number[] {
  const bytes: number[] = [];
  for (let rest = n; ; rest >>= 7n) {
    const low = Number(rest & 0x7fn);
    const isLast = (rest >> 7n === 0n && low < 0x40) || (rest >> 7n === -1n && low >= 0x40);
    bytes.push(isLast ? low : low | 0x80);
    if (isLast) return bytes;
  }
}
