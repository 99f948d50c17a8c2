/** C's text as preprocessing tokens. Continued lines are joined, comments are blanks; nothing is refused here but text that ends within something. */
import type { Diagnostic } from '../../../base/diagnostic.ts';
import { type Source, type Span, span } from '../../../base/source.ts';
import { unclosedComment, unclosedText } from '../errors.ts';

export type TokenKind = 'name' | 'number' | 'char' | 'string' | 'punct' | 'end';

export type Token = {
  readonly kind: TokenKind;
  readonly text: string;
  readonly at: Span;
  /** First of its line. */
  readonly first: boolean;
  /** Blanks stand before it. */
  readonly spaced: boolean;
  /** Of a header of ours: a macro of the program does not change it. */
  readonly own: boolean;
  /** Macros that this name does not mean again. */
  readonly hidden?: ReadonlySet<string>;
};

const number = /\.?\d(?:[eEpP][+-]|'[\dA-Za-z]|[\w.])*/y;
const sign = /<<<|>>>=?|\.\.\.|<<=|>>=|<=>|->\*|\+\+|--|->|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|##|::|\.\*|./suy;
const opening = /(?:u8|[uUL])?(R"|["'])/y;

const other = 0;
const blank = 1;
const letter = 2;
const digit = 3;
/** Of ASCII; what lies beyond is a letter, but for a byte order mark, which is a blank. */
const classes = new Uint8Array(128);
for (const c of ' \t\f\v\r') classes[c.charCodeAt(0)] = blank;
for (let c = 0; c < 128; c++)
  if (/[A-Za-z_$]/.test(String.fromCharCode(c))) classes[c] = letter;
  else if (c >= 48 && c <= 57) classes[c] = digit;

const classOf = (code: number): number => (code < 128 ? classes[code]! : code === 0xfeff ? blank : letter);

const lineEnd = 10;
const slash = 47;
const star = 42;
const quote = 34;
const apostrophe = 39;
const point = 46;
/** Signs that begin no longer one. */
const alone: ReadonlySet<number> = new Set(Array.from('(){}[];,?~', (c) => c.charCodeAt(0)));
/** What may begin a prefix of a text, and what follows it then. */
const prefixes: ReadonlySet<number> = new Set(Array.from('uULR', (c) => c.charCodeAt(0)));
const behindPrefix: ReadonlySet<number> = new Set(Array.from('8"\'R', (c) => c.charCodeAt(0)));

/** One string for all tokens of the same letters: comparing them is comparing addresses. */
const words = new Map<string, string>();

function wordOf(text: string): string {
  const known = words.get(text);
  if (known !== undefined) return known;
  words.set(text, text);
  return text;
}

/** Where a match that begins there ends. */
function endOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : from + 1;
}

function endOfName(text: string, from: number): number {
  let i = from + 1;
  while (i < text.length && classOf(text.charCodeAt(i)) >= letter) i++;
  return i;
}

/** With a token `end` behind the last; `own` as in `Token`. */
export function lex(source: Source, report: (d: Diagnostic) => void, own: boolean): Token[] {
  const { text, place } = joined(source);
  const tokens: Token[] = [];
  let first = true;
  let spaced = false;
  let at = 0;
  const put = (kind: TokenKind, to: number): void => {
    tokens.push({ kind, text: wordOf(text.slice(at, to)), at: span(source, place(at), place(to)), first, spaced, own });
    first = false;
    spaced = false;
    at = to;
  };
  const skipTo = (to: number): void => {
    spaced = true;
    at = to;
  };
  /** `"…"`, `'…'`, `R"(…)"`, with a prefix or not. */
  const putText = (): void => {
    opening.lastIndex = at;
    const begin = opening.exec(text)?.[1] ?? '"';
    const from = opening.lastIndex;
    if (begin === 'R"') {
      put('string', endOfRaw(text, from));
      return;
    }
    const { end, open } = endOfText(text, from, begin);
    if (open && begin === '"') report(unclosedText(span(source, place(at), place(from))));
    put(begin === '"' ? 'string' : 'char', end);
  };
  const skipComment = (): void => {
    const close = text.indexOf('*/', at + 2);
    if (close < 0) report(unclosedComment(span(source, place(at), place(at + 2))));
    skipTo(close < 0 ? text.length : close + 2);
  };
  while (at < text.length) {
    const code = text.charCodeAt(at);
    const next = text.charCodeAt(at + 1);
    switch (classOf(code)) {
      case blank:
        skipTo(at + 1);
        break;
      case letter:
        if (prefixes.has(code) && behindPrefix.has(next) && isTextAt(text, at)) putText();
        else put('name', endOfName(text, at));
        break;
      case digit:
        put('number', endOf(number, text, at));
        break;
      case other:
        if (code === lineEnd) {
          first = true;
          skipTo(at + 1);
        } else if (code === slash && next === slash) skipTo(lineEndAfter(text, at));
        else if (code === slash && next === star) skipComment();
        else if (code === quote || code === apostrophe) putText();
        else if (alone.has(code)) put('punct', at + 1);
        else if (code === point && classOf(next) === digit) put('number', endOf(number, text, at));
        else put('punct', endOf(sign, text, at));
    }
  }
  first = true;
  put('end', text.length);
  return tokens;
}

function isTextAt(text: string, at: number): boolean {
  opening.lastIndex = at;
  return opening.test(text);
}

function lineEndAfter(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

function endOfText(text: string, from: number, quote: string): { readonly end: number; readonly open: boolean } {
  let i = from;
  while (i < text.length && text[i] !== quote && text[i] !== '\n')
    i += text[i] === '\\' && text[i + 1] !== '\n' ? 2 : 1;
  const open = text[i] !== quote;
  return { end: Math.min(text.length, open ? i : i + 1), open };
}

/** R"mark( … )mark" */
function endOfRaw(text: string, from: number): number {
  const open = text.indexOf('(', from);
  const close = open < 0 ? -1 : text.indexOf(`)${text.slice(from, open)}"`, open);
  return close < 0 ? text.length : close + 2 + (open - from);
}

type Joined = { readonly text: string; readonly place: (at: number) => number };

/** Lines that end in a backslash go on in the next; `place` is where a letter stands in the source. */
function joined(source: Source): Joined {
  const { text } = source;
  if (!/\\\r?\n/.test(text)) return { text, place: (at) => at };
  const starts: number[] = [0];
  const shifts: number[] = [0];
  let out = '';
  let from = 0;
  let gone = 0;
  for (const m of text.matchAll(/\\\r?\n/g)) {
    out += text.slice(from, m.index);
    from = m.index + m[0].length;
    gone += m[0].length;
    starts.push(out.length);
    shifts.push(gone);
  }
  out += text.slice(from);
  return { text: out, place: (at) => at + shifts[lastAtOrBelow(starts, at)]! };
}

function lastAtOrBelow(starts: readonly number[], at: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}
