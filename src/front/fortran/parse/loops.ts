/** Index headers of `forall` and `do concurrent`, localities, reductions. */
import type * as tree from '../tree.ts';
import { anyInside, type Cursor, isMark } from './cursor.ts';
import { expression, typeSpec } from './expressions.ts';

/** `(integer :: i = 1:n, j = 1:m:2, mask)`. */
export function indexHeader(c: Cursor): tree.IndexHeader {
  const from = c.at;
  const typed = anyInside(c.tokens, c.at, (i) => isMark(c.tokens[i], '::'));
  c.expect('(');
  const type = typed ? typeSpec(c) : undefined;
  if (typed) c.expect('::');
  const indices = [indexRange(c)];
  let mask: tree.Expression | undefined;
  while (!mask && c.take(',')) {
    if (c.token.kind === 'name' && isMark(c.peek(1), '=')) indices.push(indexRange(c));
    else mask = expression(c);
  }
  c.expect(')');
  return { kind: 'index-header', span: c.span(from), type, indices, mask };
}

function indexRange(c: Cursor): tree.IndexRange {
  const start = c.at;
  const variable = c.name('the name of an index');
  c.expect('=');
  const from = expression(c);
  c.expect(':');
  const to = expression(c);
  const step = c.take(':') ? expression(c) : undefined;
  return { kind: 'index-range', span: c.span(start), variable, from, to, step };
}

const localities = new Map<string, 'local' | 'local_init' | 'shared'>([
  ['local', 'local'],
  ['local_init', 'local_init'],
  ['shared', 'shared'],
]);

export function locality(c: Cursor): tree.Locality {
  const from = c.at;
  const how = c.token.kind === 'name' ? localities.get(c.token.text) : undefined;
  if (how) {
    c.at++;
    return { kind: 'locality', how, names: c.parenthesized((n) => n.name('a name')), span: c.span(from) };
  }
  if (c.isWord('reduce')) return reduction(c);
  if (!c.takeWord('default')) return c.expected('`local`, `local_init`, `shared`, `reduce` or `default`');
  c.expect('(');
  c.expectWord('none');
  c.expect(')');
  return { kind: 'default-none', span: c.span(from) };
}

const reductionWords = new Set(['max', 'min', 'iand', 'ior', 'ieor']);
const reductionDots = new Set(['and', 'or', 'eqv', 'neqv']);

/** `reduce(+: x, y)`, the word at the cursor. */
export function reduction(c: Cursor): tree.Reduction {
  const from = c.at++;
  c.expect('(');
  const { token } = c;
  const known =
    c.is('+') ||
    c.is('*') ||
    (token.kind === 'name' && reductionWords.has(token.text)) ||
    (token.kind === 'word' && reductionDots.has(token.text));
  if (!known) return c.expected('a reduction: `+`, `*`, `max`, `min`, `iand`, `ior`, `ieor`, `.and.`, `.or.`');
  c.at++;
  c.expect(':');
  const names = c.list((n) => n.name('the name of a variable'));
  c.expect(')');
  return { kind: 'reduction', span: c.span(from), operator: token.text, names };
}
