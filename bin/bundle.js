// Runs cufort's bundle with the code that V8 made of it when cufort was built (scripts/prepare.mjs): nothing is compiled anew at each start.
const { closeSync, existsSync, fstatSync, openSync, readSync } = require('node:fs');
const { createRequire, enableCompileCache } = require('node:module');
const { dirname } = require('node:path');
const { setFlagsFromString } = require('node:v8');
const { Script } = require('node:vm');

/** Beside the bundle. */
const codeOf = (bundle) => bundle.replace(/\.cjs$/, '.code');

function runBundle(bundle) {
  const code = codeOf(bundle);
  const script = existsSync(code) ? scriptOf(bundle, readWhole(code, 0)) : undefined;
  if (script && !script.cachedDataRejected) return start(script, bundle);
  // Another version of Node, or other options of V8.
  const folder = require('./private-folder.js').codeFolder();
  if (folder) enableCompileCache(folder);
  createRequire(bundle)(bundle);
}

/** For the code that it has after it ran. */
function runForCode(bundle) {
  const script = scriptOf(bundle);
  start(script, bundle);
  return script;
}

function scriptOf(bundle, cachedData) {
  const script = new Script(textOf(bundle), { filename: bundle, ...(cachedData && { cachedData }) });
  if (cachedData) giveBack(cachedData);
  return script;
}

const before = '(function (exports, require, module, __filename, __dirname) {';
const after = '\n})';

/**
 * Only comments of the bundle have characters beyond ASCII: read as latin1 its text needs no decoding. As one piece it is a string outside V8's heap, which V8
 * takes as it is.
 */
function textOf(bundle) {
  const file = readWhole(bundle, before.length + after.length);
  file.copy(file, before.length, 0, file.length - before.length - after.length);
  file.write(before, 0, 'latin1');
  file.write(after, file.length - after.length, 'latin1');
  const text = file.latin1Slice();
  giveBack(file);
  return text;
}

/** In a block of its own, with so many bytes more at its end. */
function readWhole(path, more) {
  const file = openSync(path);
  try {
    const bytes = Buffer.allocUnsafeSlow(fstatSync(file).size + more);
    readSync(file, bytes, 0, bytes.length - more, 0);
    return bytes;
  } finally {
    closeSync(file);
  }
}

/** Now: the collector would see no hurry. */
function giveBack(bytes) {
  bytes.buffer.transfer(0);
}

function start(script, bundle) {
  // src/cli/young-memory.ts says why, and lets it grow again.
  setFlagsFromString('--semi-space-growth-factor=1');
  const module = { exports: {} };
  script.runInThisContext()(module.exports, createRequire(bundle), module, bundle, dirname(bundle));
}

module.exports = { codeOf, runBundle, runForCode };
