/**
 * Commands that stand for other compilers: small scripts in a folder that stays where cufort is installed, so that what a build tool has found there (CMake keeps the
 * path of a compiler) is still there at the next build.
 */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const names: Readonly<Record<string, readonly string[]>> = {
  'as-nvfortran': ['nvfortran', 'pgfortran', 'pgf90', 'pgf95', 'mpif90', 'mpifort', 'mpif77'],
  'as-nvcc': ['nvcc', 'nvc', 'nvc++', 'pgcc'],
};

/** The folder below dist/, where `writeStandIns` puts them. */
export const standInFolder = 'as';

/** The Node to run them with, where it is not the one on PATH. */
export const nodeVariable = 'CUFORT_NODE';

/** `dist`: the folder beside bin/. */
export function writeStandIns(dist: string): void {
  const folder = join(dist, standInFolder);
  mkdirSync(folder, { recursive: true });
  for (const [command, stand] of Object.entries(names))
    for (const name of stand) {
      const path = join(folder, name);
      writeFileSync(path, script(command));
      chmodSync(path, 0o755);
    }
}

function script(command: string): string {
  const start = `"$(dirname "$(readlink -f "$0")")/../../bin/cufort.js"`;
  return `#!/bin/sh\nexec "\${${nodeVariable}:-node}" ${start} ${command} "$@"\n`;
}
