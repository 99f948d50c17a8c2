/** DEC's structures: `structure /name/`, `record /name/ a, b`, unions of maps. They become derived types whose names no other name can have. */
import * as errors from '../errors/syntax.ts';
import type * as tree from '../tree.ts';
import type { Cursor } from './cursor.ts';
import { entity } from './declarations.ts';
import type { Bare, Line, StructureHeading } from './lines.ts';
import { blockName } from './shapes.ts';
import type { Frame, Stream } from './stream.ts';

/** Structures have names of their own: a variable may be called as one of them. */
export function structureName(name: tree.Name): tree.Name {
  return { ...name, text: `structure ${name.text}` };
}

export function structureHeading(c: Cursor): Bare<Line> {
  c.at++;
  const name = c.is('/') ? blockName(c) : undefined;
  const fields = c.atEnd() ? [] : c.list((e) => entity(e, undefined));
  return { kind: 'structure', name, fields };
}

export function record(c: Cursor): tree.TypeDeclaration {
  c.at++;
  const name = blockName(c) ?? c.expected('the name of a structure between slashes');
  const type = recordType(name);
  const entities = c.list((e) => entity(e, type));
  return { kind: 'type-declaration', span: c.whole(), label: c.label, type, attributes: [], entities };
}

function recordType(name: tree.Name): tree.DerivedType {
  return {
    kind: 'derived-type',
    span: name.span,
    polymorphic: false,
    name: structureName(name),
    parameters: [],
  };
}

type Part = Pick<tree.TypeDefinition, 'components'> & { readonly inner: tree.TypeDefinition[] };

export function structureDefinition(s: Stream, line: Line & StructureHeading): tree.TypeDefinition | undefined {
  const frame: Frame = { what: 'structure', middles: [], name: undefined, heading: line.span };
  if (!s.open(frame)) return undefined;
  s.next();
  const part = fieldsOf(s);
  const end = s.close(frame);
  const name = line.name ? structureName(line.name) : madeName(line, 'structure');
  return definition(name, line, end, part);
}

function definition(name: tree.Name, line: Line, end: Line['span'], part: Part): tree.TypeDefinition {
  return {
    kind: 'type-definition',
    span: line.span,
    label: line.label,
    heading: line.span,
    end,
    name,
    parameters: [],
    access: undefined,
    abstract: false,
    extends: undefined,
    bind: undefined,
    sequence: true,
    privateComponents: false,
    components: part.components,
    privateBindings: false,
    bindings: [],
    inner: part.inner,
  };
}

/** Of what has no name in the source. */
function madeName(line: Line, what: string): tree.Name {
  return { kind: 'name', span: line.span, text: `${what} at ${line.span.from}` };
}

/** Up to a line that ends the structure or map. */
function fieldsOf(s: Stream): Part {
  const components: tree.TypeDeclaration[] = [];
  const inner: tree.TypeDefinition[] = [];
  for (let { line } = s; line && line.kind !== 'end'; line = s.line) {
    if (line.kind === 'structure') {
      const made = structureDefinition(s, line);
      if (!made) break;
      inner.push(made);
      components.push(field(line, made.name, line.fields));
    } else if (line.kind === 'union') {
      if (!union(s, line, components, inner)) break;
    } else if (line.kind === 'declaration' && line.node.kind === 'type-declaration') {
      components.push(line.node);
      s.next();
    } else if (line.kind === 'broken') s.next();
    else if (line.kind === 'declaration') {
      s.report(errors.misplacedLine('this statement', 'a structure', line.span));
      s.next();
    } else break;
  }
  return { components, inner };
}

function field(line: Line, name: tree.Name, entities: readonly tree.Entity[]): tree.TypeDeclaration {
  const type: tree.DerivedType = { kind: 'derived-type', span: line.span, polymorphic: false, name, parameters: [] };
  return { kind: 'type-declaration', span: line.span, label: undefined, type, attributes: [], entities };
}

/** Each map is a structure in a field that has no name of its own; the fields of a union lie in the same place. */
function union(s: Stream, line: Line, components: tree.TypeDeclaration[], inner: tree.TypeDefinition[]): boolean {
  const frame: Frame = { what: 'union', middles: [], name: undefined, heading: line.span };
  if (!s.open(frame)) return false;
  s.next();
  for (let map = s.line; map && map.kind !== 'end'; map = s.line) {
    if (map.kind !== 'map') {
      s.report(errors.misplacedLine('this statement', 'a union', map.span));
      s.next();
      continue;
    }
    const frameOfMap: Frame = { what: 'map', middles: [], name: undefined, heading: map.span };
    if (!s.open(frameOfMap)) return false;
    s.next();
    const part = fieldsOf(s);
    const made = definition(madeName(map, 'map'), map, s.close(frameOfMap), part);
    inner.push(made);
    const name: tree.Name = { kind: 'name', span: map.span, text: `#map ${map.span.from}` };
    const none = { shape: undefined, coshape: undefined, length: undefined, bytes: undefined, initial: undefined };
    const entity: tree.Entity = { kind: 'entity', span: map.span, name, ...none, union: line.span.from };
    components.push(field(map, made.name, [entity]));
  }
  s.close(frame);
  return true;
}
