/** The math functions that device code needs, compiled from the library's Fortran. */
import { InternalError } from '../base/impossible.ts';
import type { Program } from '../ir/link.ts';
import type { Module } from '../ir/module.ts';
import { mathFunction } from '../library/math-functions.ts';
import { callMath, type MathName, type MathOperation, mathIn } from '../passes/math-calls.ts';
import { compileLibraryModule } from './compile.ts';
import type { Files } from './files.ts';

/** The program with the math operations that are not the device's own as calls of library functions. */
export function withMathLibrary(program: Program, isOwn: (e: MathOperation) => boolean, files: Files): Program {
  const modules = new Set<string>();
  const name: MathName = (e) => {
    if (isOwn(e)) return undefined;
    const found = mathFunction(e.op, e.type === 'f32' ? 4 : 8);
    if (!found) throw new InternalError(`the library has no ${e.op} for device code`);
    modules.add(found.module);
    return found.symbol;
  };
  if (!mathIn(program, name)) return program;
  const library = new Map<string, Module>();
  for (const module of modules) {
    const compiled = compileLibraryModule(module, files);
    if (!compiled) throw new InternalError(`the library has no module ${module}`);
    for (const unit of [...compiled.units, ...compiled.library]) library.set(unit.path, unit.module);
  }
  return callMath(program, [...library.values()], name);
}
