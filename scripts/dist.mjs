// Compiles the Fortran library and bundles the sources into dist/, and puts `cufort` into node_modules/.bin, so that a fresh clone can `npx cufort` after `npm ci`.
// The root manifest names no `bin` of its own (packed-manifest.mjs says why).
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleSettings, runtimeBundles } from '../src/cli/runtime-bundles.ts';
import { writeStandIns } from '../src/cli/stand-ins.ts';
import { buildLibrary } from './library.ts';
import { restoreManifest } from './packed-manifest.mjs';
import { partsOf } from './parts.ts';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
restoreManifest(root);
mkdirSync(join(root, 'dist'), { recursive: true });
await bundle(buildLibrary());
rmSync(join(root, 'dist/cufort.code'), { force: true });
rmSync(join(root, 'dist/cufort.kernels.code'), { force: true });
for (const example of ['scripts/code/host.f90', 'examples/saxpy.cuf', 'scripts/code/kernel.cu'])
  execFileSync(process.execPath, [join(root, 'scripts/code.mjs'), join(root, 'dist/cufort.cjs'), join(root, example)]);
writeStandIns(join(root, 'dist'));
linkBin();

async function bundle(libraryKey) {
  const { build } = await import('esbuild');
  const common = { ...bundleSettings, absWorkingDir: root };
  await Promise.all([
    writeParts({
      ...common,
      entryPoints: ['src/cli/main.ts'],
      define: { cufortLibraryKey: JSON.stringify(libraryKey), 'import.meta.url': 'urlOfBundle' },
    }),
    ...Object.entries(runtimeBundles).map(([name, { entry, settings }]) =>
      build({ ...common, ...settings, entryPoints: [entry], outfile: `dist/${name}` }),
    ),
  ]);
}

async function writeParts(settings) {
  rmSync(join(root, 'dist/parts'), { recursive: true, force: true });
  mkdirSync(join(root, 'dist/parts'));
  for (const [name, text] of await partsOf(settings)) writeFileSync(join(root, 'dist', name), text);
}

function linkBin() {
  const folder = join(root, 'node_modules/.bin');
  if (!existsSync(folder)) return;
  const link = join(folder, process.platform === 'win32' ? 'cufort.cmd' : 'cufort');
  rmSync(link, { force: true });
  if (process.platform === 'win32') writeFileSync(link, '@node "%~dp0\\..\\..\\bin\\cufort.js" %*\r\n');
  else symlinkSync('../../bin/cufort.js', link);
}
