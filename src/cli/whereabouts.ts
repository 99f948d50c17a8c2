/**
 * Where executables find the cufort that is installed, and what belongs to them. They name no place of the machine that they were built on: builds leave links to their
 * Node and their cufort in a folder of the user's (`leave-whereabouts.ts`). Read by the executable itself, so it must not import the compiler.
 */
import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** As `stateFolder`, for the shell that starts an executable. */
export const stateFolderInShell = `\${XDG_STATE_HOME:-$HOME/.local/state}/cufort`;

/** The names of the links. */
export const links = { node: 'node', home: 'cufort' } as const;

export function stateFolder(): string {
  return join(process.env.XDG_STATE_HOME || join(homedir(), '.local/state'), 'cufort');
}

/** What `--standalone` puts beside an executable. */
export function runtimeFolderOf(executable: string): string {
  return `${executable}.runtime`;
}

/** Files from which an executable may find the package koffi. */
export function koffiFor(executable: string): readonly string[] {
  const home = realOf(join(stateFolder(), links.home));
  return [runtimeFolderOf(executable), ...(home === undefined ? [] : [home])].map((f) => join(f, 'package.json'));
}

/** Undefined where there is none. */
function realOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
