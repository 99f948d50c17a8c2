/** From the files named on the command line to a program image. */
import type { Diagnostic } from '../base/diagnostic.ts';
import type { Program } from '../ir/link.ts';
import type { Module } from '../ir/module.ts';
import { compileLibraryModule, compileSources, type Unit } from './compile.ts';
import type { Files } from './files.ts';
import { generate, type Image, linkModules } from './link.ts';
import { cudaC, noInput, unknownLibrary } from './messages.ts';
import { readObject } from './objects.ts';
import type { Options } from './options.ts';
import { isCudaC, isObject } from './sources.ts';

/** What the files named on the command line became. */
export type Inputs = {
  readonly units: readonly Unit[];
  /** Modules that come with the compiler and that the units use. */
  readonly library: readonly Unit[];
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
  const compiled = compileSources(sources, options, files);
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
  return linkModules(withLibrary(own, inputs.library, files));
}

/** Objects name library modules by the names of their procedures and data only: those that are missing are compiled now. */
function withLibrary(own: readonly Module[], compiled: readonly Unit[], files: Files): readonly Module[] {
  const library = new Map(compiled.map((u) => [u.path, u.module]));
  const tried = new Set<string>();
  for (;;) {
    const all = [...own, ...library.values()];
    const fresh = [...missingFrom(all)].map(libraryModuleOf).filter((m) => !tried.has(m));
    if (fresh.length === 0) return all;
    for (const name of new Set(fresh)) {
      tried.add(name);
      const more = compileLibraryModule(name, files);
      for (const u of [...(more?.units ?? []), ...(more?.library ?? [])]) library.set(u.path, u.module);
    }
  }
}

/** Library modules whose procedures have the C names of NVIDIA's libraries, for programs with interfaces of their own. */
const cNames: readonly (readonly [names: RegExp, module: string])[] = [[/^curand[A-Z]/, 'curand_c']];

function libraryModuleOf(name: string): string {
  return cNames.find(([names]) => names.test(name))?.[1] ?? name.split('.')[0] ?? '';
}

function missingFrom(modules: readonly Module[]): Set<string> {
  const wanted = new Set<string>();
  for (const m of modules) {
    for (const e of m.externs) if (e.from === 'object') wanted.add(e.name);
    for (const g of m.globals) if (g.linkage === 'extern') wanted.add(g.name);
  }
  for (const m of modules) {
    for (const f of m.functions) wanted.delete(f.name);
    for (const g of m.globals) if (g.linkage !== 'extern') wanted.delete(g.name);
  }
  return wanted;
}

export function imageOf(program: Program, options: Options): Image {
  return generate(program, options);
}
