/** Attributes of data and procedures: `, device, allocatable, dimension(:)`. */
import * as errors from '../errors/syntax.ts';
import type * as tree from '../tree.ts';
import type { Cursor } from './cursor.ts';
import { expression } from './expressions.ts';
import { coshape, shape } from './shapes.ts';

const placements = new Map<string, tree.DataPlacement>(
  (['device', 'managed', 'unified', 'constant', 'shared', 'pinned', 'texture', 'local'] as const).map((w) => [w, w]),
);
const words = new Map<string, tree.AttributeWord>(
  (
    [
      'allocatable',
      'pointer',
      'target',
      'optional',
      'parameter',
      'save',
      'value',
      'contiguous',
      'volatile',
      'asynchronous',
      'protected',
      'external',
      'intrinsic',
      'static',
      'automatic',
      'public',
      'private',
      'kind',
      'len',
      'nopass',
      'deferred',
      'non_overridable',
    ] as const
  ).map((word) => [word, word]),
);

export const attributeNames: readonly string[] = [
  ...placements.keys(),
  ...words.keys(),
  'dimension',
  'codimension',
  'intent',
  'bind',
  'pass',
];

/** `, a, b` up to where no comma follows. */
export function attributeList(c: Cursor): tree.Attribute[] {
  const made: tree.Attribute[] = [];
  while (c.take(',')) made.push(attribute(c));
  return made;
}

export function attribute(c: Cursor): tree.Attribute {
  const from = c.at;
  const { token } = c;
  if (token.kind !== 'name') return c.expected('an attribute');
  const word = words.get(token.text);
  if (word) {
    c.at++;
    return { kind: 'word-attribute', span: c.span(from), word };
  }
  if (placements.has(token.text)) return placement(c);
  switch (token.text) {
    case 'dimension':
      c.at++;
      return { kind: 'dimension', shape: shape(c), span: c.span(from) };
    case 'codimension':
      c.at++;
      return { kind: 'codimension', shape: coshape(c), span: c.span(from) };
    case 'intent':
      return intent(c);
    case 'bind':
      return bind(c);
    case 'pass':
      c.at++;
      return { kind: 'pass', name: c.is('(') ? passName(c) : undefined, span: c.span(from) };
    default:
      return c.fail(errors.unknownAttribute(token.text, attributeNames, c.here()));
  }
}

/** `device`, `shared` …, known only to CUDA Fortran. */
export function placement(c: Cursor): tree.WordAttribute {
  const word = placements.get(c.token.text);
  if (!word) return c.expected('`device`, `managed`, `constant`, `shared`, `pinned`, `texture` or `unified`');
  if (!c.cuda) c.fail(errors.cudaOnly(`attribute \`${word}\``, c.here()));
  c.at++;
  return { kind: 'word-attribute', span: c.span(c.at - 1), word };
}

export function isPlacement(word: string): boolean {
  return placements.has(word);
}

export function intent(c: Cursor): tree.Attribute {
  const from = c.at++;
  c.expect('(');
  const into = c.takeWord('in');
  const out = c.takeWord('out');
  const both = !into && !out && c.takeWord('inout');
  if (!into && !out && !both) return c.expected('`in`, `out` or `inout`');
  c.expect(')');
  const given = both || (into && out) ? 'inout' : into ? 'in' : 'out';
  return { kind: 'intent', span: c.span(from), intent: given };
}

export function bind(c: Cursor): tree.Bind {
  const from = c.at++;
  c.expect('(');
  c.expectWord('c');
  let name: tree.Expression | undefined;
  if (c.take(',')) {
    c.expectWord('name');
    c.expect('=');
    name = expression(c);
  }
  c.expect(')');
  return { kind: 'bind', span: c.span(from), name };
}

function passName(c: Cursor): tree.Name {
  c.expect('(');
  const name = c.name('the name of a dummy argument');
  c.expect(')');
  return name;
}
