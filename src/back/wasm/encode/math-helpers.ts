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
import type { Bytes, Code, ModuleWriter } from './encode.ts';

const get = 0x20;
const set = 0x21;

/** Values and conditions are numbers of locals. */
type Steps = Arithmetic<number, number>;

const code = {
  ...{ abs: 0x99, neg: 0x9a, nearest: 0x9e, sqrt: 0x9f, add: 0xa0, sub: 0xa1, mul: 0xa2, div: 0xa3, copysign: 0xa6 },
  ...{ eq: 0x61, lt: 0x63, le: 0x65 },
};

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
  f64const(out, from);
  getLocal(out, 0);
  out.byte(code.le);
  getLocal(out, 0);
  f64const(out, to);
  out.all([code.le, 0x71, 0x04, 0x7c]);
  getLocal(out, value(steps(c), 0));
  out.byte(0x05);
  getLocal(out, 0);
  c.call(module.import('math', `Math.${name}`, ['f64'], ['f64']));
  out.byte(0x0b);
}

function steps(c: Code): Steps {
  const { out } = c;
  /** The local that `write` leaves a value for. */
  const held = (type: 'f64' | 'i32' | 'i64', write: () => void): number => {
    const local = c.local(type);
    write();
    out.byte(set);
    out.u32(local);
    return local;
  };
  const ofLocals =
    (instruction: number) =>
    (...locals: readonly number[]): number =>
      held('f64', () => {
        for (const l of locals) getLocal(out, l);
        out.byte(instruction);
      });
  /** A whole number as an i32. */
  const whole = (a: number): void => {
    getLocal(out, a);
    out.all([0xfc, 2]);
  };
  return {
    constant: (x) => held('f64', () => f64const(out, x)),
    add: ofLocals(code.add),
    sub: ofLocals(code.sub),
    mul: ofLocals(code.mul),
    div: ofLocals(code.div),
    neg: ofLocals(code.neg),
    abs: ofLocals(code.abs),
    sqrt: ofLocals(code.sqrt),
    withSign: ofLocals(code.copysign),
    less: (a, b) =>
      held('i32', () => {
        for (const l of [a, b]) getLocal(out, l);
        out.byte(code.lt);
      }),
    highPart: (a) =>
      held('f64', () => {
        getLocal(out, a);
        out.all([0xbd, 0x42]);
        out.s64(-(1n << 27n));
        out.all([0x83, 0xbf]);
      }),
    nearest: ofLocals(code.nearest),
    isZero: (a) =>
      held('i32', () => {
        getLocal(out, a);
        f64const(out, 0);
        out.byte(code.eq);
      }),
    select: (condition, a, b) => ofLocals(0x1b)(a, b, condition),
    hasBit: (a, more, bit) =>
      held('i32', () => {
        whole(a);
        out.all([0x41, more, 0x6a, 0x41, bit, 0x71]);
      }),
    scale: (a, power) =>
      held('f64', () => {
        getLocal(out, a);
        whole(power);
        out.byte(0x41);
        out.s32(1023);
        out.all([0x6a, 0xac, 0x42, 52, 0x86, 0xbf, code.mul]);
      }),
    split: (a) => {
      const bits = held('i64', () => {
        getLocal(out, a);
        out.byte(0xbd);
      });
      const power = held('i64', () => {
        getLocal(out, bits);
        out.byte(0x42);
        out.s64(0x3fe6a09e667f3bcdn);
        out.all([0x7d, 0x42, 52, 0x87]);
      });
      const fraction = held('f64', () => {
        getLocal(out, bits);
        getLocal(out, power);
        out.all([0x42, 52, 0x86, 0x7d, 0xbf]);
      });
      return { fraction, power: ofLocals(0xb9)(power) };
    },
  };
}

function getLocal(out: Bytes, local: number): void {
  out.byte(get);
  out.u32(local);
}

function f64const(out: Bytes, x: number): void {
  out.byte(0x44);
  out.f64(x);
}
