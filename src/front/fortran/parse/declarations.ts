/** Declarations of data: types with entities, attribute statements, common, data and their like. */
import type { Diagnostic } from '../../../base/diagnostic.ts';
import * as errors from '../errors/syntax.ts';
import type * as tree from '../tree.ts';
import { attribute, attributeList, attributeNames, bind, intent, placement } from './attributes.ts';
import { type Cursor, closingOf, isMark } from './cursor.ts';
import { designator, expression, item, primary, typeSpec } from './expressions.ts';
import { genericSpec } from './generic-spec.ts';
import { blockName, optionalCoshape, optionalShape, startsBlock } from './shapes.ts';
import { starBytes, starLength } from './types.ts';

export function typeDeclaration(c: Cursor): tree.TypeDeclaration {
  const type = typeSpec(c);
  const comma = isOldComma(c) ? c.here() : undefined;
  if (comma) c.at++;
  const attributes = comma ? [] : attributeList(c);
  const colons = c.take('::');
  if (attributes.length > 0 && !colons) c.expected('`::`');
  const entities = c.list((e) => entity(e, type));
  return { kind: 'type-declaration', span: c.whole(), label: c.label, type, attributes, entities, comma };
}

/** `real(8), x, y`, which nvfortran takes as `real(8) x, y`. */
function isOldComma(c: Cursor): boolean {
  const next = c.peek(1);
  if (!c.is(',') || next.kind !== 'name' || c.tokens.some((t) => isMark(t, '::'))) return false;
  return !attributeNames.includes(next.text) && errors.nearest(next.text, attributeNames) === undefined;
}

export function entity(c: Cursor, type: tree.TypeSpec | undefined): tree.Entity {
  const from = c.at;
  const name = fillName(c) ?? c.name('the name to declare');
  const character = type?.kind === 'intrinsic-type' && type.type === 'character';
  let length: tree.TypeParameter | undefined;
  let bytes: number | undefined;
  const star = () => {
    if (!c.is('*')) return;
    if (character) length = starLength(c, expression);
    else bytes = starBytes(c);
  };
  star();
  const dimensions = optionalShape(c);
  const codimensions = optionalCoshape(c);
  star();
  const first = initial(c);
  const span = c.span(from);
  return { kind: 'entity', span, name, shape: dimensions, coshape: codimensions, length, bytes, initial: first };
}

/** `%fill`: a field of a structure that has no name. */
function fillName(c: Cursor): tree.Name | undefined {
  if (!c.is('%') || c.peek(1).text !== 'fill') return undefined;
  const from = c.at;
  c.at += 2;
  const span = c.span(from);
  return { kind: 'name', span, text: `#fill ${span.from}` };
}

function initial(c: Cursor): tree.Initial | undefined {
  const from = c.at;
  if (c.take('=')) return { kind: 'initial-value', value: expression(c), span: c.span(from) };
  if (c.take('=>')) return { kind: 'initial-target', target: expression(c), span: c.span(from) };
  if (!c.take('/')) return undefined;
  const values = c.list(dataValue);
  c.expect('/');
  return { kind: 'initial-data', values, span: c.span(from) };
}

// ---- attribute statements ---------------------------------------------------------------------------------------

/** `allocatable :: a(:)`, `save`, `intent(in) x`, `bind(c) :: /blk/`: the attribute stands at the cursor. */
export function attributeStatement(c: Cursor): tree.Declaration {
  if (c.isWord('pointer') && isMark(c.peek(1), '(')) return crayPointer(c);
  const bare = c.isWord('save') && c.peek(1).kind === 'end';
  const attributes = simpleAttribute(c);
  c.take('::');
  const items = bare ? [] : c.list(attributeItem);
  return { kind: 'attribute-statement', span: c.whole(), label: c.label, attributes, items };
}

/** `attributes(device) :: a, b`. */
export function attributesStatement(c: Cursor): tree.AttributeStatement {
  const heading = misspeltHeading(c);
  if (heading) c.fail(heading);
  c.at++;
  c.expect('(');
  const attributes = c.list((a) => (a.isWord('value') || a.isWord('target') ? attribute(a) : placement(a)));
  c.expect(')');
  c.take('::');
  const items = c.list(attributeItem);
  return { kind: 'attribute-statement', span: c.whole(), label: c.label, attributes, items };
}

/** `attributes(global) subroutin k(a)`. */
function misspeltHeading(c: Cursor): Diagnostic | undefined {
  const at = closingOf(c.tokens, c.at + 1) + 1;
  const word = c.tokens[at];
  if (at === 0 || word?.kind !== 'name' || c.tokens[at + 1]?.kind !== 'name') return undefined;
  const meant = errors.nearest(word.text, ['subroutine', 'function']);
  const written = c.statement.text.slice(word.from, word.to);
  return meant === undefined ? undefined : errors.misspelt(written, meant, c.span(at, at + 1));
}

function simpleAttribute(c: Cursor): tree.Attribute[] {
  if (c.isWord('intent')) return [intent(c)];
  return [c.isWord('bind') ? bind(c) : attribute(c)];
}

function attributeItem(c: Cursor): tree.AttributeItem {
  const from = c.at;
  if (c.is('/')) {
    const name = blockName(c) ?? c.expected('the name of a common block');
    return { kind: 'attribute-item', span: c.span(from), name, common: true, shape: undefined, coshape: undefined };
  }
  const name = c.name('a name');
  const dimensions = optionalShape(c);
  const codimensions = optionalCoshape(c);
  return { kind: 'attribute-item', span: c.span(from), name, common: false, shape: dimensions, coshape: codimensions };
}

function crayPointer(c: Cursor): tree.CrayPointer {
  c.at++;
  const pairs = c.list(crayPair);
  return { kind: 'cray-pointer', span: c.whole(), label: c.label, pairs };
}

function crayPair(c: Cursor): tree.CrayPair {
  const from = c.at;
  c.expect('(');
  const pointer = c.name('the name of the pointer');
  c.expect(',');
  const pointee = shapedName(c);
  c.expect(')');
  return { kind: 'cray-pair', span: c.span(from), pointer, pointee };
}

function shapedName(c: Cursor): tree.ShapedName {
  const from = c.at;
  const name = c.name('the name of a variable');
  return { kind: 'shaped-name', name, shape: optionalShape(c), span: c.span(from) };
}

/** `public`, `private :: a, operator(+)`. */
export function access(c: Cursor): tree.AccessStatement {
  const word = c.isWord('public') ? 'public' : 'private';
  c.at++;
  const colons = c.take('::');
  const items = c.atEnd() && !colons ? [] : c.list(genericSpec);
  return { kind: 'access', span: c.whole(), label: c.label, access: word, items };
}

// ---- parameter, common, equivalence, data, namelist ---------------------------------------------------------------

export function parameterStatement(c: Cursor): tree.ParameterStatement {
  c.at++;
  const bracketed = c.take('(');
  const items = c.list(namedConstant);
  if (bracketed) c.expect(')');
  return { kind: 'parameter', span: c.whole(), label: c.label, items };
}

function namedConstant(c: Cursor): tree.NamedConstant {
  const from = c.at;
  const name = c.name('the name of a constant');
  c.expect('=');
  const value = expression(c);
  return { kind: 'named-constant', span: c.span(from), name, value };
}

export function common(c: Cursor): tree.Common {
  c.at++;
  const blocks: tree.CommonBlock[] = [];
  do {
    const from = c.at;
    const name = startsBlock(c) ? blockName(c) : undefined;
    const objects = [shapedName(c)];
    while (c.take(',') && !startsBlock(c)) objects.push(shapedName(c));
    blocks.push({ kind: 'common-block', span: c.span(from), name, objects });
  } while (startsBlock(c));
  return { kind: 'common', span: c.whole(), label: c.label, blocks };
}

export function equivalence(c: Cursor): tree.Equivalence {
  c.at++;
  const sets = c.list((set) => set.parenthesized(designator));
  return { kind: 'equivalence', span: c.whole(), label: c.label, sets };
}

export function data(c: Cursor): tree.Data {
  c.at++;
  const sets: tree.DataSet[] = [];
  do {
    const from = c.at;
    const objects = c.list((o) => (o.is('(') ? item(o) : designator(o)));
    c.expect('/');
    const values = c.list(dataValue);
    c.expect('/');
    sets.push({ kind: 'data-set', span: c.span(from), objects, values });
    c.take(',');
  } while (!c.atEnd());
  return { kind: 'data', span: c.whole(), label: c.label, sets };
}

/** `value` or `repeat*value`; no operators, so that `/` ends the list. */
function dataValue(c: Cursor): tree.DataValue {
  const from = c.at;
  const first = signed(c);
  if (!c.take('*')) return { kind: 'data-value', span: c.span(from), repeat: undefined, value: first };
  return { kind: 'data-value', repeat: first, value: signed(c), span: c.span(from) };
}

function signed(c: Cursor): tree.Expression {
  const from = c.at;
  const { text } = c.token;
  if (!c.is('-') && !c.is('+')) return primary(c);
  c.at++;
  const operand = primary(c);
  return { kind: 'unary', span: c.span(from), operator: text === '-' ? '-' : '+', operand };
}

export function namelist(c: Cursor): tree.Namelist {
  c.at++;
  const groups: tree.NamelistGroup[] = [];
  do {
    const from = c.at;
    const name = blockName(c) ?? c.expected('the name of the group');
    const objects = [c.name('the name of a variable')];
    // A comma is often forgotten at the end of a line; other compilers take the names all the same.
    while ((c.take(',') || c.token?.kind === 'name') && !c.is('/')) objects.push(c.name('the name of a variable'));
    groups.push({ kind: 'namelist-group', span: c.span(from), name, objects });
  } while (c.is('/'));
  return { kind: 'namelist', span: c.whole(), label: c.label, groups };
}

/** `dimension a(5)`, `codimension b[*]`: each name brings its own shape, the word adds nothing. */
export function dimensionStatement(c: Cursor): tree.AttributeStatement {
  c.at++;
  c.take('::');
  const items = c.list(attributeItem);
  return { kind: 'attribute-statement', span: c.whole(), label: c.label, attributes: [], items };
}
