// Runs cufort's bundle with the code that V8 made of it when cufort was built (scripts/prepare.mjs): nothing is compiled anew at each start.
const { closeSync, existsSync, fstatSync, openSync, readSync } = require('node:fs');
const { createRequire, enableCompileCache } = require('node:module');
const { basename, dirname, join } = require('node:path');
const { setFlagsFromString } = require('node:v8');
const { Script } = require('node:vm');

/** Sources and options of programs that may have kernels. */
const asksForKernels = /\.(cuf|cu)$|^-(cuda|acc|stdpar|gpu|mp=)/i;

/** Beside a file of the bundle. The command has code for programs with kernels and, less, for those without: a wrong guess takes only time. */
function codeOf(path) {
  const withKernels =
    basename(path) === 'cufort.cjs' && process.argv.slice(2).some((word) => asksForKernels.test(word));
  return path.replace(/\.cjs$/, withKernels ? '.kernels.code' : '.code');
}

/** What it exports. */
function runBundle(bundle) {
  const script = withCode(bundle);
  if (script) return start(script, bundle, partsWithCode(bundle));
  // Another version of Node, or other options of V8.
  const folder = require('./private-folder.js').codeFolder();
  if (folder) enableCompileCache(folder);
  return createRequire(bundle)(bundle);
}

/** What it exports, and the scripts of the files that it ran without code, by their paths: after it ran they have it. */
function runForCode(bundle) {
  const compiled = new Map();
  const scriptAt = (path) => {
    const script = withCode(path) ?? scriptOf(path);
    if (script.cachedDataRejected === undefined) compiled.set(path, script);
    return script;
  };
  return { compiled, exports: start(scriptAt(bundle), bundle, requireParts(bundle, scriptAt)) };
}

/** `require` of the bundle: what has no code is Node's to load. */
function partsWithCode(bundle) {
  return requireParts(bundle, withCode);
}

function requireParts(bundle, scriptAt) {
  const requireOther = createRequire(bundle);
  return (id) => {
    const path = id.startsWith('./parts/') ? join(dirname(bundle), id) : undefined;
    const script = path && scriptAt(path);
    return script ? exportsOf(script, path, requireOther) : requireOther(id);
  };
}

/** Undefined where there is none that V8 takes. */
function withCode(path) {
  const code = codeOf(path);
  const script = existsSync(code) ? scriptOf(path, readWhole(code, 0)) : undefined;
  return script && !script.cachedDataRejected ? script : undefined;
}

function scriptOf(path, cachedData) {
  const script = new Script(textOf(path), { filename: path, ...(cachedData && { cachedData }) });
  if (cachedData) giveBack(cachedData);
  return script;
}

const before = '(function (exports, require, module, __filename, __dirname) {';
const after = '\n})';

/**
 * Only comments of its files have characters beyond ASCII: read as latin1 its text needs no decoding. As one piece it is a string outside V8's heap, which V8
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

function start(script, bundle, require) {
  beginSmall();
  return exportsOf(script, bundle, require);
}

/** src/cli/young-memory.ts says why, and ends it. */
function beginSmall() {
  for (const flag of ['--semi-space-growth-factor=1', '--no-opt', '--no-maglev']) setFlagsFromString(flag);
}

function exportsOf(script, path, require) {
  const module = { exports: {} };
  script.runInThisContext()(module.exports, require, module, path, dirname(path));
  return module.exports;
}

module.exports = { beginSmall, codeOf, runBundle, runForCode };
