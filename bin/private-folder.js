// A folder for code that V8 has compiled: one that nobody else can write to, as what lies there is run.
const { lstatSync, mkdirSync } = require('node:fs');
const { homedir } = require('node:os');
const { join } = require('node:path');

/** Undefined where there is none: code is compiled anew then. */
function codeFolder() {
  const own = process.env.NODE_COMPILE_CACHE;
  if (own) return own;
  const caches = process.platform === 'win32' ? process.env.LOCALAPPDATA : process.env.XDG_CACHE_HOME;
  return privateFolder(join(caches || join(homedir(), '.cache'), 'cufort'));
}

function privateFolder(folder) {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return isPrivate(lstatSync(folder)) ? folder : undefined;
  } catch {
    return undefined;
  }
}

function isPrivate(status) {
  if (!status.isDirectory()) return false;
  return process.platform === 'win32' || (status.uid === process.getuid() && (status.mode & 0o022) === 0);
}

module.exports = { codeFolder };
