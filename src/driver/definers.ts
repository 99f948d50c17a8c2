/** Which source beside those named defines a module that is missing: for the message alone. */
import type { Files } from './files.ts';
import { isFortranSource } from './sources.ts';

/** Files of a folder that are looked into. */
const mostFiles = 400;

/** Gives the path of a source, in the folders of `sources`, that holds `module NAME`. Reads those folders at the first question. */
export function definersBeside(sources: readonly string[], files: Files): (module: string) => string | undefined {
  let known: ReadonlyMap<string, string> | undefined;
  return (module) => {
    known ??= definers(sources, files);
    return known.get(module.toLowerCase());
  };
}

function definers(sources: readonly string[], files: Files): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const own = new Set(sources);
  for (const folder of new Set(sources.map(folderOf)))
    for (const name of files.list(folder || '.').slice(0, mostFiles)) {
      const path = folder + name;
      if (own.has(path) || !isFortranSource(name)) continue;
      const read = files.read(path);
      if ('text' in read) for (const module of modulesIn(read.text)) if (!found.has(module)) found.set(module, path);
    }
  return found;
}

/** With its separator; empty for the current folder. */
function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

function modulesIn(text: string): string[] {
  return [...text.matchAll(/^[ \t]*module[ \t]+(?!procedure\b)(\w+)[ \t]*(?:!.*)?$/gim)].map((m) =>
    m[1]!.toLowerCase(),
  );
}
