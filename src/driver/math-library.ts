/** The math functions that device code needs, compiled from the library's Fortran. */
import { InternalError } from '../base/impossible.ts';
import type { Fn } from '../ir/module.ts';
import { mathFunction } from '../library/math-functions.ts';
import type { MathName, MathOperation } from '../opt/math/math-calls.ts';
import type { Files } from './files.ts';
import { libraryOf } from './library.ts';

/** The library functions for the math operations that are not the device's own. */
export function mathLibrary(
  isOwn: (e: MathOperation) => boolean,
  files: Files,
): { readonly mathName: MathName; readonly mathFunction: (symbol: string) => Fn | undefined } {
  const mathName: MathName = (e) => {
    if (isOwn(e)) return undefined;
    const found = mathFunction(e.op, e.type === 'f32' ? 4 : 8);
    if (!found) throw new InternalError(`the library has no ${e.op} for device code`);
    return found.symbol;
  };
  return { mathName, mathFunction: (symbol) => libraryOf(files).archive.function(symbol) };
}
