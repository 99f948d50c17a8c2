/** Mathematical functions of real and complex numbers. */
import { op, select } from '../../ir/build.ts';
import type { Expression } from '../../ir/module.ts';
import type { OperationName } from '../../ir/operations.ts';
import { type Complex, complexFunctions, partsOf } from './complex.ts';
import { constant, first, from, given, operation, toReal } from './lowering.ts';
import {
  integer,
  type Lowering,
  like,
  ofKind,
  type Param,
  type Row,
  real,
  realOrComplex,
  sameAs,
  scalar,
  type Try,
} from './row.ts';

const elemental = { class: 'elemental', device: true } as const;
const anywhere = [[0.5], [-1.25], [0.0], [2.0], [10.0], [-0.001]] as const;
const positive = [[0.5], [1.0], [2.0], [10.0], [1e-5], [12345.0]] as const;
const inUnit = [[0.5], [-0.25], [0.0], [0.99], [-0.875]] as const;
const complexNumbers = [[[0.5, 0.75]], [[-1.25, 0.3]], [[0.2, -2]], [[-0.7, -0.7]]] as const;

/** A function of the math library with one argument, by the name of its operation. */
function ofReal(doc: string, name: OperationName, tries: Row['tries'] = anywhere, more: Partial<Row> = {}): Row {
  return {
    doc,
    ...elemental,
    takes: { x: real },
    gives: sameAs('x'),
    lower: operation(name),
    tries: tries ?? [],
    ulp: 2,
    ...more,
  };
}

/** The same also for complex numbers. */
function ofBoth(doc: string, name: keyof typeof complexFunctions, tries: readonly (readonly Try[])[]): Row {
  const withComplex: (to: Lowering, z: Complex) => Complex = complexFunctions[name];
  return {
    doc,
    ...elemental,
    takes: { x: realOrComplex },
    gives: sameAs('x'),
    lower: (args, to) => {
      const x = given(args, 0);
      return x.type.base === 'complex' ? withComplex(to, partsOf(to, x)) : [op(name, [first(args)])];
    },
    tries: [...tries, ...complexNumbers],
    ulp: 8,
  };
}

const inDegrees = Math.PI / 180;
const times = (x: Expression, factor: number) => op('mul', [x, constant(x, factor)]);

/** Sine of degrees, `quarters` right angles further; exact at multiples of 90. */
function sineOfDegrees(to: Lowering, degrees: Expression, quarters: number): Expression {
  const x = to.keep(op('fmod', [degrees, constant(degrees, 360)]));
  const nearest = to.keep(op('nearest', [times(x, 1 / 90)]));
  const rest = to.keep(times(op('sub', [x, times(nearest, 90)]), inDegrees));
  const turn = op('and', [op('add', [op('to.i32', [nearest], 'i32'), integerConstant(quarters)]), integerConstant(3)]);
  const quarter = to.keep(turn);
  const odd = op('ne', [op('and', [quarter, integerConstant(1)]), integerConstant(0)]);
  const size = to.keep(select(odd, op('cos', [rest]), op('sin', [rest])));
  return select(op('ge', [quarter, integerConstant(2)]), op('neg', [size]), size);
}

const integerConstant = (value: number): Expression => ({ kind: 'const', type: 'i32', value });

/** exp(x²) erfc(x); beyond 9 by the asymptotic series 1/(x√π) (1 - 1/(2x²) + 3/(4x⁴) - …). */
function scaledErfc(to: Lowering, value: Expression): Expression {
  const x = to.keep(value);
  const near = op('mul', [op('exp', [op('mul', [x, x])]), op('erfc', [x])]);
  const u = to.keep(op('div', [constant(x, 0.5), op('mul', [x, x])]));
  let sum = constant(x, 1);
  for (let n = 12; n >= 1; n--) sum = op('sub', [constant(x, 1), op('mul', [times(u, 2 * n - 1), sum])]);
  const far = op('div', [times(sum, 1 / Math.sqrt(Math.PI)), x]);
  return select(op('lt', [x, constant(x, 9)]), near, far);
}

/** Of a real(4) the product is made in real(8), so that 60 degrees come out as 60. */
function toDegrees(angle: Expression): Expression {
  if (angle.type !== 'f32') return times(angle, 1 / inDegrees);
  return op('to.f32', [times(op('to.f64', [angle]), 1 / inDegrees)]);
}

const tangent: Param = { ...realOrComplex };
const order = ofKind(integer, 4);

const besselOfOrder = (doc: string, name: OperationName): Row => ({
  doc,
  ...elemental,
  takes: { n: order, x: real },
  gives: sameAs('x'),
  lower: from((to, n, x) => op(name, [toReal(to.gives.kind, n), x])),
  tries: [
    [2n, 1.5],
    [3n, 2.0],
    [5n, 10.0],
    [0n, 1.0],
  ],
  ulp: 64,
});

const degrees = (
  doc: string,
  of: (to: Lowering, x: Expression) => Expression,
  tries: Row['tries'] = degreeTries,
): Row => ({
  doc,
  ...elemental,
  extension: true,
  takes: { x: real },
  gives: sameAs('x'),
  lower: from(of),
  tries: tries ?? [],
  ulp: 4,
});
const degreeTries = [[30.0], [45.0], [60.0], [180.0], [-90.0], [10.0], [400.5]] as const;
const cotangentTries = [[30.0], [45.0], [60.0], [10.0]] as const;

export const mathIntrinsics = {
  sqrt: ofBoth('Square root.', 'sqrt', positive),
  exp: ofBoth('Exponential.', 'exp', anywhere),
  log: ofBoth('Natural logarithm.', 'log', positive),
  log10: ofReal('Logarithm to base 10.', 'log10', positive),
  sin: ofBoth('Sine of radians.', 'sin', anywhere),
  cos: ofBoth('Cosine of radians.', 'cos', anywhere),
  tan: ofBoth('Tangent of radians.', 'tan', anywhere),
  asin: ofBoth('Arc sine in radians.', 'asin', inUnit),
  acos: ofBoth('Arc cosine in radians.', 'acos', inUnit),
  atan: {
    doc: 'Arc tangent in radians; with two arguments the angle of the point (second, first), as atan2.',
    ...elemental,
    takes: { y: tangent, x: { ...like(real, 'y'), optional: true } },
    alone: 'x',
    gives: sameAs('y'),
    lower: (args, to) => {
      const y = given(args, 0);
      if (y.type.base === 'complex') return complexFunctions.atan(to, partsOf(to, y));
      return args[1] ? [op('atan2', [first(args), first(args.slice(1))])] : [op('atan', [first(args)])];
    },
    tries: [...anywhere, [1.0, 2.0], [-1.0, -2.0], [[0.5, 0.75]], [[-0.25, 0.3]]],
    ulp: 8,
  },
  atan2: {
    doc: 'Angle of the point (`x`, `y`) in radians, from -pi to pi.',
    ...elemental,
    takes: { y: real, x: like(real, 'y') },
    gives: sameAs('y'),
    lower: operation('atan2'),
    tries: [
      [1.0, 2.0],
      [-1.0, 2.0],
      [1.0, -2.0],
      [-1.0, -2.0],
      [0.0, -1.0],
      [-0.0, -1.0],
    ],
    ulp: 2,
  },
  sinh: ofBoth('Hyperbolic sine.', 'sinh', anywhere),
  cosh: ofBoth('Hyperbolic cosine.', 'cosh', anywhere),
  tanh: ofBoth('Hyperbolic tangent.', 'tanh', anywhere),
  asinh: ofBoth('Inverse hyperbolic sine.', 'asinh', anywhere),
  acosh: ofBoth('Inverse hyperbolic cosine.', 'acosh', [[1.0], [1.5], [20.0]]),
  atanh: ofBoth('Inverse hyperbolic tangent.', 'atanh', inUnit),
  hypot: {
    doc: 'sqrt(x**2 + y**2) without overflow on the way.',
    ...elemental,
    takes: { x: real, y: like(real, 'x') },
    gives: sameAs('x'),
    lower: operation('hypot'),
    tries: [
      [3.0, 4.0],
      [1e30, 1e30],
      [-1.0, 0.5],
    ],
    ulp: 2,
  },
  erf: ofReal('Error function.', 'erf'),
  erfc: ofReal('Complementary error function.', 'erfc'),
  erfc_scaled: {
    doc: 'exp(x**2) * erfc(x).',
    ...elemental,
    takes: { x: real },
    gives: sameAs('x'),
    lower: from(scaledErfc),
    tries: [[0.5], [3.0], [8.5], [9.5], [30.0], [-1.0]],
    ulp: 200,
  },
  gamma: ofReal('Gamma function.', 'gamma', positive.slice(0, 4)),
  lgamma: ofReal('Logarithm of the absolute value of the gamma function.', 'lgamma', positive, { extension: true }),
  log_gamma: ofReal('Logarithm of the absolute value of the gamma function.', 'lgamma', positive),
  bessel_j0: ofReal('Bessel function of the first kind, order 0.', 'j0', positive.slice(0, 4), { ulp: 16 }),
  bessel_j1: ofReal('Bessel function of the first kind, order 1.', 'j1', positive.slice(0, 4), { ulp: 16 }),
  bessel_y0: ofReal('Bessel function of the second kind, order 0.', 'y0', positive.slice(0, 4), { ulp: 16 }),
  bessel_y1: ofReal('Bessel function of the second kind, order 1.', 'y1', positive.slice(0, 4), { ulp: 16 }),
  bessel_jn: besselOfOrder('Bessel function of the first kind, order `n`.', 'jn'),
  bessel_yn: besselOfOrder('Bessel function of the second kind, order `n`.', 'yn'),
  norm2: {
    doc: 'Euclidean norm of an array.',
    class: 'transformational',
    device: true,
    takes: { x: { ...real, rank: 'array' }, dim: { ...scalar(integer), optional: true } },
    gives: sameAs('x'),
    rank: 'reduced',
    by: 'array',
  },
  sind: degrees('Sine of degrees.', (to, x) => sineOfDegrees(to, x, 0)),
  cosd: degrees('Cosine of degrees.', (to, x) => sineOfDegrees(to, x, 1)),
  tand: degrees(
    'Tangent of degrees.',
    (to, value) => {
      const x = to.keep(value);
      return op('div', [sineOfDegrees(to, x, 0), sineOfDegrees(to, x, 1)]);
    },
    cotangentTries,
  ),
  cotand: degrees(
    'Cotangent of degrees.',
    (to, value) => {
      const x = to.keep(value);
      return op('div', [sineOfDegrees(to, x, 1), sineOfDegrees(to, x, 0)]);
    },
    cotangentTries,
  ),
  asind: degrees('Arc sine in degrees.', (_, x) => toDegrees(op('asin', [x])), inUnit),
  acosd: degrees('Arc cosine in degrees.', (_, x) => toDegrees(op('acos', [x])), inUnit),
  atand: degrees('Arc tangent in degrees.', (_, x) => toDegrees(op('atan', [x])), anywhere),
  atan2d: {
    doc: 'Angle of the point (`x`, `y`) in degrees.',
    ...elemental,
    extension: true,
    takes: { y: real, x: like(real, 'y') },
    gives: sameAs('y'),
    lower: from((_, y, x) => toDegrees(op('atan2', [y, x]))),
    tries: [
      [1.0, 2.0],
      [-1.0, -2.0],
    ],
    ulp: 4,
  },
  cotan: degrees('Cotangent of radians.', (_, x) => op('div', [constant(x, 1), op('tan', [x])]), positive.slice(0, 4)),
} satisfies Record<string, Row>;
