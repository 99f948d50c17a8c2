// `node scripts/code.mjs BUNDLE`: runs an example with the bundle, and keeps the code that V8 made of it meanwhile beside it, for bin/bundle.js.
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { codeOf, runForCode } from '../bin/bundle.js';

const bundle = resolve(process.argv[2]);
process.argv.splice(
  2,
  Number.POSITIVE_INFINITY,
  'run',
  '--device',
  'sim',
  join(import.meta.dirname, '../examples/saxpy.cuf'),
);
const script = runForCode(bundle);
process.on('exit', () => {
  // V8 takes code only under the options that it was made with: those that a process begins with.
  setFlagsFromString('--semi-space-growth-factor=2');
  writeFileSync(codeOf(bundle), script.createCachedData());
});
