// `node scripts/code.mjs BUNDLE EXAMPLE`: runs the example with the bundle, and keeps the code that V8 made of its files meanwhile beside them, for bin/bundle.js.
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { beginSmall, codeOf, runForCode } from '../bin/bundle.js';
import { youngMemoryGrows } from '../src/cli/young-memory.ts';

const [bundle, example] = process.argv.slice(2).map((path) => resolve(path));
process.argv.splice(2, Number.POSITIVE_INFINITY, 'run', '--device', 'sim', example);
const { compiled, exports } = runForCode(bundle);
process.exitCode = await exports.main(process.argv.slice(2));
process.on('exit', () => {
  // V8 takes code only under the options that it was made with: the command's under those that a process begins with, its parts' under those that the command goes on with.
  youngMemoryGrows();
  keep(([path]) => path === bundle);
  beginSmall();
  keep(([path]) => path !== bundle);
});

function keep(wanted) {
  for (const [path, script] of [...compiled].filter(wanted)) writeFileSync(codeOf(path), script.createCachedData());
}
