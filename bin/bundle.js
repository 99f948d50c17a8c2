// Runs cufort's bundle with the code that V8 made of it when cufort was built (scripts/prepare.mjs): nothing is compiled anew at each start.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire, enableCompileCache } from 'node:module';
import { dirname } from 'node:path';
import { Script } from 'node:vm';
import { codeFolder } from './private-folder.js';

/** Beside the bundle. */
export const codeOf = (bundle) => bundle.replace(/\.cjs$/, '.code');

export function runBundle(bundle) {
  const code = codeOf(bundle);
  const script = existsSync(code) ? scriptOf(bundle, readFileSync(code)) : undefined;
  if (script && !script.cachedDataRejected) return start(script, bundle);
  // Another version of Node, or other options of V8.
  const folder = codeFolder();
  if (folder) enableCompileCache(folder);
  createRequire(bundle)(bundle);
}

/** For the code that it has after it ran. */
export function runForCode(bundle) {
  const script = scriptOf(bundle);
  start(script, bundle);
  return script;
}

/** Only comments of the bundle have characters beyond ASCII: read as latin1 its text needs no decoding. */
function scriptOf(bundle, cachedData) {
  const text = `(function (exports, require, module, __filename, __dirname) {${readFileSync(bundle, 'latin1')}\n})`;
  return new Script(text, { filename: bundle, ...(cachedData && { cachedData }) });
}

function start(script, bundle) {
  const module = { exports: {} };
  script.runInThisContext()(module.exports, createRequire(bundle), module, bundle, dirname(bundle));
}
