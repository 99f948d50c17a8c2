/** How the routines of a loaded MPI library are reached: called as its Fortran bindings are, with addresses, and behind them the lengths of texts. */
import { callStubs, type NativeCall, passedCall } from '../native/call-stubs.ts';
import { directCalls } from '../native/direct-calls.ts';
import type { Koffi } from '../native/load-koffi.ts';
import type { Flavour } from './flavours.ts';
import type { SentinelName } from './places.ts';

export type Loaded = ReturnType<Koffi['load']>;

/** A procedure that takes addresses. */
export type TakesAddresses = (...addresses: (number | bigint)[]) => void;

export type Bindings = {
  /** By its name in Fortran; undefined where the library lacks it. */
  readonly find: (name: string, count: number) => NativeCall | undefined;
  /** Where the library has the variable that stands for something; undefined where it knows none. */
  readonly sentinel: (name: SentinelName) => number | undefined;
  /** An address by which the library calls a procedure whose arguments have these kinds (callbacks.ts). */
  readonly callable: (kinds: readonly string[], run: TakesAddresses) => number;
};

export function fortranBindings(koffi: Koffi, library: Loaded, flavour: Flavour): Bindings {
  const stubs = callStubs(koffi, directCalls(koffi));
  // Tools that were loaded before the library (LD_PRELOAD) may stand in its place.
  const all = koffi.load(null);
  const addressOf = (symbol: string): number => {
    const own = Number(library.symbol(symbol));
    try {
      return Number(all.symbol(symbol));
    } catch {
      return own;
    }
  };
  const passed = (symbol: string, count: number): NativeCall => {
    const types = Array.from({ length: count }, () => 'int64_t');
    return passedCall(library.func(symbol, 'void', types), count);
  };
  return {
    find: (name, count) => {
      const symbol = `${name}_`;
      try {
        return stubs?.(addressOf(symbol), count) ?? passed(symbol, count);
      } catch {
        return undefined;
      }
    },
    sentinel: (name) => {
      const known = flavour.sentinels[name];
      try {
        return typeof known === 'number' ? known : Number(library.symbol(known[0])) + known[1];
      } catch {
        return undefined;
      }
    },
    callable: (kinds, run) => {
      const type = koffi.proto(
        'void',
        kinds.map(() => 'int64_t'),
      );
      return Number(koffi.register(run, koffi.pointer(type)));
    },
  };
}
