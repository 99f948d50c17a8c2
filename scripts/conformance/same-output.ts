/**
 * Whether two programs printed the same. List-directed output leaves widths, digits and line breaks to the compiler, so that words are compared: numbers as
 * numbers, with the digits a real(4) has where one of them is not an integer.
 */
export function sameOutput(a: string, b: string): boolean {
  if (a === b) return true;
  const [left, right] = [wordsOf(a), wordsOf(b)];
  return left.length === right.length && left.every((word, i) => sameWord(word, right[i] ?? ''));
}

/** The first words that differ, for a report. */
export function firstDifference(expected: string, got: string): string {
  const [left, right] = [wordsOf(expected), wordsOf(got)];
  const at = left.findIndex((word, i) => !sameWord(word, right[i] ?? ''));
  const from = at < 0 ? left.length : at;
  const show = (words: readonly string[]): string => words.slice(from, from + 4).join(' ') || 'nothing';
  return `prints ${show(right)} for ${show(left)}`.slice(0, 160);
}

function wordsOf(text: string): string[] {
  return text.split(/[\s,()=]+/).filter((word) => word !== '');
}

const number = /^[+-]?(\d+\.?\d*|\.\d+)([edq][+-]?\d+|[+-]\d+)?$/i;

function sameWord(a: string, b: string): boolean {
  if (a === b) return true;
  if (!number.test(a) || !number.test(b)) return a.toLowerCase() === b.toLowerCase() && /nan|inf/i.test(a);
  const [x, y] = [numberOf(a), numberOf(b)];
  if (/^[+-]?\d+$/.test(a) && /^[+-]?\d+$/.test(b)) return x === y && a.length > 15 ? BigInt(a) === BigInt(b) : x === y;
  return Math.abs(x - y) <= 2e-6 * Math.max(Math.abs(x), Math.abs(y)) + 1e-30;
}

/** `1.0-101` has an exponent too. */
function numberOf(word: string): number {
  return Number(
    word
      .toLowerCase()
      .replace(/[dq]/, 'e')
      .replace(/(\d\.?)([+-]\d+)$/, (_, digit, power) => `${digit}e${power}`),
  );
}
