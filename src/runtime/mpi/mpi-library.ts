/** A loaded MPI library: its Fortran routines as functions of addresses. */
import type { Koffi } from '../cuda/load-koffi.ts';
import { ProgramExit } from '../program-exit.ts';
import type { Flavour } from './flavours.ts';
import type { SentinelName } from './places.ts';

export type Loaded = ReturnType<Koffi['load']>;
export type NativeRoutine = (...addresses: readonly number[]) => void;

export class MpiLibrary {
  readonly flavour: Flavour;
  readonly koffi: Koffi;
  readonly #library: Loaded;
  #device: boolean | undefined;
  readonly #known = new Map<string, NativeRoutine>();
  readonly #copy: (to: number, from: number, bytes: number) => void;

  constructor(koffi: Koffi, library: Loaded, flavour: Flavour) {
    this.koffi = koffi;
    this.#library = library;
    this.flavour = flavour;
    this.#copy = koffi.load(null).func('memcpy', 'void', ['int64_t', 'int64_t', 'size_t']);
  }

  /** Whether it takes addresses of a GPU's memory. */
  takesDevice(): boolean {
    this.#device ??= this.#asksForCuda();
    return this.#device;
  }

  #asksForCuda(): boolean {
    try {
      return Number(this.#library.func('MPIX_Query_cuda_support', 'int', [])()) !== 0;
    } catch {
      return false;
    }
  }

  /** Bytes from one address of the processor to another. */
  copy(to: number, from: number, bytes: number): void {
    if (bytes > 0) this.#copy(to, from, bytes);
  }

  /** A routine that every library has. */
  required(name: string, count: number): NativeRoutine {
    const known = this.#known.get(name) ?? this.routine(name, count);
    if (!known) throw new ProgramExit(127, `mpi: ${this.flavour.title} has no routine ${name}`);
    this.#known.set(name, known);
    return known;
  }

  /** A routine by its name in Fortran, with `count` arguments of which all are addresses or lengths. Undefined where the library has none. */
  routine(name: string, count: number): NativeRoutine | undefined {
    try {
      return this.#library.func(
        `${name}_`,
        'void',
        Array.from({ length: count }, () => 'int64_t'),
      );
    } catch {
      return undefined;
    }
  }

  /** Where the library has the variable that stands for something. Undefined where it knows none. */
  sentinel(name: SentinelName): number | undefined {
    const [symbol, offset] = this.flavour.sentinels[name];
    try {
      return Number(this.#library.symbol(symbol)) + offset;
    } catch {
      return undefined;
    }
  }
}
