/** How programs of several processes end: one that fails ends all, with its message and its code. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { launch, launchersHere } from './launchers.ts';

const bin = join(import.meta.dirname, '../../bin/cufort.js');
const folder = mkdtempSync(join(tmpdir(), 'cufort-mpi-ends-'));
const launchers = launchersHere();
const options = { skip: launchers.length === 0 && 'no mpirun on PATH' };

/** The last process ends in the way that the first argument names; the others wait for it. */
const program = `program ends
  use mpi
  implicit none
  integer :: ierr, rank, ranks
  integer, pointer :: nowhere(:)
  character(16) :: way
  call mpi_init(ierr)
  call mpi_comm_rank(MPI_COMM_WORLD, rank, ierr)
  call mpi_comm_size(MPI_COMM_WORLD, ranks, ierr)
  call get_command_argument(1, way)
  print '(a,i0)', 'before ', rank
  nullify (nowhere)
  if (rank == ranks - 1) then
    select case (way)
    case ('abort')
      call mpi_abort(MPI_COMM_WORLD, 7, ierr)
    case ('stop')
      error stop 'this is the end'
    case ('address')
      nowhere(1) = 1
    case ('rank')
      call mpi_send(rank, 1, MPI_INTEGER, ranks, 0, MPI_COMM_WORLD, ierr)
    end select
  end if
  call mpi_barrier(MPI_COMM_WORLD, ierr)
  print '(a)', 'never'
  call mpi_finalize(ierr)
end program
`;

before(() => {
  writeFileSync(join(folder, 'ends.f90'), program);
  if (launchers.length === 0) return;
  const built = spawnSync(process.execPath, [bin, 'build', 'ends.f90', '-o', 'ends'], {
    encoding: 'utf8',
    cwd: folder,
  });
  assert.equal(built.status, 0, built.stderr);
});

after(() => rmSync(folder, { recursive: true, force: true }));

for (const [way, says] of [
  ['abort', undefined],
  ['stop', /ERROR STOP this is the end/],
  ['address', /Segmentation fault: host code used an address that is not its own/],
  // The library says why, and ends the process itself.
  ['rank', undefined],
] as const)
  test(`one process ends all: ${way}`, options, () => {
    for (const launcher of launchers) {
      const { status, printed, errors, told } = launch(launcher, 2, [join(folder, 'ends'), way]);
      assert.notEqual(status, 0, told);
      assert.notEqual(status, null, `hangs: ${told}`);
      assert.equal(printed[1], 'before 1\n', told);
      if (says) assert.match(errors[1] ?? '', says);
      assert.doesNotMatch(printed.join(), /never/);
    }
  });
