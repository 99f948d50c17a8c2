// `npm ci` and `npm test` run this under the Node of the machine, which may be too old for what dist.mjs is made with.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isNewEnough, nodeOfDependency, whatIsNeeded } from '../bin/newer-node.js';

if (isNewEnough()) await import('./dist.mjs');
else {
  const node = nodeOfDependency();
  if (!node) console.error(whatIsNeeded());
  process.exitCode = node ? (spawnSync(node, [fileURLToPath(import.meta.url)], { stdio: 'inherit' }).status ?? 1) : 1;
}
