/** Which module of library/fortran holds the function for a mathematical operation: it is called `<operation>_<bytes of the real>`. */
import type { OperationName } from '../ir/operations.ts';

const operationsOf: Readonly<Record<string, readonly OperationName[]>> = {
  cufort_math_exponential: ['exp', 'exp2', 'exp10', 'expm1', 'sinh', 'cosh', 'tanh'],
  cufort_math_logarithm: ['log', 'log2', 'log10', 'log1p', 'pow', 'asinh', 'acosh', 'atanh'],
  cufort_math_trigonometric: ['sin', 'cos', 'tan'],
  cufort_math_inverse_trigonometric: ['asin', 'acos', 'atan', 'atan2'],
  cufort_math_bessel: ['j0', 'j1', 'y0', 'y1', 'jn', 'yn'],
  cufort_math_special: ['cbrt', 'hypot', 'fmod', 'erf', 'erfc', 'gamma', 'lgamma'],
};

/** Approximations of a device that has none for this type are the accurate function. */
const accurate: Readonly<Partial<Record<OperationName, OperationName>>> = {
  'fast.sin': 'sin',
  'fast.cos': 'cos',
  'fast.exp2': 'exp2',
  'fast.log2': 'log2',
};

const moduleOf = new Map<OperationName, string>(
  Object.entries(operationsOf).flatMap(([module, names]) => names.map((op) => [op, module] as const)),
);

/** The module, and the device function in IR; undefined where the library has none. */
export function mathFunction(
  op: OperationName,
  bytes: 4 | 8,
): { readonly module: string; readonly symbol: string } | undefined {
  const name = accurate[op] ?? op;
  const module = moduleOf.get(name);
  return module === undefined ? undefined : { module, symbol: `${module}.${name}_${bytes}@device` };
}

/** Functions for arguments that are seldom met: they stay calls. */
export const rareMath: ReadonlySet<string> = new Set([
  'cufort_math_trigonometric.reduce_large@device',
  'cufort_math_trigonometric.turned_far@device',
  'cufort_math_trigonometric.turned_far_8@device',
  'cufort_math_exponential.exp_far@device',
  'cufort_math_logarithm.log_special@device',
  // Of single precision: what `opt/math/expand-math.ts` leaves to the library.
  ...(['exp', 'exp2', 'exp10', 'log', 'log2', 'log10', 'pow', 'sin', 'cos', 'tan', 'tanh'] as const).map(
    (op) => `${moduleOf.get(op)}.${op}_4@device`,
  ),
]);
