/** `--standalone`: beside an executable, a folder with the Node that it runs on, the package koffi, and the shared libraries that the command line names. */
import { constants, cpSync, existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { FileProblem } from '../driver/files.ts';
import { isOfSystem } from '../driver/static-libraries.ts';
import { packageFolder } from './leave-whereabouts.ts';
import { links, runtimeFolderOf } from './whereabouts.ts';

/** Node as one file is larger; those of some systems are small programs over a library of the system. */
const leastBytes = 40_000_000;

/** What lay there before is replaced. */
export function writeRuntime(executable: string, libraries: readonly string[]): void {
  const folder = runtimeFolderOf(executable);
  const node = wholeNode();
  try {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    copy(node, join(folder, links.node));
    const licence = join(dirname(node), '../LICENSE');
    if (existsSync(licence)) copy(licence, join(folder, 'LICENSE.node'));
    for (const part of ['koffi', `@koromix/koffi-${platform()}-${arch()}`]) copyPackage(part, folder);
    for (const library of libraries) if (!isOfSystem(library)) copy(library, join(folder, basename(library)));
  } catch (problem) {
    if (problem instanceof FileProblem) throw problem;
    const reason = problem instanceof Error ? problem.message : String(problem);
    throw new FileProblem(`cannot write \`${folder}\`: ${reason}`);
  }
}

/** The one that cufort runs on. */
function wholeNode(): string {
  const node = process.execPath;
  if (statSync(node).size >= leastBytes) return node;
  throw new FileProblem(
    `--standalone: ${node} needs libraries of this machine, so that a copy does not run elsewhere\n  = help: run cufort with a Node of nodejs.org, or of the package node-${platform()}-${arch()}`,
  );
}

function copyPackage(name: string, folder: string): void {
  const from = packagePath(name);
  if (from === undefined) return;
  copy(from, join(folder, 'node_modules', name));
}

function packagePath(name: string): string | undefined {
  const places = createRequire(join(packageFolder(), 'package.json')).resolve.paths(name) ?? [];
  return places.map((place) => join(place, name)).find((path) => existsSync(join(path, 'package.json')));
}

function copy(from: string, to: string): void {
  cpSync(from, to, { recursive: true, dereference: true, mode: constants.COPYFILE_FICLONE });
}
