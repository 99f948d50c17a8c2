/** Messages of the runtime's own between the processes of MPI_COMM_WORLD, in a communicator that the program does not see. */
import { constants } from '../../library/mpi/constants.ts';
import { Collectives } from './collectives.ts';
import { translationOf } from './flavours.ts';
import type { MpiLibrary } from './mpi-library.ts';
import type { MpiMemory } from './mpi-memory.ts';
import type { Messages } from './pieces.ts';

export function pieceMessages(memory: MpiMemory, library: MpiLibrary): Messages {
  const byte = library.flavour.constant(constants.datatype.MPI_BYTE);
  const world = library.flavour.ofProgram(constants.comm.MPI_COMM_WORLD);
  const toComm = (ours: number) => translationOf('comm', library.flavour)?.to(ours) ?? ours;
  const toType = (ours: number) => translationOf('datatype', library.flavour)?.to(ours) ?? ours;
  const collectives = new Collectives(memory, library);
  let comm = 0;
  let rank = 0;

  /** Runs a routine: numbers go in cells, `{ at }` is an address; gives what the cells hold then. */
  function run(name: string, args: readonly (number | { readonly at: number })[]): readonly number[] {
    const mark = memory.mark;
    const cells = memory.take(args.length);
    const given = args.map((arg, i) => {
      if (typeof arg !== 'number') return memory.native(arg.at);
      memory.setWord(cells + 4 * i, arg);
      return memory.native(cells + 4 * i);
    });
    library.required(name, args.length)(given);
    const after = args.map((_, i) => memory.word(cells + 4 * i));
    memory.release(mark);
    return after;
  }

  const statusPlace = memory.program.allocate(64);
  const status = { at: statusPlace };
  const flagPlace = 3;

  return {
    start: () => {
      rank = collectives.rank(world);
      comm = run('mpi_comm_dup', [toComm(world), 0, 0])[1] ?? 0;
      return rank;
    },
    gather: (numbers) => collectives.gathered(world, numbers),
    /** Of a rank in a communicator, both the program's, its rank in the world. */
    worldRank: (ours, of) => {
      if (ours === world) return of;
      const group = run('mpi_comm_group', [toComm(ours), 0, 0])[1] ?? 0;
      const all = run('mpi_comm_group', [toComm(world), 0, 0])[1] ?? 0;
      const found = run('mpi_group_translate_ranks', [group, 1, of, all, 0, 0])[4] ?? 0;
      run('mpi_group_free', [group, 0]);
      run('mpi_group_free', [all, 0]);
      return found;
    },
    send: (place, bytes, to, tag) => run('mpi_isend', [{ at: place }, bytes, byte, to, tag, comm, 0, 0])[6] ?? 0,
    receive: (place, bytes, from, tag) => run('mpi_irecv', [{ at: place }, bytes, byte, from, tag, comm, 0, 0])[6] ?? 0,
    wait: (request) => void run('mpi_wait', [request, status, 0]),
    isDone: (request) => (run('mpi_test', [request, 0, status, 0])[1] ?? 0) !== 0,
    unpack: (from, bytes, to, count, datatype) => {
      const given = [{ at: from }, bytes, byte, rank, flagPlace] as const;
      run('mpi_sendrecv', [...given, { at: to }, count, toType(datatype), rank, flagPlace, comm, status, 0]);
    },
    pack: (from, count, datatype, to, bytes) => {
      const given = [{ at: from }, count, toType(datatype), rank, flagPlace] as const;
      run('mpi_sendrecv', [...given, { at: to }, bytes, byte, rank, flagPlace, comm, status, 0]);
    },
  };
}
