/** From the files named on the command line to a program image. */
import type { Diagnostic } from '../base/diagnostic.ts';
import type { Program } from '../ir/link.ts';
import type { Module } from '../ir/module.ts';
import { compileSources, type Unit } from './compile.ts';
import type { Files } from './files.ts';
import { libraryOf } from './library.ts';
import { generate, type Image, linkModules } from './link.ts';
import { cudaC, noInput } from './messages.ts';
import { readObject } from './objects.ts';
import type { Options } from './options.ts';
import { isArchive, isCudaC, isObject } from './sources.ts';
import { membersThen, readStaticLibraries } from './static-libraries.ts';

/** What the files named on the command line became. */
export type Inputs = {
  readonly units: readonly Unit[];
  readonly objects: readonly Module[];
  /** Objects in static libraries. */
  readonly members: readonly Module[];
  readonly diagnostics: readonly Diagnostic[];
};

export type Linked = { readonly program: Program | undefined; readonly diagnostics: readonly Diagnostic[] };

export function compileInputs(options: Options, files: Files): Inputs {
  const diagnostics: Diagnostic[] =
    options.inputs.length === 0 ? [noInput()] : options.inputs.filter(isCudaC).map(cudaC);
  const libraries = readStaticLibraries(options, files);
  diagnostics.push(...libraries.diagnostics);
  const objects: Module[] = [];
  for (const path of options.inputs.filter(isObject)) {
    const object = readObject(path, files);
    if ('severity' in object) diagnostics.push(object);
    else objects.push(object);
  }
  const sources = options.inputs.filter((path) => ![isObject, isArchive, isCudaC].some((is) => is(path)));
  const compiled = compileSources(sources, options, files, libraryOf(files));
  const all = [...diagnostics, ...compiled.diagnostics];
  return { ...compiled, objects, members: libraries.members, diagnostics: all };
}

/** Units, objects, and what of the library they need, as one program. */
export function linkInputs(inputs: Inputs, files: Files): Linked {
  const own = [...inputs.units.map((u) => u.module), ...inputs.objects];
  const library = libraryOf(files).archive;
  return linkModules(own, inputs.members.length > 0 ? membersThen(inputs.members, library) : library);
}

export function imageOf(program: Program, options: Options, remark: (d: Diagnostic) => void = () => {}): Image {
  return generate(program, options, remark, false);
}

/** For a program that runs in this process: its kernels are written when they are first needed. */
export function imageToRun(program: Program, options: Options): Image {
  return generate(program, options, () => {}, true);
}
