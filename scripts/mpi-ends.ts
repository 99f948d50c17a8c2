/**
 * Runs of several processes of which some abort, die or are late, beside the same program in C: each pair must end, in the same way. Prints what differed, and exits with 1
 * then. `node scripts/mpi-ends.ts [RUNS [FIRST SEED]]`; needs mpirun and mpicc.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchersHere } from '../test/mpi/launchers.ts';

const ranks = 4;
/** Seconds after which a run counts as hanging; nothing in the programs takes more than 2. */
const patience = 60;
/** What may befall a process: at a place of its loop of messages. */
const ends = [
  'none',
  'none',
  'none',
  'none',
  'none',
  'late',
  'late',
  'late',
  'abort',
  'stop',
  'killed',
  'exit',
] as const;

const fortran = `program ends
  use mpi
  use iso_c_binding
  implicit none
  interface
    integer(c_int) function getpid() bind(c)
      import c_int
    end function
    integer(c_int) function kill(process, signal) bind(c)
      import c_int
      integer(c_int), value :: process, signal
    end function
  end interface
  integer :: ierr, rank, ranks, turn, place, got, status(mpi_status_size)
  character(16) :: way, text
  call mpi_init(ierr)
  call mpi_comm_rank(mpi_comm_world, rank, ierr)
  call mpi_comm_size(mpi_comm_world, ranks, ierr)
  call get_command_argument(2 * rank + 1, way)
  call get_command_argument(2 * rank + 2, text)
  read (text, *) place
  do turn = 1, 20
    if (turn == place) then
      select case (way)
      case ('late')
        call sleep(1)
      case ('abort')
        call mpi_abort(mpi_comm_world, 7, ierr)
      case ('stop')
        stop 3
      case ('killed')
        ierr = kill(getpid(), 9)
      case ('exit')
        call exit(5)
      end select
    end if
    call mpi_sendrecv(turn, 1, mpi_integer, mod(rank + 1, ranks), 1, got, 1, mpi_integer, mod(rank + ranks - 1, ranks), 1, mpi_comm_world, status, ierr)
    if (got /= turn) print '(a)', 'wrong'
  end do
  call mpi_barrier(mpi_comm_world, ierr)
  if (rank == 0) print '(a)', 'whole'
  call mpi_finalize(ierr)
end program
`;

const c = `#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int main(int n, char **words) {
  int rank, ranks, got;
  MPI_Init(&n, &words);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const char *way = words[2 * rank + 1];
  int place = atoi(words[2 * rank + 2]);
  for (int turn = 1; turn <= 20; turn++) {
    if (turn == place) {
      if (!strcmp(way, "late")) sleep(1);
      if (!strcmp(way, "abort")) MPI_Abort(MPI_COMM_WORLD, 7);
      if (!strcmp(way, "stop")) exit(3);
      if (!strcmp(way, "killed")) kill(getpid(), 9);
      if (!strcmp(way, "exit")) exit(5);
    }
    MPI_Sendrecv(&turn, 1, MPI_INT, (rank + 1) % ranks, 1, &got, 1, MPI_INT, (rank + ranks - 1) % ranks, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (got != turn) printf("wrong\\n");
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) printf("whole\\n");
  MPI_Finalize();
}
`;

const [runs = 200, first = 1] = process.argv.slice(2).map(Number);
const [launcher] = launchersHere();
if (!launcher) throw new Error('no mpirun on PATH');
const folder = mkdtempSync(join(tmpdir(), 'cufort-mpi-ends-'));
writeFileSync(join(folder, 'ends.f90'), fortran);
writeFileSync(join(folder, 'ends.c'), c);
must(process.execPath, [join(import.meta.dirname, '../bin/cufort.js'), 'build', 'ends.f90', '-o', 'ours']);
must('mpicc', ['-O1', 'ends.c', '-o', 'c']);
let differing = 0;
const kinds = new Map<string, number>();
for (let seed = first; seed < first + runs; seed++) {
  const words = waysOf(seed);
  const [ours, theirs] = ['ours', 'c'].map((program) => ending(program, words));
  kinds.set(ours ?? '', (kinds.get(ours ?? '') ?? 0) + 1);
  if (ours === theirs) continue;
  differing++;
  console.log(`seed ${seed} (${words.join(' ')}): ${ours}; in C ${theirs}`);
}
rmSync(folder, { recursive: true, force: true });
for (const [kind, count] of kinds) console.log(`${String(count).padStart(5)} ${kind}`);
console.log(`${runs} runs of ${ranks} processes, ${differing} that end otherwise than in C`);
process.exitCode = differing > 0 ? 1 : 0;

/** What befalls each process, and at which of its messages. */
function waysOf(seed: number): readonly string[] {
  let state = seed * 2654435761;
  const random = (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  return Array.from({ length: ranks }, () => [ends[random(ends.length)] ?? 'none', String(1 + random(20))]).flat();
}

/** Whether all was done, whether it failed, or that it did not end. Which of several failures is told first hangs on time. */
function ending(program: string, words: readonly string[]): string {
  const all = [...launcher!.words, '-np', String(ranks), join(folder, program), ...words];
  const { status, signal, stdout } = spawnSync(launcher!.name, all, {
    encoding: 'utf8',
    cwd: folder,
    timeout: patience * 1000,
  });
  if (signal) return `no end in ${patience} s`;
  const whole = stdout.includes('whole') ? 'all messages' : 'not all messages';
  return `${whole}, ${status === 0 ? 'success' : 'failure'}${stdout.includes('wrong') ? ', wrong messages' : ''}`;
}

function must(command: string, words: readonly string[]): void {
  const { status, stderr } = spawnSync(command, words, { encoding: 'utf8', cwd: folder });
  if (status !== 0) throw new Error(`${command} ${words.join(' ')}: ${stderr}`);
}
