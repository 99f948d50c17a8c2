/** A loaded MPI library: its Fortran routines as functions of addresses. */
import type { Koffi } from '../cuda/load-koffi.ts';
import type { Flavour } from './flavours.ts';
import type { SentinelName } from './places.ts';

export type Loaded = ReturnType<Koffi['load']>;
export type NativeRoutine = (...addresses: readonly number[]) => void;

export class MpiLibrary {
  readonly flavour: Flavour;
  readonly koffi: Koffi;
  readonly #library: Loaded;

  constructor(koffi: Koffi, library: Loaded, flavour: Flavour) {
    this.koffi = koffi;
    this.#library = library;
    this.flavour = flavour;
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
