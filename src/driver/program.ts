/** From the files named on the command line to a program image. */
import type { Diagnostic } from '../base/diagnostic.ts';
import type { Program } from '../ir/link.ts';
import type { Module } from '../ir/module.ts';
import { compileSources, type Unit } from './compile.ts';
import type { Files } from './files.ts';
import { libraryOf } from './library.ts';
import { generate, type Image, linkModules } from './link.ts';
import { cudaC, noInput, unknownLibrary } from './messages.ts';
import { readObject } from './objects.ts';
import type { Options } from './options.ts';
import { isCudaC, isObject } from './sources.ts';

/** What the files named on the command line became. */
export type Inputs = {
  readonly units: readonly Unit[];
  readonly objects: readonly Module[];
  readonly diagnostics: readonly Diagnostic[];
};

export type Linked = { readonly program: Program | undefined; readonly diagnostics: readonly Diagnostic[] };

export function compileInputs(options: Options, files: Files): Inputs {
  const diagnostics: Diagnostic[] =
    options.inputs.length === 0 ? [noInput()] : options.inputs.filter(isCudaC).map(cudaC);
  diagnostics.push(...options.libraries.filter((l) => !knownLibraries.has(l)).map(unknownLibrary));
  const objects: Module[] = [];
  for (const path of options.inputs.filter(isObject)) {
    const object = readObject(path, files);
    if ('severity' in object) diagnostics.push(object);
    else objects.push(object);
  }
  const sources = options.inputs.filter((path) => !isObject(path) && !isCudaC(path));
  const compiled = compileSources(sources, options, files, libraryOf(files).module);
  return { ...compiled, objects, diagnostics: [...diagnostics, ...compiled.diagnostics] };
}

/** Libraries that programs name out of habit and whose routines are the compiler's own, or none. */
const knownLibraries = new Set(
  [
    'm c pthread dl rt stdc++ cudart cuda cudafor blas lapack nvToolsExt',
    'cublas cublasLt cufft cufftw curand cusparse cusolver cutensor cudafor_blas',
  ].flatMap((names) => names.split(' ')),
);

/** Units, objects, and what of the library they need, as one program. */
export function linkInputs(inputs: Inputs, files: Files): Linked {
  const own = [...inputs.units.map((u) => u.module), ...inputs.objects];
  return linkModules(own, libraryOf(files).archive);
}

export function imageOf(program: Program, options: Options): Image {
  return generate(program, options);
}
