/** The Fortran files that scripts/mpi.ts writes say what the tables say, and the tables hold together. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { constants } from '../../src/library/mpi/constants.ts';
import { fortranTexts } from '../../src/library/mpi/fortran-text.ts';
import { mpiRoutine, routineNames } from '../../src/library/mpi/routines.ts';

const folder = join(import.meta.dirname, '../../src/library/fortran/mpi');

test('files of MPI are those that scripts/mpi.ts writes', () => {
  for (const [file, text] of fortranTexts(folder))
    assert.equal(readFileSync(join(folder, file), 'utf8'), text, `${file}: run node scripts/mpi.ts`);
});

const otherKinds = [
  'buffer',
  'pointer',
  'int',
  'aint',
  'logical',
  'text',
  'status',
  'call',
  'weights',
  'errcodes',
  'words',
];

test('arguments of routines of MPI have known kinds, and counts that are there', () => {
  for (const name of routineNames)
    for (const arg of mpiRoutine(name)?.args ?? []) {
      assert.ok(arg.kind in constants || otherKinds.includes(arg.kind), `${name}: ${arg.name} ${arg.kind}`);
      const counts = ['', 'comm', 'in', 'out', ...(mpiRoutine(name)?.args ?? []).map((a) => a.name)];
      if (arg.count !== undefined) assert.ok(counts.includes(arg.count), `${name}: ${arg.name}[${arg.count}]`);
    }
});
