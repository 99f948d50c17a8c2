/** The math functions that device code needs, compiled from the library's Fortran. */
import { InternalError } from '../base/impossible.ts';
import type { Program } from '../ir/link.ts';
import { mathFunction } from '../library/math-functions.ts';
import { callMath, type MathName, type MathOperation, mathIn } from '../opt/math/math-calls.ts';
import type { Files } from './files.ts';
import { libraryOf } from './library.ts';

/** The program with the math operations that are not the device's own as calls of library functions. */
export function withMathLibrary(program: Program, isOwn: (e: MathOperation) => boolean, files: Files): Program {
  const { archive } = libraryOf(files);
  const name: MathName = (e) => {
    if (isOwn(e)) return undefined;
    const found = mathFunction(e.op, e.type === 'f32' ? 4 : 8);
    if (!found) throw new InternalError(`the library has no ${e.op} for device code`);
    return found.symbol;
  };
  return mathIn(program, name) ? callMath(program, (symbol) => archive.function(symbol), name) : program;
}
