#!/usr/bin/env node
// Starts cufort: from dist/ (one bundle, quick to start) where it is newer than the sources, else from the sources.
const { join, resolve } = require('node:path');
const { isNewEnough, nodeOfDependency, whatIsNeeded } = require('./newer-node.js');

const root = resolve(__dirname, '..');

if (!isNewEnough()) withNewerNode();
else {
  const bundle = join(root, 'dist/cufort.cjs');
  const sources = join(root, 'src');
  // Tests have looked themselves.
  if (process.env.CUFORT_FRESH === '1' || require('./is-newest.js').isNewest(bundle, sources)) {
    start(require('./bundle.js').runBundle(bundle));
  } else {
    const folder = require('./private-folder.js').codeFolder();
    if (folder) require('node:module').enableCompileCache(folder);
    void import('../src/cli/main.ts').then(start);
  }
}

function start({ main }) {
  void main(process.argv.slice(2)).then((code) => {
    process.exitCode = code;
  });
}

function withNewerNode() {
  const node = nodeOfDependency();
  if (!node) {
    console.error(whatIsNeeded());
    process.exit(1);
  }
  const { spawnSync } = require('node:child_process');
  const result = spawnSync(node, [join(root, 'bin/cufort.js'), ...process.argv.slice(2)], { stdio: 'inherit' });
  if (result.signal) process.kill(process.pid, result.signal);
  process.exit(result.status ?? 1);
}
