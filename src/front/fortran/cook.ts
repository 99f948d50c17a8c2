/**
 * Cooking: lines become statements. Comments go, continued lines are joined, sentinels of CUDA Fortran are resolved,
 * `include` lines are replaced by what they name. Every character keeps its place in its source.
 */
import { cookFixedLines } from './cook-fixed.ts';
import { cookFreeLines } from './cook-free.ts';
import { type Cooked, Cooking, type CookOptions, type Reader } from './cook-statements.ts';
import type { Form, MappedText } from './cook-text.ts';

/** Calls `take` with each statement, in order. */
export function cook(
  lines: Iterable<MappedText>,
  form: Form,
  options: CookOptions,
  take: (statement: Cooked) => void,
): void {
  const plain = form === 'free' ? cookFreeLines : cookFixedLines;
  const { openmp } = options;
  const read: Reader = (list, cooking) => {
    plain(openmp ? withOpenmp(list, form) : list, cooking);
  };
  read(lines, new Cooking(options, read, take));
}

const openmpSentinel: Readonly<Record<Form, RegExp>> = {
  free: /^\s*!\$(?=\s)/,
  fixed: /^[c*!]\$(?=[ \d]{3}|[ \d]*\t)/i,
};

/** The lines with blanks in place of the sentinel. */
function withOpenmp(lines: Iterable<MappedText>, form: Form): readonly MappedText[] {
  const pattern = openmpSentinel[form];
  return Array.from(lines, (line) =>
    line.text.includes('$') ? { ...line, text: line.text.replace(pattern, (found) => ' '.repeat(found.length)) } : line,
  );
}
