/** Input and output statements. */
import * as errors from '../errors/syntax.ts';
import { withoutEscapes } from '../lex.ts';
import type * as tree from '../tree.ts';
import { type Cursor, isMark, type Place } from './cursor.ts';
import { item, starOrExpression } from './expressions.ts';

/** `write (6, *) items`, `inquire (iolength = n) items`. */
export function transfer(c: Cursor, kind: 'write' | 'inquire'): tree.InputOutput {
  const { span, label } = c.place();
  c.at++;
  const controls = controlList(c);
  const items = itemsToEnd(c);
  return { kind, span, label, controls, items };
}

/** `read (5, *) items` or `read fmt, items`. */
export function read(c: Cursor): tree.InputOutput {
  const { span, label } = c.place();
  const from = c.at++;
  if (c.is('(') && !isParenthesizedFormat(c)) {
    const controls = controlList(c);
    return { kind: 'read', span, label, controls, items: itemsToEnd(c) };
  }
  const unit = starControl(c, from);
  const format = control(c);
  const items = c.take(',') ? c.list(item) : [];
  return { kind: 'read', span, label, controls: [unit, format], items };
}

/** `accept fmt, items`: DEC's word for `read fmt, items`. */
export function accept(c: Cursor): tree.InputOutput {
  const { span, label } = c.place();
  const from = c.at++;
  const unit = starControl(c, from);
  const format = control(c);
  return { kind: 'read', span, label, controls: [unit, format], items: c.take(',') ? c.list(item) : [] };
}

/** `encode (length, format, buffer, …) items`, `decode (…) items`: transfers to and from memory, records of `length` characters. */
export function coded(c: Cursor, kind: 'write' | 'read'): tree.InputOutput {
  const place = c.place();
  c.at++;
  c.expect('(');
  const named = (text: string): tree.Control => {
    const made = control(c);
    return { ...made, keyword: { kind: 'name', text, span: made.span } };
  };
  const length = named('#length');
  c.expect(',');
  const format = named('fmt');
  c.expect(',');
  const buffer = named('unit');
  const others: tree.Control[] = [];
  while (c.take(',')) others.push(control(c));
  c.expect(')');
  return { kind, ...place, controls: [buffer, format, length, ...others], items: itemsToEnd(c) };
}

function starControl(c: Cursor, from: number): tree.Control {
  return { kind: 'control', span: c.span(from), keyword: undefined, value: { kind: 'star', span: c.span(from) } };
}

/** `read (f), x`: one thing in parentheses and a comma after them. */
function isParenthesizedFormat(c: Cursor): boolean {
  let depth = 0;
  for (let i = c.at; i < c.tokens.length; i++) {
    const token = c.tokens[i];
    if (isMark(token, '(')) depth++;
    else if (isMark(token, ')') && --depth === 0) return isMark(c.tokens[i + 1], ',') || isMark(c.tokens[i + 1], '//');
    else if (depth === 1 && (isMark(token, ',') || isMark(token, '='))) return false;
  }
  return false;
}

export function print(c: Cursor): tree.InputOutput {
  const { span, label } = c.place();
  c.at++;
  const format = starOrExpression(c);
  const items = c.take(',') ? c.list(item) : [];
  if (isMark(c.peek(-1), '*') && !c.atEnd() && items.length === 0) c.fail(errors.printWithoutComma(c.here()));
  return { kind: 'print', span, label, format, items };
}

/** `open (…)`, and the short form `rewind 10`; `place` is the statement's, whose words are taken. */
export function fileStatement(c: Cursor, kind: tree.FileStatement, place: Place): tree.InputOutput {
  const short = kind !== 'open' && kind !== 'close' && kind !== 'wait';
  let controls: tree.Control[];
  if (c.is('(')) controls = controlList(c);
  else if (short) controls = c.atEnd() ? [] : [control(c)];
  else controls = c.expected('`(`');
  return { kind, ...place, controls };
}

function controlList(c: Cursor): tree.Control[] {
  return c.parenthesized(control);
}

/** DEC's specifiers that stand alone. */
const bareWords = new Set(['readonly', 'shared', 'noshared', 'nospanblocks']);

function control(c: Cursor): tree.Control {
  const from = c.at;
  let keyword: tree.Name | undefined;
  if (bareWords.has(c.token.text) && (isMark(c.peek(1), ',') || isMark(c.peek(1), ')'))) {
    const word = c.name('a specifier');
    return {
      kind: 'control',
      span: word.span,
      keyword: word,
      value: { kind: 'logical', span: word.span, value: true, kindParameter: undefined },
    };
  }
  if (c.token.kind === 'name' && isMark(c.peek(1), '=')) {
    keyword = c.name('a keyword');
    c.expect('=');
  }
  const value = starOrExpression(c);
  return { kind: 'control', span: c.span(from), keyword, value };
}

function itemsToEnd(c: Cursor): tree.Item[] {
  // Many compilers let a comma stand after the control list.
  c.take(',');
  return c.atEnd() ? [] : c.list(item);
}

/** The text of a `format` statement between its outer parentheses. */
export function format(c: Cursor): tree.Format {
  const { text } = c.statement;
  const open = text.indexOf('(');
  const close = text.lastIndexOf(')');
  c.at = c.tokens.length - 1;
  const inner = text.slice(open + 1, close < open ? text.length : close).trim();
  return { kind: 'format', span: c.whole(), label: c.label, text: withoutEscapes(inner, c.statement.escapes) };
}
