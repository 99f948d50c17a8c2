// Compiles the Fortran library and bundles the sources into dist/, and puts `cufort` into node_modules/.bin, so that a fresh clone can `npx cufort` after `npm ci`.
// The root manifest names no `bin` of its own: npx would then install the clone into its cache at the first use.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeStandIns } from '../src/cli/stand-ins.ts';
import { buildLibrary } from './library.ts';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
mkdirSync(join(root, 'dist'), { recursive: true });
await bundle(buildLibrary());
execFileSync(process.execPath, [join(root, 'scripts/code.mjs'), join(root, 'dist/cufort.cjs')]);
writeStandIns(join(root, 'dist'));
linkBin();

async function bundle(libraryKey) {
  const { build } = await import('esbuild');
  const common = {
    bundle: true,
    platform: 'node',
    target: 'node24',
    absWorkingDir: root,
    logLevel: 'warning',
    legalComments: 'none',
  };
  await Promise.all([
    build({
      ...common,
      entryPoints: ['src/cli/main.ts'],
      outfile: 'dist/cufort.cjs',
      define: { cufortLibraryKey: JSON.stringify(libraryKey), 'import.meta.url': 'urlOfBundle' },
      format: 'cjs',
      banner: { js: "const urlOfBundle = require('node:url').pathToFileURL(__filename).href;" },
    }),
    build({
      ...common,
      minify: true,
      keepNames: true,
      entryPoints: ['src/cli/program-main.ts'],
      outfile: 'dist/program.cjs',
      format: 'cjs',
    }),
    build({ ...common, entryPoints: ['src/runtime/sim/worker.ts'], outfile: 'dist/worker.cjs', format: 'cjs' }),
  ]);
}

function linkBin() {
  const folder = join(root, 'node_modules/.bin');
  if (!existsSync(folder)) return;
  const link = join(folder, 'cufort');
  rmSync(link, { force: true });
  symlinkSync('../../bin/cufort.js', link);
}
