import type { ArchiveBytes } from '../ir/archive.ts';
import type { ForeignInputs, MachineLibrary } from './foreign/foreign.ts';

/** What the driver needs of the outside: files by path. A browser or a test gives its own. */
export interface Files {
  /** The text of a file (Latin-1 or UTF-8), or why there is none. */
  read(path: string): { readonly text: string } | { readonly reason: string };
  readBytes(path: string): { readonly bytes: Uint8Array } | { readonly reason: string };
  exists(path: string): boolean;
  /** Names of what lies in a folder; none where it cannot be read. */
  list(folder: string): readonly string[];
  /** The folder of the modules that come with the compiler, with a slash at its end. */
  libraryFolder(): string;
  /** The path of the Fortran source of a module that comes with the compiler (src/library/fortran). */
  librarySource(module: string): string | undefined;
  /** The names of all of them. */
  libraryNames(): readonly string[];
  /** The library as it was compiled with this compiler, and the key that it must have; undefined: its sources are compiled when they are needed. */
  compiledLibrary(): { readonly bytes: ArchiveBytes; readonly key: string } | undefined;
  /** Whole or not at all: never a half-written file. Throws FileProblem. */
  write(path: string, content: string | Uint8Array, executable?: boolean): void;
  /** What is being done now, for who waits. */
  working?(step: string): void;
  /** A shared library of the system, made of what is not Fortran, or why there is none. `symbols`: what is taken from static libraries where they have it. */
  machineLibrary?(parts: ForeignInputs, symbols: readonly string[]): MachineLibrary | { readonly reason: string };
}

/** A file that cannot be written, in the user's words. */
export class FileProblem extends Error {
  /** As diagnostics have it. */
  readonly code: string;

  constructor(message: string, code = 'unwritable-file') {
    super(message);
    this.code = code;
  }
}
