/** From the files named on the command line to a program image. */
import { type Diagnostic, hasErrors } from '../base/diagnostic.ts';
import type { Program } from '../ir/link.ts';
import type { Module } from '../ir/module.ts';
import { compileSources, type Unit } from './compile.ts';
import type { Files } from './files.ts';
import { generate, type Image, linkModules } from './link.ts';
import { cudaC, noInput, unknownLibrary } from './messages.ts';
import { readObject } from './objects.ts';
import type { Options } from './options.ts';
import { isCudaC, isObject } from './sources.ts';

export type Linked = {
  readonly program: Program | undefined;
  readonly units: readonly Unit[];
  readonly diagnostics: readonly Diagnostic[];
};

export function compileInputs(
  options: Options,
  files: Files,
): { units: readonly Unit[]; objects: readonly Module[]; diagnostics: Diagnostic[] } {
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
  const compiled = compileSources(sources, options, files);
  return { units: compiled.units, objects, diagnostics: [...diagnostics, ...compiled.diagnostics] };
}

/** Libraries that programs name out of habit and whose routines are the compiler's own, or none. */
const knownLibraries = new Set(['m', 'c', 'pthread', 'dl', 'rt', 'cudart', 'cuda', 'cudafor', 'blas', 'lapack']);

export function linkInputs(options: Options, files: Files): Linked {
  const { units, objects, diagnostics } = compileInputs(options, files);
  if (hasErrors(diagnostics)) return { program: undefined, units, diagnostics };
  const linked = linkModules([...units.map((u) => u.module), ...objects]);
  return { program: linked.program, units, diagnostics: [...diagnostics, ...linked.diagnostics] };
}

export function imageOf(program: Program, options: Options): Image {
  return generate(program, options);
}
