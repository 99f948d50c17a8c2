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
  /** Macros that this name does not mean again. */
  readonly hidden?: ReadonlySet<string>;
};

// A byte order mark is a blank.
const name = '[A-Za-z_$\\u0080-\\ufefe\\uff00-\\uffff][\\w$\\u0080-\\ufefe\\uff00-\\uffff]*';
const number = "\\.?\\d(?:[eEpP][+-]|'[\\dA-Za-z]|[\\w.])*";
const punct =
  '<<<|>>>=?|\\.\\.\\.|<<=|>>=|<=>|->\\*|\\+\\+|--|->|<<|>>|<=|>=|==|!=|&&|\\|\\||[-+*/%&|^]=|##|::|\\.\\*|[^\\s\\w]';
const pattern = new RegExp(
  `([ \\t\\f\\v\\r\\ufeff]+)|(\\n)|(//[^\\n]*)|(/\\*)|(?:(u8|[uUL])?(R"|["']))|(${name})|(${number})|(${punct})`,
  'y',
);

/** With a token `end` behind the last. */
export function lex(source: Source, report: (d: Diagnostic) => void): Token[] {
  const { text, place } = joined(source);
  const tokens: Token[] = [];
  let first = true;
  let spaced = false;
  let at = 0;
  const put = (kind: TokenKind, from: number, to: number, words = text.slice(from, to)): void => {
    tokens.push({ kind, text: words, at: span(source, place(from), place(to)), first, spaced });
    first = false;
    spaced = false;
  };
  while (at < text.length) {
    pattern.lastIndex = at;
    const m = pattern.exec(text);
    if (!m) {
      at++;
      continue;
    }
    let end = pattern.lastIndex;
    if (m[1] !== undefined || m[3] !== undefined) spaced = true;
    else if (m[2] !== undefined) {
      first = true;
      spaced = true;
    } else if (m[4] !== undefined) {
      const close = text.indexOf('*/', end);
      if (close < 0) report(unclosedComment(span(source, place(at), place(end))));
      end = close < 0 ? text.length : close + 2;
      spaced = true;
    } else if (m[6] === 'R"') {
      end = endOfRaw(text, end);
      put('string', at, end);
    } else if (m[6] !== undefined) {
      const closed = endOfText(text, end, m[6]);
      end = closed.end;
      if (closed.open && m[6] === '"') report(unclosedText(span(source, place(at), place(end))));
      put(m[6] === '"' ? 'string' : 'char', at, end);
    } else put(m[7] !== undefined ? 'name' : m[8] !== undefined ? 'number' : 'punct', at, end);
    at = end;
  }
  first = true;
  put('end', text.length, text.length);
  return tokens;
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
