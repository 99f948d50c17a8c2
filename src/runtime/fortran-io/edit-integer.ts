/** Output editing of integers and of bits: I, B, O and Z. */

const radixes = { B: 2, O: 8, Z: 16 } as const;

/** Iw.m; width 0: as narrow as possible. */
export function editInteger(value: bigint, width: number, minimum: number, plus: boolean): string {
  const magnitude = (value < 0n ? -value : value).toString();
  if (minimum === 0 && value === 0n) return ' '.repeat(Math.max(width, 0));
  const sign = value < 0n ? '-' : plus ? '+' : '';
  return fitInteger(sign + magnitude.padStart(minimum, '0'), width);
}

/** Bw.m, Ow.m, Zw.m of the bits of an item, as an unsigned number. */
export function editBits(bits: bigint, letter: 'B' | 'O' | 'Z', width: number, minimum: number): string {
  if (minimum === 0 && bits === 0n) return ' '.repeat(width);
  return fitInteger(bits.toString(radixes[letter]).toUpperCase().padStart(minimum, '0'), width);
}

function fitInteger(text: string, width: number): string {
  return width === 0 ? text : text.length > width ? '*'.repeat(width) : text.padStart(width);
}
