/**
 * The manifest in the tarball names the command, and has nothing that only a clone needs. The clone's names no command, as npx would then install the clone into its
 * cache at the first use.
 *   node scripts/packed-manifest.mjs make|restore [FOLDER]
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The clone's, while the other one stands in its place. */
const aside = 'package.json.clone';

/** What an interrupted `npm pack` left behind is put right too. */
export function restoreManifest(folder) {
  if (existsSync(join(folder, aside))) renameSync(join(folder, aside), join(folder, 'package.json'));
}

function makeManifest(folder) {
  const path = join(folder, 'package.json');
  const text = readFileSync(path, 'utf8');
  const { scripts: _, devDependencies: __, ...kept } = JSON.parse(text);
  writeFileSync(join(folder, aside), text);
  const packed = { ...kept, bin: { cufort: 'bin/cufort.js' } };
  writeFileSync(path, `${JSON.stringify(packed, undefined, 2)}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [act, folder = join(import.meta.dirname, '..')] = process.argv.slice(2);
  restoreManifest(resolve(folder));
  if (act === 'make') makeManifest(resolve(folder));
}
