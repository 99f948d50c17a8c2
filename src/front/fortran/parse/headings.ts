/** The first statements of program units. */

import * as errors from '../errors/syntax.ts';
import type { Token } from '../lex.ts';
import type * as tree from '../tree.ts';
import { bind } from './attributes.ts';
import { type Cursor, closingOf, isMark, isName } from './cursor.ts';
import { expression, typeSpec } from './expressions.ts';
import type { Bare, Line, ProcedureHeading } from './lines.ts';
import { startsType } from './types.ts';

const prefixWords = new Map<string, tree.PrefixWord>(
  (['recursive', 'non_recursive', 'pure', 'elemental', 'impure', 'simple', 'module'] as const).map((w) => [w, w]),
);
const bracketed = new Set(['attributes', 'launch_bounds', 'cluster_dims']);

/** Whether the statement begins a subroutine or function: prefixes, the word, a name. */
export function isProcedureHeading(tokens: readonly Token[]): boolean {
  let i = 0;
  while (i >= 0 && i < tokens.length) {
    const token = tokens[i]!;
    if (token.kind !== 'name') return false;
    if (token.text === 'subroutine' || token.text === 'function') return headingFollows(tokens, i + 1);
    const next = afterPrefix(tokens, i);
    if (next === undefined) return false;
    i = next;
  }
  return false;
}

function headingFollows(tokens: readonly Token[], i: number): boolean {
  if (tokens[i]?.kind !== 'name') return false;
  const after = tokens[i + 1]!;
  return isMark(after, '(') || after.kind === 'end' || isName(after, 'bind') || isName(after, 'result');
}

function afterPrefix(tokens: readonly Token[], i: number): number | undefined {
  const token = tokens[i]!;
  if (prefixWords.has(token.text)) return i + 1;
  if (bracketed.has(token.text)) return isMark(tokens[i + 1], '(') ? after(tokens, i + 1) : undefined;
  if (!startsType(token, tokens[i + 1] ?? token)) return undefined;
  let next = token.text === 'double' ? i + 2 : i + 1;
  if (isMark(tokens[next], '*')) next += isMark(tokens[next + 1], '(') ? 1 : 2;
  return isMark(tokens[next], '(') ? after(tokens, next) : next;
}

function after(tokens: readonly Token[], open: number): number | undefined {
  const close = closingOf(tokens, open);
  return close < 0 ? undefined : close + 1;
}

export function procedureHeading(c: Cursor): Bare<ProcedureHeading> {
  const prefixes: tree.Prefix[] = [];
  let type: tree.TypeSpec | undefined;
  while (!c.isWord('subroutine') && !c.isWord('function')) {
    if (startsType(c.token, c.peek(1))) type = typeSpec(c);
    else prefixes.push(prefix(c));
  }
  const kind = c.isWord('subroutine') ? 'subroutine' : 'function';
  c.at++;
  const name = c.name(`the name of the ${kind}`);
  const { dummies, result, bound } = listAndSuffixes(c, name);
  return { kind, prefixes, type, name, dummies, result, bind: bound };
}

/** What follows the name of a procedure: without a list of dummies nothing does (Fortran 2018, R1533, R1538, R1541). */
function listAndSuffixes(c: Cursor, name: tree.Name) {
  const listed = c.is('(');
  const dummies = listed ? c.parenthesized(dummy) : [];
  const from = c.at;
  const { result, bound } = suffixes(c);
  if (!listed && (result || bound)) c.fail(errors.suffixWithoutList(name, c.span(from)));
  return { dummies, result, bound };
}

/** `result(r)` and `bind(c)`, in any order. */
export function suffixes(c: Cursor): { result: tree.Name | undefined; bound: tree.Bind | undefined } {
  let result: tree.Name | undefined;
  let bound: tree.Bind | undefined;
  for (;;) {
    if (c.isWord('bind')) bound = bind(c);
    else if (c.takeWord('result')) {
      c.expect('(');
      result = c.name('the name of the result');
      c.expect(')');
    } else return { result, bound };
  }
}

export function dummy(c: Cursor): tree.Dummy {
  const from = c.at;
  return c.take('*') ? { kind: 'star', span: c.span(from) } : c.name('the name of a dummy argument');
}

function prefix(c: Cursor): tree.Prefix {
  const from = c.at;
  const { text } = c.token;
  const word = prefixWords.get(text);
  if (word) {
    c.at++;
    return { kind: 'prefix-word', span: c.span(from), word };
  }
  if (!bracketed.has(text)) return c.expected('`subroutine` or `function`');
  if (!c.cuda) c.fail(errors.cudaOnly(`\`${text}(…)\``, c.here()));
  c.at++;
  if (text === 'attributes') {
    if (isMark(c.peek(1), ')')) c.at++;
    return { kind: 'attributes', targets: c.is(')') ? [target(c)] : c.parenthesized(target), span: c.span(from) };
  }
  const given = c.parenthesized(expression);
  const kind = text === 'launch_bounds' ? 'launch-bounds' : 'cluster-dims';
  return { kind, arguments: given, span: c.span(from) };
}

const targets = new Map<string, tree.ProcedureTarget>(
  (['global', 'device', 'host', 'grid_global'] as const).map((word) => [word, word]),
);

function target(c: Cursor): tree.ProcedureTarget {
  const found = c.token.kind === 'name' ? targets.get(c.token.text) : undefined;
  if (!found) return c.fail(errors.unknownTarget(c.found() ?? '', meantTarget(c.token.text), c.here()));
  c.at++;
  return found;
}

/** The target that is a slip or two away from the word. */
export function meantTarget(word: string): string | undefined {
  return errors.nearest(word, [...targets.keys()]);
}

// ---- other units ------------------------------------------------------------------------------------------------

export function program(c: Cursor): Bare<Line> {
  c.at++;
  const name = c.name('the name of the program');
  if (c.is('(')) c.at = Math.max(closingOf(c.tokens, c.at) + 1, c.at);
  return { kind: 'program', name };
}

/** `module m` or `module procedure a, b`. */
export function module(c: Cursor): Bare<Line> {
  c.at++;
  if (c.isWord('procedure') && c.peek(1).kind !== 'end') {
    c.at++;
    c.take('::');
    return { kind: 'module procedure', names: c.list((n) => n.name('the name of a procedure')) };
  }
  return { kind: 'module', name: c.name('the name of the module') };
}

export function submodule(c: Cursor): Bare<Line> {
  c.at++;
  c.expect('(');
  const ancestor = c.name('the name of a module');
  const parent = c.take(':') ? c.name('the name of a submodule') : undefined;
  c.expect(')');
  return { kind: 'submodule', ancestor, parent, name: c.name('the name of the submodule') };
}

export function entry(c: Cursor): tree.Entry {
  c.at++;
  const name = c.name('the name of the entry');
  const { dummies, result, bound } = listAndSuffixes(c, name);
  return { kind: 'entry', span: c.whole(), label: c.label, name, dummies, result, bind: bound };
}
