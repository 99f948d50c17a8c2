/** Statements that begin with no word of Fortran: what may have been meant. */
import type { Diagnostic } from '../../../base/diagnostic.ts';
import * as errors from '../errors/syntax.ts';
import type { Token } from '../lex.ts';
import { type Cursor, closingOf, isMark, isName } from './cursor.ts';
import { startsType } from './types.ts';

export function noStatement(c: Cursor): Diagnostic {
  const { token } = c;
  const written = c.statement.text.slice(token.from, token.to);
  if (token.kind === 'unknown') return errors.unexpectedCharacter(written, c.here());
  return errors.noStatement(written, c.here());
}

/** A word that is none of `known`. */
export function unknownStatement(c: Cursor, known: readonly string[]): Diagnostic {
  const { token } = c;
  const written = c.statement.text.slice(token.from, token.to);
  const at = c.here();
  const help = foreign.get(token.text);
  if (help !== undefined) return errors.unknownStatement(written, at, help);
  const target = targetInHeading(c.tokens);
  if (target !== undefined) return errors.headingWithoutAttributes(written, target, at);
  if (isMark(c.peek(1), '<<<')) return errors.missingCall(written, c.statement.text.slice(token.from).trim(), at);
  const meant = errors.nearest(token.text, known);
  if (meant !== undefined) return errors.misspelt(written, meant, at);
  const end = designatorEnd(c);
  if (end && end.kind === 'end') {
    return errors.missingCall(written, c.statement.text.slice(token.from).trim(), at);
  }
  if (isMark(end, '==')) return errors.equalityForAssignment(c.span(c.at, c.tokens.indexOf(end!) + 1));
  if (end && '+-*/'.includes(end.text) && isMark(c.tokens[c.tokens.indexOf(end) + 1], '=')) {
    const after = c.tokens[c.tokens.indexOf(end) + 1]!;
    const { text } = c.statement;
    const [changed, value] = [text.slice(token.from, end.from).trim(), text.slice(after.to).trim()];
    return errors.compoundAssignment(changed, end.text, value, c.span(c.at, c.tokens.indexOf(end) + 2));
  }
  const twice = end && c.tokens[c.tokens.indexOf(end) + 1];
  if (end && '+-'.includes(end.text) && twice?.text === end.text && c.tokens.at(-2) === twice)
    return errors.incrementOfC(c.statement.text.slice(token.from, end.from).trim(), end.text, c.whole());
  return errors.unknownStatement(written, at, isMark(c.peek(1), ',') ? typeFirst(c) : undefined);
}

/** `device, real :: a(n)`. */
function typeFirst(c: Cursor): string | undefined {
  const { text } = c.statement;
  const [first, type, rest] = [c.token, c.peek(2), c.peek(3)];
  if (!startsType(type, rest)) return undefined;
  return `${text.slice(type.from, type.to)}, ${text.slice(first.from, first.to)}${text.slice(type.to)}`.trim();
}

/** `global subroutine k(a)`, `__global__ …`, `attribute(global) …`: the word meant in `attributes(…)`. */
export function targetInHeading(tokens: readonly Token[]): string | undefined {
  const [first, mark, word] = tokens;
  const inBrackets = isName(first, 'attribute') && isMark(mark, '(');
  const named = inBrackets ? word?.text : first?.text;
  const target = named === undefined ? undefined : /^(?:__)?(global|device|host|grid_global)(?:__)?$/.exec(named)?.[1];
  const next = inBrackets ? 4 : 1;
  return tokens.slice(next, next + 3).some((t) => isName(t, 'subroutine') || isName(t, 'function'))
    ? target
    : undefined;
}

/** Words of other languages, and what Fortran says. */
export const foreign = new Map<string, string>([
  ['while', 'do while (condition)'],
  ['for', 'do i = first, last'],
  ['foreach', 'do i = first, last'],
  ['int', 'integer :: name'],
  ['float', 'real :: name'],
  ['bool', 'logical :: name'],
  ['char', 'character :: name'],
  ['const', 'type, parameter :: name = value'],
  ['void', 'subroutine name(arguments)'],
  ['def', 'subroutine name(arguments)'],
  ['switch', 'select case (value)'],
  ['elif', 'else if (condition) then'],
  ['break', 'exit'],
  ['printf', 'print *, items'],
  ['__syncthreads', 'call syncthreads()'],
  ['__syncwarp', 'call syncwarp(mask)'],
  ['__threadfence', 'call threadfence()'],
  ['__threadfence_block', 'call threadfence_block()'],
  ['__shared__', 'type, shared :: name(extents)'],
  ['__constant__', 'type, constant :: name'],
  ['end while', 'end do'],
  ['end for', 'end do'],
]);

/** The token after the designator at the cursor, if its brackets close. */
function designatorEnd(c: Cursor): Token | undefined {
  let i = c.at + 1;
  for (;;) {
    const token = c.tokens[i];
    if (isMark(token, '(')) {
      const close = closingOf(c.tokens, i);
      if (close < 0) return undefined;
      i = close + 1;
    } else if (isMark(token, '%')) i += 2;
    else return token;
  }
}

/** The word after `end`, which is none of `known`. */
export function unknownEnd(c: Cursor, known: readonly string[]): Diagnostic {
  const { text } = c.token;
  const written = `end ${text}`;
  const meant = errors.nearest(text, known);
  if (meant !== undefined) return errors.misspelt(written, `end ${meant}`, c.span(c.at - 1, c.at + 1));
  return errors.unknownStatement(written, c.span(c.at - 1, c.at + 1), foreign.get(written));
}
