/**
 * What a statement with a mistake was meant to be, as far as the statements around it depend on that: a heading whose
 * details are wrong still opens its construct, so that one mistake gives one message.
 */

import { nearest } from '../errors/syntax.ts';
import type { Token } from '../lex.ts';
import type * as tree from '../tree.ts';
import { endsInNotEqual } from './brackets.ts';
import { type Cursor, closingOf, isMark, isName } from './cursor.ts';
import { meantTarget } from './headings.ts';
import type { Bare, Line } from './lines.ts';
import { repaired } from './repair.ts';
import { statementWords } from './statement.ts';
import { foreign, targetInHeading } from './unknown-statement.ts';

type Reread = (tokens: readonly Token[]) => Bare<Line> | undefined;

export function guess(c: Cursor, reread: Reread): Bare<Line> {
  const start = isMark(c.tokens[1], ':') && c.tokens[2]?.kind === 'name' ? 2 : 0;
  const first = c.tokens[start]!;
  if (first.kind !== 'name') return { kind: 'broken' };
  const name = start === 2 ? nameAt(c, 0) : undefined;
  return (
    repaired(c, reread) ??
    unit(c, reread) ??
    construct(c, first, start, name) ??
    middle(c, first) ??
    respelt(c, first, start, reread) ?? { kind: 'broken' }
  );
}

function nameAt(c: Cursor, i: number): tree.Name | undefined {
  const token = c.tokens[i];
  return token?.kind === 'name' ? { kind: 'name', span: c.span(i, i + 1), text: token.text } : undefined;
}

/** `attributes(target)` in the place of a token. */
function attributesOf(at: Token, target: string): Token[] {
  const name = (text: string): Token => ({ ...at, kind: 'name', text });
  const mark = (text: string): Token => ({ ...at, kind: 'mark', text });
  return [name('attributes'), mark('('), name(target), mark(')')];
}

function unit(c: Cursor, reread: Reread): Bare<Line> | undefined {
  const { tokens } = c;
  const i = tokens.findIndex((token) => isName(token, 'subroutine') || isName(token, 'function'));
  const isEnd = tokens[0]!.text.startsWith('end') || nearest(tokens[0]!.text, ['end']) !== undefined;
  const name = nameAt(c, i + 1);
  if (i >= 0 && name && !isEnd && tokens.slice(0, i).every((token) => token.kind === 'name' || token.kind === 'mark')) {
    const target = targetInHeading(tokens);
    const meant = target === undefined ? undefined : reread([...attributesOf(tokens[0]!, target), ...tokens.slice(i)]);
    if (meant) return meant;
    const wrong = isName(tokens[0], 'attributes') ? meantTarget(tokens[2]?.text ?? '') : undefined;
    const right = wrong && reread(tokens.map((t, k) => (k === 2 ? { ...t, text: wrong } : t)));
    if (right) return right;
    const none = { prefixes: [], type: undefined, dummies: [], result: undefined, bind: undefined };
    return { kind: isName(tokens[i], 'function') ? 'function' : 'subroutine', name, ...none };
  }
  const second = nameAt(c, 1);
  if (isName(tokens[0], 'program') && second) return { kind: 'program', name: second };
  if (isName(tokens[0], 'module') && second) return { kind: 'module', name: second };
  if (isName(tokens[0], 'interface')) return { kind: 'interface', abstract: false, spec: undefined };
  const last = nameAt(c, tokens.length - 2);
  if (!isName(tokens[0], 'type') || isMark(tokens[1], '(') || !last) return undefined;
  return {
    kind: 'type',
    name: last,
    parameters: [],
    withoutParameters: undefined,
    access: undefined,
    abstract: false,
    extends: undefined,
    bind: undefined,
  };
}

function construct(c: Cursor, first: Token, start: number, name: tree.Name | undefined): Bare<Line> | undefined {
  const { tokens } = c;
  const unknown: tree.Expression = { kind: 'logical', span: c.whole(), value: true, kindParameter: undefined };
  const last = tokens.at(-2)!;
  const second = tokens[start + 1]!;
  switch (first.text) {
    case 'if':
      return isName(last, 'then') || last.text === '{' || endsInNotEqual(c) || endsWithCondition(tokens, start + 1)
        ? { kind: 'if', name, condition: unknown }
        : undefined;
    case 'do':
    case 'while':
    case 'for':
    case 'dowhile':
      return {
        kind: 'do',
        name,
        control: undefined,
        endLabel: second.kind === 'integer' ? labelAt(c, start + 1) : undefined,
      };
    case 'select':
      if (isName(second, 'type') || isName(second, 'rank')) {
        const kind = isName(second, 'type') ? 'select type' : 'select rank';
        return { kind, name, associate: undefined, selector: unknown };
      }
      return { kind: 'select case', name, selector: unknown };
    case 'selectcase':
      return { kind: 'select case', name, selector: unknown };
    case 'associate':
      return { kind: 'associate', name, associations: [] };
    case 'where':
      return endsWithCondition(tokens, start + 1) ? { kind: 'where', name, mask: unknown } : undefined;
    default:
      return /^do[a-z]/.test(first.text) && isMark(second, '=')
        ? { kind: 'do', name, control: undefined, endLabel: undefined }
        : undefined;
  }
}

function labelAt(c: Cursor, i: number): tree.Label {
  return { kind: 'label', span: c.span(i, i + 1), value: Number(c.tokens[i]!.text) };
}

/** Whether the brackets that begin at `at` end the statement (or never close). */
function endsWithCondition(tokens: readonly Token[], at: number): boolean {
  let depth = 0;
  for (let i = at; i < tokens.length; i++) {
    if (isMark(tokens[i], '(')) depth++;
    if (isMark(tokens[i], ')') && --depth === 0) return tokens[i + 1]!.kind === 'end' || isName(tokens[i + 1], 'then');
  }
  return false;
}

function middle(c: Cursor, first: Token): Bare<Line> | undefined {
  const second = c.tokens[1]!;
  if (first.text === 'end' && (second.text === 'for' || second.text === 'while'))
    return { kind: 'end', what: 'do', name: undefined };
  if (first.text === 'case') return { kind: 'case', ranges: [], name: undefined };
  if (first.text === 'elseif' || (first.text === 'else' && isName(second, 'if'))) {
    const unknown: tree.Expression = { kind: 'logical', span: c.whole(), value: true, kindParameter: undefined };
    return { kind: 'else if', condition: unknown, name: undefined };
  }
  if (first.text === 'elsewhere') return { kind: 'elsewhere', mask: undefined, name: undefined };
  return first.text === 'else' ? { kind: 'else', name: undefined } : undefined;
}

/** The statement with its first word, or the word after `end`, spelt right. */
function respelt(c: Cursor, first: Token, start: number, reread: Reread): Bare<Line> | undefined {
  const at = first.text === 'end' ? start + 1 : first.text === 'attributes' ? closingOf(c.tokens, 1) + 1 : start;
  const token = c.tokens[at]!;
  if (foreign.has(token.text)) return undefined;
  const meant = nearest(token.text, statementWords);
  if (meant === undefined) return undefined;
  return reread(c.tokens.map((other, i) => (i === at ? { ...other, text: meant } : other)));
}
