/** Expressions, by climbing over the levels of precedence. */
import { cover } from '../../../base/source.ts';
import * as errors from '../errors/syntax.ts';
import type { Token } from '../lex.ts';
import type * as tree from '../tree.ts';
import { anyInside, type Cursor, isMark } from './cursor.ts';
import { literal } from './literals.ts';
import { bareTypeWith, typeSpecWith } from './types.ts';

export function expression(c: Cursor): tree.Expression {
  return c.nested(fromLowest);
}

export function typeSpec(c: Cursor): tree.TypeSpec {
  return typeSpecWith(c, expression);
}

export function bareType(c: Cursor): tree.TypeSpec {
  return bareTypeWith(c, expression);
}

type Row = { readonly level: number; readonly operator: tree.BinaryOperator };
const definedLevel = 1;
const notLevel = 5;
const signLevel = 8;
const productLevel = 9;
const powerLevel = 10;
const words = new Map<string, Row>([
  ['eqv', { level: 2, operator: 'eqv' }],
  ['neqv', { level: 2, operator: 'neqv' }],
  ['xor', { level: 2, operator: 'neqv' }],
  ['or', { level: 3, operator: 'or' }],
  ['and', { level: 4, operator: 'and' }],
  ['eq', { level: 6, operator: '==' }],
  ['ne', { level: 6, operator: '/=' }],
  ['lt', { level: 6, operator: '<' }],
  ['le', { level: 6, operator: '<=' }],
  ['gt', { level: 6, operator: '>' }],
  ['ge', { level: 6, operator: '>=' }],
]);
const marks = new Map<string, Row>([
  ['==', { level: 6, operator: '==' }],
  ['/=', { level: 6, operator: '/=' }],
  ['<', { level: 6, operator: '<' }],
  ['<=', { level: 6, operator: '<=' }],
  ['>', { level: 6, operator: '>' }],
  ['>=', { level: 6, operator: '>=' }],
  ['//', { level: 7, operator: '//' }],
  ['+', { level: signLevel, operator: '+' }],
  ['-', { level: signLevel, operator: '-' }],
  ['*', { level: productLevel, operator: '*' }],
  ['/', { level: productLevel, operator: '/' }],
  ['**', { level: powerLevel, operator: '**' }],
]);
const notOperators = new Set(['not', 'true', 'false']);

/** The operator that a token is, as in `operator(+)`, or undefined. */
export function binaryOperator(token: Token): tree.BinaryOperator | undefined {
  return row(token)?.operator;
}

function row(token: Token): Row | undefined {
  if (token.kind === 'mark') return marks.get(token.text);
  return token.kind === 'word' ? words.get(token.text) : undefined;
}

function fromLowest(c: Cursor): tree.Expression {
  return binary(c, definedLevel);
}

function binary(c: Cursor, lowest: number): tree.Expression {
  let left = prefixed(c, lowest);
  for (let length = 0; ; length++) {
    const { token } = c;
    if (token.kind !== 'mark' && token.kind !== 'word') return left;
    const found = row(token);
    if (!found && (token.kind === 'mark' || notOperators.has(token.text))) return left;
    const level = found ? found.level : definedLevel;
    if (level < lowest) return left;
    if (length >= c.mostDepth.chain) c.fail(errors.nestedTooDeep(c.here()));
    left = joined(c, left, found);
  }
}

/** Takes the operator and its right side. */
function joined(c: Cursor, left: tree.Expression, found: Row | undefined): tree.Expression {
  const at = c.at;
  c.at++;
  if (!found) {
    const operator: tree.Name = { kind: 'name', span: c.span(at), text: c.tokens[at]!.text };
    const right = binary(c, definedLevel + 1);
    return { kind: 'defined-binary', span: cover(left.span, right.span), operator, left, right };
  }
  const right = found.level === powerLevel ? c.nested(power) : binary(c, found.level + 1);
  return { kind: 'binary', span: cover(left.span, right.span), operator: found.operator, left, right };
}

/** `**` groups from the right. */
function power(c: Cursor): tree.Expression {
  return binary(c, powerLevel);
}

function prefixed(c: Cursor, lowest: number): tree.Expression {
  const { token } = c;
  if (token.kind === 'mark' && (token.text === '+' || token.text === '-')) {
    return unary(c, token.text, Math.max(productLevel, lowest));
  }
  if (token.kind !== 'word') return primary(c);
  if (token.text === 'not') return unary(c, 'not', notLevel);
  if (token.text === 'true' || token.text === 'false' || words.has(token.text)) return primary(c);
  const from = c.at++;
  const operator: tree.Name = { kind: 'name', span: c.span(from), text: token.text };
  const operand = c.nested((inner) => prefixed(inner, powerLevel));
  return { kind: 'defined-unary', span: c.span(from), operator, operand };
}

function unary(c: Cursor, operator: tree.UnaryOperator, level: number): tree.Expression {
  const from = c.at++;
  const operand = c.nested((inner) => binary(inner, level));
  return { kind: 'unary', span: c.span(from), operator, operand };
}

/** An operand: a literal, a name with what follows it, parentheses, an array constructor. */
export function primary(c: Cursor): tree.Expression {
  const { token } = c;
  const from = c.at;
  const found = literal(c);
  if (found) return c.is('(') && found.kind === 'character' ? parts(c, found, from) : found;
  if (token.kind === 'name') return parts(c, c.name('a name'), from);
  if (c.is('(')) return parenthesis(c);
  if (c.is('%') && c.peek(1).text === 'loc') {
    c.at++;
    return parts(c, c.name('loc'), from);
  }
  if (c.is('[') || c.is('(/')) return parts(c, arrayConstructor(c), from);
  return c.expected('an expression');
}

/** A name, and only a name with its components, indices and arguments: what can be assigned to. */
export function designator(c: Cursor): tree.Expression {
  const from = c.at;
  return parts(c, c.name('a variable'), from);
}

function parts(c: Cursor, first: tree.Expression, from: number): tree.Expression {
  let base = first;
  for (let length = 0; ; length++) {
    if (length >= c.mostDepth.chain) c.fail(errors.nestedTooDeep(c.here()));
    if (c.is('(')) {
      const given = argumentList(c);
      base = { kind: 'call-or-index', span: c.span(from), base, arguments: given };
    } else if (c.is('%')) {
      c.at++;
      const component = c.name('the name of a component');
      base = { kind: 'component', span: c.span(from), base, component };
    } else if (c.is('[') && base.kind !== 'array-constructor') {
      c.at++;
      const selectors = c.list(argument);
      c.expect(']');
      base = { kind: 'coindexed', span: c.span(from), base, selectors };
    } else return base;
  }
}

function parenthesis(c: Cursor): tree.Expression {
  const from = c.at;
  c.expect('(');
  const inner = expression(c);
  if (c.take(',')) {
    const imaginary = expression(c);
    c.expect(')');
    return { kind: 'complex', span: c.span(from), real: inner, imaginary };
  }
  c.expect(')');
  return { kind: 'parenthesized', span: c.span(from), inner };
}

// ---- arguments --------------------------------------------------------------------------------------------------

/** `(a, key=b, 1:n, *10)`. */
export function argumentList(c: Cursor): tree.Argument[] {
  return c.parenthesized(argument);
}

function argument(c: Cursor): tree.Argument {
  const from = c.at;
  let keyword: tree.Name | undefined;
  if (c.token.kind === 'name' && isMark(c.peek(1), '=')) {
    keyword = c.name('a name');
    c.expect('=');
  }
  const value = argumentValue(c);
  return { kind: 'argument', span: c.span(from), keyword, value };
}

function argumentValue(c: Cursor): tree.ArgumentValue {
  const from = c.at;
  if (c.is(':') || c.is('::')) return section(c, from, undefined);
  if (c.is('%')) return passedBy(c);
  if (c.is('*') || c.is('&')) return starArgument(c);
  const value = expression(c);
  return c.is(':') || c.is('::') ? section(c, from, value) : value;
}

/** `*` alone, or `*10` (old: `&10`), a label to return to. */
function starArgument(c: Cursor): tree.ArgumentValue {
  const from = c.at++;
  if (c.token.kind === 'integer') return { kind: 'alternate-return', target: c.labelNumber(), span: c.span(from) };
  if (isMark(c.tokens[from], '&')) return c.expected('a statement label');
  return { kind: 'star', span: c.span(from) };
}

function section(c: Cursor, from: number, first: tree.Expression | undefined): tree.Section {
  let to: tree.Expression | undefined;
  let step: tree.Expression | undefined;
  if (c.take('::')) step = expression(c);
  else {
    c.expect(':');
    // The last cobound of an allocation is a `*`.
    if (!(c.is('*') && isMark(c.peek(1), ']') && c.take('*')) && !atBound(c)) to = expression(c);
    if (c.take(':')) step = expression(c);
  }
  return { kind: 'section', span: c.span(from), from: first, to, step };
}

function atBound(c: Cursor): boolean {
  return c.is(',') || c.is(')') || c.is(':') || c.is(']');
}

const passings = new Map<string, tree.PassedBy['how']>([
  ['val', 'val'],
  ['ref', 'ref'],
  ['loc', 'loc'],
]);

function passedBy(c: Cursor): tree.ArgumentValue {
  const from = c.at++;
  const how = passings.get(c.token.text);
  if (!how) return c.expected('`val`, `ref` or `loc`');
  c.at++;
  c.expect('(');
  const value = expression(c);
  c.expect(')');
  return { kind: 'passed-by', span: c.span(from), how, value };
}

// ---- lists with implied do --------------------------------------------------------------------------------------

function arrayConstructor(c: Cursor): tree.Expression {
  const from = c.at;
  const close = c.is('[') ? ']' : '/)';
  const typed = anyInside(c.tokens, from, (i) => isMark(c.tokens[i], '::'));
  c.at++;
  let type: tree.TypeSpec | undefined;
  if (typed) {
    type = bareType(c);
    c.expect('::');
  }
  const items = c.is(close) ? [] : c.list(item);
  if (!c.take(close)) c.expected(`\`${close}\``);
  return { kind: 'array-constructor', span: c.span(from), type, items };
}

/** An expression or `(items, i = from, to, step)`. */
export function item(c: Cursor): tree.Item {
  return c.is('(') && isImpliedDo(c) ? c.nested(impliedDo) : expression(c);
}

function isImpliedDo(c: Cursor): boolean {
  const { tokens } = c;
  return anyInside(tokens, c.at, (i) => isMark(tokens[i], '=') && tokens[i - 1]!.kind === 'name');
}

function impliedDo(c: Cursor): tree.ImpliedDo {
  const from = c.at;
  c.expect('(');
  const items = [item(c)];
  while (c.take(',') && !startsControl(c)) items.push(item(c));
  let type: tree.TypeSpec | undefined;
  if (!isMark(c.peek(1), '=')) {
    type = typeSpec(c);
    c.expect('::');
  }
  const variable = c.name('the variable of the implied do');
  c.expect('=');
  const first = expression(c);
  c.expect(',');
  const to = expression(c);
  const step = c.take(',') ? expression(c) : undefined;
  c.expect(')');
  return { kind: 'implied-do', span: c.span(from), items, type, variable, from: first, to, step };
}

/** `i =`, or `integer :: i =`. */
function startsControl(c: Cursor): boolean {
  if (c.token.kind !== 'name') return false;
  if (isMark(c.peek(1), '=')) return true;
  return c.isWord('integer') && c.tokens.slice(c.at, c.at + 8).some((token) => isMark(token, '::'));
}

/** `*` or an expression. */
export function starOrExpression(c: Cursor): tree.Star | tree.Expression {
  const from = c.at;
  return c.take('*') ? { kind: 'star', span: c.span(from) } : expression(c);
}
