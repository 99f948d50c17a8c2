/** Programs of several processes, on each MPI library whose launcher is on PATH. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { buildWords, launch, launchersHere } from './launchers.ts';

const bin = join(import.meta.dirname, '../../bin/cufort.js');
const cases = join(import.meta.dirname, 'cases');
const folder = mkdtempSync(join(tmpdir(), 'cufort-mpi-'));
const launchers = launchersHere();

/** Those that are right without a launcher too. */
const alsoAlone = ['sections-later.cuf'];

before(() => {
  for (const file of launchers.length === 0 ? alsoAlone : readdirSync(cases)) {
    const words = [...buildWords(file), join(cases, file), '-o', join(folder, file)];
    const { status, stderr } = spawnSync(process.execPath, [bin, ...words], { encoding: 'utf8', cwd: folder });
    assert.equal(status, 0, stderr);
  }
});

after(() => rmSync(folder, { recursive: true, force: true }));

for (const file of alsoAlone)
  test(`${file} alone`, () => {
    const { stdout, stderr } = spawnSync(join(folder, file), { encoding: 'utf8', cwd: folder });
    assert.equal(stdout.trim(), 'PASS', stderr);
  });

for (const file of readdirSync(cases))
  for (const ranks of [2, 4])
    test(`${file} on ${ranks} processes`, { skip: launchers.length === 0 && 'no mpirun on PATH' }, () => {
      for (const launcher of launchers) {
        const { printed, told } = launch(launcher, ranks, [join(folder, file)]);
        assert.equal(printed.filter((text) => text.includes('PASS')).length, ranks, told);
      }
    });
