/**
 * Calls of routines that take nothing but addresses, which only move: a message of a few bytes takes no longer than the way to the library. Each routine gets code of its own,
 * since V8 keeps what it learns of a call with the text of the function: then the call of the library is compiled into it.
 */
import type { MpiCall } from '../bind/mpi.ts';
import type { NativeCall } from '../native/call-stubs.ts';

/** What the program has printed: before a call it must be seen. */
export type Printed = { readonly isDirty: boolean; readonly flush: () => void };

/** The cells of a call, in words of 32 bits; addresses have 32 bits and move by `base`. */
export type PlainCall = {
  readonly native: NativeCall;
  readonly base: number;
  /** Which arguments may stand for something else than the address, or be absent. */
  readonly mayStand: readonly boolean[];
  /** Addresses from `first` on, `span` further ones, and 0 are looked at by `special`. */
  readonly first: number;
  readonly span: number;
  readonly special: (argument: number, place: number) => void;
  readonly printed: Printed;
  /** Whether the library may call procedures of the program by now. */
  readonly state: { readonly callsBack: boolean };
};

/** Takes addresses as numbers. */
export function plainCall(plan: PlainCall): MpiCall {
  const { native, base, mayStand, first, span, special, printed, state } = plan;
  const low = base % 2 ** 32;
  const high = Math.floor(base / 2 ** 32);
  const params = mayStand.map((_, i) => `a${i}`);
  const moved = (i: number) =>
    `sum = ${low} + p; cells[${2 * i}] = sum; cells[${2 * i + 1}] = sum < 4294967296 ? ${high} : ${high + 1};`;
  const steps = mayStand.map((may, i) => {
    const step = may
      ? `if (p === 0 || ((p - ${first}) >>> 0) <= ${span}) special(${i}, p); else { ${moved(i)} }`
      : moved(i);
    return `p = a${i} >>> 0; ${step}`;
  });
  const text = `let p, sum; return (${params.join(', ')}) => { if (printed.isDirty) printed.flush(); ${steps.join(' ')} state.callsBack ? call() : direct(); return 1; };`;
  const make = new Function('cells', 'call', 'direct', 'state', 'special', 'printed', text);
  return make(native.cells, native.call, native.direct ?? native.call, state, special, printed);
}
