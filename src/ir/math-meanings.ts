/** What mathematical operations mean: of f64; results of f32 are rounded. Compiled code imports them as they stand here (runtime/math.ts). */
import { doubles } from './math-double.ts';
import { erf, erfc, gamma, hypot, j0, j1, jn, lgamma, y0, y1, yn } from './math-special.ts';

const exp2 = (x: number): number => 2 ** x;

export const mathMeanings = {
  fmod: (x: number, y: number) => x % y,
  sin: doubles.sin,
  cos: doubles.cos,
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
  exp: doubles.exp,
  exp2,
  exp10: (x: number) => 10 ** x,
  expm1: Math.expm1,
  log: doubles.log,
  log2: Math.log2,
  log10: Math.log10,
  log1p: Math.log1p,
  pow,
  cbrt: Math.cbrt,
  hypot,
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
  'fast.sin': doubles.sin,
  'fast.cos': doubles.cos,
  'fast.exp2': exp2,
  'fast.log2': Math.log2,
};

/** As C99: 1 to any power is 1, and -1 to an infinite one. */
function pow(x: number, y: number): number {
  if (x === 1 || (x === -1 && !Number.isFinite(y) && !Number.isNaN(y))) return 1;
  return x ** y;
}
