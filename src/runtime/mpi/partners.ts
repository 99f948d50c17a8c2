/** How many processes take part in a routine whose arrays have an element for each. */
import { constants } from '../../library/mpi/constants.ts';
import type { Collectives } from './collectives.ts';
import { translationOf } from './flavours.ts';
import type { MpiLibrary } from './mpi-library.ts';
import type { MpiMemory } from './mpi-memory.ts';

/** `comm`: our number of it. */
export function partners(comm: number, collectives: Collectives): number {
  const [isInter] = collectives.asked('mpi_comm_test_inter', comm, 1);
  return collectives.asked(isInter ? 'mpi_comm_remote_size' : 'mpi_comm_size', comm, 1)[0] ?? 0;
}

/** Those that messages come from, or go to. */
export function neighbours(
  comm: number,
  incoming: boolean,
  collectives: Collectives,
  memory: MpiMemory,
  library: MpiLibrary,
): number {
  const [topology = 0] = collectives.asked('mpi_topo_test', comm, 1);
  const { MPI_CART, MPI_DIST_GRAPH } = constants.topology;
  const { constant } = library.flavour;
  if (topology === constant(MPI_CART)) return 2 * (collectives.asked('mpi_cartdim_get', comm, 1)[0] ?? 0);
  if (topology === constant(MPI_DIST_GRAPH))
    return collectives.asked('mpi_dist_graph_neighbors_count', comm, 3)[incoming ? 0 : 1] ?? 0;
  return graphNeighbours(comm, collectives.rank(comm), memory, library);
}

function graphNeighbours(comm: number, rank: number, memory: MpiMemory, library: MpiLibrary): number {
  const mark = memory.mark;
  const cells = memory.take(4);
  memory.setWord(cells, translationOf('comm', library.flavour)?.to(comm) ?? comm);
  memory.setWord(cells + 4, rank);
  const [c = 0, r = 0, n = 0, error = 0] = [0, 4, 8, 12].map((at) => memory.native(cells + at));
  library.required('mpi_graph_neighbors_count', 4)([c, r, n, error]);
  const count = memory.word(cells + 8);
  memory.release(mark);
  return count;
}
