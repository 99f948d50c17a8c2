/**
 * Functions of the math library as IR, so that kernels run them in their lanes: arguments are reduced, a polynomial (Taylor's, to the type's accuracy) does the rest.
 * Double takes the steps of `ir/math-double.ts`: it gives what a call gives. Single precision is computed in single precision (`math-single.ts`), with errors within those that CUDA
 * documents for a GPU: below 1 unit for powers, exponentials and logarithms, 2 for sine, cosine and hyperbolic tangent, 3 for the tangent.
 * Arguments outside the usual range (huge, subnormal, infinite, not a number) go to the imported function.
 */
import { nowhere } from '../../base/source.ts';
import { add, and, f32, f64, i32, i64, local, lt, mul, ne, op, or, select, sub } from '../../ir/build.ts';
import {
  type Arithmetic,
  circleLimit,
  cosine,
  exponential,
  exponentLimit,
  logarithm,
  sine,
  tangent,
} from '../../ir/math-double.ts';
import type { Expression, Fn, Local, Statement } from '../../ir/module.ts';
import { type OperationName, operations } from '../../ir/operations.ts';
import type { ValueType } from '../../ir/types.ts';
import { besselFar, besselNear, besselNearLimit, order0, order1 } from './lane-bessel.ts';
import { arccosine, arcsine, arctangent, arctangent2, type Circle } from './lane-circles.ts';
import {
  doubleCircle,
  power as doublePower,
  errorFunction,
  errorRest,
  hyperbolicCosine,
  hyperbolicSine,
  hyperbolicTangent,
  inverseHyperbolicCosine,
  inverseHyperbolicSine,
  inverseHyperbolicTangent,
  logarithm10,
} from './lane-doubles.ts';
import { logarithmOfGamma } from './lane-gamma.ts';
import {
  singleCircle,
  singleErrorFunction,
  singleErrorRest,
  singleErrorRestLimit,
  singleHyperbolicCosine,
  singleHyperbolicSine,
  singleInverseHyperbolicCosine,
  singleInverseHyperbolicSine,
  singleInverseHyperbolicTangent,
} from './lane-singles.ts';
import {
  everyLogarithm,
  type Hold,
  singleCircleLimit,
  singleCosine,
  singleExponential,
  singleHyperbolicTangent,
  singleLogarithm,
  singleLogarithm2,
  singleLogarithm10,
  singlePower,
  singlePowerLimit,
  singlePowerOfTen,
  singlePowerOfTwo,
  singleSine,
  singleTangent,
} from './math-single.ts';
import { farCosine, farSine, farTangent, powerOfSize, specialPower } from './single-far.ts';

type Real = 'f32' | 'f64';
type Body = (
  b: Builder,
  x: readonly Expression[],
) => { readonly inRange: Expression; readonly value: (b: Builder) => Expression };

/** Collects the statements of a function. */
class Builder {
  readonly locals: Local[] = [];
  statements: Statement[] = [];

  hold(value: Expression): Expression {
    this.locals.push({ name: 't', type: value.type });
    const index = this.locals.length - 1;
    this.statements.push({ kind: 'set', local: index, value });
    return local(index, value.type);
  }

  /** `then` where the condition holds, as nearly always; each is asked for its value where it stands. */
  choose(condition: Expression, then: () => Expression, otherwise: () => Expression): Expression {
    const before = this.statements;
    const inBranch = (value: () => Expression): { readonly value: Expression; readonly body: Statement[] } => {
      this.statements = [];
      const found = value();
      return { value: found, body: this.statements };
    };
    const [a, b] = [inBranch(then), inBranch(otherwise)];
    this.locals.push({ name: 'result', type: a.value.type });
    const result = this.locals.length - 1;
    const set = (value: Expression): Statement => ({ kind: 'set', local: result, value });
    this.statements = [
      ...before,
      { kind: 'if', condition, then: [...a.body, set(a.value)], otherwise: [...b.body, set(b.value)], usual: true },
    ];
    return local(result, a.value.type);
  }
}

const size = (x: Expression): Expression => op('abs', [x]);
const le = (a: Expression, b: Expression): Expression => op('le', [a, b]);

const done =
  (name: OperationName) =>
  (...args: readonly Expression[]): Expression =>
    op(name, args);
const fractionBits = i64(52);

/** Beside this number doubles are whole, and their last bits are the number in two's complement. */
const wholes = 1.5 * 2 ** 52;
/** The bits of a sum with it. */
const wholeBits = (x: Expression, more: number): Expression => op('bitcast', [add(x, f64(wholes + more))]);
const exponentField = i64(-(1n << 52n));
/** What `split` takes from a double, and what it adds so that no exponent is below zero. */
const splitAt = { from: 0x3fe6a09e667f3bcdn, above: 1024n } as const;

/**
 * The steps of `ir/math-double.ts` as expressions: what is used several times is one object. Lanes of 64 bits stay that: whole numbers are the last bits of doubles.
 */
const steps: Arithmetic<Expression, Expression> = {
  constant: f64,
  add: done('add'),
  sub: done('sub'),
  mul: done('mul'),
  div: done('div'),
  neg: done('neg'),
  abs: done('abs'),
  sqrt: done('sqrt'),
  withSign: done('copysign'),
  less: done('lt'),
  highPart: (x) => op('bitcast', [and(op('bitcast', [x]), i64(-(1n << 27n)))]),
  nearest: (x) => sub(add(x, f64(wholes)), f64(wholes)),
  isZero: (x) => op('eq', [x, f64(0)]),
  select,
  hasBit: (whole, more, bit) => ne(and(wholeBits(whole, more), i64(bit)), i64(0)),
  scale: (x, power) => mul(x, op('bitcast', [op('shl', [wholeBits(power, 1023), fractionBits])])),
  split: (x) => {
    const bits = op('bitcast', [x]);
    // Of the square root of a half: the rest lies between it and the square root of 2.
    const raised = add(bits, i64((splitAt.above << 52n) - splitAt.from));
    const whole = add(bits, i64(splitAt.above << 52n));
    const field = op('bitcast', [add(op('shr.u', [raised, fractionBits]), op('bitcast', [f64(2 ** 52)]))]);
    return {
      fraction: op('bitcast', [sub(whole, and(raised, exponentField))]),
      power: sub(field, f64(2 ** 52 + Number(splitAt.above))),
    };
  },
};

const circle = doubleCircle(steps);

/** The value of `whole`, with each part that it uses several times computed once. */
function held(b: Builder, whole: Expression): Expression {
  const uses = new Map<Expression, number>();
  const count = (e: Expression): void => {
    const known = uses.get(e) ?? 0;
    uses.set(e, known + 1);
    if (known === 0 && e.kind === 'op') e.args.forEach(count);
  };
  count(whole);
  const made = new Map<Expression, Expression>();
  const write = (e: Expression): Expression => {
    if (e.kind !== 'op') return e;
    const known = made.get(e);
    if (known) return known;
    const own: Expression = { ...e, args: e.args.map(write) };
    const value = uses.get(e) === 1 ? own : b.hold(own);
    made.set(e, value);
    return value;
  };
  return write(whole);
}

type OfDouble = (m: Arithmetic<Expression, Expression>, x: Expression) => Expression;
/** For sizes up to `limit`. */
const ofDouble =
  (limit: number, value: OfDouble): Body =>
  (_, [x]) => ({
    inRange: le(size(x!), f64(limit)),
    value: (b) => held(b, value(steps, x!)),
  });
/** For positive normal numbers. */
const ofDoubleLog =
  (value: OfDouble): Body =>
  (_, [x]) => ({
    inRange: isNormalDouble(x!),
    value: (b) => held(b, value(steps, x!)),
  });
const isNormalDouble = (x: Expression): Expression => and(le(f64(2 ** -1022), x), le(x, f64(Number.MAX_VALUE)));
const ofInverseCosine: Body = (_, [x]) => ({
  inRange: and(le(f64(1), x!), le(x!, f64(1e150))),
  value: (b) => held(b, inverseHyperbolicCosine(steps, x!)),
});
const ofInverseTangent: Body = (_, [x]) => ({
  inRange: op('lt', [size(x!), f64(1)]),
  value: (b) => held(b, inverseHyperbolicTangent(steps, x!)),
});
const ofErrorRest: Body = (_, [x]) => ({
  inRange: le(x!, f64(26)),
  value: (b) => held(b, errorRest(steps, x!)),
});
const ofSingleErrorRest: Body = (_, [x]) => ({
  inRange: le(x!, f32(singleErrorRestLimit)),
  value: (b) => singleErrorRest((e) => b.hold(e), x!),
});
const ofArctangent2: Body = (before, [y, x]) => {
  const larger = before.hold(op('max', [size(y!), size(x!)]));
  // The greater of two is a number where one of them is.
  const sum = add(size(y!), size(x!));
  return {
    inRange: and(le(f64(1e-150), larger), le(sum, f64(1e150))),
    value: (b) => held(b, arctangent2(circle, y!, x!)),
  };
};
const singleGreatest = 3.4028234663852886e38;
const ofSingleArctangent2: Body = (before, [y, x]) => {
  const sum = before.hold(add(size(y!), size(x!)));
  // Positive numbers are as long as their bits are large.
  const isAbove = lt(i32((new Int32Array(Float32Array.of(1e-18).buffer)[0] ?? 0) - 1), op('bitcast', [sum]));
  return {
    inRange: and(isAbove, isBelow(sum, 1e18)),
    value: (b) => held(b, arctangent2(singleCircle, y!, x!)),
  };
};
type OfNumber = (x: number) => Expression;
/** A length within 1 unit, where the square of the greater number is in range, or of zeros. */
const ofLength =
  (constant: OfNumber, least: number, most: number): Body =>
  (before, [x, y]) => {
    const sum = before.hold(add(size(x!), size(y!)));
    const isUsual = and(le(constant(least), sum), le(sum, constant(most)));
    return {
      inRange: or(op('eq', [sum, constant(0)]), isUsual),
      value: () => op('sqrt', [op('fma', [x!, x!, mul(y!, y!)])]),
    };
  };
/** Exact, for quotients up to `most`: each whole number up to there has a place of its own. */
const ofRemainder =
  (constant: OfNumber, most: number, greatest: number): Body =>
  (before, [x, y]) => {
    const quotient = before.hold(op('trunc', [op('div', [x!, y!])]));
    return {
      inRange: and(le(size(quotient), constant(most)), le(size(y!), constant(greatest))),
      value: (b) => {
        const rest = b.hold(op('fma', [op('neg', [quotient]), y!, x!]));
        // Of a quotient that was rounded up to a whole number, which is one too many.
        const isPast = lt(mul(rest, op('copysign', [constant(1), x!])), constant(0));
        return op('copysign', [select(isPast, add(rest, op('copysign', [y!, x!])), rest), x!]);
      },
    };
  };
const ofLogarithmOfGamma: Body = (_, [x]) => ({
  inRange: and(le(f64(1e-150), x!), le(x!, f64(1e150))),
  value: (b) => held(b, logarithmOfGamma(steps, x!)),
});
/** Of numbers that single precision holds the results of. */
const ofGamma: Body = (_, [x]) => ({
  inRange: and(le(f64(1e-30), x!), le(x!, f64(35))),
  value: (b) => held(b, exponential(steps, logarithmOfGamma(steps, x!))),
});
const ofBessel =
  (order: typeof order0): Body =>
  (_, [x]) => ({
    inRange: le(size(x!), f64(circleLimit)),
    value: (b) =>
      b.choose(
        le(size(x!), f64(besselNearLimit)),
        () => held(b, besselNear(steps, order, x!)),
        () => held(b, besselFar(steps, order, x!)),
      ),
  });
/** A bound of the result's exponent. */
const ofPower: Body = (before, [x, y]) => {
  const base = before.hold(x!);
  const bound = add(size(steps.split(base).power), f64(0.5));
  return {
    inRange: and(isNormalDouble(base), le(mul(size(y!), bound), f64(1020))),
    value: (b) => held(b, doublePower(steps, base, y!)),
  };
};
/** Of single precision, computed in double. */
const inDouble =
  (body: Body): Body =>
  (before, x) => {
    const wide = x.map((e) => before.hold(op('to.f64', [e])));
    const { inRange, value } = body(before, wide);
    return { inRange, value: (b) => op('to.f32', [value(b)]) };
  };
/** A range is asked for as one of whole numbers, which no NaN is in: the greatest of several vectors shows whether all are (`vector/vector-branches.ts`). */
const isBelow = (size: Expression, limit: number): Expression =>
  lt(op('bitcast', [size]), i32((new Int32Array(Float32Array.of(limit).buffer)[0] ?? 0) + 1));
/** Positive, not subnormal, finite: whole numbers from there on, moved to the least ones. */
const isNormal = (x: Expression): Expression => {
  const [least, end] = [0x00800000, 0x7f800000];
  return lt(sub(op('bitcast', [x]), i32(0x80000000 + least)), i32(end - least - 0x80000000));
};
const ofSingle =
  (limit: number, value: (hold: Hold, x: Expression) => Expression): Body =>
  (_, [x]) => ({
    inRange: isBelow(size(x!), limit),
    value: (b) => value((e) => b.hold(e), x!),
  });
const ofSingleBetween =
  (from: number, to: number, value: (hold: Hold, x: Expression) => Expression): Body =>
  (_, [x]) => ({
    inRange: and(le(f32(from), x!), le(x!, f32(to))),
    value: (b) => value((e) => b.hold(e), x!),
  });
/** Of functions that do not mind the sign. */
const ofSize =
  (limit: number, value: (hold: Hold, x: Expression) => Expression): Body =>
  (before, [x]) => {
    const held = before.hold(size(x!));
    return { inRange: isBelow(held, limit), value: (b) => value((e) => b.hold(e), held) };
  };
const ofSingleLog =
  (value: (hold: Hold, x: Expression) => Expression): Body =>
  (_, [x]) => ({
    inRange: isNormal(x!),
    value: (b) => value((e) => b.hold(e), x!),
  });
const power: Body = (_, [x, y]) => ({
  inRange: and(isNormal(x!), isBelow(size(y!), singlePowerLimit)),
  value: (b) => singlePower((e) => b.hold(e), x!, y!),
});

/** `lanes`: of kernels' lanes alone. Other rows give what a call gives. */
type Row = { readonly op: OperationName; readonly real: Real; readonly body: Body; readonly lanes?: true };
const both = (name: OperationName, body: Body, wideBody: Body): Row[] => [
  { op: name, real: 'f32', body },
  { op: name, real: 'f64', body: wideBody },
];
const single = (name: OperationName, body: Body): Row[] => [{ op: name, real: 'f32', body }];

const ofLanes = (name: OperationName, body: Body): Row[] => [{ op: name, real: 'f64', body, lanes: true }];
const inBoth = (name: OperationName, singleBody: Body, body: Body): Row[] => [
  { op: name, real: 'f32', body: singleBody, lanes: true },
  ...ofLanes(name, body),
];

/** Of both precisions, computed in double. */
const inWide = (name: OperationName, body: Body): Row[] => inBoth(name, inDouble(body), body);

type OfCircle = (c: Circle<Expression, Expression>, x: Expression) => Expression;
/** For sizes up to the limits of single and of double precision. */
const onCircle = (name: OperationName, singleLimit: number, limit: number, value: OfCircle): Row[] =>
  inBoth(
    name,
    (_, [x]) => ({
      inRange: isBelow(size(x!), singleLimit),
      value: (b) => held(b, value(singleCircle, x!)),
    }),
    ofDouble(limit, (_m, x) => value(circle, x)),
  );

const table: readonly Row[] = [
  ...both('sin', ofSingle(singleCircleLimit, singleSine), ofDouble(circleLimit, sine)),
  ...both('cos', ofSize(singleCircleLimit, singleCosine), ofDouble(circleLimit, cosine)),
  ...both('exp', ofSingle(87, singleExponential), ofDouble(exponentLimit, exponential)),
  ...both('log', ofSingleLog(singleLogarithm), ofDoubleLog(logarithm)),
  ...single('tan', ofSingle(singleCircleLimit, singleTangent)),
  ...single('log2', ofSingleLog(singleLogarithm2)),
  ...single('log10', ofSingleLog(singleLogarithm10)),
  ...single('exp2', ofSingle(125, singlePowerOfTwo)),
  ...single('exp10', ofSingle(37, singlePowerOfTen)),
  ...single('pow', power),
  ...single('tanh', ofSingle(43, singleHyperbolicTangent)),
  ...ofLanes('log10', ofDoubleLog(logarithm10)),
  ...ofLanes('pow', ofPower),
  ...ofLanes('tanh', ofDouble(Number.MAX_VALUE, hyperbolicTangent)),
  ...inBoth('erfc', ofSingleErrorRest, ofErrorRest),
  ...onCircle('atan', 1e18, 1e150, arctangent),
  ...inBoth('atan2', ofSingleArctangent2, ofArctangent2),
  ...onCircle('asin', 1, 1, arcsine),
  ...onCircle('acos', 1, 1, arccosine),
  ...inBoth('sinh', ofSingle(87, singleHyperbolicSine), ofDouble(exponentLimit, hyperbolicSine)),
  ...inBoth('cosh', ofSingle(87, singleHyperbolicCosine), ofDouble(exponentLimit, hyperbolicCosine)),
  ...ofLanes('tan', ofDouble(circleLimit, tangent)),
  ...inBoth('asinh', ofSingle(1e18, singleInverseHyperbolicSine), ofDouble(1e150, inverseHyperbolicSine)),
  ...inBoth('acosh', ofSingleBetween(1, 1e18, singleInverseHyperbolicCosine), ofInverseCosine),
  ...inBoth('atanh', ofSingle(1 - 2 ** -24, singleInverseHyperbolicTangent), ofInverseTangent),
  { op: 'gamma', real: 'f32', body: inDouble(ofGamma), lanes: true },
  ...inBoth('hypot', ofLength(f32, 1e-18, 1e18), ofLength(f64, 1e-150, 1e150)),
  ...inBoth('fmod', ofRemainder(f32, 2 ** 23, singleGreatest), ofRemainder(f64, 2 ** 52, Number.MAX_VALUE)),
  ...inWide('j0', ofBessel(order0)),
  ...inWide('j1', ofBessel(order1)),
  ...inWide('lgamma', ofLogarithmOfGamma),
  ...inBoth('erf', ofSingle(singleGreatest, singleErrorFunction), ofDouble(Number.MAX_VALUE, errorFunction)),
  ...single('fast.sin', ofSingle(singleCircleLimit, singleSine)),
  ...single('fast.cos', ofSize(singleCircleLimit, singleCosine)),
  ...single('fast.exp2', ofSingle(125, singlePowerOfTwo)),
  ...single('fast.log2', ofSingleLog(singleLogarithm2)),
];

/** Of single precision, right for every argument, for threads that go their own ways. */
type Everywhere = (b: Builder, x: readonly Expression[]) => Expression;
type OfOne = (hold: Hold, x: Expression) => Expression;

/** Without a branch, on a device with a unit for powers of two. */
const straight =
  (value: OfOne): Everywhere =>
  (b, [x]) =>
    value((e) => b.hold(e), x!);
/** `near` for sizes below `limit`. */
const within =
  (limit: number, near: OfOne, far: OfOne): Everywhere =>
  (b, [x]) => {
    const hold: Hold = (e) => b.hold(e);
    return b.choose(
      isBelow(size(x!), limit),
      () => near(hold, x!),
      () => far(hold, x!),
    );
  };
const everyPower: Everywhere = (b, [x, y]) => {
  const hold: Hold = (e) => b.hold(e);
  const ofSize = b.hold(powerOfSize(hold, x!, y!));
  const isUsual = and(isNormal(x!), isBelow(size(y!), singleGreatest));
  return b.choose(
    isUsual,
    () => ofSize,
    () => specialPower(hold, x!, y!, ofSize),
  );
};
/** The quotient's last bits are lost beside 1. */
const roughQuotient = (a: Expression, b: Expression): Expression => op('fast.div', [a, b]);

const everywhere: Readonly<Partial<Record<OperationName, Everywhere>>> = {
  log: straight(everyLogarithm(singleLogarithm)),
  log2: straight(everyLogarithm(singleLogarithm2)),
  log10: straight(everyLogarithm(singleLogarithm10)),
  tanh: straight((hold, x) => singleHyperbolicTangent(hold, x, (_, e) => op('exp', [e]), roughQuotient)),
  sin: within(singleCircleLimit, singleSine, farSine),
  cos: within(singleCircleLimit, (hold, x) => singleCosine(hold, hold(size(x))), farCosine),
  tan: within(singleCircleLimit, singleTangent, farTangent),
  pow: everyPower,
};

const made = new Map<string, Fn>();
const operationsOfTable: ReadonlySet<OperationName> = new Set(table.map((r) => r.op));

/** The function that computes `name` on `type` as a call does, where there is one. */
export function mathFunction(name: OperationName, type: ValueType): Fn | undefined {
  return functionOf(name, type, (row) => !row.lanes);
}

/** The function that computes `name` on `type` in lanes, where there is one. */
export function laneMathFunction(name: OperationName, type: ValueType): Fn | undefined {
  return functionOf(name, type, () => true);
}

function functionOf(name: OperationName, type: ValueType, is: (row: Row) => boolean): Fn | undefined {
  if (!operationsOfTable.has(name)) return undefined;
  const row = table.find((r) => r.op === name && r.real === type && is(r));
  if (!row) return undefined;
  const symbol = `math.${name}.${type}`;
  const known = made.get(symbol);
  if (known) return known;
  const fn = build(symbol, row);
  made.set(symbol, fn);
  return fn;
}

/** The function that a thread computes by itself on f32, where there is one. */
export function threadMathFunction(name: OperationName): Fn | undefined {
  const value = everywhere[name];
  if (!value) return mathFunction(name, 'f32');
  const symbol = `math.every.${name}.f32`;
  const known = made.get(symbol);
  if (known) return known;
  const b = new Builder();
  const count = name === 'pow' ? 2 : 1;
  for (let i = 0; i < count; i++) b.locals.push({ name: `x${i}`, type: 'f32' });
  const result = value(
    b,
    b.locals.map((_, i) => local(i, 'f32')),
  );
  const body: readonly Statement[] = [...b.statements, { kind: 'return', values: [result] }];
  const fn = deviceFunction(symbol, 'f32', count, b.locals, body);
  made.set(symbol, fn);
  return fn;
}

function deviceFunction(
  name: string,
  real: Real,
  params: number,
  locals: readonly Local[],
  body: readonly Statement[],
): Fn {
  return { name, kind: 'device', params, results: [real], locals, slots: [], body, at: nowhere };
}

function build(symbol: string, { op: name, real, body }: Row): Fn {
  const b = new Builder();
  const count = operations[name].signatures[0]?.takes.length ?? 1;
  for (let i = 0; i < count; i++) b.locals.push({ name: `x${i}`, type: real });
  const x = b.locals.map((_, i) => local(i, real));
  const { inRange, value } = body(b, x);
  const result = b.choose(
    inRange,
    () => value(b),
    () => ({ kind: 'op', op: name, type: real, args: x }),
  );
  return deviceFunction(symbol, real, count, b.locals, [...b.statements, { kind: 'return', values: [result] }]);
}
