/** Routines of MPI that a program, or a tool loaded before the library, puts in place of MPI's (PMPI). */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { type Launcher, launch, launchersHere } from './launchers.ts';

const bin = join(import.meta.dirname, '../../bin/cufort.js');
const folder = mkdtempSync(join(tmpdir(), 'cufort-pmpi-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const sources = {
  'main.f90': `program main
  use mpi
  implicit none
  integer :: ierr, rank, v(3), calls, bytes
  common /counted/ calls, bytes
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  v = merge([1, 2, 3], 0, rank == 0)
  if (rank == 0) call MPI_Send(v, 3, MPI_INTEGER, 1, 0, MPI_COMM_WORLD, ierr)
  if (rank == 1) call MPI_Recv(v, 3, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
  if (rank == 0) call PMPI_Send(v, 3, MPI_INTEGER, 1, 0, MPI_COMM_WORLD, ierr)
  if (rank == 1) call MPI_Recv(v, 3, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
  call later(rank)
  if (all(v == [1, 2, 3]) .and. calls == merge(102, 100, rank == 0) .and. bytes == merge(44, 0, rank == 0)) print '(a)', 'PASS'
  call MPI_Finalize(ierr)
end program
`,
  // Handles are types here, and nobody hears of errors.
  'later.f90': `subroutine later(rank)
  use mpi_f08
  implicit none
  integer :: rank
  real(8) :: x(4)
  x = rank
  call MPI_Bcast(x, 4, MPI_DOUBLE_PRECISION, 1, MPI_COMM_WORLD)
  if (rank == 0) call MPI_Send(x, 4, MPI_DOUBLE_PRECISION, 1, 1, MPI_COMM_WORLD)
  if (rank == 1) call MPI_Recv(x, 4, MPI_DOUBLE_PRECISION, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
end subroutine
`,
  'profile.f90': `subroutine MPI_Send(buf, count, datatype, dest, tag, comm, ierr)
  implicit none
  include 'mpif.h'
  integer :: buf(*), count, datatype, dest, tag, comm, ierr, calls, bytes, size
  common /counted/ calls, bytes
  calls = calls + 1
  call MPI_Type_size(datatype, size, ierr)
  bytes = bytes + count * size
  call hand_on(buf, count, datatype, dest, tag, comm, ierr)
end subroutine
subroutine hand_on(buf, count, datatype, dest, tag, comm, ierr)
  use mpi, only: PMPI_Send
  implicit none
  integer :: buf(*), count, datatype, dest, tag, comm, ierr
  call PMPI_Send(buf, count, datatype, dest, tag, comm, ierr)
end subroutine
subroutine MPI_Bcast(buf, count, datatype, root, comm, ierr)
  implicit none
  integer :: buf(*), count, datatype, root, comm, ierr, calls, bytes
  external pmpi_bcast
  common /counted/ calls, bytes
  calls = calls + 100
  call pmpi_bcast(buf, count, datatype, root, comm, ierr)
end subroutine
`,
  'tool.c': `#include <stdio.h>
void pmpi_bcast_(void *, int *, int *, int *, int *, int *);
void mpi_bcast_(void *b, int *n, int *t, int *r, int *c, int *e) { puts("TOLD"); fflush(stdout); pmpi_bcast_(b, n, t, r, c, e); }
`,
};

for (const [name, text] of Object.entries(sources)) writeFileSync(join(folder, name), text);
const launchers = launchersHere();
const none = launchers.length === 0 && 'no mpirun on PATH';
const noC = spawnSync('gcc', ['--version']).error ? 'no gcc on PATH' : none;

test('routines of the program itself', { skip: none }, () => {
  built('profile.f90', 'main.f90', 'later.f90');
  for (const launcher of launchers) saidByBoth(launcher, [], 'PASS');
});

test('routines of a tool', { skip: noC }, () => {
  const tool = join(folder, 'tool.so');
  const { status } = spawnSync('gcc', ['-shared', '-fPIC', '-o', tool, join(folder, 'tool.c')]);
  assert.equal(status, 0);
  writeFileSync(join(folder, 'plain.f90'), sources['main.f90'].replace(/ {2}if \(all.*\n/, ''));
  built('plain.f90', 'later.f90');
  for (const launcher of launchers)
    saidByBoth(
      launcher,
      launcher.words.length > 0 ? ['-x', `LD_PRELOAD=${tool}`] : ['-env', 'LD_PRELOAD', tool],
      'TOLD',
    );
});

function built(...files: readonly string[]): void {
  const words = ['build', ...files, '-o', 'program'];
  const { status, stderr } = spawnSync(process.execPath, [bin, ...words], { encoding: 'utf8', cwd: folder });
  assert.equal(status, 0, stderr);
}

function saidByBoth(launcher: Launcher, options: readonly string[], word: string): void {
  const { printed, errors, told } = launch(launcher, 2, [join(folder, 'program')], { options });
  assert.equal(printed.filter((text) => text.includes(word)).length, 2, told);
  assert.doesNotMatch(errors.join('\n'), /mpi: |SIG/);
}
