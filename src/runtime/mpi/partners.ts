/** How many processes take part in a routine whose arrays have an element for each. */
import { translationOf } from './flavours.ts';
import type { MpiLibrary } from './mpi-library.ts';
import type { MpiMemory } from './mpi-memory.ts';

/** Runs a routine that takes a communicator and gives integers. */
function asked(name: string, comm: number, count: number, memory: MpiMemory, library: MpiLibrary): readonly number[] {
  const mark = memory.mark;
  const cells = memory.take(count + 2);
  memory.setWord(cells, translationOf('comm', library.flavour)?.to(comm) ?? comm);
  const places = Array.from({ length: count + 2 }, (_, i) => memory.native(cells + 4 * i));
  library.required(name, count + 2)(...places);
  const given = Array.from({ length: count }, (_, i) => memory.word(cells + 4 * (i + 1)));
  memory.release(mark);
  return given;
}

/** `comm`: our number of it. */
export function partners(comm: number, memory: MpiMemory, library: MpiLibrary): number {
  const [isInter] = asked('mpi_comm_test_inter', comm, 1, memory, library);
  return asked(isInter ? 'mpi_comm_remote_size' : 'mpi_comm_size', comm, 1, memory, library)[0] ?? 0;
}

/** Those that messages come from, or go to. */
export function neighbours(comm: number, incoming: boolean, memory: MpiMemory, library: MpiLibrary): number {
  const [topology] = asked('mpi_topo_test', comm, 1, memory, library);
  const kinds = translationOf('topology', library.flavour);
  const kind = kinds?.from(topology ?? 0) ?? topology;
  if (kind === 1) return 2 * (asked('mpi_cartdim_get', comm, 1, memory, library)[0] ?? 0);
  if (kind === 3) return asked('mpi_dist_graph_neighbors_count', comm, 3, memory, library)[incoming ? 0 : 1] ?? 0;
  const rank = asked('mpi_comm_rank', comm, 1, memory, library)[0] ?? 0;
  return graphNeighbours(comm, rank, memory, library);
}

function graphNeighbours(comm: number, rank: number, memory: MpiMemory, library: MpiLibrary): number {
  const mark = memory.mark;
  const cells = memory.take(4);
  memory.setWord(cells, translationOf('comm', library.flavour)?.to(comm) ?? comm);
  memory.setWord(cells + 4, rank);
  const [c = 0, r = 0, n = 0, error = 0] = [0, 4, 8, 12].map((at) => memory.native(cells + at));
  library.required('mpi_graph_neighbors_count', 4)(c, r, n, error);
  const count = memory.word(cells + 8);
  memory.release(mark);
  return count;
}
