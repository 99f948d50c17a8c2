// Compiles the Fortran library into one file beside the bundle, unless it is there for these sources. Prints the key that both carry.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { archiveBytes, compiledLibraryFile, disk } from '../src/cli/disk.ts';
import { packLibrary } from '../src/driver/library.ts';
import { openArchive } from '../src/ir/archive.ts';

const root = resolve(import.meta.dirname, '..');
/** What the compiled library depends on: all that turns Fortran into IR. */
const rooms = ['base', 'machine', 'ir', 'library', 'front', 'driver'];

const path = join(root, 'dist', compiledLibraryFile);

export function buildLibrary(): string {
  const key = keyOfSources();
  if (!isMadeFor(key)) disk.write(path, packLibrary(key, disk));
  return key;
}

/** For `Files.compiledLibrary`; undefined where it was made of other sources. */
export function builtLibrary(): ReturnType<typeof disk.compiledLibrary> {
  const key = keyOfSources();
  return isMadeFor(key) ? { bytes: archiveBytes(path), key } : undefined;
}

function isMadeFor(key: string): boolean {
  return existsSync(path) && openArchive(archiveBytes(path), key, (p) => ({ path: p, text: '' })) !== undefined;
}

function keyOfSources(): string {
  const files = rooms.flatMap((room) => filesIn(join(root, 'src', room)));
  const hash = createHash('sha256');
  for (const file of files.sort()) hash.update(`${file.slice(root.length)}\n`).update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((item) =>
    item.isDirectory() ? filesIn(join(folder, item.name)) : [join(folder, item.name)],
  );
}
