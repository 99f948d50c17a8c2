/** The first and middle statements of constructs. `name` is the construct's name, where one stands before. */
import * as errors from '../errors/syntax.ts';
import type * as tree from '../tree.ts';
import { type Cursor, closingOf, isMark } from './cursor.ts';
import { argumentList, bareType, expression, starOrExpression } from './expressions.ts';
import type { Bare, Line } from './lines.ts';
import { indexHeader, locality } from './loops.ts';

type Name = tree.Name | undefined;

/** A condition in parentheses; `=` in it is a typical mistake. */
export function condition(c: Cursor): tree.Expression {
  c.expect('(');
  const made = expression(c);
  if (c.is('=')) c.fail(errors.assignmentInCondition(c.here()));
  c.expect(')');
  return made;
}

export function doHeading(c: Cursor, name: Name): Bare<Line> {
  if (c.takeWord('dowhile')) return { kind: 'do', name, control: whileControl(c, c.at - 1), endLabel: undefined };
  c.expectWord('do');
  const endLabel = c.token.kind === 'integer' ? c.labelNumber() : undefined;
  if (c.atEnd()) return { kind: 'do', name, control: undefined, endLabel };
  c.take(',');
  return { kind: 'do', name, control: loopControl(c), endLabel };
}

function loopControl(c: Cursor): tree.LoopControl {
  const from = c.at;
  if (c.isWord('while') && isMark(c.peek(1), '(')) {
    c.at++;
    return whileControl(c, from);
  }
  if (c.isWord('concurrent') && isMark(c.peek(1), '(')) {
    c.at++;
    const header = indexHeader(c);
    const localities: tree.Locality[] = [];
    while (!c.atEnd()) localities.push(locality(c));
    return { kind: 'concurrent', span: c.span(from), header, locality: localities };
  }
  const variable = c.name('the variable of the loop');
  c.expect('=');
  const first = expression(c);
  if (!c.take(',')) c.fail(errors.loopHeading(c.before() ?? '', c.found(), c.here()));
  const to = expression(c);
  const step = c.take(',') ? expression(c) : undefined;
  return { kind: 'counted', span: c.span(from), variable, from: first, to, step };
}

function whileControl(c: Cursor, from: number): tree.LoopControl {
  const made = condition(c);
  return { kind: 'while', span: c.span(from), condition: made };
}

export function select(c: Cursor, name: Name): Bare<Line> {
  const what = selectKind(c);
  c.expect('(');
  if (what === 'case') {
    const selector = expression(c);
    c.expect(')');
    return { kind: 'select case', name, selector };
  }
  let associate: Name;
  if (c.token.kind === 'name' && isMark(c.peek(1), '=>')) {
    associate = c.name('a name');
    c.at++;
  }
  const selector = expression(c);
  c.expect(')');
  return { kind: what === 'type' ? 'select type' : 'select rank', name, associate, selector };
}

function selectKind(c: Cursor): 'case' | 'type' | 'rank' {
  for (const what of ['case', 'type', 'rank'] as const) if (c.takeWords('select', what)) return what;
  c.at++;
  return c.expected('`case`, `type` or `rank`');
}

export function caseLine(c: Cursor): Bare<Line> {
  c.at++;
  if (c.takeWord('default')) return { kind: 'case', ranges: undefined, name: trailingName(c) };
  const ranges = c.parenthesized(caseRange);
  return { kind: 'case', ranges, name: trailingName(c) };
}

function caseRange(c: Cursor): tree.CaseRange {
  const from = c.at;
  const low = c.is(':') ? undefined : expression(c);
  if (low && !c.is(':')) return { kind: 'case-value', span: c.span(from), value: low };
  c.expect(':');
  const high = c.is(',') || c.is(')') ? undefined : expression(c);
  return { kind: 'case-range', span: c.span(from), low, high };
}

/** `type is (t)`, `class is (t)`, `class default`. */
export function typeGuard(c: Cursor): Bare<Line> {
  const from = c.at;
  const word = c.token.text;
  c.at++;
  if (word === 'class' && c.takeWord('default')) {
    const guard: tree.TypeGuard = { kind: 'class-default', span: c.span(from) };
    return { kind: 'type guard', guard, name: trailingName(c) };
  }
  c.expectWord('is');
  c.expect('(');
  const type = bareType(c);
  c.expect(')');
  const guard: tree.TypeGuard = { kind: word === 'class' ? 'class-is' : 'type-is', span: c.span(from), type };
  return { kind: 'type guard', guard, name: trailingName(c) };
}

export function rankLine(c: Cursor): Bare<Line> {
  c.at++;
  if (c.takeWord('default')) return { kind: 'rank', rank: 'default', name: trailingName(c) };
  c.expect('(');
  const rank = starOrExpression(c);
  c.expect(')');
  return { kind: 'rank', rank, name: trailingName(c) };
}

export function elseLine(c: Cursor): Bare<Line> {
  if (c.takeWords('else', 'where')) {
    const mask = c.is('(') ? condition(c) : undefined;
    return { kind: 'elsewhere', mask, name: trailingName(c) };
  }
  if (c.takeWords('else', 'if')) {
    const made = condition(c);
    if (!c.takeWord('then')) c.fail(errors.missingThen('else if', c.span(0), c.here()));
    return { kind: 'else if', condition: made, name: trailingName(c) };
  }
  c.expectWord('else');
  return { kind: 'else', name: trailingName(c) };
}

export function associate(c: Cursor, name: Name): Bare<Line> {
  c.at++;
  return { kind: 'associate', name, associations: c.parenthesized(association) };
}

function association(c: Cursor): tree.Association {
  const from = c.at;
  const name = c.name('a name');
  c.expect('=>');
  const value = expression(c);
  return { kind: 'association', span: c.span(from), name, value };
}

export function critical(c: Cursor, name: Name): Bare<Line> {
  c.at++;
  if (c.is('(')) c.at = Math.max(closingOf(c.tokens, c.at) + 1, c.at);
  return { kind: 'critical', name };
}

export function changeTeam(c: Cursor, name: Name): Bare<Line> {
  c.at++;
  c.expectWord('team');
  return { kind: 'change team', name, arguments: argumentList(c) };
}

export function block(c: Cursor, name: Name): Bare<Line> {
  c.at++;
  if (c.takeWord('data')) return { kind: 'block data', name: trailingName(c) };
  return { kind: 'block', name };
}

export function blockData(c: Cursor): Bare<Line> {
  c.at++;
  return { kind: 'block data', name: trailingName(c) };
}

function trailingName(c: Cursor): Name {
  return c.atEnd() ? undefined : c.name('the name of the construct');
}
