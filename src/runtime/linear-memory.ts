/** A program's memory of either width: addresses of 32 bits (4 GiB) or 64 bits (as much as the engine gives). */
import type { AddressType } from '../back/wasm/encode/artifact.ts';

export const pageBytes = 65536;
/** With 32 bits one page less than there could be, so that the last addresses always trap. */
export const maxPages: Readonly<Record<AddressType, number>> = { i32: 65535, i64: 262144 };

/** The modules that it is given to must have been made for the same kind of addresses. */
export function newMemory(pages: number, address: AddressType): WebAssembly.Memory {
  if (address === 'i32') return new WebAssembly.Memory({ initial: pages, maximum: maxPages.i32, shared: true });
  return newWideMemory(pages, maxPages.i64);
}

/** Where the system has less room for addresses than the engine, the maximum is smaller. */
function newWideMemory(pages: number, maximum: number): WebAssembly.Memory {
  const wide = { initial: BigInt(pages), maximum: BigInt(maximum), shared: true, address: 'i64' };
  try {
    return Reflect.construct(WebAssembly.Memory, [wide]);
  } catch (problem) {
    const less = Math.floor(maximum / 2);
    if (!(problem instanceof RangeError) || less < pages) throw problem;
    return newWideMemory(pages, less);
  }
}

/** Gives the address of the new pages; throws where there is no room. */
export function growMemory(memory: WebAssembly.Memory, pages: number, address: AddressType): number {
  const before: number | bigint = Reflect.apply(memory.grow, memory, [address === 'i64' ? BigInt(pages) : pages]);
  return Number(before) * pageBytes;
}

/** As functions of modules take it. */
export function addressFor(address: AddressType): (at: number) => number | bigint {
  return address === 'i64' ? BigInt : (at) => at;
}

/** An address from compiled code: of 32 bits it arrives signed. */
export function placeOfAddress(address: number | bigint): number {
  const at = Number(address);
  return at < 0 ? at + 2 ** 32 : at;
}
