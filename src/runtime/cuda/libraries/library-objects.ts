/** Handles of a library and its other objects (descriptors of cuSPARSE, parameters of cuSOLVER): NVIDIA's are made beside ours, and changed as ours are. */
import { notDone } from '../../bind/native.ts';
import type { Bridge, Flat } from './bridge.ts';
import { type HandleCalls, Handles } from './handles.ts';
import type { NativeFunction } from './native-libraries.ts';
import type { CFunction, LibraryName, NativeRow } from './signature.ts';

export class LibraryObjects {
  readonly #bridge: Bridge;
  readonly #handles: Handles;
  readonly #natives = new Map<number, number>();

  constructor(bridge: Bridge, library: LibraryName, calls: HandleCalls) {
    this.#bridge = bridge;
    this.#handles = new Handles(bridge, library, calls);
  }

  bind(row: NativeRow): (flats: readonly Flat[]) => number {
    switch (row.does) {
      case 'make':
        return row.calls ? this.#make(row.calls) : () => notDone;
      case 'unmake':
        return (flats) => this.#unmake(row.calls, this.#number(flats[0]));
      case 'forget':
        return (flats) => this.#unmake(undefined, this.#number(flats[row.forgets ?? 0]));
      case undefined:
      case 'setting':
        return row.calls ? this.#call(row, row.calls) : () => notDone;
      default:
        return this.#handles.bind(row);
    }
  }

  #number(flat: Flat | undefined): number {
    return this.#bridge.integer(flat ?? 0, 8);
  }

  #make(wanted: CFunction): (flats: readonly Flat[]) => number {
    const convert = this.#bridge.converter(wanted.takes, () => undefined);
    return (flats) => {
      const args = convert(flats);
      const made = args && this.#bridge.function(wanted)?.(this.#bridge.cells.cell(0), ...args.slice(1));
      if (made === 0) this.#natives.set(this.#number(flats[0]), Number(this.#bridge.cells.u64(0)));
      return notDone;
    };
  }

  #unmake(wanted: CFunction | undefined, number: number): number {
    const native = this.#natives.get(number);
    if (wanted && native !== undefined) this.#bridge.function(wanted)?.(native);
    this.#natives.delete(number);
    return notDone;
  }

  #call(row: NativeRow, wanted: CFunction): (flats: readonly Flat[]) => number {
    let call: NativeFunction | undefined;
    const convert = this.#bridge.converter(
      wanted.takes,
      (flat) => this.#handles.native(this.#number(flat), row.scalars),
      (flat) => this.#natives.get(this.#number(flat)),
    );
    return (flats) => {
      if (!this.#bridge.isFree) return notDone;
      call ??= this.#bridge.function(wanted);
      const args = call && convert(flats);
      return call && args ? call(...args) : notDone;
    };
  }
}
