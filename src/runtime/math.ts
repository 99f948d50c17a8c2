/** The `math` imports of compiled modules: `<operation>.<f32 or f64>`. Results of f32 functions are rounded on their way into WebAssembly. */
import { erf, erfc, gamma, j0, j1, jn, lgamma, y0, y1, yn } from '../ir/math-special.ts';

type MathFunction = (...args: number[]) => number;

const functions: Readonly<Record<string, (x: number, y: number) => number>> = {
  fmod: (x, y) => x % y,
  sin: Math.sin,
  cos: Math.cos,
  tan: Math.tan,
  asin: Math.asin,
  acos: Math.acos,
  atan: Math.atan,
  atan2: Math.atan2,
  sinh: Math.sinh,
  cosh: Math.cosh,
  tanh: Math.tanh,
  asinh: Math.asinh,
  acosh: Math.acosh,
  atanh: Math.atanh,
  exp: Math.exp,
  exp2: (x) => 2 ** x,
  exp10: (x) => 10 ** x,
  expm1: Math.expm1,
  log: Math.log,
  log2: Math.log2,
  log10: Math.log10,
  log1p: Math.log1p,
  pow,
  cbrt: Math.cbrt,
  hypot: (x, y) => Math.hypot(x, y),
  erf,
  erfc,
  gamma,
  lgamma,
  j0,
  j1,
  y0,
  y1,
  jn,
  yn,
  'fast.sin': Math.sin,
  'fast.cos': Math.cos,
  'fast.exp2': (x) => 2 ** x,
  'fast.log2': Math.log2,
};

/** As C99: 1 to any power is 1, and -1 to an infinite one. */
function pow(x: number, y: number): number {
  if (x === 1 || (x === -1 && !Number.isFinite(y) && !Number.isNaN(y))) return 1;
  return x ** y;
}

/** The function of an import's name. */
export function mathFunction(name: string): MathFunction {
  const found = functions[name.replace(/\.f(32|64)$/, '')];
  if (!found) throw new RangeError(`no function math.${name}`);
  return (x = 0, y = 0) => found(x, y);
}
