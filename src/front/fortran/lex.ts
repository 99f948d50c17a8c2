/** Tokens of one statement. Fortran has no reserved words: a word is a name until the parser says otherwise. */
import { firstRawByte } from '../../base/source.ts';
import type { Cooked, Escapes } from './cook-statements.ts';

/**
 * `from` and `to` are offsets in the cooked text. `text` is lower-cased for names, numbers and operators; of a
 * character literal it is the value. `suffix` is the kind: `8` of `1_8`, `c_char` of `c_char_'x'`.
 */
export type Token = {
  readonly kind: TokenKind;
  readonly text: string;
  readonly suffix: string;
  readonly from: number;
  readonly to: number;
};
/** `word` is what stands between dots: `.and.`; `mark` is punctuation; `end` the end of the statement. */
export type TokenKind = 'name' | 'integer' | 'real' | 'character' | 'boz' | 'word' | 'mark' | 'unknown' | 'end';

const number = /(?:\d+(?:\.(?!\s*[A-Za-z]+\s*\.)\d*)?|\.\d+)(?:[eEdDqQ][+-]?\d+)?(?:_(?=[A-Za-z0-9])[A-Za-z0-9_]+)?/y;
const word = /\.\s*([A-Za-z]+)\s*\.(?:_([A-Za-z0-9]\w*))?/y;
const mark = /<<<|>>>|\(\/(?![/=)])|(?<!\(\s*)\/\)|::|\*\*|\/\/|==|\/=|<=|>=|=>|\.\.|[-+*/=<>(),:%[\]&?;]/y;
const bozLetters = 'bBoOzZxX';

/** `dots`: after a name or parenthesis a dot may lead to a component (DEC's structures). */
export function lex(statement: Cooked, dots = false): Token[] {
  const { text, escapes } = statement;
  const tokens: Token[] = [];
  let at = statement.label ? statement.label.to : 0;
  for (;;) {
    while (at < text.length && isBlank(text.charCodeAt(at))) at++;
    if (at >= text.length) break;
    const plain = (dots && componentDot(text, at, tokens.at(-1))) || tokenAt(text, at);
    const token = escapes !== 'none' && plain.kind === 'character' ? withEscapes(text, plain, escapes) : plain;
    tokens.push(token);
    at = token.to;
  }
  const end = endOfInk(text);
  tokens.push({ kind: 'end', text: '', suffix: '', from: end, to: end });
  return tokens;
}

const knownWords = new Set('and or not xor eqv neqv eq ne lt le gt ge true false'.split(' '));

/** The dot of `r.x`, as the mark `%`; not that of `.and.` and the like. */
function componentDot(text: string, at: number, before: Token | undefined): Token | undefined {
  if (text.charCodeAt(at) !== 46 || !before || before.to !== at || !isLetter(text.charCodeAt(at + 1))) return undefined;
  if (before.kind !== 'name' && before.text !== ')') return undefined;
  word.lastIndex = at;
  const match = word.exec(text);
  return match && knownWords.has(match[1]!.toLowerCase()) ? undefined : simple('mark', '%', at, at + 1);
}

/** The literal read anew: an escaped quote does not close it. */
function withEscapes(text: string, plain: Token, escapes: Escapes): Token {
  if (!text.slice(plain.from, plain.to).includes('\\')) return plain;
  const from = text.slice(plain.from, plain.to).search(/['"]/) + plain.from;
  if (from < plain.from || /^\d+h/i.test(text.slice(plain.from, from))) return plain;
  const quote = text.charAt(from);
  let value = '';
  let at = from + 1;
  while (at < text.length) {
    const c = text.charAt(at);
    const found = c === '\\' ? escapeAt(text, at + 1, escapes, plain.suffix !== '') : undefined;
    if (c === quote && text.charAt(at + 1) !== quote) break;
    value += found?.value ?? c;
    at += found ? 1 + found.length : c === quote ? 2 : 1;
  }
  return { ...plain, text: value, to: Math.min(text.length, at + 1) };
}

const letters: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  v: '\v',
  b: '\b',
  r: '\r',
  f: '\f',
};

/** `wide`: of characters that may be of kind 4, in which codes of ISO 10646 have escapes too. */
function escapeAt(text: string, at: number, escapes: Escapes, wide: boolean): Escape {
  const octal = /^[0-7]{1,3}/.exec(text.slice(at, at + 3));
  if (octal) return { value: oneByte(Number.parseInt(octal[0], 8) & 255, wide), length: octal[0].length };
  const c = text.charAt(at);
  if (letters[c]) return { value: letters[c], length: 1 };
  if (escapes === 'gnu') return furtherEscape(text, at, wide) ?? { value: /[a-z]/i.test(c) ? `\\${c}` : c, length: 1 };
  return { value: c, length: 1 };
}

type Escape = { readonly value: string; readonly length: number };

function furtherEscape(text: string, at: number, wide: boolean): Escape | undefined {
  const code = wide && /^(?:u([0-9a-f]{4})|U([0-9a-f]{8}))/i.exec(text.slice(at, at + 9));
  if (code) return { value: String.fromCodePoint(Number.parseInt(code[1] ?? code[2]!, 16)), length: code[0].length };
  const hex = /^x([0-9a-f]{1,2})/i.exec(text.slice(at, at + 3));
  if (hex) return { value: oneByte(Number.parseInt(hex[1]!, 16), wide), length: hex[0].length };
  return text.charAt(at) === 'a' ? { value: '\x07', length: 1 } : undefined;
}

/** The text of a format, whose literals have no escapes then. */
export function withoutEscapes(text: string, escapes: Escapes): string {
  if (escapes === 'none' || !text.includes('\\')) return text;
  let made = '';
  for (let at = 0; at < text.length; ) {
    const quote = text.charAt(at);
    if (quote !== "'" && quote !== '"') {
      made += quote;
      at++;
      continue;
    }
    const literal = withEscapes(text, quotedAt(text, at, at, ''), escapes);
    made += `${quote}${literal.text.replaceAll(quote, quote + quote)}${quote}`;
    at = literal.to;
  }
  return made;
}

/** In a literal of default kind a code beyond 127 that an escape gives is one byte, not the character of that code. */
function oneByte(code: number, wide: boolean): string {
  return String.fromCharCode(code > 127 && !wide ? firstRawByte + code : code);
}

function isBlank(c: number): boolean {
  return c === 32 || (c >= 9 && c <= 13) || c === 0xa0 || c === firstRawByte + 0xa0;
}

function endOfInk(text: string): number {
  let end = text.length;
  while (end > 0 && isBlank(text.charCodeAt(end - 1))) end--;
  return end;
}

function tokenAt(text: string, at: number): Token {
  const c = text.charCodeAt(at);
  if (isLetter(c)) return nameAt(text, at);
  if (isDigit(c) || (c === 46 && isDigit(text.charCodeAt(at + 1)))) return numberAt(text, at);
  if (c === 39 || c === 34) return quotedAt(text, at, at, '');
  if (c === 46) {
    word.lastIndex = at;
    const match = word.exec(text);
    if (match) {
      return { kind: 'word', text: match[1]!.toLowerCase(), suffix: lower(match[2]), from: at, to: word.lastIndex };
    }
  }
  return markAt(text, at);
}

/** Marks of one character, and what follows them where they begin a longer one. */
const shortMarks = new Map<string, string>([
  ...[...'-+),%[]&?;'].map((c): [string, string] => [c, '']),
  ['(', '/'],
  ['*', '*'],
  [':', ':'],
  ['=', '=>'],
  ['<', '<='],
  ['>', '>='],
]);

function markAt(text: string, at: number): Token {
  const first = text.charAt(at);
  if (shortMarks.get(first)?.includes(text.charAt(at + 1)) === false) return simple('mark', first, at);
  mark.lastIndex = at;
  if (mark.test(text)) return simple('mark', text.slice(at, mark.lastIndex), at);
  return simple('unknown', first, at);
}

/** Names in lower case by what was written: one string each, so that comparing them costs nothing and trees are small. */
const names = new Map<string, string>();
const mostNames = 20_000;

function nameOf(written: string): string {
  const known = names.get(written);
  if (known !== undefined) return known;
  if (names.size >= mostNames) names.clear();
  const made = written.toLowerCase();
  names.set(written, made);
  return made;
}

function nameAt(text: string, at: number): Token {
  let to = at + 1;
  while (isInName(text.charCodeAt(to))) to++;
  const next = text.charCodeAt(to);
  if (next === 39 || next === 34) {
    if (to === at + 1 && bozLetters.includes(text.charAt(at))) return bozAt(text, at, to);
    if (text.charAt(to - 1) === '_' && to - at > 1) return quotedAt(text, at, to, text.slice(at, to - 1).toLowerCase());
  }
  return { kind: 'name', text: nameOf(text.slice(at, to)), suffix: '', from: at, to };
}

function numberAt(text: string, at: number): Token {
  const plain = digitsFrom(text, at);
  if (plain > at && !goesOn(text.charCodeAt(plain)))
    return { kind: 'integer', text: text.slice(at, plain), suffix: '', from: at, to: plain };
  number.lastIndex = at;
  number.test(text);
  const to = number.lastIndex;
  const written = text.slice(at, to).toLowerCase();
  const underscore = written.indexOf('_');
  const digits = underscore < 0 ? written : written.slice(0, underscore);
  const suffix = underscore < 0 ? '' : written.slice(underscore + 1);
  if (!/^\d+$/.test(digits)) return { kind: 'real', text: digits, suffix, from: at, to };
  if (suffix === '') {
    const next = text.charAt(to);
    if (next === '_' && /['"]/.test(text.charAt(to + 1))) return quotedAt(text, at, to + 1, digits);
    if (next === 'h' || next === 'H') return hollerithAt(text, at, to + 1, Number(digits));
    if (next === '#' && bozOfBase[digits]) return basedAt(text, at, to + 1, bozOfBase[digits]);
  }
  return { kind: 'integer', text: digits, suffix, from: at, to };
}

const bozOfBase: Readonly<Record<string, string>> = { '2': 'b', '8': 'o', '16': 'z' };

/** `16#3f`, as nvfortran and others have it. */
function basedAt(text: string, at: number, from: number, letter: string): Token {
  const digits = /^[0-9a-f]*/i.exec(text.slice(from))?.[0] ?? '';
  return { kind: 'boz', text: `${letter}${digits.toLowerCase()}`, suffix: '', from: at, to: from + digits.length };
}

/** `5Hhello`; cut short at the end of the statement. */
function hollerithAt(text: string, at: number, from: number, length: number): Token {
  const to = Math.min(text.length, from + length);
  return { kind: 'character', text: text.slice(from, to), suffix: '', from: at, to };
}

function quotedAt(text: string, at: number, from: number, suffix: string): Token {
  const { value, to } = unquote(text, from);
  const after = text.charAt(to);
  if (suffix === '' && bozLetters.includes(after) && after !== '' && isBozTail(text, value, to)) {
    return { kind: 'boz', text: `${after.toLowerCase()}${value.toLowerCase()}`, suffix: '', from: at, to: to + 1 };
  }
  return { kind: 'character', text: value, suffix, from: at, to };
}

/** `'ff'x`, the old order. */
function isBozTail(text: string, value: string, to: number): boolean {
  return /^[0-9a-fA-F]+$/.test(value) && !/[A-Za-z0-9_]/.test(text.charAt(to + 1));
}

function bozAt(text: string, at: number, from: number): Token {
  const { value, to } = unquote(text, from);
  return { kind: 'boz', text: `${text.charAt(at)}${value}`.toLowerCase(), suffix: '', from: at, to };
}

/** The value of the literal whose quote stands at `from`; one that is not closed ends with the text. */
function unquote(text: string, from: number): { value: string; to: number } {
  const quote = text.charAt(from);
  let end = text.indexOf(quote, from + 1);
  let doubled = false;
  while (end >= 0 && text.charAt(end + 1) === quote) {
    doubled = true;
    end = text.indexOf(quote, end + 2);
  }
  const inner = text.slice(from + 1, end < 0 ? text.length : end);
  return { value: doubled ? inner.replaceAll(quote + quote, quote) : inner, to: end < 0 ? text.length : end + 1 };
}

function simple(kind: TokenKind, text: string, at: number, to = at + text.length): Token {
  return { kind, text, suffix: '', from: at, to };
}

function lower(text: string | undefined): string {
  return text === undefined ? '' : text.toLowerCase();
}

function isLetter(c: number): boolean {
  return (c >= 97 && c <= 122) || (c >= 65 && c <= 90) || c === 95;
}

function isInName(c: number): boolean {
  return isLetter(c) || isDigit(c) || c === 36;
}

function digitsFrom(text: string, at: number): number {
  let to = at;
  while (isDigit(text.charCodeAt(to))) to++;
  return to;
}

/** Whether digits before this character may be part of something longer: `1.5`, `1e5`, `1_8`, `1_'x'`, `3habc`. */
function goesOn(c: number): boolean {
  return isLetter(c) || c === 46 || c === 35;
}

function isDigit(c: number): boolean {
  return c >= 48 && c <= 57;
}
