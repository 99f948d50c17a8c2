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
