/** The driver's own messages. */
import type { Diagnostic } from '../base/diagnostic.ts';

const error = (code: string, message: string, help?: string): Diagnostic => ({
  severity: 'error',
  code,
  message,
  labels: [],
  ...(help && { help }),
});

export const noSuchFile = (path: string, reason: string): Diagnostic =>
  error('unreadable-file', `cannot read \`${path}\`: ${reason}`);

export const notFortran = (path: string): Diagnostic =>
  error(
    'not-fortran',
    `\`${path}\` is neither Fortran nor an object file`,
    'Fortran files end in .cuf .f90 .f95 .f03 .f08 .f .for (capital letters: with the preprocessor), objects in .o',
  );

export const notAnObject = (path: string): Diagnostic =>
  error('not-an-object', `\`${path}\` is no object file: -r joins objects`, 'compile it with -c first');

/** `taken`: a source that stands where an option wants a folder. */
export const noInput = (taken: string | undefined): Diagnostic =>
  error(
    'no-input',
    'no source or object file is named',
    taken === undefined ? 'cufort run FILE.cuf' : `\`${taken}\` was taken as the folder of -I: is there one missing?`,
  );

export const noMain = (): Diagnostic =>
  error(
    'no-main-program',
    'none of the files has a main program',
    'add a file with `program NAME … end program`, or compile to objects with -c',
  );

/** `what`: as the end of a sentence. */
export const badObject = (path: string, what: string): Diagnostic =>
  error('bad-object', `object file \`${path}\` is ${what}`, 'compile its source again with -c');

export const badModuleFile = (path: string, module: string, what: string): Diagnostic =>
  error(
    'bad-module-file',
    `module file \`${path}\` is ${what}`,
    `compile the source that holds \`module ${module}\` again, or name it before this one`,
  );

export const missingNeeded = (path: string, module: string): Diagnostic =>
  error(
    'unknown-module',
    `\`${path}\` passes on names of module \`${module}\`, whose module file is not there`,
    'compile the file that defines it first, or name the folder of its module file with -I or -module',
  );

/** `what`: the rest of a sentence. */
export const badArchive = (path: string, what: string): Diagnostic =>
  error(
    'bad-archive',
    `static library \`${path}\` ${what}`,
    'make it anew with `ar` from objects that cufort compiled',
  );

export const cannotWrite = (path: string, reason: string): Diagnostic =>
  error('unwritable-file', `cannot write \`${path}\`: ${reason}`);

export const sameObject = (first: string, second: string, object: string): Diagnostic =>
  error(
    'same-object-file',
    `\`${first}\` and \`${second}\` would both be written to \`${object}\``,
    'compile them in folders of their own, or one at a time with -o',
  );

export const manyOutputs = (): Diagnostic =>
  error(
    'many-outputs',
    '-o names one file, but -c makes one object for each of several sources',
    'leave out -o, or compile the sources one at a time',
  );

export const noDevice = (name: string): Diagnostic =>
  error(
    'no-device',
    `the device \`${name}\` is not there`,
    'with `--device sim` (or CUFORT_DEVICE=sim) programs run on the simulated device',
  );

/** `help`: what to install. */
export const unknownLibrary = (name: string, help: string | undefined): Diagnostic => ({
  ...error('unknown-library', `library \`${name}\` is not known and is left out`, help),
  severity: 'warning',
});

export const staysMachineCode = (path: string, reason: string): Diagnostic => ({
  ...error('machine-code', `\`${path}\` stays machine code of the system's compiler: ${reason}`),
  severity: 'warning',
});

export const otherHandles = (): Diagnostic => ({
  ...error(
    'mpi-handles',
    "this program has code of other compilers that is linked with MPICH, and objects whose numbers of MPI's handles are not MPICH's",
    'compile the Fortran sources with -Mmpi=mpich too, where that code takes handles of them',
  ),
  severity: 'warning',
});

export const noDriver = (reason: string): Diagnostic =>
  error('no-device', reason, 'with `--device sim` (or CUFORT_DEVICE=sim) programs run on the simulated device');
