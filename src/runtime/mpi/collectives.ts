/** What the runtime itself asks of a communicator's processes. Communicators are our numbers. */
import { constants } from '../../library/mpi/constants.ts';
import { translationOf } from './flavours.ts';
import type { MpiLibrary } from './mpi-library.ts';
import type { MpiMemory } from './mpi-memory.ts';

export class Collectives {
  readonly #memory: MpiMemory;
  readonly #library: MpiLibrary;

  constructor(memory: MpiMemory, library: MpiLibrary) {
    this.#memory = memory;
    this.#library = library;
  }

  rank(comm: number): number {
    return this.asked('mpi_comm_rank', comm, 1)[0] ?? 0;
  }

  size(comm: number): number {
    return this.asked('mpi_comm_size', comm, 1)[0] ?? 0;
  }

  /** Runs a routine that takes a communicator and gives integers. */
  asked(name: string, comm: number, count: number): readonly number[] {
    const memory = this.#memory;
    const mark = memory.mark;
    const cells = this.#cells([this.#comm(comm), ...Array.from({ length: count + 1 }, () => 0)]);
    const places = Array.from({ length: count + 2 }, (_, i) => memory.native(cells + 4 * i));
    this.#library.required(name, count + 2)(places);
    const given = Array.from({ length: count }, (_, i) => memory.word(cells + 4 * (i + 1)));
    memory.release(mark);
    return given;
  }

  /** Each process gives some numbers, all get those of each. */
  gathered(comm: number, numbers: readonly number[]): readonly (readonly number[])[] {
    const memory = this.#memory;
    const n = this.size(comm);
    const mark = memory.mark;
    const count = numbers.length;
    const mine = memory.take(2 * count);
    const all = memory.take(2 * count * n);
    for (const [i, number] of numbers.entries()) memory.program.view.setFloat64(mine + 8 * i, number, true);
    const cells = this.#cells([count, this.#real(), this.#comm(comm), 0]);
    const [many = 0, type = 0, c = 0, error = 0] = [0, 4, 8, 12].map((at) => memory.native(cells + at));
    const allgather = this.#library.required('mpi_allgather', 8);
    allgather([memory.native(mine), many, type, memory.native(all), many, type, c, error]);
    const { view } = memory.program;
    const given = Array.from({ length: n }, (_, k) =>
      numbers.map((_n, i) => view.getFloat64(all + 8 * (k * count + i), true)),
    );
    memory.release(mark);
    return given;
  }

  #cells(values: readonly number[]): number {
    const cells = this.#memory.take(values.length);
    for (const [i, value] of values.entries()) this.#memory.setWord(cells + 4 * i, value);
    return cells;
  }

  #comm(comm: number): number {
    return translationOf('comm', this.#library.flavour)?.to(comm) ?? comm;
  }

  #real(): number {
    return this.#library.flavour.constant(constants.datatype.MPI_DOUBLE_PRECISION);
  }
}
