/** From the files named on the command line to a program image. */

import { type Diagnostic, hasErrors } from '../base/diagnostic.ts';
import { part } from '../base/part.ts';
import type { Archive } from '../ir/archive.ts';
import type { Program } from '../ir/link.ts';
import type { Fn, Module } from '../ir/module.ts';
import { compileSources, type Unit } from './compile.ts';
import type { Files } from './files.ts';
import type { ForeignInputs } from './foreign/foreign.ts';
import { withForeign } from './foreign/foreign-functions.ts';
import { foreignInputs, makeForeignLibrary } from './foreign/foreign-inputs.ts';
import type { Recorded } from './foreign/recorded.ts';
import { takenOver } from './foreign/taken-over.ts';
import { type Library, libraryOf } from './library.ts';
import { generate, generator, type Image, linkModules, mainName } from './link.ts';
import { noInput, otherHandles } from './messages.ts';
import { hasOtherHandles, isMpich, modulesOfMpich } from './mpi-routines.ts';
import { readObjects } from './objects.ts';
import type { Options } from './options.ts';
import { libraryFor } from './packages.ts';
import { isArchive, isCSource, isCudaC, isFortranSource, isObject, isSharedLibrary } from './sources.ts';
import { membersThen, readLibraries } from './static-libraries.ts';

/** What the files named on the command line became. */
export type Inputs = {
  readonly units: readonly Unit[];
  readonly objects: readonly Module[];
  /** Objects in static libraries. */
  readonly members: readonly Module[];
  readonly foreign: ForeignInputs;
  /** Why sources of C are left to the system's compiler. */
  readonly leftBecause: readonly Diagnostic[];
  /** As -l names them. */
  readonly libraries: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
};

export type Linked = { readonly program: Program | undefined; readonly diagnostics: readonly Diagnostic[] };

export function compileInputs(options: Options, files: Files): Inputs {
  const diagnostics: Diagnostic[] =
    options.inputs.length === 0 ? [noInput(options.includePaths.find(isFortranSource))] : [];
  const libraries = readLibraries(options, files);
  diagnostics.push(...libraries.diagnostics);
  const objects: Module[] = [];
  const machine = [...libraries.machine];
  for (const path of options.inputs.filter(isObject)) {
    const found = readObjects(path, files);
    if ('severity' in found) diagnostics.push(found);
    else for (const object of found) 'bytes' in object ? machine.push(object) : objects.push(object);
  }
  const sources = options.inputs.filter((path) => !notFortran.some((is) => is(path)));
  const compiled = compileSources(sources, options, files, offeredTo(options, files));
  const all = [...diagnostics, ...compiled.diagnostics];
  const ofCuda = options.inputs.filter(isCudaC).flatMap((path) => compileC(path, options, files, all) ?? []);
  const told: Diagnostic[] = [];
  const known = [...compiled.units, ...ofCuda].map((u) => u.module);
  const again = ({ source, options: of }: Recorded, into: Diagnostic[]): Unit | undefined =>
    compileC(source, { ...options, ...of }, files, into);
  const taken = takenOver(machine, libraries.archives, [...known, ...objects, ...libraries.members], again, files);
  all.push(...taken.diagnostics);
  const ofC = taken.machine.length > 0 ? [] : plainC(options, files, told);
  const foreign = foreignInputs(options, taken.machine, { ...libraries, archives: taken.archives }, ofC);
  const units = [...compiled.units, ...ofCuda, ...taken.units, ...ofC];
  // The system's compiler may take what we could not, but makes no main program of it, and its descriptors of arrays are another compiler's.
  const fails = hasErrors(told);
  const isWanted = ![...units.map((u) => u.module), ...objects].some(hasMain) || usesDescriptors(options, files);
  if (fails && isWanted) all.push(...told);
  const members = [...libraries.members, ...taken.members];
  const leftBecause = fails && !isWanted ? told : [];
  return { units, objects, members, foreign, leftBecause, libraries: options.libraries, diagnostics: all };
}

function usesDescriptors(options: Options, files: Files): boolean {
  return options.inputs.filter(isCSource).some((path) => {
    const source = files.read(path);
    return 'text' in source && /^\s*#\s*include\s*[<"]ISO_Fortran_binding\.h/m.test(source.text);
  });
}

function compileC(path: string, options: Options, files: Files, told: Diagnostic[]): Unit | undefined {
  return part<typeof import('./compile-c.ts')>(import.meta.url, './compile-c.ts').compileC(path, options, files, told);
}

/** Programs that link MPICH have its numbers of handles, as the C code of the same program has. */
function offeredTo({ mpi, libraries }: Options, files: Files): Library {
  const library = libraryOf(files);
  const isOfMpich = mpi === 'mpich' || libraries.some(isMpich);
  return isOfMpich ? { ...library, module: (name) => library.module(modulesOfMpich[name] ?? name) } : library;
}

const hasMain = (m: Module): boolean => m.functions.some((fn) => fn.name === mainName);

/** All of the program's C, or none: what we cannot take goes to the system's compiler, together with what it shares data with. */
function plainC(options: Options, files: Files, told: Diagnostic[]): readonly Unit[] {
  const units: Unit[] = [];
  for (const path of options.inputs.filter(isCSource)) {
    files.working?.(`compiling ${path}`);
    const unit = compileC(path, options, files, told);
    if (!unit) return [];
    units.push(unit);
  }
  return units;
}

const notFortran = [isObject, isArchive, isCudaC, isCSource, isSharedLibrary];

/** Units, objects, and what of the library they need, as one program. */
export function linkInputs(inputs: Inputs, files: Files): Linked {
  files.working?.('linking');
  const own = [...inputs.units.map((u) => u.module), ...inputs.objects];
  const foreign = makeForeignLibrary(inputs.foreign, calledOutside([...own, ...inputs.members]), files);
  if (foreign && 'severity' in foreign) return { program: undefined, diagnostics: [...inputs.leftBecause, foreign] };
  const library: Archive = {
    ...libraryOf(files).archive,
    helpFor: (name) => libraryFor(name, inputs.libraries),
  };
  const archive = inputs.members.length > 0 ? membersThen(inputs.members, library) : library;
  if (!foreign) return linkModules(own, inputs.members, archive);
  const callers = [...own, ...inputs.members];
  const { functions, archive: all } = withForeign(callers, foreign.names, archive);
  const { program, diagnostics } = linkModules(own, inputs.members, all);
  const { bytes, libraries } = foreign;
  const { runPaths } = inputs.foreign;
  const differs = program !== undefined && inputs.libraries.some(isMpich) && hasOtherHandles(program);
  return {
    program: program && { ...program, foreign: { bytes, functions, libraries, runPaths } },
    diagnostics: differs ? [...diagnostics, otherHandles()] : diagnostics,
  };
}

/** Names that the modules call and do not define. */
function calledOutside(modules: readonly Module[]): ReadonlySet<string> {
  const defined = new Set(modules.flatMap((m) => m.functions.map((f) => f.name)));
  const called = modules.flatMap((m) => m.externs.filter((e) => e.from === 'object').map((e) => e.name));
  return new Set(called.filter((name) => !defined.has(name)));
}

export function imageOf(program: Program, options: Options, remark: (d: Diagnostic) => void = () => {}): Image {
  return generate(program, options, remark, 'all');
}

/** For a file that a program runs from: kernels that `isFirst` holds for are ready, the others are written when they are first needed (`withLater`). */
export function imageToKeep(program: Program, options: Options, isFirst: (fn: Fn) => boolean): Image {
  return generate(program, options, () => {}, isFirst);
}

/** Such images, by the bits of an address. `remark`: as in `imageOf`, where somebody asks for all that is told of kernels. */
export function imagesToKeep(
  program: Program,
  options: Options,
  isFirst: (fn: Fn) => boolean,
  remark?: (d: Diagnostic) => void,
): (memory: Options['memory']) => Image {
  return generator(program, options, remark ?? (() => {}), remark ? 'all' : isFirst);
}

/** For a program that runs in this process: its kernels are written when they are first needed. */
export function imageToRun(program: Program, options: Options): Image {
  return generate(program, options, () => {}, 'later');
}
