/** Specification parts: declarations in a row, type definitions, enums, interfaces. */
import { cover, type Span } from '../../../base/source.ts';
import * as errors from '../errors/syntax.ts';
import type * as tree from '../tree.ts';
import type { Line, ProcedureHeading, TypeHeading } from './lines.ts';
import type { Frame, Stream } from './stream.ts';
import { structureDefinition } from './structures.ts';

type Place = { readonly span: Span; readonly label: tree.Label | undefined };
export type SpecificationPart = {
  readonly specification: tree.Declaration[];
  /** Assignments after the last declaration: statement functions or the first actions. */
  readonly pending: tree.Executable[];
};

/** Up to the first line that is no declaration. */
export function specificationPart(s: Stream): SpecificationPart {
  const specification: tree.Declaration[] = [];
  let pending: (tree.Assignment | tree.Data | tree.Namelist | tree.Format | tree.Entry)[] = [];
  const declare = (node: tree.Declaration) => {
    if (pending.length > 0) specification.push(...pending);
    pending = [];
    specification.push(node);
  };
  for (let { line } = s; line; line = s.line) {
    if (line.kind === 'either') {
      if (pending.length > 0) pending.push(line.node);
      else specification.push(line.node);
      s.next();
    } else if (line.kind === 'action' && isFunctionLike(line.node)) {
      pending.push(line.node);
      s.next();
    } else if (line.kind === 'broken') s.next();
    else {
      const node = declaration(s, line);
      if (!node) break;
      declare(node);
      const access = accessOf(line);
      if (access) declare(access);
    }
  }
  return { specification, pending };
}

/** `f(x, y) = …` where all arguments are names. */
function isFunctionLike(node: tree.Executable): node is tree.Assignment {
  if (node.kind !== 'assignment' || node.label) return false;
  const { target } = node;
  if (target.kind !== 'call-or-index' || target.base.kind !== 'name') return false;
  return target.arguments.every((a) => !a.keyword && a.value.kind === 'name');
}

/** The declaration at hand, which is taken; undefined where the line is none. */
export function declaration(s: Stream, line: Line): tree.Declaration | undefined {
  switch (line.kind) {
    case 'declaration':
      s.next();
      return line.node;
    case 'type':
      return typeDefinition(s, line);
    case 'structure':
      return structureDefinition(s, line);
    case 'enum':
      return enumDefinition(s, line);
    case 'interface':
      return interfaceBlock(s, line);
    case 'binding':
      return line.node.kind === 'bound-generic' ? genericStatement(s, line.node) : undefined;
    case 'procedure':
      s.next();
      return procedureDeclaration(line);
    default:
      return undefined;
  }
}

function procedureDeclaration(line: Line & { kind: 'procedure' }): tree.ProcedureDeclaration {
  const { span, label, attributes, entities } = line;
  return { kind: 'procedure-declaration', span, label, interface: line.interface, attributes, entities };
}

// ---- derived types ----------------------------------------------------------------------------------------------

function typeDefinition(s: Stream, line: Line & TypeHeading): tree.TypeDefinition | undefined {
  const frame: Frame = { what: 'type', middles: [], name: line.name, heading: line.span };
  if (!s.open(frame)) return undefined;
  s.next();
  if (line.withoutParameters) s.report(errors.noTypeParameters(line.name, line.withoutParameters));
  const components = componentPart(s);
  // Procedures behind it: the type lacks its end.
  const isOwn = s.line?.kind === 'contains' && s.following?.kind !== 'subroutine' && s.following?.kind !== 'function';
  const bindings = isOwn ? bindingPart(s) : { privateBindings: false, bindings: [] };
  const end = s.close(frame);
  const { span: heading, kind: _kind, withoutParameters: _without, ...rest } = line;
  return { kind: 'type-definition', ...rest, span: cover(heading, end), heading, end, ...components, ...bindings };
}

type ComponentPart = Pick<tree.TypeDefinition, 'sequence' | 'privateComponents' | 'components'>;

function componentPart(s: Stream): ComponentPart {
  const components: (tree.TypeDeclaration | tree.ProcedureDeclaration)[] = [];
  let sequence = false;
  let privateComponents = false;
  for (let { line } = s; line; line = s.line) {
    if (line.kind === 'sequence') sequence = true;
    else if (line.kind === 'procedure') components.push(procedureDeclaration(line));
    else if (line.kind === 'declaration' && line.node.kind === 'type-declaration') components.push(line.node);
    else if (line.kind === 'declaration' && line.node.kind === 'access') privateComponents = true;
    else if (endsPart(line) || !mayGoOn(s, line)) break;
    s.next();
  }
  return { sequence, privateComponents, components };
}

/** A line that cannot stand in a type definition is told, or shows that the definition has no end. */
function mayGoOn(s: Stream, line: Line): boolean {
  if (line.kind === 'broken') return true;
  if (!s.closesLater('type')) return false;
  s.report(errors.misplacedLine(wordsOf(line), 'a type definition', line.span));
  return true;
}

function bindingPart(s: Stream): Pick<tree.TypeDefinition, 'privateBindings' | 'bindings'> {
  const bindings: tree.Binding[] = [];
  let privateBindings = false;
  s.next();
  for (let { line } = s; line; line = s.line) {
    if (line.kind === 'binding') bindings.push(line.node);
    else if (line.kind === 'procedure') bindings.push(boundProcedures(s, line));
    else if (line.kind === 'declaration' && line.node.kind === 'access') privateBindings = true;
    else if (endsPart(line) || !mayGoOn(s, line)) break;
    s.next();
  }
  return { privateBindings, bindings };
}

function boundProcedures(s: Stream, line: Line & { kind: 'procedure' }): tree.Binding {
  const { span, label, attributes } = line;
  if (line.interface && line.interface.kind !== 'name') {
    s.report(errors.misplacedLine('a type', 'the interface of a binding', line.interface.span));
  }
  const items = line.entities.map((entity): tree.BindingItem => {
    const { initial } = entity;
    if (initial && initial.kind !== 'name') s.report(errors.expected('a name', '=>', 'an expression', initial.span));
    const procedure = initial?.kind === 'name' ? initial : undefined;
    return { kind: 'binding-item', span: entity.span, name: entity.name, procedure };
  });
  const named = line.interface?.kind === 'name' ? line.interface : undefined;
  return { kind: 'bound-procedures', span, label, interface: named, attributes, items };
}

/** Lines that cannot belong to the definition at hand, so that its end is missing. */
function endsPart(line: Line): boolean {
  switch (line.kind) {
    case 'end':
    case 'contains':
    case 'subroutine':
    case 'function':
    case 'program':
    case 'module':
    case 'submodule':
    case 'type':
    case 'interface':
      return true;
    default:
      return false;
  }
}

// ---- enums and interfaces ----------------------------------------------------------------------------------------

function enumDefinition(s: Stream, line: Line & { kind: 'enum' }): tree.EnumDefinition | undefined {
  const frame: Frame = { what: 'enum', middles: [], name: undefined, heading: line.span };
  if (!s.open(frame)) return undefined;
  s.next();
  const items: tree.Enumerator[] = [];
  for (let inner = s.line; inner && !endsPart(inner); inner = s.line) {
    if (inner.kind === 'enumerators') items.push(...inner.items);
    else if (inner.kind !== 'broken') s.report(errors.misplacedLine(wordsOf(inner), 'an enum', inner.span));
    s.next();
  }
  const end = s.close(frame);
  return { kind: 'enum', span: cover(line.span, end), label: line.label, enumerators: items };
}

function interfaceBlock(s: Stream, line: Line & { kind: 'interface' }): tree.Interface | undefined {
  const { spec, abstract, label, span: heading } = line;
  const frame: Frame = { what: 'interface', middles: [], name: undefined, heading };
  if (!s.open(frame)) return undefined;
  s.next();
  const members: tree.InterfaceMember[] = [];
  // A heading may be lost: its declarations and its end stand in the block then.
  let lost = false;
  for (let inner = s.line; inner; inner = s.line) {
    if (inner.kind === 'end') {
      if (!lost || inner.what === 'interface' || !s.closesLater('interface')) break;
      s.next();
      continue;
    }
    const member = interfaceMember(s, inner, lost);
    if (member === 'stop') break;
    lost ||= inner.kind === 'broken' || member === 'misplaced';
    if (typeof member === 'object') members.push(member);
    if (typeof member === 'object' && member.kind === 'interface-procedures' && !spec)
      s.report(errors.proceduresWithoutGeneric(abstract, member.span));
  }
  const last = s.line?.kind === 'end' && s.line.what === 'interface' ? s.line.spec : undefined;
  if (last && !isSameSpec(last, spec)) s.report(errors.wrongEndSpec(last.span, heading));
  const end = s.close(frame);
  return { kind: 'interface', span: cover(heading, end), label, heading, end, abstract, spec, members };
}

/** `generic, public :: name => procedures` (Fortran 2018, R1510): an interface block in a line. */
function genericStatement(
  s: Stream,
  { span, label, spec, names }: Extract<tree.Binding, { kind: 'bound-generic' }>,
): tree.Interface {
  const members: readonly tree.InterfaceMember[] = [
    { kind: 'interface-procedures', span, label, module: false, names },
  ];
  s.next();
  return { kind: 'interface', span, label, heading: span, end: span, abstract: false, spec, members };
}

/** What such a line says of who sees the name. */
function accessOf(line: Line): tree.AccessStatement | undefined {
  if (line.kind !== 'binding' || line.node.kind !== 'bound-generic' || !line.node.access) return undefined;
  const { span, label, access, spec } = line.node;
  return { kind: 'access', span, label, access, items: [spec] };
}

function isSameSpec(a: tree.GenericSpec, b: tree.GenericSpec | undefined): boolean {
  if (a.kind === 'name') return b?.kind === 'name' && a.text === b.text;
  if (a.kind === 'generic-operator') return b?.kind === a.kind && a.operator === b.operator;
  return b?.kind === a.kind;
}

function interfaceMember(
  s: Stream,
  line: Line,
  lost: boolean,
): tree.InterfaceMember | 'stop' | 'misplaced' | undefined {
  const { span, label } = line;
  if (line.kind === 'subroutine' || line.kind === 'function') return interfaceBody(s, line);
  if (line.kind === 'contains' || line.kind === 'module' || line.kind === 'program') return 'stop';
  if (isMisplaced(line) && !s.closesLater('interface')) return 'stop';
  s.next();
  if (line.kind === 'module procedure') {
    return { kind: 'interface-procedures', span, label, module: true, names: line.names };
  }
  if (line.kind === 'procedure') {
    const names = line.entities.map((entity) => entity.name);
    return { kind: 'interface-procedures', span, label, module: false, names };
  }
  if (!isMisplaced(line)) return undefined;
  if (!lost) s.report(errors.misplacedLine(wordsOf(line), 'an interface block', span));
  return 'misplaced';
}

function isMisplaced(line: Line): boolean {
  if (line.kind === 'declaration') return line.node.kind !== 'ignore-tkr' && line.node.kind !== 'directive';
  return line.kind !== 'broken' && line.kind !== 'module procedure' && line.kind !== 'procedure';
}

function interfaceBody(s: Stream, line: Line & ProcedureHeading): tree.InterfaceMember | 'stop' {
  const frame: Frame = { what: line.kind, middles: [], name: line.name, heading: line.span };
  if (!s.open(frame)) return 'stop';
  s.next();
  const { specification, pending } = specificationPart(s);
  for (const d of [...specification, ...pending]) {
    const what = definesIn.get(d.kind);
    if (what) s.report(errors.misplacedLine(what, 'an interface body', d.span));
  }
  for (let inner = s.line; inner && inner.kind === 'action'; inner = s.line) {
    s.report(errors.executableInSpecification('interface body', inner.span));
    s.next();
  }
  const end = s.close(frame);
  const unit = { label: line.label, heading: line.span, span: cover(line.span, end), end, specification };
  return procedureUnit(line, { ...unit, execution: [], contains: [] });
}

/** Interface bodies describe procedures (Fortran 2018, R1505): nothing in them is defined or given a value. */
const definesIn = new Map<tree.Declaration['kind'] | tree.Executable['kind'], string>([
  ['data', 'data'],
  ['entry', 'entry'],
  ['format', 'format'],
  ['assignment', 'f(x) = …'],
]);

type UnitParts = Place & Pick<tree.Subroutine, 'heading' | 'end' | 'specification' | 'execution' | 'contains'>;

/** A subroutine or function from its heading and its parts. */
export function procedureUnit(line: ProcedureHeading, parts: UnitParts): tree.Subroutine | tree.FunctionUnit {
  const { prefixes, name, dummies, bind, result, type } = line;
  const common = { ...parts, prefixes, name, dummies, bind };
  return line.kind === 'function' ? { kind: 'function', ...common, type, result } : { kind: 'subroutine', ...common };
}

/** What a line is called in a message: its first words. */
export function wordsOf(line: Line): string {
  const { source, from, to } = line.span;
  const text = source.text.slice(from, Math.min(to, from + 80)).split('\n')[0]!;
  return /^\d*\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? text.slice(0, 20);
}
