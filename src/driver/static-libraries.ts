/** Static libraries named on the command line, as a path or as -lNAME: what the program asks for is taken from their objects. */
import type { Diagnostic } from '../base/diagnostic.ts';
import { type Archive, ModuleArchive } from '../ir/archive.ts';
import type { Module } from '../ir/module.ts';
import { readArchive } from './ar.ts';
import type { Files } from './files.ts';
import { badArchive, noSuchFile, unknownLibrary } from './messages.ts';
import { type MachineObject, objectOf } from './objects.ts';
import type { Options } from './options.ts';
import { isArchive } from './sources.ts';

export type StaticLibraries = {
  readonly members: readonly Module[];
  readonly machine: readonly MachineObject[];
  /** Paths of shared libraries that -l names. */
  readonly shared: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
};

export function readStaticLibraries(options: Options, files: Files): StaticLibraries {
  const members: Module[] = [];
  const machine: MachineObject[] = [];
  const shared: string[] = [];
  const diagnostics: Diagnostic[] = [];
  const read = (path: string): void => {
    const objects = objectsOf(path, files);
    if ('severity' in objects) diagnostics.push(objects);
    else for (const o of objects) 'bytes' in o ? machine.push(o) : members.push(o);
  };
  options.inputs.filter(isArchive).forEach(read);
  for (const name of options.libraries) {
    const path = inFolders(options.libraryPaths, name, files) ?? ofSystem(name, files);
    if (path?.endsWith('.a')) read(path);
    else if (path !== undefined && !ownLibraries.has(name)) shared.push(path);
    else if (!ownLibraries.has(name)) diagnostics.push(unknownLibrary(name));
  }
  return { members, machine, shared, diagnostics };
}

/** A static one first: it may hold Fortran. */
function inFolders(folders: readonly string[], name: string, files: Files): string | undefined {
  const paths = ['a', 'so'].flatMap((ending) => folders.map((folder) => `${folder}/lib${name}.${ending}`));
  return paths.find((p) => files.exists(p));
}

/** A shared one first: objects of the system's static libraries are not made for shared libraries. */
function ofSystem(name: string, files: Files): string | undefined {
  if (ownLibraries.has(name)) return undefined;
  const paths = ['so', 'a'].flatMap((ending) => systemFolders.map((folder) => `${folder}/lib${name}.${ending}`));
  return paths.find((p) => files.exists(p));
}

const systemFolders = [
  '/usr/local/lib',
  '/usr/lib/x86_64-linux-gnu',
  '/usr/lib/aarch64-linux-gnu',
  '/usr/lib64',
  '/usr/lib',
];

/** Libraries that programs name out of habit and whose routines are the compiler's own, or none. */
const ownLibraries = new Set(
  [
    'm c pthread dl rt stdc++ cudart cuda cudafor blas lapack nvToolsExt',
    'cublas cublasLt cufft cufftw curand cusparse cusolver cutensor cudafor_blas',
  ].flatMap((names) => names.split(' ')),
);

function objectsOf(path: string, files: Files): readonly (Module | MachineObject)[] | Diagnostic {
  const content = files.readBytes(path);
  if ('reason' in content) return noSuchFile(path, content.reason);
  const members = readArchive(content.bytes);
  const objects = members?.map((m) => objectOf({ path: m.name, bytes: m.bytes }));
  return objects?.every((o) => o !== undefined) ? objects : badArchive(path);
}

/** Names are looked up in the members, the first named first, then in `next`. */
export function membersThen(members: readonly Module[], next: Archive): Archive {
  const own = new ModuleArchive();
  for (const m of members) own.add(m);
  return {
    function: (name) => own.function(name) ?? next.function(name),
    global: (name) => own.global(name) ?? next.global(name),
    extern: (name) => own.extern(name) ?? next.extern(name),
  };
}
