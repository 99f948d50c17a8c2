/** The `math` imports of compiled modules, of f64. */
import { mathMeanings } from '../ir/math-meanings.ts';
import type { MathOperationName } from '../ir/operations.ts';

type MathFunction = (...args: number[]) => number;

/** A row of the table of operations without a function here does not compile. */
const functions: Readonly<Record<MathOperationName, (x: number, y: number) => number>> = mathMeanings;

/** What compiled code asks for where it does not do by itself. */
const javascript: ReadonlyMap<string, MathFunction> = new Map<string, MathFunction>([
  ['Math.pow', Math.pow],
  ['Math.sin', Math.sin],
  ['Math.cos', Math.cos],
  ['Math.exp', Math.exp],
  ['Math.log', Math.log],
]);

/** The function of an import's name: JavaScript's own where it is one, as V8 calls those directly. */
export function mathFunction(name: string): MathFunction {
  const own = javascript.get(name);
  if (own) return own;
  if (!isMath(name)) throw new RangeError(`no function math.${name}`);
  return functions[name];
}

function isMath(name: string): name is MathOperationName {
  return Object.hasOwn(functions, name);
}
