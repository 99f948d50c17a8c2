/** Functions of characters of kind 4: codes of four bytes. */
import { placeOfAddress } from '../linear-memory.ts';
import type { ProgramMemory } from '../program-memory.ts';
import { toBytes } from '../wide-text.ts';
import type { Calls, Context } from './calls.ts';

const blank = 32;
const charKinds: Readonly<Record<string, number>> = { ASCII: 1, DEFAULT: 1, ISO_10646: 4 };

/** A copy of the codes. */
export function codesAt(memory: ProgramMemory, address: number, bytes: bigint): Uint32Array {
  return new Uint32Array(memory.copied(address, bytes).buffer);
}

export function storeCodes(memory: ProgramMemory, address: number, codes: ArrayLike<number>): void {
  const at = placeOfAddress(address);
  for (let i = 0; i < codes.length; i++) memory.view.setUint32(at + 4 * i, codes[i]!, true);
}

export function wideTextCalls({ memory }: Context): Calls<'text4'> {
  const codes = (address: number, bytes: bigint) => codesAt(memory, address, bytes);
  return {
    'text4.compare': (a, aLength, b, bLength) => compare(codes(a, aLength), codes(b, bLength)),
    'text4.index': (string, length, part, partLength, back) =>
      BigInt(indexOf(codes(string, length), codes(part, partLength), back !== 0)),
    'text4.scan': (string, length, set, setLength, back) =>
      BigInt(find(codes(string, length), codes(set, setLength), back !== 0, true)),
    'text4.verify': (string, length, set, setLength, back) =>
      BigInt(find(codes(string, length), codes(set, setLength), back !== 0, false)),
    'text4.trimmed': (string, length) => BigInt(4 * (codes(string, length).findLastIndex((c) => c !== blank) + 1)),
    'text4.leading': (string, length) => {
      const first = codes(string, length).findIndex((c) => c !== blank);
      return first < 0 ? length : BigInt(4 * first);
    },
    'text4.set': (name, length) => charKinds[memory.text(name, length).trim().toUpperCase()] ?? -1,
    'text4.blank': (address, bytes) => storeCodes(memory, address, new Uint32Array(Number(bytes) / 4).fill(blank)),
    'text4.widen': (from, bytes, to) => storeCodes(memory, to, memory.copied(from, bytes)),
    'text4.narrow': (from, bytes, to) => memory.bytes(to, bytes / 4n).set(toBytes(codes(from, bytes))),
  };
}

function compare(a: Uint32Array, b: Uint32Array): number {
  const length = Math.max(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const difference = (a[i] ?? blank) - (b[i] ?? blank);
    if (difference !== 0) return difference < 0 ? -1 : 1;
  }
  return 0;
}

/** The place from 1, or 0. An empty part is found at 1, or backwards behind the end. */
function indexOf(string: Uint32Array, part: Uint32Array, back: boolean): number {
  const last = string.length - part.length;
  for (let n = 0; n <= last; n++) {
    const at = back ? last - n : n;
    if (part.every((code, i) => string[at + i] === code)) return at + 1;
  }
  return 0;
}

/** The first or last place whose character is in the set, or (`wanted` false) is not. */
function find(string: Uint32Array, set: Uint32Array, back: boolean, wanted: boolean): number {
  for (let n = 0; n < string.length; n++) {
    const at = back ? string.length - 1 - n : n;
    if (set.includes(string[at]!) === wanted) return at + 1;
  }
  return 0;
}
