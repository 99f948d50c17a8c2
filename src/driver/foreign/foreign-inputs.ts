/** One shared library of what a command line names that is not Fortran. */
import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Files } from '../files.ts';
import type { Options } from '../options.ts';
import { isCSource, isSharedLibrary } from '../sources.ts';
import { functionsOf } from './elf.ts';
import type { ForeignInputs } from './foreign.ts';

export function foreignInputs(
  options: Options,
  objects: ForeignInputs['objects'],
  libraries: readonly string[],
): ForeignInputs {
  return {
    sources: options.inputs.filter(isCSource),
    objects,
    includePaths: options.includePaths,
    defines: options.defines,
    sharedLibraries: [...options.inputs.filter(isSharedLibrary), ...libraries],
  };
}

export type ForeignLibrary = { readonly bytes: Uint8Array; readonly names: ReadonlySet<string> };

/** Undefined: nothing of that kind is named. */
export function makeForeignLibrary(inputs: ForeignInputs, files: Files): ForeignLibrary | Diagnostic | undefined {
  const { sources, objects, sharedLibraries } = inputs;
  if (sources.length + objects.length + sharedLibraries.length === 0) return undefined;
  const made = files.machineLibrary?.(inputs) ?? { reason: 'there is no C compiler here' };
  if ('reason' in made) return notLinked(made.reason);
  const names = new Set(functionsOf(made.bytes));
  for (const path of sharedLibraries) {
    const content = files.readBytes(path);
    if ('bytes' in content) for (const name of functionsOf(content.bytes)) names.add(name);
  }
  return { bytes: made.bytes, names };
}

export function notLinked(reason: string): Diagnostic {
  const lines = reason.trimEnd().split('\n');
  const notPic = /recompile with -fPIC/.test(reason);
  return {
    severity: 'error',
    code: 'foreign-code',
    message: 'the files that are not Fortran could not be compiled and linked by `cc`',
    labels: [],
    notes: lines.slice(0, 12),
    ...(notPic && { help: 'compile the C sources with -fPIC: they become a shared library' }),
  };
}
