/** Character functions. */
import type { Calls, Context } from './calls.ts';

export function textCalls({ memory }: Context): Calls<'text'> {
  return {
    'text.compare': (a, aLength, b, bLength) => compare(memory.bytes(a, aLength), memory.bytes(b, bLength)),
    'text.index': (string, length, part, partLength, back) =>
      BigInt(indexOf(memory.bytes(string, length), memory.bytes(part, partLength), back !== 0)),
    'text.scan': (string, length, set, setLength, back) =>
      BigInt(find(memory.bytes(string, length), memory.bytes(set, setLength), back !== 0, true)),
    'text.verify': (string, length, set, setLength, back) =>
      BigInt(find(memory.bytes(string, length), memory.bytes(set, setLength), back !== 0, false)),
    'text.trimmed': (string, length) => {
      const bytes = memory.bytes(string, length);
      let end = bytes.length;
      while (end > 0 && bytes[end - 1] === 32) end--;
      return BigInt(end);
    },
  };
}

function compare(a: Uint8Array, b: Uint8Array): number {
  const length = Math.max(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const difference = (a[i] ?? 32) - (b[i] ?? 32);
    if (difference !== 0) return difference < 0 ? -1 : 1;
  }
  return 0;
}

/** The place from 1, or 0. An empty part is found at 1, or backwards behind the end. */
function indexOf(string: Uint8Array, part: Uint8Array, back: boolean): number {
  const last = string.length - part.length;
  for (let n = 0; n <= last; n++) {
    const at = back ? last - n : n;
    if (part.every((byte, i) => string[at + i] === byte)) return at + 1;
  }
  return 0;
}

/** The first or last place whose character is in the set, or (`wanted` false) is not. */
function find(string: Uint8Array, set: Uint8Array, back: boolean, wanted: boolean): number {
  for (let n = 0; n < string.length; n++) {
    const at = back ? string.length - 1 - n : n;
    if (set.includes(string[at]!) === wanted) return at + 1;
  }
  return 0;
}
