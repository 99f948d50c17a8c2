/** Characters of kind 4: one code of ISO 10646 in four bytes each; in files UTF-8, or one byte each. */

const blank = 32;
const unknown = 63;

export function toUtf8(codes: Uint32Array): Uint8Array {
  let text = '';
  for (const code of codes) text += String.fromCodePoint(code <= 0x10ffff ? code : unknown);
  return new TextEncoder().encode(text);
}

/** What has no place in one byte becomes a question mark. */
export function toBytes(codes: Uint32Array): Uint8Array {
  return Uint8Array.from(codes, (code) => (code < 256 ? code : unknown));
}

export function fromUtf8(bytes: Uint8Array): Uint32Array {
  return Uint32Array.from(new TextDecoder().decode(bytes), (c) => c.codePointAt(0) ?? blank);
}

/** How many bytes so many characters of UTF-8 take from `at` on; each that is missing counts one. */
export function bytesOfCharacters(bytes: Uint8Array, at: number, count: number): number {
  let end = at;
  for (let n = 0; n < count; n++) {
    end++;
    while (end < bytes.length && (bytes[end]! & 0xc0) === 0x80) end++;
  }
  return end - at;
}

/** Into `target`, with blanks behind; cut where there is no room. */
export function placeCodes(target: Uint32Array, codes: Uint32Array): void {
  target.fill(blank);
  target.set(codes.subarray(0, target.length));
}
