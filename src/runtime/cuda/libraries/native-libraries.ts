/** NVIDIA's libraries on this machine, found when a program first calls one of them. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Koffi } from '../../native/load-koffi.ts';
import { type CFunction, type CType, type LibraryName, typesOf } from './signature.ts';

export type NativeFunction = (...args: readonly (number | bigint)[]) => number;

/** What the runtime needs of them; the tests make their own. */
export interface NativeLibraries {
  /** Undefined where the library, or the function in it, is not there. */
  find(wanted: CFunction): NativeFunction | undefined;
}

/** Versions that have the functions of our tables, newest first. */
const versions: Readonly<Record<LibraryName, readonly number[]>> = {
  cublas: [13, 12, 11, 10],
  cufft: [12, 11, 10],
  cusolver: [12, 11, 10],
  curand: [10],
  cusparse: [13, 12, 11, 10],
};

const nativeTypes: Readonly<Record<CType, string>> = {
  i32: 'int32_t',
  i64: 'int64_t',
  f32: 'float',
  f64: 'double',
  address: 'uint64_t',
  byte: 'int8_t',
};

type Environment = Readonly<Record<string, string | undefined>>;

export function nativeLibraries(koffi: Koffi, environment: Environment): NativeLibraries {
  const opened = new Map<LibraryName, ReturnType<Koffi['load']> | undefined>();
  const open = (name: LibraryName) => {
    if (!opened.has(name)) opened.set(name, load(koffi, name, environment));
    return opened.get(name);
  };
  return {
    find({ library, name, takes }) {
      const types = typesOf(takes).map((t) => nativeTypes[t]);
      try {
        return open(library)?.func(name, 'int32_t', types);
      } catch {
        return undefined;
      }
    },
  };
}

function load(koffi: Koffi, name: LibraryName, environment: Environment): ReturnType<Koffi['load']> | undefined {
  for (const path of placesOf(name, environment)) {
    try {
      return koffi.load(path);
    } catch {
      // The next place may have it.
    }
  }
  return undefined;
}

/** First where the system looks (LD_LIBRARY_PATH, its own folders), then the folders of CUDA's installations. */
export function placesOf(name: LibraryName, environment: Environment): readonly string[] {
  const files = process.platform === 'win32' ? windowsFiles(name) : linuxFiles(name);
  const folders = foldersOf(environment).filter((folder) => existsSync(folder));
  return [
    ...files,
    ...folders.flatMap((folder) => files.map((f) => join(folder, f)).filter((path) => existsSync(path))),
  ];
}

function linuxFiles(name: LibraryName): readonly string[] {
  return [...versions[name].map((v) => `lib${name}.so.${v}`), `lib${name}.so`];
}

function windowsFiles(name: LibraryName): readonly string[] {
  return versions[name].map((v) => `${name}64_${v}.dll`);
}

function foldersOf(environment: Environment): readonly string[] {
  const roots = ['CUDA_HOME', 'CUDA_PATH', 'CUDA_ROOT', 'NVHPC_CUDA_HOME', 'CONDA_PREFIX'].flatMap(
    (key) => environment[key] ?? [],
  );
  const usual = ['/usr/local/cuda', ...newestFirst('/usr/local', /^cuda-/), '/opt/cuda', '/usr/lib/cuda'];
  const inRoots = [...roots, ...usual].flatMap((root) =>
    ['lib64', 'lib', 'bin', 'targets/x86_64-linux/lib', 'targets/sbsa-linux/lib'].map((part) => join(root, part)),
  );
  const kits = [environment.NVHPC ?? '/opt/nvidia/hpc_sdk']
    .flatMap((root) => newestFirst(root, /^Linux_/))
    .flatMap((root) => newestFirst(root, /^\d/))
    .map((root) => join(root, 'math_libs/lib64'));
  return [...inRoots, ...kits];
}

function newestFirst(folder: string, names: RegExp): readonly string[] {
  if (!existsSync(folder)) return [];
  const found = readdirSync(folder).filter((name) => names.test(name));
  return found.sort((a, b) => b.localeCompare(a, 'en', { numeric: true })).map((name) => join(folder, name));
}
