/** Brackets that do not match: the likeliest reason why a statement makes no sense. */
import type { Diagnostic } from '../../../base/diagnostic.ts';
import * as errors from '../errors/syntax.ts';
import type { Cursor } from './cursor.ts';

const closers = new Map([
  ['(', ')'],
  ['[', ']'],
  ['(/', '/)'],
]);
const closing = new Set(closers.values());

export function bracketMistake(c: Cursor): Diagnostic | undefined {
  const open: number[] = [];
  const at = (i: number) => c.span(i, i + 1);
  for (let i = 0; i < c.tokens.length; i++) {
    const token = c.tokens[i]!;
    if (token.kind !== 'mark') continue;
    if (closers.has(token.text)) open.push(i);
    if (!closing.has(token.text)) continue;
    const last = open.pop();
    if (last === undefined) return errors.unopened(token.text, at(i));
    const wanted = closers.get(c.tokens[last]!.text)!;
    if (wanted !== token.text) return errors.mismatchedBracket(token.text, wanted, at(i), at(last));
  }
  const last = open.pop();
  if (last !== undefined && endsInNotEqual(c)) return errors.notEqualOfC(at(c.tokens.length - 1));
  return last === undefined ? undefined : errors.unclosed(c.tokens[last]!.text, at(last), at(c.tokens.length - 1));
}

/** `if (a != b) then`: what follows the mark is a comment. */
export function endsInNotEqual(c: Cursor): boolean {
  const { source, to } = c.whole();
  return /^[ \t]*!=/.test(source.text.slice(to, to + 20));
}
