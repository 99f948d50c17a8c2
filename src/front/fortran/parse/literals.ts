/** Literals that are one token. */
import { placeIn } from '../cook-text.ts';
import * as errors from '../errors/syntax.ts';
import type { Token } from '../lex.ts';
import type * as tree from '../tree.ts';
import type { Cursor } from './cursor.ts';

/** The literal at the cursor, which is taken; undefined where none stands there. */
export function literal(c: Cursor): tree.Expression | undefined {
  const { token } = c;
  switch (token.kind) {
    case 'integer':
      c.at++;
      return { kind: 'integer', span: c.span(c.at - 1), digits: token.text, kindParameter: kindOf(c, token) };
    case 'real':
      c.at++;
      return real(c, token);
    case 'character':
      c.at++;
      return { kind: 'character', span: c.span(c.at - 1), value: token.text, kindParameter: prefixKindOf(c, token) };
    case 'boz':
      c.at++;
      return boz(c, token);
    case 'word':
      if (token.text !== 'true' && token.text !== 'false') return undefined;
      c.at++;
      return {
        kind: 'logical',
        span: c.span(c.at - 1),
        value: token.text === 'true',
        kindParameter: kindOf(c, token),
      };
    default:
      return undefined;
  }
}

function real(c: Cursor, token: Token): tree.RealLiteral {
  const match = /^([\d.]+)(?:([edq])([+-]?\d+))?$/.exec(token.text);
  const letter = match?.[2];
  return {
    kind: 'real',
    span: c.span(c.at - 1),
    digits: match?.[1] ?? '0',
    letter: letter === 'e' || letter === 'd' || letter === 'q' ? letter : undefined,
    exponent: Number(match?.[3] ?? 0),
    kindParameter: kindOf(c, token),
  };
}

const radixes = new Map<string, { radix: 2 | 8 | 16; digits: RegExp }>([
  ['b', { radix: 2, digits: /^[01]+$/ }],
  ['o', { radix: 8, digits: /^[0-7]+$/ }],
  ['z', { radix: 16, digits: /^[0-9a-f]+$/ }],
  ['x', { radix: 16, digits: /^[0-9a-f]+$/ }],
]);

function boz(c: Cursor, token: Token): tree.BozLiteral {
  const row = radixes.get(token.text.charAt(0))!;
  const digits = token.text.slice(1).replaceAll(' ', '');
  const at = c.span(c.at - 1);
  if (!row.digits.test(digits)) c.fail(errors.badBozDigits(digits, row.radix, at));
  return { kind: 'boz', span: at, radix: row.radix, digits };
}

function kindOf(c: Cursor, token: Token): tree.IntegerLiteral | tree.Name | undefined {
  if (token.suffix === '') return undefined;
  return kindNode(c, token.suffix, token.to - token.suffix.length);
}

/** The kind before a character literal: `c_char_'x'`. */
function prefixKindOf(c: Cursor, token: Token): tree.IntegerLiteral | tree.Name | undefined {
  if (token.suffix === '') return undefined;
  return kindNode(c, token.suffix, token.from);
}

function kindNode(c: Cursor, text: string, from: number): tree.IntegerLiteral | tree.Name {
  const at = placeIn(c.statement, from, from + text.length);
  if (/^\d+$/.test(text)) return { kind: 'integer', span: at, digits: text, kindParameter: undefined };
  return { kind: 'name', span: at, text };
}
