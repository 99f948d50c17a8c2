/** Links to the Node and the cufort of a build, in a folder of the user's, for executables that name no place themselves. */
import { mkdirSync, readlinkSync, renameSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { links, stateFolder } from './whereabouts.ts';

/** Users without such a folder keep executables that take the Node on PATH. */
export function leaveWhereabouts(): void {
  try {
    const folder = stateFolder();
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    link(join(folder, links.node), process.execPath);
    link(join(folder, links.home), packageFolder());
  } catch {
    // No home, or one that nothing can be written to.
  }
}

/** The folder of this cufort, whose code lies in dist/ or src/cli/. */
export function packageFolder(): string {
  const here = fileURLToPath(import.meta.url);
  return join(dirname(here), here.endsWith('.ts') ? '../..' : '..');
}

/** Whole or not at all, as other builds run meanwhile. */
function link(path: string, target: string): void {
  if (targetOf(path) === target) return;
  const made = `${path}.${process.pid}`;
  symlinkSync(target, made);
  renameSync(made, path);
}

function targetOf(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}
