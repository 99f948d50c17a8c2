/** Addresses on the stack, of either width. */
import type { Code } from './encode.ts';

export function addressConst(code: Code, n: number): void {
  if (code.address === 'i64') {
    code.out.byte(0x42);
    code.out.s64(BigInt(n));
  } else {
    code.out.byte(0x41);
    code.out.s32(n);
  }
}

/** The sum of two addresses. */
export function addAddress(code: Code): void {
  code.out.byte(code.address === 'i64' ? 0x7c : 0x6a);
}

/** The difference of two addresses. */
export function subtractAddress(code: Code): void {
  code.out.byte(code.address === 'i64' ? 0x7d : 0x6b);
}

/** Whether an address or a distance is below what lies above it, an i32 that is not negative. */
export function isBelowIndex(code: Code): void {
  code.out.all(code.address === 'i64' ? [0xad, 0x54] : [0x49]);
}

/** The sum of an address and, above it, an i32 that is not negative. */
export function addIndex(code: Code): void {
  code.out.all(code.address === 'i64' ? [0xad, 0x7c] : [0x6a]);
}

/** An address as an i64. */
export function widenAddress(code: Code): void {
  if (code.address === 'i32') code.out.byte(0xad);
}

/** The address plus a constant. */
export function offsetAddress(code: Code, n: number): void {
  if (n === 0) return;
  addressConst(code, n);
  addAddress(code);
}

/** How many pages of memory there are but for some. */
export function pagesBut(code: Code, pages: number): void {
  code.out.all([0x3f, 0]);
  addressConst(code, pages);
  subtractAddress(code);
}

/** Whether the page of the address in a local is neither the first one, which may be guarded, nor behind as many pages as `most` puts on the stack. */
export function isWithinPages(code: Code, at: number, most: () => void): void {
  const wide = code.address === 'i64';
  code.out.byte(0x20);
  code.out.u32(at);
  // (at >>> 16) - 1 < most, without signs
  code.out.all(wide ? [0x42, 16, 0x88, 0x42, 1, 0x7d] : [0x41, 16, 0x76, 0x41, 1, 0x6b]);
  most();
  code.out.byte(wide ? 0x54 : 0x49);
}
