/** Programs of several processes on MPI-5's C interface, where a library has it (LD_LIBRARY_PATH says where to look), under the launcher that belongs to that library. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { flavours } from '../../src/runtime/mpi/flavours.ts';
import { loadKoffi } from '../../src/runtime/native/load-koffi.ts';
import { buildWords, type Launcher, launch, launchersHere } from './launchers.ts';

const bin = join(import.meta.dirname, '../../bin/cufort.js');
const cases = join(import.meta.dirname, 'cases');
const folder = mkdtempSync(join(tmpdir(), 'cufort-abi-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const missing = hasLibrary() ? launchersHere().length === 0 && 'no mpirun on PATH' : 'no libmpi_abi here';

for (const file of readdirSync(cases))
  test(`${file} on 2 and 4 processes`, { skip: missing }, () => {
    const program = join(folder, file);
    const built = spawnSync(process.execPath, [bin, ...buildWords(file), join(cases, file), '-o', program], {
      encoding: 'utf8',
    });
    assert.equal(built.status, 0, built.stderr);
    const told: string[] = [];
    // The launcher that belongs to the library makes all processes of one world.
    const right = launchersHere().some((launcher) => [2, 4].every((n) => passes(launcher, n, program, told)));
    assert.ok(right, told.join('\n'));
  });

function passes(launcher: Launcher, ranks: number, program: string, told: string[]): boolean {
  const made = launch(launcher, ranks, [program], { env: { CUFORT_MPI: 'abi' } });
  told.push(made.told);
  return made.printed.filter((text) => text.includes('PASS')).length === ranks;
}

function hasLibrary(): boolean {
  const koffi = loadKoffi([import.meta.url]);
  return flavours.abi.files.some((file) => {
    try {
      return koffi?.load(file) !== undefined;
    } catch {
      return false;
    }
  });
}
