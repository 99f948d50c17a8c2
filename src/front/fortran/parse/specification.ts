/** use, import, implicit, and the lines of type definitions, enums and interfaces. */
import * as errors from '../errors/syntax.ts';
import type * as tree from '../tree.ts';
import { attributeList, bind } from './attributes.ts';
import { type Cursor, isMark } from './cursor.ts';
import { expression, typeSpec } from './expressions.ts';
import { genericSpec } from './generic-spec.ts';
import type { Bare, Line } from './lines.ts';
import { startsType } from './types.ts';

export function use(c: Cursor): tree.Use {
  c.at++;
  let nature: tree.Use['nature'];
  if (c.take(',')) {
    if (!c.isWord('intrinsic') && !c.isWord('non_intrinsic')) c.expected('`intrinsic` or `non_intrinsic`');
    nature = c.isWord('intrinsic') ? 'intrinsic' : 'non_intrinsic';
    c.at++;
    c.expect('::');
  } else c.take('::');
  const module = c.name('the name of a module');
  let only = false;
  let items: tree.UseItem[] = [];
  if (c.take(',')) {
    if (c.isWord('only') && isMark(c.peek(1), ':')) {
      only = true;
      c.at += 2;
      // A comma at the end is often left behind.
      while (!c.atEnd()) {
        items.push(useItem(c));
        if (!c.take(',')) break;
      }
    } else items = c.list(useItem);
  }
  return { kind: 'use', span: c.whole(), label: c.label, module, nature, only, items };
}

function useItem(c: Cursor): tree.UseItem {
  const from = c.at;
  const local = genericSpec(c);
  const original = c.take('=>') ? genericSpec(c) : local;
  return { kind: 'use-item', span: c.span(from), local, original };
}

export function importStatement(c: Cursor): tree.Import {
  c.at++;
  let what: tree.Import['what'] = 'all';
  let names: tree.Name[] = [];
  if (c.take(',')) {
    if (c.takeWord('none')) what = 'none';
    else if (!c.takeWord('all')) {
      c.expectWord('only');
      c.expect(':');
      what = 'only';
      names = c.list(aName);
    }
  } else {
    c.take('::');
    if (!c.atEnd()) {
      what = 'names';
      names = c.list(aName);
    }
  }
  return { kind: 'import', span: c.whole(), label: c.label, what, names };
}

export function implicit(c: Cursor): tree.Declaration {
  c.at++;
  if (c.takeWord('none')) return implicitNone(c);
  const rules = c.list(implicitRule);
  return { kind: 'implicit', span: c.whole(), label: c.label, rules };
}

function implicitNone(c: Cursor): tree.ImplicitNone {
  const given = c.is('(') ? c.parenthesized(aName).map((name) => name.text) : ['type'];
  const none = given.length === 0;
  const type = none || given.includes('type');
  return { kind: 'implicit-none', span: c.whole(), label: c.label, type, external: given.includes('external') };
}

function implicitRule(c: Cursor): tree.ImplicitRule {
  const from = c.at;
  const type = implicitType(c);
  const letters = c.parenthesized(letterRange);
  return { kind: 'implicit-rule', span: c.span(from), type, letters };
}

/** In `implicit real (a-h)` the parentheses hold letters, in `implicit real (8) (a-h)` the kind. */
function implicitType(c: Cursor): tree.TypeSpec {
  const from = c.at;
  const last = c.tokens[from + 1];
  const inner = isMark(last, '(') && c.tokens.slice(from + 2, from + 4);
  const letters = inner && inner[0]?.kind === 'name' && inner[0].text.length === 1 && inner[1]?.kind === 'mark';
  const { text } = c.token;
  if (!letters || (inner[1]!.text === ')' && isMark(c.tokens[from + 4], '(')) || text === 'type') return typeSpec(c);
  const bare = simpleTypes.get(text);
  if (!bare) return typeSpec(c);
  c.at++;
  const none = { kindParameter: undefined, bytes: undefined, length: undefined };
  return { kind: 'intrinsic-type', span: c.span(from), type: bare, ...none };
}

const simpleTypes = new Map<string, tree.IntrinsicTypeName>(
  (['integer', 'real', 'complex', 'logical', 'character', 'byte'] as const).map((word) => [word, word]),
);

function letterRange(c: Cursor): tree.LetterRange {
  const start = c.at;
  const from = letter(c);
  const to = c.take('-') ? letter(c) : from;
  return { kind: 'letters', span: c.span(start), from, to };
}

function letter(c: Cursor): string {
  if (c.token.kind !== 'name' || c.token.text.length !== 1) return c.expected('a letter');
  c.at++;
  return c.peek(-1).text;
}

function aName(c: Cursor): tree.Name {
  return c.name('a name');
}

// ---- derived types, enums, interfaces, procedures ----------------------------------------------------------------

export function typeHeading(c: Cursor): Bare<Line> {
  c.at++;
  let extended: tree.Name | undefined;
  let bound: tree.Bind | undefined;
  let abstract = false;
  let visible: 'public' | 'private' | undefined;
  while (c.take(',')) {
    if (c.takeWord('extends')) {
      c.expect('(');
      extended = c.name('the name of a type');
      c.expect(')');
    } else if (c.takeWord('abstract')) abstract = true;
    else if (c.takeWord('public')) visible = 'public';
    else if (c.takeWord('private')) visible = 'private';
    else if (c.isWord('bind')) bound = bind(c);
    else c.expected('`extends`, `abstract`, `public`, `private` or `bind`');
  }
  c.take('::');
  const name = c.name('the name of the type');
  const open = c.at;
  const parameters = c.is('(') ? c.parenthesized(aName) : [];
  const withoutParameters = parameters.length === 0 && c.at > open ? c.span(open) : undefined;
  if (parameters.length > 0) c.seen.typesWithParameters = true;
  return {
    kind: 'type',
    name,
    parameters,
    withoutParameters,
    access: visible,
    abstract,
    extends: extended,
    bind: bound,
  };
}

export function interfaceHeading(c: Cursor): Bare<Line> {
  const abstract = c.takeWord('abstract');
  c.expectWord('interface');
  return { kind: 'interface', abstract, spec: c.atEnd() ? undefined : genericSpec(c) };
}

export function enumHeading(c: Cursor): Bare<Line> {
  c.at++;
  c.expect(',');
  if (!c.isWord('bind')) c.expected('`bind(c)`');
  bind(c);
  return { kind: 'enum' };
}

export function enumerators(c: Cursor): Bare<Line> {
  c.at++;
  c.take('::');
  return { kind: 'enumerators', items: c.list(enumerator) };
}

function enumerator(c: Cursor): tree.Enumerator {
  const from = c.at;
  const name = aName(c);
  const value = c.take('=') ? expression(c) : undefined;
  return { kind: 'enumerator', span: c.span(from), name, value };
}

export function procedureLine(c: Cursor): Bare<Line> {
  c.at++;
  let interface_: tree.Name | tree.TypeSpec | undefined;
  if (c.take('(')) {
    if (!c.is(')')) interface_ = startsType(c.token, c.peek(1)) ? typeSpec(c) : aName(c);
    c.expect(')');
  }
  const attributes = attributeList(c);
  c.take('::');
  return { kind: 'procedure', interface: interface_, attributes, entities: c.list(procedureEntity) };
}

function procedureEntity(c: Cursor): tree.ProcedureEntity {
  const from = c.at;
  const name = c.name('the name of a procedure');
  const initial = c.take('=>') ? expression(c) : undefined;
  return { kind: 'procedure-entity', span: c.span(from), name, initial };
}

export function generic(c: Cursor): Bare<Line> {
  c.at++;
  let visible: 'public' | 'private' | undefined;
  if (c.take(',')) {
    visible = c.isWord('public') ? 'public' : 'private';
    if (!c.takeWord(visible)) c.expected('`public` or `private`');
  }
  c.expect('::');
  const spec = genericSpec(c);
  c.expect('=>');
  const names = c.list(aName);
  const place = { span: c.whole(), label: c.label };
  return { kind: 'binding', node: { kind: 'bound-generic', ...place, access: visible, spec, names } };
}

export function final(c: Cursor): Bare<Line> {
  c.at++;
  c.take('::');
  const names = c.list(aName);
  return { kind: 'binding', node: { kind: 'final', span: c.whole(), label: c.label, names } };
}

export function strayInclude(c: Cursor): never {
  return c.fail(errors.badInclude(c.whole()));
}
