/** Array bounds: `(n, 0:m, :, *)`. */
import type * as tree from '../tree.ts';
import { type Cursor, isMark } from './cursor.ts';
import { expression } from './expressions.ts';

/** In parentheses. */
export function shape(c: Cursor): tree.Shape {
  return between(c, '(', ')');
}

/** In brackets. */
export function coshape(c: Cursor): tree.Shape {
  return between(c, '[', ']');
}

function between(c: Cursor, open: string, close: string): tree.Shape {
  const from = c.at;
  c.expect(open);
  const dimensions = c.is(close) ? [] : c.list(dimension);
  c.expect(close);
  return { kind: 'shape', span: c.span(from), dimensions };
}

export function dimension(c: Cursor): tree.Dimension {
  const from = c.at;
  if (c.take('*')) return { kind: 'assumed-size', span: c.span(from), lower: undefined };
  if (c.take('..')) return { kind: 'assumed-rank', span: c.span(from) };
  if (c.take(':')) return { kind: 'deferred', span: c.span(from), lower: undefined };
  const first = expression(c);
  if (!c.take(':')) return { kind: 'explicit', span: c.span(from), lower: undefined, upper: first };
  if (c.take('*')) return { kind: 'assumed-size', span: c.span(from), lower: first };
  if (c.is(',') || c.is(')') || c.is(']')) return { kind: 'deferred', span: c.span(from), lower: first };
  return { kind: 'explicit', span: c.span(from), lower: first, upper: expression(c) };
}

export function optionalShape(c: Cursor): tree.Shape | undefined {
  return c.is('(') ? shape(c) : undefined;
}

export function optionalCoshape(c: Cursor): tree.Shape | undefined {
  return c.is('[') ? coshape(c) : undefined;
}

/** `/name/`, or `//` for the nameless block: undefined. */
export function blockName(c: Cursor): tree.Name | undefined {
  if (c.take('//')) return undefined;
  c.expect('/');
  const name = c.is('/') ? undefined : c.name('the name of a common block');
  c.expect('/');
  return name;
}

export function startsBlock(c: Cursor): boolean {
  return c.is('/') || isMark(c.token, '//');
}
