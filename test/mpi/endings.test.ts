/** How programs of several processes end: one that fails ends all, with its message and its code. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { launchersHere } from './launchers.ts';

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

/** Open MPI 4.1 sometimes fails to unpack its own message (show_help.c): then once more. */
function ended(launcher: string, words: readonly string[]) {
  const run = () => spawnSync(launcher, words, { encoding: 'utf8', cwd: folder, timeout: 60_000 });
  let made = run();
  for (let i = 0; i < 3 && made.stderr.includes('show_help.c'); i++) made = run();
  return made;
}

for (const [way, says] of [
  ['abort', /before 1/],
  ['stop', /ERROR STOP this is the end/],
  ['address', /Segmentation fault: host code used an address that is not its own/],
  ['rank', /MPI_ERR_RANK|Invalid rank/],
] as const)
  test(`one process ends all: ${way}`, options, () => {
    for (const { name, words } of launchers) {
      const all = [...words, '-np', '2', join(folder, 'ends'), way];
      const { status, stdout, stderr } = ended(name, all);
      assert.notEqual(status, 0, `${name}: ${stdout}${stderr}`);
      assert.notEqual(status, null, `${name} hangs`);
      assert.match(stdout + stderr, says);
      assert.doesNotMatch(stdout, /never/);
    }
  });
