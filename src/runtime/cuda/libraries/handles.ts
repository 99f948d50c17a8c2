/**
 * Handles of cuBLAS and cuSOLVER. Ours are numbers that stay the program's; NVIDIA's are made beside them, on other devices when they are first needed there, and follow
 * what was set for ours.
 */
import { notDone } from '../../bind/native.ts';
import type { Bridge, Flat } from './bridge.ts';
import type { NativeFunction } from './native-libraries.ts';
import type { CFunction, LibraryName, NativeRow } from './signature.ts';

type Settings = { stream: bigint; math: number };
type Made = { readonly native: number; stream: bigint; math: number; scalars: 'host' | 'device' };

/** The functions that make and set a handle. */
export type HandleCalls = {
  readonly create: CFunction;
  readonly destroy: CFunction;
  readonly stream: CFunction;
  readonly scalars?: CFunction;
  readonly math?: CFunction;
};

/** The number of the handle of cuBLAS's routines without one. */
const legacyHandle = 0;

export class Handles {
  readonly #bridge: Bridge;
  readonly #library: LibraryName;
  readonly #calls: HandleCalls;
  readonly #settings = new Map<number, Settings>();
  readonly #made = new Map<number, Map<number, Made>>();

  constructor(bridge: Bridge, library: LibraryName, calls: HandleCalls) {
    this.#bridge = bridge;
    this.#library = library;
    this.#calls = calls;
  }

  /** The function for a row of these libraries. */
  bind(row: NativeRow): (flats: readonly Flat[]) => number {
    if (row.calls) return this.#call(row, row.calls);
    if (row.does === 'initialise') return () => this.#initialise();
    return (flats) => {
      const number = this.#bridge.integer(flats[0] ?? 0, 8);
      const settings = this.#settings.get(number);
      if (row.does === 'create') this.#create(number);
      else if (row.does === 'destroy') this.#destroy(number);
      else if (row.does === 'stream' && settings) settings.stream = BigInt(flats[1] ?? 0);
      else if (row.does === 'math' && settings) settings.math = Number(flats[1] ?? 0);
      return notDone;
    };
  }

  /** NVIDIA's as well, so that the first call of another function does not take the time. */
  #create(number: number): void {
    this.#settings.set(number, { stream: 0n, math: 0 });
    this.#on(this.#bridge.device(), number);
  }

  #initialise(): number {
    if (!this.#settings.has(legacyHandle)) this.#settings.set(legacyHandle, { stream: 0n, math: 0 });
    return notDone;
  }

  #call(row: NativeRow, wanted: CFunction): (flats: readonly Flat[]) => number {
    let call: NativeFunction | undefined;
    const convert = this.#bridge.converter(wanted.takes, (flat) =>
      this.native(this.#bridge.integer(flat, 8), row.scalars),
    );
    return (flats) => {
      if (!this.#bridge.isFree) return notDone;
      call ??= this.#bridge.function(wanted);
      const args = call && convert(flats);
      return call && args ? call(...args) : notDone;
    };
  }

  /** NVIDIA's handle on the current device, set as ours is; undefined where there is none of this number. */
  native(number: number, scalars: 'host' | 'device' | undefined): number | undefined {
    const settings = this.#settings.get(number);
    const made = settings && this.#on(this.#bridge.device(), number);
    if (!made) return undefined;
    if (made.stream !== settings.stream) {
      this.#bridge.function(this.#calls.stream)?.(made.native, settings.stream);
      made.stream = settings.stream;
    }
    if (this.#calls.math && made.math !== settings.math) {
      this.#bridge.function(this.#calls.math)?.(made.native, settings.math);
      made.math = settings.math;
    }
    if (this.#calls.scalars && scalars && made.scalars !== scalars) {
      this.#bridge.function(this.#calls.scalars)?.(made.native, scalars === 'device' ? 1 : 0);
      made.scalars = scalars;
    }
    return made.native;
  }

  #on(device: number, number: number): Made | undefined {
    const known = this.#made.get(device) ?? new Map<number, Made>();
    this.#made.set(device, known);
    const before = known.get(number);
    if (before) return before;
    const create = this.#bridge.function(this.#calls.create);
    if (!create) return undefined;
    const status = create(this.#bridge.cells.cell(0));
    if (status !== 0) {
      this.#bridge.giveUp(this.#library, `${this.#calls.create.name} gives status ${status}`);
      return undefined;
    }
    const made: Made = { native: Number(this.#bridge.cells.u64(0)), stream: 0n, math: 0, scalars: 'host' };
    known.set(number, made);
    return made;
  }

  #destroy(number: number): void {
    this.#settings.delete(number);
    for (const known of this.#made.values()) {
      const made = known.get(number);
      if (made) this.#bridge.function(this.#calls.destroy)?.(made.native);
      known.delete(number);
    }
  }
}
