/**
 * Windows over memory that MPI allocates: it comes from the program's own memory. Where processes share it, pages of that memory become pages of one file that the first
 * process holds open without a name.
 */
import { type ConstantRow, constants } from '../../library/mpi/constants.ts';
import type { MpiCall } from '../bind/mpi.ts';
import { pageBytes } from '../linear-memory.ts';
import { type SharedPages, sharedPages } from '../native/shared-pages.ts';
import { ProgramExit } from '../program-exit.ts';
import { Collectives } from './collectives.ts';
import type { MpiLibrary } from './mpi-library.ts';
import type { MpiMemory } from './mpi-memory.ts';

/** What each process of a window has. */
type Part = { readonly at: number; readonly bytes: number; readonly unit: number };
type Shared = { readonly pages: SharedPages; readonly file: number | undefined; readonly bytes: number };
type Window = { readonly block: number; readonly parts: readonly Part[]; readonly shared: Shared | undefined };

const alignment = 64;

/** Calls take places of the program's memory where the arguments stand. */
export class Windows {
  readonly #memory: MpiMemory;
  readonly #library: MpiLibrary;
  readonly #collectives: Collectives;
  /** Makes a window of memory, as MPI_Win_create. */
  readonly #create: MpiCall;
  readonly #known = new Map<number, Window>();

  constructor(memory: MpiMemory, library: MpiLibrary, create: MpiCall) {
    this.#memory = memory;
    this.#library = library;
    this.#collectives = new Collectives(memory, library);
    this.#create = create;
  }

  allocate(size: number, unit: number, info: number, comm: number, pointer: number, win: number, error: number): void {
    const block = this.#block(this.#long(size), alignment);
    this.#create(block, size, unit, info, comm, win, error);
    this.#keep(pointer, win, block, { block, parts: [], shared: undefined });
  }

  /** Blocks of the processes of a communicator, one behind the other, which all of them see. */
  share(size: number, unit: number, info: number, comm: number, pointer: number, win: number, error: number): void {
    const pages = sharedPages(this.#library.koffi);
    if (!pages) throw new ProgramExit(127, 'mpi: MPI_Win_allocate_shared needs Linux, where processes share pages');
    const group = this.#memory.word(comm);
    const rank = this.#collectives.rank(group);
    const all = this.#collectives.gathered(group, [this.#long(size), this.#memory.word(unit)]);
    const sizes = all.map(([bytes = 0]) => Math.ceil(bytes / alignment) * alignment);
    const total = sizes.reduce((sum, n) => sum + n, 0);
    const bytes = Math.max(1, Math.ceil(total / pageBytes)) * pageBytes;
    const block = this.#block(bytes, pageBytes);
    const file = rank === 0 ? pages.make(bytes) : undefined;
    const [[owner = 0, handle = 0] = []] = this.#collectives.gathered(group, [process.pid, file ?? 0]);
    pages.map(this.#memory.native(block), bytes, owner, handle);
    let at = block;
    const parts = all.map(([own = 0, step = 1], i) => {
      const part = { at, bytes: own, unit: step };
      at += sizes[i] ?? 0;
      return part;
    });
    const own = parts[rank]?.at ?? block;
    this.#create(own, size, unit, info, comm, win, error);
    this.#keep(pointer, win, own, { block, parts, shared: { pages, file, bytes } });
  }

  /** Of no process: the first that has anything. */
  query(win: number, rank: number, size: number, unit: number, pointer: number, error: number): void {
    const parts = this.#known.get(this.#memory.word(win))?.parts ?? [];
    const asked = this.#memory.word(rank);
    const part =
      asked === this.#library.flavour.ofProgram(constants.rank.MPI_PROC_NULL)
        ? (parts.find(({ bytes }) => bytes > 0) ?? parts[0])
        : parts[asked];
    if (!part)
      throw new ProgramExit(127, 'mpi: MPI_Win_shared_query: the window is not shared, or has no such process');
    const { view } = this.#memory.program;
    view.setBigInt64(size, BigInt(part.bytes), true);
    this.#memory.setWord(unit, part.unit);
    view.setBigInt64(pointer, BigInt(part.at), true);
    if (error !== 0) this.#memory.setWord(error, 0);
  }

  /** The constant that says how a window was made, by its number; undefined where the library knows it. */
  flavour(win: number): ConstantRow | undefined {
    const window = this.#known.get(win);
    const { MPI_WIN_FLAVOR_ALLOCATE, MPI_WIN_FLAVOR_SHARED } = constants.flavour;
    return window && (window.shared ? MPI_WIN_FLAVOR_SHARED : MPI_WIN_FLAVOR_ALLOCATE);
  }

  /** The library has let go of the window of this number. */
  free(win: number): void {
    const window = this.#known.get(win);
    if (!window) return;
    this.#known.delete(win);
    const { block, shared } = window;
    if (shared) {
      shared.pages.unmap(this.#memory.native(block), shared.bytes);
      if (shared.file !== undefined) shared.pages.close(shared.file);
    }
    this.#memory.program.heap.free(block);
  }

  #keep(pointer: number, win: number, at: number, window: Window): void {
    this.#memory.program.view.setBigInt64(pointer, BigInt(at), true);
    this.#known.set(this.#memory.word(win), window);
  }

  #long(place: number): number {
    return Number(this.#memory.program.view.getBigInt64(place, true));
  }

  #block(bytes: number, aligned: number): number {
    const block = this.#memory.program.allocate(Math.max(bytes, 1), aligned);
    if (block === 0) throw new ProgramExit(127, `mpi: no room for a window of ${bytes} bytes`);
    return block;
  }
}
