/** The `math` imports of compiled modules: `<operation>.<f32 or f64>`. Results of f32 functions are rounded on their way into WebAssembly. */
import { mathMeanings } from '../ir/math-meanings.ts';
import type { MathOperationName } from '../ir/operations.ts';

type MathFunction = (...args: number[]) => number;

/** A row of the table of operations without a function here does not compile. */
const functions: Readonly<Record<MathOperationName, (x: number, y: number) => number>> = mathMeanings;

/** The function of an import's name. */
export function mathFunction(name: string): MathFunction {
  const operation = name.replace(/\.f(32|64)$/, '');
  if (!isMath(operation)) throw new RangeError(`no function math.${name}`);
  const found = functions[operation];
  return (x = 0, y = 0) => found(x, y);
}

function isMath(name: string): name is MathOperationName {
  return Object.hasOwn(functions, name);
}
