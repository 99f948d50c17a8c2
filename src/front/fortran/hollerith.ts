/** Hollerith constants: `5hhello`. What belongs to one is text, whatever it looks like. */

const hollerithEnd = /(?:^|[(,/*=\s])(\d+)[hH]$/;

/** How many characters after the `h` at `at` belong to its Hollerith constant; 0 where it is an ordinary letter. */
export function hollerithLength(text: string, at: number): number {
  const before = text.charCodeAt(at - 1);
  if (!(before >= 48 && before <= 57)) return 0;
  const match = hollerithEnd.exec(text.slice(Math.max(0, at - 6), at + 1));
  return match ? Number(match[1]) : 0;
}
