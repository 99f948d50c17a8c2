/**
 * The manifest in the tarball names the command; the clone's does not, as npx would then install the clone into its cache at the first use.
 *   node scripts/packed-manifest.mjs add|remove [FOLDER]
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const before = '  "files": [';
const entry = '  "bin": {\n    "cufort": "bin/cufort.js"\n  },\n';

const [act, folder = join(import.meta.dirname, '..')] = process.argv.slice(2);
const path = resolve(folder, 'package.json');
const text = readFileSync(path, 'utf8');
const plain = text.replace(entry, '');
const wanted = act === 'add' ? plain.replace(before, () => entry + before) : plain;
if (wanted !== text) writeFileSync(path, wanted);
