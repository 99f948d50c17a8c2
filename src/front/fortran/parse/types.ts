/** Type specifications. They hold expressions, which hold types: the expression parser is passed in. */
import type { Token } from '../lex.ts';
import type * as tree from '../tree.ts';
import { type Cursor, isMark, isName } from './cursor.ts';

export type ExpressionParser = (c: Cursor) => tree.Expression;

const intrinsic = new Map<string, tree.IntrinsicTypeName>([
  ['integer', 'integer'],
  ['real', 'real'],
  ['complex', 'complex'],
  ['logical', 'logical'],
  ['character', 'character'],
  ['doubleprecision', 'double precision'],
  ['doublecomplex', 'double complex'],
  ['byte', 'byte'],
]);

/** Whether a type may begin at the token. */
export function startsType(token: Token, next: Token): boolean {
  if (token.kind !== 'name') return false;
  if (intrinsic.has(token.text)) return true;
  if (token.text === 'double') return isName(next, 'precision') || isName(next, 'complex');
  return (token.text === 'type' || token.text === 'class') && isMark(next, '(');
}

/** `real(8)`, `type(t)`, `class(*)` …; `what` says what is missing where there is none. */
export function typeSpecWith(c: Cursor, expression: ExpressionParser): tree.TypeSpec {
  const from = c.at;
  if (c.isWord('type') || c.isWord('class')) {
    const polymorphic = c.isWord('class');
    c.at++;
    c.expect('(');
    const inner = c.take('*') ? undefined : bareTypeWith(c, expression);
    c.expect(')');
    const span = c.span(from);
    if (!inner) return { kind: 'any-type', span, polymorphic };
    return inner.kind === 'derived-type' ? { ...inner, span, polymorphic } : inner;
  }
  return intrinsicType(c, expression);
}

/** As in `type is (…)` and constructors: an intrinsic type, or the name of a derived one without `type(…)`. */
export function bareTypeWith(c: Cursor, expression: ExpressionParser): tree.TypeSpec {
  const next = c.peek(1);
  if (startsType(c.token, next)) return typeSpecWith(c, expression);
  const from = c.at;
  const name = c.name('the name of a type');
  const parameters = c.is('(') ? c.parenthesized((p) => typeArgument(p, expression)) : [];
  if (parameters.length > 0) c.seen.typesWithParameters = true;
  return { kind: 'derived-type', span: c.span(from), polymorphic: false, name, parameters };
}

function intrinsicType(c: Cursor, expression: ExpressionParser): tree.IntrinsicType {
  const from = c.at;
  const type = intrinsicName(c);
  if (type === 'character') return characterType(c, from, expression);
  let kindParameter: tree.Expression | undefined;
  let bytes: number | undefined;
  if (c.is('*')) bytes = starBytes(c);
  else if (c.is('(') && !type.startsWith('double')) kindParameter = kindSelector(c, expression);
  return { kind: 'intrinsic-type', span: c.span(from), type, kindParameter, bytes, length: undefined };
}

function intrinsicName(c: Cursor): tree.IntrinsicTypeName {
  if (c.isWord('double') && c.peek(1).kind === 'name') {
    const joined = intrinsic.get(`double${c.peek(1).text}`);
    if (joined) {
      c.at += 2;
      return joined;
    }
  }
  const type = c.token.kind === 'name' ? intrinsic.get(c.token.text) : undefined;
  if (!type) return c.expected('a type');
  c.at++;
  return type;
}

/** `*8`; the number may have eaten a name that follows without a blank. */
export function starBytes(c: Cursor): number {
  c.expect('*');
  const { token } = c;
  if (token.kind !== 'integer') return c.expected('a number of bytes');
  c.at++;
  return Number(token.text);
}

function kindSelector(c: Cursor, expression: ExpressionParser): tree.Expression {
  c.expect('(');
  keyword(c, 'kind');
  const kind = expression(c);
  c.expect(')');
  return kind;
}

function keyword(c: Cursor, word: string): boolean {
  if (!c.isWord(word) || !isMark(c.peek(1), '=')) return false;
  c.at += 2;
  return true;
}

function characterType(c: Cursor, from: number, expression: ExpressionParser): tree.IntrinsicType {
  let length: tree.TypeParameter | undefined;
  let kindParameter: tree.Expression | undefined;
  if (c.is('*')) {
    length = starLength(c, expression);
    // `character*10, name`: an old, pointless comma.
    if (c.is(',') && c.peek(1).kind === 'name' && ['end', 'mark'].includes(c.peek(2).kind) && isOldComma(c)) c.at++;
  } else if (c.take('(')) {
    let position = 0;
    do {
      if (keyword(c, 'kind')) kindParameter = expression(c);
      else if (keyword(c, 'len') || position === 0) length = typeParameter(c, expression);
      else kindParameter = expression(c);
      position++;
    } while (c.take(','));
    c.expect(')');
  }
  return {
    kind: 'intrinsic-type',
    span: c.span(from),
    type: 'character',
    kindParameter,
    bytes: undefined,
    length,
  };
}

/** No `::` follows, so that the comma begins no attribute. */
function isOldComma(c: Cursor): boolean {
  return !c.tokens.some((token, i) => i > c.at && isMark(token, '::'));
}

/** `*5`, `*(n)`, `*(*)`. */
export function starLength(c: Cursor, expression: ExpressionParser): tree.TypeParameter {
  c.expect('*');
  if (c.take('(')) {
    const length = typeParameter(c, expression);
    c.expect(')');
    return length;
  }
  const { token } = c;
  if (token.kind !== 'integer') return c.expected('a length');
  c.at++;
  return { kind: 'integer', span: c.span(c.at - 1), digits: token.text, kindParameter: undefined };
}

function typeParameter(c: Cursor, expression: ExpressionParser): tree.TypeParameter {
  const from = c.at;
  if (c.take('*')) return { kind: 'star', span: c.span(from) };
  if (c.take(':')) return { kind: 'colon', span: c.span(from) };
  return expression(c);
}

function typeArgument(c: Cursor, expression: ExpressionParser): tree.TypeArgument {
  const from = c.at;
  let name: tree.Name | undefined;
  if (c.token.kind === 'name' && isMark(c.peek(1), '=')) {
    name = c.name('a name');
    c.expect('=');
  }
  const value = typeParameter(c, expression);
  return { kind: 'type-argument', span: c.span(from), keyword: name, value };
}
