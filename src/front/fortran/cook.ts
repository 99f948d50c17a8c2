/**
 * Cooking: lines become statements. Comments go, continued lines are joined, sentinels of CUDA Fortran are resolved,
 * `include` lines are replaced by what they name. Every character keeps its place in its source.
 */
import { cookFixedLines } from './cook-fixed.ts';
import { cookFreeLines } from './cook-free.ts';
import { type Cooked, Cooking, type CookOptions, type Reader } from './cook-statements.ts';
import type { MappedText } from './cook-text.ts';

export type Form = 'free' | 'fixed';

export function cook(lines: readonly MappedText[], form: Form, options: CookOptions): Cooked[] {
  const plain = form === 'free' ? cookFreeLines : cookFixedLines;
  const read: Reader = options.openmp ? (list, cooking) => plain(withOpenmp(list, form), cooking) : plain;
  const cooking = new Cooking(options, read);
  read(lines, cooking);
  return cooking.out;
}

const openmpSentinel: Readonly<Record<Form, RegExp>> = {
  free: /^\s*!\$(?=\s)/,
  fixed: /^[c*!]\$(?=[ \d]{3}|[ \d]*\t)/i,
};

/** The lines with blanks in place of the sentinel. */
function withOpenmp(lines: readonly MappedText[], form: Form): readonly MappedText[] {
  const pattern = openmpSentinel[form];
  return lines.map((line) =>
    line.text.includes('$') ? { ...line, text: line.text.replace(pattern, (found) => ' '.repeat(found.length)) } : line,
  );
}
