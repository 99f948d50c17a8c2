/**
 * Shared libraries that a program was linked with: where it looks for them when it starts. A path that is not absolute counts from the executable's folder, so that a
 * folder with both may be moved; a library that is not there is looked for beside the executable, then where the system looks.
 */
import { existsSync, symlinkSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';

/** As an executable in `folder` names a library of the command line. */
export function pathFrom(folder: string, library: string): string {
  return isAbsolute(library) ? library : relative(resolve(folder), resolve(library));
}

/** Words for the linker: what it makes asks for libraries by their names, first in its own folder. */
export function linkWords(libraries: readonly string[]): string[] {
  const words = libraries.flatMap((path) => [`-L${dirname(resolve(path))}`, `-l:${basename(path)}`]);
  return ['-Wl,-rpath,$ORIGIN', ...words];
}

/** `libraries`: as `pathFrom` gave them; `folders`: the executable's first. What is not there is left to the system. */
export function foundLibraries(
  libraries: readonly string[],
  runPaths: readonly string[],
  folders: readonly string[],
): string[] {
  const own = folders[0] ?? '.';
  const first = runPaths.map((path) => resolve(own, path.replace(/\$ORIGIN|\$\{ORIGIN\}/g, resolve(own))));
  return libraries.flatMap((path) => {
    const inFolder = (folder: string) => resolve(folder, basename(path));
    const places = [...first.map(inFolder), resolve(own, path), ...folders.map(inFolder)];
    return places.find(existsSync) ?? [];
  });
}

/** Puts them where machine code in that folder finds them. */
export function linkInto(folder: string, libraries: readonly string[]): void {
  for (const path of libraries) {
    const place = join(folder, basename(path));
    if (!existsSync(place)) symlinkSync(path, place);
  }
}
