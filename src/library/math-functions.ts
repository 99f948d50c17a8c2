/** Which module of library/fortran holds the function for a mathematical operation: it is called `<operation>_<bytes of the real>`. */
import type { MathOperationName, OperationName } from '../ir/operations.ts';

/** Approximations of a device that has none for this type are the accurate function. */
const accurate = {
  'fast.sin': 'sin',
  'fast.cos': 'cos',
  'fast.exp2': 'exp2',
  'fast.log2': 'log2',
} as const satisfies Readonly<Partial<Record<OperationName, OperationName>>>;

type Accurate = Exclude<MathOperationName, keyof typeof accurate>;

/** A row of the table of operations without a function in a module does not compile. */
const moduleOf: Readonly<Record<Accurate, `cufort_math_${string}`>> = {
  ...inModule('cufort_math_exponential', ['exp', 'exp2', 'exp10', 'expm1', 'sinh', 'cosh', 'tanh']),
  ...inModule('cufort_math_logarithm', ['log', 'log2', 'log10', 'log1p', 'pow', 'asinh', 'acosh', 'atanh']),
  ...inModule('cufort_math_trigonometric', ['sin', 'cos', 'tan']),
  ...inModule('cufort_math_inverse_trigonometric', ['asin', 'acos', 'atan', 'atan2']),
  ...inModule('cufort_math_bessel', ['j0', 'j1', 'y0', 'y1', 'jn', 'yn']),
  ...inModule('cufort_math_special', ['cbrt', 'hypot', 'fmod', 'erf', 'erfc', 'gamma', 'lgamma']),
};

function inModule<const M extends string, const N extends Accurate>(module: M, names: readonly N[]): Record<N, M> {
  return Object.fromEntries(names.map((name) => [name, module])) as Record<N, M>;
}

/** The module, and the device function in IR; undefined where the library has none. */
export function mathFunction(
  op: OperationName,
  bytes: 4 | 8,
): { readonly module: string; readonly symbol: string } | undefined {
  const name = Object.hasOwn(accurate, op) ? accurate[op as keyof typeof accurate] : op;
  if (!isAccurate(name)) return undefined;
  const module = moduleOf[name];
  return { module, symbol: `${module}.${name}_${bytes}@device` };
}

function isAccurate(name: OperationName): name is Accurate {
  return Object.hasOwn(moduleOf, name);
}

/** Functions for arguments that are seldom met: they stay calls. */
export const rareMath: ReadonlySet<string> = new Set([
  'cufort_math_trigonometric.reduce_large@device',
  'cufort_math_trigonometric.turned_far@device',
  'cufort_math_trigonometric.turned_far_8@device',
  'cufort_math_special.fmod_far@device',
  // Of single precision: what `opt/math/expand-math.ts` leaves to the library.
  ...(['exp', 'exp2', 'exp10', 'log', 'log2', 'log10', 'pow', 'sin', 'cos', 'tan', 'tanh'] as const).map(
    (op) => `${moduleOf[op]}.${op}_4@device`,
  ),
]);
