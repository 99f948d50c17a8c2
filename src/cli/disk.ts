/** The driver's files over node:fs. */
import {
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cryptography } from '../base/node-parts.ts';
import { firstRawByte } from '../base/source.ts';
import { FileProblem, type Files } from '../driver/files.ts';
import type { ArchiveBytes } from '../ir/archive.ts';
import { machineLibrary } from './foreign-code.ts';
import { progress } from './progress.ts';
import { bytesWereRead } from './young-memory.ts';

/** Put in where the sources are bundled; scripts/library.ts makes the file that has it. */
declare const cufortLibraryKey: string | undefined;
export const compiledLibraryFile = 'library.bin';

export const disk: Files = {
  read(path) {
    const content = bytesOf(path);
    if (!('bytes' in content)) return content;
    bytesWereRead('sources', content.bytes.length);
    return { text: decode(content.bytes) };
  },
  readBytes: bytesOf,
  exists: existsSync,
  list(folder) {
    try {
      return readdirSync(folder);
    } catch {
      return [];
    }
  },
  libraryFolder,
  librarySource: (module) => libraryModules().get(module),
  libraryNames: () => [...libraryModules().keys()],
  machineLibrary,
  working: (step) => progress.say(step),
  compiledLibrary() {
    const path = join(dirname(fileURLToPath(import.meta.url)), compiledLibraryFile);
    const key = typeof cufortLibraryKey === 'string' ? cufortLibraryKey : undefined;
    return key !== undefined && existsSync(path) ? { bytes: counted(archiveBytes(path)), key } : undefined;
  },
  write(path, content, executable) {
    const mode = executable ? 0o777 : 0o666;
    try {
      if (isDevice(path)) writeFileSync(path, content);
      else writeWhole(path, content, mode);
    } catch (problem) {
      throw new FileProblem(`cannot write \`${path}\`: ${reasonOf(problem)}`);
    }
  },
};

function counted(bytes: ArchiveBytes): ArchiveBytes {
  return (from, to) => {
    bytesWereRead('library', to - from);
    return bytes(from, to);
  };
}

/** The file stays open, so that what is read later is of the same one. */
export function archiveBytes(path: string): ArchiveBytes {
  const file = openSync(path, 'r');
  return (from, to) => {
    const bytes = Buffer.allocUnsafe(to - from);
    return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, from));
  };
}

/** Something that stands there and is written through, as /dev/null: no file takes its place. */
function isDevice(path: string): boolean {
  const there = statSync(path, { throwIfNoEntry: false });
  return there !== undefined && !there.isFile() && !there.isDirectory();
}

/** Under a name that nobody can foresee first, as others may write to the folder. */
function writeWhole(path: string, content: string | Uint8Array, mode: number): void {
  const half = `${path}.${cryptography().randomUUID()}.tmp`;
  try {
    writeFileSync(half, content, { mode, flag: 'wx' });
    renameSync(half, path);
  } catch (problem) {
    if (existsSync(half)) rmSync(half, { force: true });
    throw problem;
  }
}

/** UTF-8 as it is; anything else byte by byte, so that no source is unreadable. */
function bytesOf(path: string): { readonly bytes: Buffer } | { readonly reason: string } {
  try {
    // Of a device or a pipe there may be no end.
    if (!statSync(path).isFile())
      return { reason: statSync(path).isDirectory() ? 'it is a folder' : 'it is no regular file' };
    return { bytes: readFileSync(path) };
  } catch (problem) {
    return { reason: reasonOf(problem) };
  }
}

function decode(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  if (!text.includes('\uFFFD')) return text;
  return bytes.toString('latin1').replace(/[\x80-\xff]/g, (c) => String.fromCharCode(firstRawByte + c.charCodeAt(0)));
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of the path is not a folder',
  ENOSPC: 'no space is left on the disk',
  EROFS: 'the file system is read-only',
};

export function reasonOf(problem: unknown): string {
  if (!(problem instanceof Error)) return String(problem);
  const code = 'code' in problem && typeof problem.code === 'string' ? problem.code : '';
  return reasons[code] ?? problem.message;
}

let modules: Map<string, string> | undefined;

/** Paths of the library's modules by name. Files with another kind of name are included by others. */
function libraryModules(): Map<string, string> {
  modules ??= new Map(
    readdirSync(libraryFolder(), { recursive: true, encoding: 'utf8' }).flatMap((file) => {
      const name = /^(\w+)\.cuf$/.exec(basename(file))?.[1];
      return name === undefined ? [] : [[name, join(libraryFolder(), file)]];
    }),
  );
  return modules;
}

/** Beside the sources, from a bundle in dist/ or from src/cli/; with a slash at its end. */
function libraryFolder(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  return [join(here, '../library/fortran/'), join(here, '../src/library/fortran/')].find(existsSync) ?? here;
}
