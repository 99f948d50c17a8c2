#!/usr/bin/env node
// Starts cufort: from dist/ (one bundle, quick to start) where it is newer than the sources, else from the sources.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isNewEnough, nodeOfDependency, whatIsNeeded } from './newer-node.js';
import { codeFolder } from './private-folder.js';

const root = resolve(fileURLToPath(import.meta.url), '../..');

if (!isNewEnough()) withNewerNode();
else {
  const bundle = join(root, 'dist/cufort.cjs');
  const sources = join(root, 'src');
  if (isNewest(bundle, sources)) {
    const { runBundle } = await import('./bundle.js');
    runBundle(bundle);
  } else {
    const folder = codeFolder();
    if (folder) nodeModule.enableCompileCache(folder);
    await import(pathToFileURL(join(sources, 'cli/main.ts')).href);
  }
}

function isNewest(bundle, sources) {
  if (!existsSync(join(sources, 'cli/main.ts'))) return true;
  return existsSync(bundle) && statSync(bundle).mtimeMs > newest(sources);
}

function newest(folder) {
  let time = 0;
  for (const item of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, item.name);
    time = Math.max(time, item.isDirectory() ? newest(path) : statSync(path).mtimeMs);
  }
  return time;
}

function withNewerNode() {
  const node = nodeOfDependency();
  if (!node) {
    console.error(whatIsNeeded());
    process.exit(1);
  }
  const result = spawnSync(node, [join(root, 'bin/cufort.js'), ...process.argv.slice(2)], { stdio: 'inherit' });
  if (result.signal) process.kill(process.pid, result.signal);
  process.exit(result.status ?? 1);
}
