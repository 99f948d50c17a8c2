/** Memory outside of the program's, in which arguments are passed to the driver and results come back. It stays where it is. */
import type { Driver } from './driver-table.ts';

const cells = 64;

export class NativeMemory {
  readonly #driver: Driver;
  readonly #view: DataView;
  /** Address of the first cell. */
  readonly #base: number;

  constructor(driver: Driver) {
    this.#driver = driver;
    const buffer = new ArrayBuffer(cells * 8);
    this.#view = new DataView(buffer);
    this.#base = Number(driver.addressOf(buffer));
  }

  /** Address of a cell of 8 bytes: 0 to 63. */
  cell(index: number): number {
    return this.#base + 8 * index;
  }

  i32(index: number): number {
    return this.#view.getInt32(8 * index, true);
  }

  u64(index: number): bigint {
    return this.#view.getBigUint64(8 * index, true);
  }

  f32(index: number): number {
    return this.#view.getFloat32(8 * index, true);
  }

  setU64(index: number, value: number | bigint): void {
    this.#view.setBigUint64(8 * index, BigInt.asUintN(64, BigInt(value)), true);
  }

  /** The `part`th i32 from the cell on. */
  setI32(index: number, part: number, value: number): void {
    this.#view.setInt32(8 * index + 4 * part, value, true);
  }

  /** Zero-terminated text, and its address; keep it as long as the driver may read it. */
  text(text: string): { readonly address: number; readonly bytes: Uint8Array } {
    const bytes = new Uint8Array(new ArrayBuffer(text.length * 3 + 1));
    new TextEncoder().encodeInto(text, bytes);
    return { address: Number(this.#driver.addressOf(bytes.buffer)), bytes };
  }

  buffer(bytes: number): { readonly address: number; readonly bytes: Uint8Array } {
    const made = new Uint8Array(new ArrayBuffer(bytes));
    return { address: Number(this.#driver.addressOf(made.buffer)), bytes: made };
  }
}

/** Up to the first zero. */
export function textOf(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  return new TextDecoder().decode(bytes.subarray(0, end < 0 ? bytes.length : end));
}
