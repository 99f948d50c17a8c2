/** The manual says what the command does. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { madePages } from '../../scripts/guide.ts';
import { optionGroups } from '../../src/cli/options.ts';
import { environmentVariables } from '../../src/machine/environment.ts';
import { cufort, root } from '../cufort.ts';

for (const [name, text] of Object.entries(madePages))
  test(`docs/${name} is what the tables say`, () => {
    assert.equal(readFileSync(join(root, 'docs', name), 'utf8'), text, 'run node scripts/guide.ts');
  });

test('each option stands in the tables once', () => {
  const all = Object.values(optionGroups).flatMap((rows) => Object.keys(rows));
  assert.deepEqual(all.toSorted(), [...new Set(all)].sort());
});

/** Of Node, the system and makers of processes, or between processes of ours. */
const othersNames = new Set(
  'CUFORT_DEEP_STACK CUFORT_SANITIZER CUFORT_SANITIZER_COMMAND CUFORT_ NODE_COMPILE_CACHE LOCALAPPDATA HOME PATH USER'.split(
    ' ',
  ),
);

test('each environment variable that the sources read is in the table, and the other way round', () => {
  const files = ['src', 'bin'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((f) => /\.[jt]s$/.test(f) && !f.endsWith('machine/environment.ts'))
      .map((f) => readFileSync(join(root, folder, f), 'utf8')),
  );
  const pattern = /\b(CUFORT_[A-Z_]*)\b|\b(?:env|environment)\.([A-Z][A-Z_]+)\b|'(CUDA_HOME)'/g;
  const read = files.flatMap((text) => [...text.matchAll(pattern)].map(([, a, b, c]) => a ?? b ?? c ?? ''));
  const named = new Set(read.filter((name) => !othersNames.has(name) && name !== 'NVHPC'));
  assert.deepEqual([...named].sort(), Object.keys(environmentVariables).sort());
});

test('cufort help options and help environment print the tables', async () => {
  const options = await cufort(['help', 'options']);
  assert.match(options.stdout, /^ {2}-module FOLDER {14}Where module files are written, and looked for first\.$/m);
  assert.match(options.stdout, /^ {2}maxregcount:N /m);
  const environment = await cufort(['help', 'environment']);
  assert.match(environment.stdout, /^ {2}CUFORT_THREADS=a number /m);
  const build = await cufort(['help', 'build']);
  assert.match(build.stdout, /^usage:\n {2}cufort build /);
});

test('man reads the page without a complaint', (t) => {
  const { error, stderr } = spawnSync('groff', ['-man', '-Tutf8', '-ww', join(root, 'docs/cufort.1')], {
    encoding: 'utf8',
  });
  if (error) return t.skip('groff is not installed');
  assert.equal(stderr, '');
});
