/** Kernels whose blocks wait for each other: the blocks of a cluster are run to their next barrier in turn, until none waits for the cluster. */
import { field, getLong } from './control.ts';

export type PhasedLaunch = {
  /** The words of its command. */
  readonly words: Int32Array;
  /** The program's memory. */
  readonly states: Int32Array;
  /** Runs a block on from where it stands; `at` is its own memory. */
  readonly run: (block: number, at: number) => void;
};

/** The state of a block that has come to its end (see `Kernel.inPhases`). */
const done = -1;

const sizes = { grid: field.record, cluster: field.record + 7 } as const;

/** Runs the clusters `from` up to `to`; gives how many blocks wait for the grid. `own`: memory of this thread, for kernels that wait for no grid. */
export function runClusters(launch: PhasedLaunch, own: number, from: number, to: number): number {
  const { words } = launch;
  const [cx, cy, cz] = three(words, sizes.cluster);
  const [gx, gy] = three(words, sizes.grid);
  const size = cx * cy * cz;
  const stride = words[field.blockStride]!;
  const all = getLong(words, field.blocksAt);
  let waiting = 0;
  for (let cluster = from; cluster < to; cluster++) {
    const memory = all > 0 ? all + cluster * size * stride : own;
    const [x, y, z] = apart(cluster, gx / cx, gy / cy);
    const blockOf = (rank: number): number => {
      const [rx, ry, rz] = apart(rank, cx, cy);
      return ((z * cz + rz) * gy + y * cy + ry) * gx + x * cx + rx;
    };
    waiting += runCluster(launch, { size, stride, memory, fresh: all === 0, blockOf });
  }
  return waiting;
}

type Cluster = {
  readonly size: number;
  readonly stride: number;
  readonly memory: number;
  /** Its blocks have not begun, and their memory was used before. */
  readonly fresh: boolean;
  readonly blockOf: (rank: number) => number;
};

function runCluster(launch: PhasedLaunch, { size, stride, memory, fresh, blockOf }: Cluster): number {
  const { states } = launch;
  const shared = launch.words[field.sharedBytes]!;
  const stateAt = (rank: number): number => (memory + rank * stride + shared) / 4;
  if (fresh) for (let rank = 0; rank < size; rank++) states[stateAt(rank)] = 0;
  const run = (goesOn: (at: number) => boolean): boolean => {
    let any = false;
    for (let rank = 0; rank < size; rank++) {
      if (!goesOn(stateAt(rank))) continue;
      any = true;
      launch.run(blockOf(rank), memory + rank * stride);
    }
    return any;
  };
  const waitsForCluster = (at: number): boolean => states[at]! > 0 && states[at + 1] === 0;
  run((at) => states[at] !== done);
  while (run(waitsForCluster));
  let waiting = 0;
  for (let rank = 0; rank < size; rank++) if (states[stateAt(rank)]! > 0) waiting++;
  return waiting;
}

function three(words: Int32Array, at: number): readonly [number, number, number] {
  return [words[at]!, words[at + 1]!, words[at + 2]!];
}

/** `n` as x, y, z of a box that is nx wide and ny high. */
function apart(n: number, nx: number, ny: number): readonly [number, number, number] {
  return [n % nx, Math.floor(n / nx) % ny, Math.floor(n / nx / ny)];
}
