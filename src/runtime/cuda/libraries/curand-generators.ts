/** Generators of cuRAND on the device: NVIDIA's stand beside ours from the start, and are set as ours are. */
import { notDone } from '../../bind/native.ts';
import type { Bridge, Flat } from './bridge.ts';
import type { NativeFunction } from './native-libraries.ts';
import type { CFunction, NativeRow } from './signature.ts';

const create: CFunction = { library: 'curand', name: 'curandCreateGenerator', takes: 'pi' };
const destroy: CFunction = { library: 'curand', name: 'curandDestroyGenerator', takes: 'r' };

export class CurandGenerators {
  readonly #bridge: Bridge;
  readonly #natives = new Map<number, number>();

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
  }

  bind(row: NativeRow): (flats: readonly Flat[]) => number {
    if (row.does === 'create') return (flats) => this.#create(flats);
    if (row.does === 'destroy') return (flats) => this.#destroy(this.#number(flats));
    return row.calls ? this.#call(row.calls) : () => notDone;
  }

  #number(flats: readonly Flat[]): number {
    return this.#bridge.integer(flats[0] ?? 0, 8);
  }

  #create(flats: readonly Flat[]): number {
    const make = this.#bridge.function(create);
    this.#bridge.device();
    if (make?.(this.#bridge.cells.cell(0), flats[1] ?? 0) === 0)
      this.#natives.set(this.#number(flats), Number(this.#bridge.cells.u64(0)));
    return notDone;
  }

  #destroy(number: number): number {
    const native = this.#natives.get(number);
    if (native !== undefined) this.#bridge.function(destroy)?.(native);
    this.#natives.delete(number);
    return notDone;
  }

  /** A generator keeps where it stands: once captured into a graph its numbers are ours only. */
  #call(wanted: CFunction): (flats: readonly Flat[]) => number {
    let call: NativeFunction | undefined;
    const native = (flat: Flat) => this.#natives.get(this.#bridge.integer(flat, 8));
    const convert = this.#bridge.converter(wanted.takes, native);
    return (flats) => {
      if (!this.#bridge.isFree) return notDone;
      call ??= this.#bridge.function(wanted);
      const args = call && convert(flats);
      return call && args ? call(...args) : notDone;
    };
  }
}
