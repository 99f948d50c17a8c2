/** A directive of OpenACC or OpenMP from its line, by the tables. */

import * as errors from '../errors/directives.ts';
import { type Cursor, closingOf, isMark } from '../parse/cursor.ts';
import { bareType, expression, starOrExpression } from '../parse/expressions.ts';
import type { Bare, Line } from '../parse/lines.ts';
import type * as tree from '../tree.ts';
import type { ArgumentRule, ClauseRule, DirectiveRow } from './grammar.ts';
import { directiveNamed, type Model, standards } from './tables.ts';

export function directiveLine(c: Cursor, model: Model): Bare<Line> {
  const words = wordsAhead(c);
  const ends = words[0] === 'end' ? directiveNamed(model, words.slice(1)) : undefined;
  if (ends && ends.row.holds !== 'nothing') return endLine(c, model, ends.name, ends.row, ends.words + 1);
  const joined = endJoined(words[0], words.slice(1), model);
  if (joined) return endLine(c, model, joined.name, joined.row, joined.words);
  const found = directiveNamed(model, words);
  if (!found) return c.fail(errors.unknownDirective(standards[model], words[0] ?? c.found() ?? '', model, c.here()));
  const { name, row } = found;
  c.at += found.words;
  const argument = row.argument && (c.is('(') || !row.argument.optional) ? argumentOf(c, row.argument) : undefined;
  const clauses = clausesOf(c, name, row.clauses);
  const span = c.whole();
  const directive: tree.Directive = {
    kind: 'directive',
    span,
    label: undefined,
    model,
    name,
    argument,
    clauses,
    body: [],
    heading: span,
    end: undefined,
    endClauses: [],
  };
  if (row.where === 'specification') return { kind: 'declaration', node: directive };
  return row.holds === 'nothing' || clauses.some((made) => row.aloneWith?.includes(made.name))
    ? { kind: 'action', node: directive }
    : { kind: 'directive', directive, holds: row.holds };
}

/** `endparallel`. */
function endJoined(first: string | undefined, more: readonly string[], model: Model) {
  if (!first?.startsWith('end') || first === 'end') return undefined;
  const found = directiveNamed(model, [first.slice(3), ...more]);
  return found && found.row.holds !== 'nothing' ? found : undefined;
}

function endLine(c: Cursor, model: Model, name: string, row: DirectiveRow, words: number): Bare<Line> {
  c.at += words;
  if (row.argument && c.is('(')) argumentOf(c, row.argument);
  return { kind: 'end directive', model, name, clauses: clausesOf(c, name, row.endClauses ?? {}) };
}

/** The names at the cursor, up to the first parenthesis. */
function wordsAhead(c: Cursor): string[] {
  const words: string[] = [];
  for (let i = c.at; c.tokens[i]?.kind === 'name'; i++) words.push(c.tokens[i]!.text);
  return words;
}

// ---- clauses ----------------------------------------------------------------------------------------------------

function clausesOf(c: Cursor, directive: string, rules: Readonly<Record<string, ClauseRule>>): tree.Clause[] {
  const made: tree.Clause[] = [];
  while (!c.atEnd()) {
    if (c.take(',')) continue;
    const clause = clauseOf(c, directive, rules);
    const before = made.find((m) => m.name === clause.name);
    if (before && once.has(clause.name) && !rules[clause.name]!.repeats)
      c.fail(errors.repeatedClause(clause.name, clause.span, before.span));
    made.push(clause);
  }
  return made;
}

/** Clauses whose second one is a mistake. Others may come again behind `device_type`. */
const once = new Set(['if', 'default', 'if_present', 'finalize']);

function clauseOf(c: Cursor, directive: string, rules: Readonly<Record<string, ClauseRule>>): tree.Clause {
  const from = c.at;
  const { token } = c;
  if (token.kind !== 'name') return c.expected('a clause');
  const name = clauseName(c, rules);
  const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
  if (!rule) return c.fail(errors.unknownClause(token.text, directive, Object.keys(rules), c.here()));
  c.at += name.split(' ').length;
  if (rule.items === 'nothing') {
    if (c.is('(')) c.fail(errors.clauseWithoutArgument(name, c.here()));
    return {
      kind: 'clause',
      span: c.span(from),
      name,
      modifiers: [],
      operator: undefined,
      items: [],
      after: undefined,
    };
  }
  if (!c.is('(') && !c.is('(/')) {
    if (!rule.optional) c.fail(errors.clauseNeedsArgument(name, c.span(from, from + 1)));
    return {
      kind: 'clause',
      span: c.span(from),
      name,
      modifiers: [],
      operator: undefined,
      items: [],
      after: undefined,
    };
  }
  return { ...argumentOf(c, rule), span: c.span(from), name };
}

/** Of one word, or of two that are a clause together. */
function clauseName(c: Cursor, rules: Readonly<Record<string, ClauseRule>>): string {
  const first = c.token.text;
  const second = c.peek(1);
  const both = second.kind === 'name' ? `${first} ${second.text}` : first;
  return Object.hasOwn(rules, both) ? both : first;
}

function argumentOf(c: Cursor, rule: ArgumentRule): tree.Clause {
  const from = c.at;
  const empty = { kind: 'clause', name: '', modifiers: [], operator: undefined, items: [], after: undefined } as const;
  // `(/block/)` begins and ends as an array constructor does.
  const slash = c.take('(/');
  if (!slash) c.expect('(');
  if (rule.items === 'text') {
    c.at = Math.max(c.at, closingOf(c.tokens, from));
    c.expect(')');
    return { ...empty, span: c.span(from) };
  }
  if (rule.items === 'statement' || rule.items === 'declared-reduction') return declared(c, rule.items, from);
  const modifiers = slash ? [] : rule.items === 'reduction' ? reductionModifier(c, rule) : leadingModifiers(c, rule);
  const operator = rule.items === 'reduction' ? reductionOperator(c) : undefined;
  const items = [item(c, rule, slash)];
  while (c.is(',') || (rule.itemModifiers && c.is(':'))) {
    c.at++;
    if (!rule.many) c.fail(errors.oneArgument(c.here()));
    items.push(item(c, rule, false));
  }
  const after = rule.after && c.take(':') ? expression(c) : undefined;
  if (!(isCommon(items.at(-1)) && c.take('/)'))) c.expect(')');
  return { ...empty, span: c.span(from), modifiers, operator, items, after };
}

function isCommon(item: tree.ClauseItem | undefined): boolean {
  return item?.value.kind === 'common-name';
}

/** Words up to a `:`, with commas between them, all of which the rule knows. */
function leadingModifiers(c: Cursor, rule: ArgumentRule): string[] {
  if (!rule.modifiers) return [];
  const found: string[] = [];
  let words: string[] = [];
  for (let i = c.at; ; i++) {
    const token = c.tokens[i];
    if (token?.kind === 'name') words.push(token.text);
    else if (isMark(token, '(') && words.length > 0) i = closingOf(c.tokens, i);
    else if ((isMark(token, ',') || isMark(token, ':')) && rule.modifiers.includes(words.join(' '))) {
      found.push(words.join(' '));
      words = [];
      if (isMark(token, ':')) {
        c.at = i + 1;
        return found;
      }
    } else return [];
    if (i < 0) return [];
  }
}

/** `(omp_priv = 0)`, `(+ : t : omp_out = omp_out + omp_in)`, the parenthesis taken. */
function declared(c: Cursor, items: 'statement' | 'declared-reduction', from: number): tree.Clause {
  const empty = { kind: 'clause', name: '', modifiers: [], items: [], after: undefined } as const;
  const whole = items === 'declared-reduction';
  const operator = whole ? reductionOperator(c) : undefined;
  const types = whole ? c.list(bareType) : [];
  if (whole) c.expect(':');
  const statement = statementOf(c);
  c.expect(')');
  return { ...empty, span: c.span(from), operator, types, statement };
}

function statementOf(c: Cursor): tree.Assignment | tree.Call {
  const from = c.at;
  const target = expression(c);
  if (c.take('=')) {
    const value = expression(c);
    return { kind: 'assignment', span: c.span(from), label: undefined, target, value };
  }
  const isCall = target.kind === 'call-or-index';
  const given = isCall ? target.arguments : [];
  const callee = isCall ? target.base : target;
  return { kind: 'call', span: c.span(from), label: undefined, procedure: callee, arguments: given, launch: undefined };
}

/** `task, +: x` */
function reductionModifier(c: Cursor, rule: ArgumentRule): string[] {
  const { token } = c;
  if (token.kind !== 'name' || !rule.modifiers?.includes(token.text) || !isMark(c.peek(1), ',')) return [];
  c.at += 2;
  return [token.text];
}

function reductionOperator(c: Cursor): string {
  const { token } = c;
  if (token.kind !== 'name' && token.kind !== 'word' && token.kind !== 'mark')
    return c.expected('a reduction operator');
  c.at++;
  c.expect(':');
  return token.text;
}

function item(c: Cursor, rule: ArgumentRule, afterSlash: boolean): tree.ClauseItem {
  const from = c.at;
  const modifier = afterSlash ? undefined : itemModifier(c, rule);
  const value = afterSlash ? commonName(c, from, true) : itemValue(c, rule);
  return { kind: 'clause-item', span: c.span(from), modifier, value };
}

function itemModifier(c: Cursor, rule: ArgumentRule): string | undefined {
  const { token } = c;
  if (!rule.itemModifiers || token.kind !== 'name' || !isMark(c.peek(1), ':')) return undefined;
  if (!rule.itemModifiers.includes(token.text))
    return c.fail(errors.unknownModifier(token.text, rule.itemModifiers, c.here()));
  c.at += 2;
  return token.text;
}

function itemValue(c: Cursor, rule: ArgumentRule): tree.ClauseItem['value'] {
  switch (rule.items) {
    case 'names':
      return c.name('a name');
    case 'words': {
      if (c.token.kind !== 'name' || !rule.words?.includes(c.token.text))
        return c.expected((rule.words ?? []).map((w) => `\`${w}\``).join(' or '));
      return c.name('a word');
    }
    case 'variables':
    case 'reduction': {
      if (c.is('/')) return commonName(c, c.at, false);
      if (c.token.kind !== 'name') return c.expected('a variable');
      return expression(c);
    }
    default:
      return starOrExpression(c);
  }
}

/** `/block/`. */
function commonName(c: Cursor, from: number, slashTaken: boolean): tree.CommonName {
  if (!slashTaken) c.expect('/');
  const name = c.name('the name of a common block');
  if (!c.is('/)')) c.expect('/');
  return { kind: 'common-name', span: c.span(from), name };
}
