/** Names and operators that may be generic: `f`, `operator(+)`, `assignment(=)`, `read(formatted)`. */
import type * as tree from '../tree.ts';
import { type Cursor, isMark } from './cursor.ts';
import { binaryOperator } from './expressions.ts';

export function genericSpec(c: Cursor): tree.GenericSpec {
  const bracket = isMark(c.peek(1), '(');
  if (bracket && c.isWord('operator')) return operator(c);
  if (bracket && c.isWord('assignment')) return assignment(c);
  if (bracket && (c.isWord('read') || c.isWord('write'))) return io(c);
  return c.name('a name');
}

function operator(c: Cursor): tree.GenericSpec {
  const from = c.at;
  c.at += 2;
  const { token } = c;
  const known = binaryOperator(token) ?? (token.kind === 'word' && token.text === 'not' ? 'not' : undefined);
  if (!known && token.kind !== 'word') return c.expected('an operator');
  c.at++;
  c.expect(')');
  return { kind: 'generic-operator', span: c.span(from), operator: known ?? token.text, defined: !known };
}

function assignment(c: Cursor): tree.GenericSpec {
  const from = c.at;
  c.at += 2;
  c.expect('=');
  c.expect(')');
  return { kind: 'generic-assignment', span: c.span(from) };
}

function io(c: Cursor): tree.GenericSpec {
  const from = c.at;
  const direction = c.isWord('read') ? 'read' : 'write';
  c.at += 2;
  const form = c.isWord('formatted') ? 'formatted' : 'unformatted';
  c.expectWord(form);
  c.expect(')');
  return { kind: 'generic-io', span: c.span(from), direction, form };
}
