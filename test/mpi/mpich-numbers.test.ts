/** Programs that are linked with C code of MPICH have its numbers of handles. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { launch, launchersHere } from './launchers.ts';

const bin = join(import.meta.dirname, '../../bin/cufort.js');
const folder = mkdtempSync(join(tmpdir(), 'cufort-mpich-numbers-'));
const launchers = launchersHere();
const hydra = launchers.find(({ words }) => words.length === 0);
const other = launchers.find(({ words }) => words.length > 0);
const shown = spawnSync('mpicc.mpich', ['-show'], { encoding: 'utf8' }).stdout ?? '';

after(() => rmSync(folder, { recursive: true, force: true }));

const c = `#include <mpi.h>
int c_size_(MPI_Fint *comm) { int n; MPI_Comm_size(MPI_Comm_f2c(*comm), &n); return n; }
int c_is_double_(MPI_Fint *type) { return MPI_Type_f2c(*type) == MPI_DOUBLE; }
void c_self_(MPI_Fint *comm) { *comm = MPI_Comm_c2f(MPI_COMM_SELF); }
`;

const fortran = `program handles
  use mpi
  implicit none
  integer, external :: c_size, c_is_double
  integer :: ierr, n, self, rank, got, status(MPI_STATUS_SIZE)
  call mpi_init(ierr)
  call mpi_comm_size(MPI_COMM_WORLD, n, ierr)
  call mpi_comm_rank(MPI_COMM_WORLD, rank, ierr)
  call c_self(self)
  call mpi_sendrecv(rank, 1, MPI_INTEGER, mod(rank + 1, n), 3, got, 1, MPI_INTEGER, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, status, ierr)
  if (c_size(MPI_COMM_WORLD) == n .and. c_is_double(MPI_DOUBLE) == 1 .and. self == MPI_COMM_SELF .and. status(MPI_SOURCE) == got) &
    print '(a)', 'PASS'
  call mpi_finalize(ierr)
end program
`;

test('C code of MPICH takes handles of Fortran', { skip: (!hydra || shown === '') && 'no MPICH' }, () => {
  writeFileSync(join(folder, 'c.c'), c);
  writeFileSync(join(folder, 'handles.f90'), fortran);
  const run = (command: string, words: readonly string[]) =>
    spawnSync(command, words, { encoding: 'utf8', cwd: folder });
  assert.equal(run('mpicc.mpich', ['-fPIC', '-c', 'c.c', '-o', 'c.o']).status, 0);
  const libraries = shown.split(/\s+/).filter((word) => /^-[lL]/.test(word));
  const built = run(process.execPath, [bin, 'build', 'handles.f90', 'c.o', ...libraries, '-o', 'handles']);
  assert.equal(built.status, 0, built.stderr);
  passes('handles');
  // Objects need the option.
  for (const [words, warns] of [
    [[], true],
    [['-Mmpi=mpich'], false],
  ] as const) {
    assert.equal(run(process.execPath, [bin, 'build', '-c', ...words, 'handles.f90', '-o', 'handles.o']).status, 0);
    const linked = run(process.execPath, [bin, 'build', 'handles.o', 'c.o', ...libraries, '-o', 'again']);
    assert.equal(linked.stderr.includes('mpi-handles'), warns, linked.stderr);
  }
  passes('again');
  // It stays with MPICH.
  if (!other) return;
  const refused = launch(other, 2, [join(folder, 'handles')]);
  assert.notEqual(refused.status, 0);
  // The first that ends may end the other before that has said anything.
  assert.ok(
    refused.errors.some((text) => /built for MPICH .* belongs to Open MPI/.test(text)),
    refused.told,
  );
});

function passes(program: string): void {
  assert.ok(hydra);
  const { printed, told } = launch(hydra, 2, [join(folder, program)]);
  assert.equal(printed.filter((text) => text.includes('PASS')).length, 2, told);
}
