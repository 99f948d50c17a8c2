/** Memory as one block sees it: the program's, which stays as it is, with what the block has stored over it; shared memory; what each thread has for itself. */

import type { Value } from '../../ir/operations.ts';
import { isPointer, type MemoryType } from '../../ir/types.ts';

/** Where shared and local memory begin, as addresses go: behind all that a program can have. */
export const sharedBase = 2 ** 44;
export const localBase = 2 ** 45;
/** Each thread has so much. */
export const localStride = 2 ** 24;

const pageBytes = 4096;

export type Place = { readonly view: DataView; readonly at: number };

export class BlockMemory {
  readonly #program: DataView;
  readonly #pages = new Map<number, DataView>();
  readonly #shared: DataView;
  readonly #locals = new Map<number, DataView>();

  readonly #localBytes: number;

  constructor(program: DataView, sharedBytes: number, localBytes: number) {
    this.#program = program;
    this.#localBytes = localBytes;
    this.#shared = new DataView(new ArrayBuffer(sharedBytes + 16));
  }

  load(type: MemoryType, address: number): Value {
    const { view, at } = this.#placeOf(address, false);
    if (at < 0 || at + 8 > view.byteLength) throw new RangeError(`address ${address}`);
    if (isPointer(type)) return Number(view.getBigUint64(at, true));
    return loads[type](view, at);
  }

  store(type: MemoryType, address: number, value: Value): void {
    const { view, at } = this.#placeOf(address, true);
    if (at < 0 || at + 8 > view.byteLength) throw new RangeError(`address ${address}`);
    if (isPointer(type)) view.setBigUint64(at, BigInt(Number(value)), true);
    else stores[type](view, at, value);
  }

  #placeOf(address: number, changes: boolean): Place {
    if (address >= localBase) return this.#localPlace(address - localBase);
    if (address >= sharedBase) return { view: this.#shared, at: address - sharedBase };
    const page = Math.floor(address / pageBytes);
    const own = this.#pages.get(page) ?? (changes ? this.#copied(page) : undefined);
    return own ? { view: own, at: address - page * pageBytes } : { view: this.#program, at: address };
  }

  /** With room for a value that begins at its end. */
  #copied(page: number): DataView {
    const from = page * pageBytes;
    const copy = new Uint8Array(pageBytes + 8);
    const bytes = Math.max(0, Math.min(pageBytes, this.#program.byteLength - from));
    copy.set(new Uint8Array(this.#program.buffer, from, bytes));
    const view = new DataView(copy.buffer);
    this.#pages.set(page, view);
    return view;
  }

  #localPlace(at: number): Place {
    const thread = Math.floor(at / localStride);
    const view = this.#locals.get(thread) ?? new DataView(new ArrayBuffer(this.#localBytes + 16));
    this.#locals.set(thread, view);
    return { view, at: at % localStride };
  }
}

type Plain = Exclude<MemoryType, `ptr.${string}`>;

const loads: Readonly<Record<Plain, (view: DataView, at: number) => Value>> = {
  i8: (view, at) => view.getInt8(at),
  i16: (view, at) => view.getInt16(at, true),
  i32: (view, at) => view.getInt32(at, true),
  i64: (view, at) => view.getBigInt64(at, true),
  f16: (view, at) => view.getFloat16(at, true),
  f32: (view, at) => view.getFloat32(at, true),
  f64: (view, at) => view.getFloat64(at, true),
};

const stores: Readonly<Record<Plain, (view: DataView, at: number, value: Value) => void>> = {
  i8: (view, at, value) => view.setInt8(at, Number(value)),
  i16: (view, at, value) => view.setInt16(at, Number(value), true),
  i32: (view, at, value) => view.setInt32(at, Number(value), true),
  i64: (view, at, value) =>
    view.setBigInt64(at, BigInt(Number.isInteger(value) || typeof value === 'bigint' ? value : 0), true),
  f16: (view, at, value) => view.setFloat16(at, Number(value), true),
  f32: (view, at, value) => view.setFloat32(at, Number(value), true),
  f64: (view, at, value) => view.setFloat64(at, Number(value), true),
};
