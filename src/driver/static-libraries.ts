/** Libraries named on the command line, as a path or as -lNAME: what the program asks for is taken from them. */
import type { Diagnostic } from '../base/diagnostic.ts';
import { type Archive, ModuleArchive } from '../ir/archive.ts';
import type { Module } from '../ir/module.ts';
import { readArchive } from './ar.ts';
import type { Files } from './files.ts';
import { badArchive, noSuchFile, unknownLibrary } from './messages.ts';
import { type MachineObject, objectOf } from './objects.ts';
import type { Options } from './options.ts';
import { packageOf } from './packages.ts';
import { isArchive } from './sources.ts';

export type Libraries = {
  readonly members: readonly Module[];
  /** Objects of machine code that lie beside ours. */
  readonly machine: readonly MachineObject[];
  /** Paths of static libraries of machine code alone. */
  readonly archives: readonly string[];
  /** Paths of shared libraries that -l names. */
  readonly shared: readonly string[];
  readonly support: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
};

export function readLibraries(options: Options, files: Files): Libraries {
  const members: Module[] = [];
  const machine: MachineObject[] = [];
  const archives: string[] = [];
  const shared: string[] = [];
  const support: string[] = [];
  const diagnostics: Diagnostic[] = [];
  const read = (path: string): void => {
    const objects = objectsOf(path, files);
    if ('severity' in objects) diagnostics.push(objects);
    else if (objects.length > 0 && objects.every((o) => 'bytes' in o)) archives.push(path);
    else for (const o of objects) 'bytes' in o ? machine.push(o) : members.push(o);
  };
  options.inputs.filter(isArchive).forEach(read);
  for (const name of options.libraries) {
    const role = ownLibraries.get(name);
    const path = inFolders(options.libraryPaths, name, files) ?? (role === 'whole' ? undefined : ofSystem(name, files));
    if (path?.endsWith('.a')) read(path);
    else if (path !== undefined && role !== 'whole') (role === 'partly' ? support : shared).push(path);
    else if (role === undefined) diagnostics.push(unknownLibrary(name, packageOf(name)));
  }
  return { members, machine, archives, shared, support, diagnostics };
}

/** The first folder that has it: a static one first where it holds objects of ours, else a shared one. */
function inFolders(folders: readonly string[], name: string, files: Files): string | undefined {
  const paths = (ending: string) => folders.map((folder) => `${folder}/lib${name}.${ending}`);
  const archive = paths('a').find((p) => files.exists(p));
  const shared = paths('so').find((p) => files.exists(p));
  if (archive === undefined || shared === undefined) return archive ?? shared;
  const objects = objectsOf(archive, files);
  const isMachine = 'severity' in objects || objects.every((o) => 'bytes' in o);
  return isMachine ? shared : archive;
}

/** A shared one first, also one without the link that developers' packages add: objects of the system's static libraries are not made for shared libraries. */
function ofSystem(name: string, files: Files): string | undefined {
  const paths = ['so', 'a'].flatMap((ending) => systemFolders.map((folder) => `${folder}/lib${name}.${ending}`));
  return paths.find((p) => files.exists(p)) ?? versioned(name, files);
}

/** Where the system looks by itself. */
export function isOfSystem(path: string): boolean {
  return systemFolders.some((folder) => path.startsWith(`${folder}/`));
}

function versioned(name: string, files: Files): string | undefined {
  const start = `lib${name}.so.`;
  for (const folder of systemFolders) {
    const found = files.list(folder).filter((f) => f.startsWith(start) && /^\d+$/.test(f.slice(start.length)));
    const last = found.toSorted().at(-1);
    if (last !== undefined) return `${folder}/${last}`;
  }
  return undefined;
}

const systemFolders = [
  '/usr/local/lib',
  '/usr/lib/x86_64-linux-gnu',
  '/usr/lib/aarch64-linux-gnu',
  '/usr/lib64',
  '/usr/lib',
];

/**
 * Libraries that programs name out of habit and whose routines are the compiler's own, or none. Of those that are there in part the system's serves machine code
 * that is linked with them; `else`: it also has what the compiler lacks.
 */
type Own = 'whole' | 'partly' | 'else';
const ownLibraries: ReadonlyMap<string, Own> = new Map<string, Own>([
  ...[
    'm c pthread dl rt stdc++ cudart cudart_static cudadevrt culibos cuda cudafor nvToolsExt',
    'cublas cublasLt cufft cufftw curand cusparse cusolver cutensor cudafor_blas',
    'cublas_static cublasLt_static cufft_static cufft_static_nocallback curand_static cusparse_static cusolver_static',
  ]
    .flatMap((names) => names.split(' '))
    .map((name): [string, Own] => [name, 'whole']),
  ['blas', 'partly'],
  ['lapack', 'else'],
]);

function objectsOf(path: string, files: Files): readonly (Module | MachineObject)[] | Diagnostic {
  const content = files.readBytes(path);
  if ('reason' in content) return noSuchFile(path, content.reason);
  const members = readArchive(content.bytes);
  if (!members) return badArchive(path, 'is no static library');
  const objects: (Module | MachineObject)[] = [];
  for (const { name, bytes } of members) {
    const object = objectOf({ path: name, bytes });
    if (typeof object === 'string') return badArchive(path, `has a member \`${name}\` that is ${object}`);
    objects.push(object);
  }
  return objects;
}

/** Names are looked up in the members, the first named first, then in `next`. */
export function membersThen(members: readonly Module[], next: Archive): Archive {
  const own = new ModuleArchive();
  for (const m of members) own.add(m);
  return {
    ...next,
    function: (name) => own.function(name) ?? next.function(name),
    global: (name) => own.global(name) ?? next.global(name),
    extern: (name) => own.extern(name) ?? next.extern(name),
  };
}
