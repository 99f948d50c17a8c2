/** One shared library of what a command line names that is not Fortran. */
import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Files } from '../files.ts';
import type { Options } from '../options.ts';
import { isCSource, isSharedLibrary } from '../sources.ts';
import type { Libraries } from '../static-libraries.ts';
import { functionsOf } from './elf.ts';
import type { ForeignInputs, MachineLibrary } from './foreign.ts';

/** `own`: sources of C that are compiled already. */
export function foreignInputs(
  options: Options,
  objects: ForeignInputs['objects'],
  libraries: Libraries,
  own: readonly { readonly path: string }[],
): ForeignInputs {
  return {
    output: options.output ?? '',
    sources: options.inputs.filter((path) => isCSource(path) && !own.some((u) => u.path === path)),
    objects,
    archives: libraries.archives,
    includePaths: options.includePaths,
    defines: options.defines,
    runPaths: options.runPaths,
    sharedLibraries: [...options.inputs.filter(isSharedLibrary), ...libraries.shared],
    support: libraries.support,
  };
}

export type ForeignLibrary = MachineLibrary & { readonly names: ReadonlySet<string> };

/** `wanted`: names that the program calls, as Fortran spells them. Undefined: nothing of that kind is named, or nothing of it is called. */
export function makeForeignLibrary(
  inputs: ForeignInputs,
  wanted: ReadonlySet<string>,
  files: Files,
): ForeignLibrary | Diagnostic | undefined {
  const { sources, objects, archives, sharedLibraries } = inputs;
  const shared = sharedLibraries.flatMap((path) => {
    const content = files.readBytes(path);
    return 'bytes' in content ? functionsOf(content.bytes) : [];
  });
  const symbols = [...wanted].flatMap((name) => [name, `${name}_`]);
  const isLinked = sources.length + objects.length + archives.length > 0;
  if (!isLinked && !shared.some((name) => wanted.has(name) || wanted.has(name.replace(/_$/, '')))) return undefined;
  const made = files.machineLibrary?.(inputs, symbols) ?? { reason: 'there is no C compiler here' };
  if ('reason' in made) return notLinked(made.reason);
  return { ...made, names: new Set([...functionsOf(made.bytes), ...shared]) };
}

export function notLinked(reason: string): Diagnostic {
  const lines = reason.trimEnd().split('\n');
  const help = helps.find(([problem]) => problem.test(reason))?.[1];
  return {
    severity: 'error',
    code: 'foreign-code',
    message: 'the files that are not Fortran could not be compiled and linked by `cc`',
    labels: [],
    notes: lines.slice(0, 12),
    ...(help !== undefined && { help }),
  };
}

const helps: readonly (readonly [problem: RegExp, help: string])[] = [
  [/recompile with -fPIC/, 'compile the C sources with -fPIC: they become a shared library'],
  [
    /_gfortran_/,
    'what gfortran compiled needs its runtime: install libgfortran5 (Debian, Ubuntu), libgfortran (Fedora) or gcc (Homebrew)',
  ],
];
