/** Reads a specification part: collects what it says about each name, evaluates nothing yet. */
import { impossible } from '../../../../base/impossible.ts';
import type { Span } from '../../../../base/source.ts';
import * as declarationErrors from '../../errors/declarations.ts';
import * as nameErrors from '../../errors/names.ts';
import type * as tree from '../../tree.ts';
import type { Entry, Env, Facts } from '../context.ts';
import { declareRoutines } from '../directives/routines.ts';
import { int4 } from '../expressions/make.ts';
import { implicitProblems } from '../rules/implicit-order.ts';
import { addWord, lookup, newEntry, readyEntry } from '../scope.ts';
import { constantInteger } from './type-specs.ts';
import { use } from './use.ts';

export function collect(env: Env, declarations: readonly tree.Declaration[]): void {
  for (const d of implicitProblems(declarations)) env.file.report(d);
  for (const d of declarations) collectOne(env, d);
}

function collectOne(env: Env, d: tree.Declaration): void {
  switch (d.kind) {
    case 'use':
      use(env, d);
      return;
    case 'import':
      importNames(env, d);
      return;
    case 'implicit-none':
      if (d.external) env.scope.explicitExternals = true;
      if (d.type) env.scope.implicit = { none: true, letters: new Map() };
      return;
    case 'implicit':
      implicit(env, d);
      return;
    case 'type-declaration':
      if (d.comma) env.file.report(declarationErrors.commaAfterType(d.comma));
      typeDeclaration(env, d);
      return;
    case 'attribute-statement':
      attributeStatement(env, d);
      return;
    case 'access':
      access(env, d);
      return;
    case 'parameter':
      for (const item of d.items) parameter(env, item);
      return;
    case 'common':
      common(env, d);
      return;
    case 'equivalence':
      equivalence(env, d);
      return;
    case 'data':
      env.scope.data.push(d);
      dataNames(env, d);
      return;
    case 'namelist':
      for (const g of d.groups) namelist(env, g);
      return;
    case 'cray-pointer':
      crayPointer(env, d);
      return;
    case 'type-definition':
      typeDefinition(env, d);
      return;
    case 'enum':
      enumeration(env, d);
      return;
    case 'interface':
      interfaceBlock(env, d);
      return;
    case 'procedure-declaration':
      procedureDeclaration(env, d);
      return;
    case 'ignore-tkr':
      ignoreTkr(env, d);
      return;
    case 'assignment':
      return void statementFunction(env, d);
    case 'directive':
      declareRoutines(env, d);
      env.scope.directives.push(d);
      return;
    case 'format':
    case 'entry':
      return;
    default:
      impossible(d);
      return;
  }
}

/** The entry of a name in this scope, made where it is new. */
export function declare(env: Env, name: tree.Name): Entry {
  const known = env.scope.names.get(name.text);
  if (known) return known;
  const entry = newEntry(env, name.text, name.span);
  env.scope.names.set(name.text, entry);
  return entry;
}

function importNames(env: Env, d: tree.Import): void {
  if (d.what === 'all') env.scope.imports = undefined;
  else if (d.what === 'names' && d.names.length === 0) env.scope.imports = undefined;
  else env.scope.imports = new Set([...(env.scope.imports ?? []), ...d.names.map((n) => n.text)]);
}

function implicit(env: Env, d: tree.Implicit): void {
  const letters = new Map(env.scope.implicit?.letters ?? []);
  for (const rule of d.rules)
    for (const range of rule.letters)
      for (let c = range.from.charCodeAt(0); c <= range.to.charCodeAt(0); c++)
        letters.set(String.fromCharCode(c), rule.type);
  env.scope.implicit = { none: false, letters };
}

function typeDeclaration(env: Env, d: tree.TypeDeclaration): void {
  for (const entity of d.entities) {
    const entry = declare(env, entity.name);
    const facts = entry.facts;
    if (facts.interfaceBody && !facts.generics) {
      env.file.report(
        declarationErrors.describedTwice(entity.name.text, entity.name.span, facts.interfaceBody.unit.name.span),
      );
      continue;
    }
    if (facts.type && repeatsType(facts, facts.type, entity, d.type)) {
      env.file.report(declarationErrors.repeatedType(entity.name.text, entity.name.span, facts.typeAt ?? entry.span));
    } else if (facts.type) {
      env.file.report(nameErrors.duplicateDeclaration(entity.name, facts.typeAt ?? entry.span));
      continue;
    }
    if (!facts.typeAt) entry.span = entity.name.span;
    facts.type = d.type;
    facts.typeAt = entity.name.span;
    if (entity.length) facts.length = entity.length;
    if (entity.bytes !== undefined) facts.bytes = entity.bytes;
    for (const a of d.attributes) attribute(env, facts, a);
    accessOf(env, entry);
    if (entity.shape) facts.shape = entity.shape;
    if (entity.coshape) facts.coshape = entity.coshape;
    if (entity.initial?.kind === 'initial-data') oldValues(env, d, entity, entity.initial);
    else if (entity.initial) initial(facts, entity.initial);
  }
}

/** Is the type declared once more, and nothing that could differ from what was said? */
function repeatsType(facts: Facts, before: tree.TypeSpec, entity: tree.Entity, type: tree.TypeSpec): boolean {
  if (facts.length || facts.bytes !== undefined || entity.length || entity.bytes !== undefined) return false;
  if (entity.initial || entity.coshape) return false;
  if (entity.shape && facts.shape && !sameText(entity.shape.span, facts.shape.span)) return false;
  return sameText(before.span, type.span) || storedAlike(before, type);
}

/** `real*8` and `real(8)`. */
function storedAlike(a: tree.TypeSpec, b: tree.TypeSpec): boolean {
  const [one, other] = [literalKind(a), literalKind(b)];
  return one !== undefined && one === other;
}

function literalKind(t: tree.TypeSpec): string | undefined {
  if (t.kind !== 'intrinsic-type' || t.length) return undefined;
  const { kindParameter: kind, bytes } = t;
  if (t.type === 'double precision') return 'real 8';
  const of = t.type === 'complex' && bytes !== undefined ? bytes / 2 : bytes;
  if (of !== undefined) return `${t.type} ${of}`;
  return kind?.kind === 'integer' ? `${t.type} ${kind.digits}` : undefined;
}

const textAt = (at: Span) => at.source.text.slice(at.from, at.to).toLowerCase().replace(/\s/g, '');
const sameText = (a: Span, b: Span) => textAt(a) === textAt(b);

/** `integer i /5/` is a data statement too. */
function oldValues(
  env: Env,
  d: tree.TypeDeclaration,
  entity: tree.Entity,
  values: Extract<tree.Initial, { kind: 'initial-data' }>,
): void {
  const set: tree.DataSet = { kind: 'data-set', span: entity.span, objects: [entity.name], values: values.values };
  const statement: tree.Data = { kind: 'data', span: d.span, label: d.label, sets: [set] };
  env.scope.data.push(statement);
  dataNames(env, statement);
}

function initial(facts: Facts, value: tree.Initial): void {
  if (facts.words.has('parameter') && value.kind === 'initial-value') facts.value = value.value;
  else facts.initial = value;
}

function attribute(env: Env, facts: Facts, a: tree.Attribute): void {
  switch (a.kind) {
    case 'word-attribute': {
      const before = facts.words.get(a.word);
      if (before) env.file.report(declarationErrors.repeatedAttribute(a.word, a.span, before));
      addWord(facts, a.word, a.span);
      return;
    }
    case 'dimension':
      facts.shape = a.shape;
      return;
    case 'codimension':
      facts.coshape = a.shape;
      return;
    case 'intent':
      facts.intent = a.intent;
      return;
    case 'bind':
      facts.bind = a;
      return;
    case 'pass':
      return;
    default:
      impossible(a);
      return;
  }
}

/** `public` and `private` among the attributes. */
function accessOf(env: Env, entry: Entry): void {
  for (const access of ['public', 'private'] as const)
    if (entry.facts.words.has(access)) env.scope.access.set(entry.name, access);
}

function attributeStatement(env: Env, d: tree.AttributeStatement): void {
  if (d.items.length === 0 && d.attributes.some((a) => a.kind === 'word-attribute' && a.word === 'save'))
    env.scope.static = true;
  for (const item of d.items) {
    if (item.common) {
      env.scope.savedBlocks.push(item.name);
      for (const a of d.attributes) if (a.kind === 'bind') env.scope.boundBlocks.set(item.name.text, a);
      continue;
    }
    const facts = declare(env, item.name).facts;
    for (const a of d.attributes) attribute(env, facts, a);
    if (item.shape && facts.shape) env.file.report(nameErrors.duplicateDeclaration(item.name, facts.shape.span));
    if (item.shape) facts.shape = item.shape;
    if (item.coshape) facts.coshape = item.coshape;
  }
}

function access(env: Env, d: tree.AccessStatement): void {
  if (d.items.length === 0) env.scope.defaultAccess = d.access;
  for (const item of d.items) {
    const before = env.scope.access.get(keyOf(item));
    if (before === d.access) env.file.report(declarationErrors.repeatedAttribute(d.access, item.span, item.span));
    else if (before) env.file.report(declarationErrors.accessChanged(keyOf(item), before, d.access, item.span));
    env.scope.access.set(keyOf(item), d.access);
  }
}

/** How names and operators are told apart in access lists and exports. */
export function keyOf(spec: tree.GenericSpec): string {
  switch (spec.kind) {
    case 'name':
      return spec.text;
    case 'generic-operator':
      return spec.defined ? `.${spec.operator}.` : spec.operator;
    case 'generic-assignment':
      return '=';
    case 'generic-io':
      return `${spec.direction}(${spec.form})`;
    default:
      return impossible(spec);
  }
}

function parameter(env: Env, item: tree.NamedConstant): void {
  const entry = declare(env, item.name);
  if (entry.facts.initial)
    env.file.report(
      declarationErrors.conflictingAttributes(item.name.text, 'given an initial value', 'a named constant', item.span),
    );
  addWord(entry.facts, 'parameter', item.span);
  entry.facts.value = item.value;
}

function common(env: Env, d: tree.Common): void {
  for (const block of d.blocks) {
    const name = block.name?.text ?? '';
    const parts = env.scope.commons.get(name) ?? [];
    env.scope.commons.set(name, parts);
    for (const object of block.objects) {
      const entry = declare(env, object.name);
      if (object.shape && entry.facts.shape)
        env.file.report(nameErrors.duplicateDeclaration(object.name, entry.facts.shape.span));
      if (object.shape) entry.facts.shape = object.shape;
      entry.facts.common = name;
      parts.push({ name: object.name, span: object.span });
    }
  }
}

function equivalence(env: Env, d: tree.Equivalence): void {
  env.scope.equivalences.push(d);
  for (const set of d.sets)
    for (const e of set) {
      const name = rootName(e);
      if (name) declare(env, name).facts.equivalenced = true;
    }
}

export function rootName(e: tree.Expression): tree.Name | undefined {
  switch (e.kind) {
    case 'name':
      return e;
    case 'call-or-index':
    case 'component':
    case 'coindexed':
      return rootName(e.base);
    default:
      return undefined;
  }
}

function dataNames(env: Env, d: tree.Data): void {
  const visit = (item: tree.Item): void => {
    if (item.kind === 'implied-do') item.items.forEach(visit);
    else {
      const name = rootName(item);
      if (name) declare(env, name).facts.data = true;
    }
  };
  for (const set of d.sets) set.objects.forEach(visit);
}

function namelist(env: Env, g: tree.NamelistGroup): void {
  const facts = declare(env, g.name).facts;
  facts.namelist = [...(facts.namelist ?? []), ...g.objects];
}

function crayPointer(env: Env, d: tree.CrayPointer): void {
  for (const pair of d.pairs) {
    declare(env, pair.pointer).facts.isCrayPointer = true;
    const pointee = declare(env, pair.pointee.name);
    pointee.facts.cray = pair.pointer;
    if (pair.pointee.shape) pointee.facts.shape = pair.pointee.shape;
  }
}

function typeDefinition(env: Env, d: tree.TypeDefinition): void {
  for (const inner of d.inner ?? []) typeDefinition(env, inner);
  const known = env.scope.types.get(d.name.text);
  if (known) {
    env.file.report(nameErrors.duplicateDeclaration(d.name, known.span));
    return;
  }
  const entry = newEntry(env, d.name.text, d.name.span);
  entry.facts.definition = d;
  env.scope.types.set(d.name.text, entry);
  if (d.access) env.scope.access.set(d.name.text, d.access);
}

function enumeration(env: Env, d: tree.EnumDefinition): void {
  let before: tree.Enumerator | undefined;
  for (const e of d.enumerators) {
    const last = before;
    const entry = declare(env, e.name);
    if (entry.facts.enumerator || entry.facts.typeAt) {
      env.file.report(nameErrors.duplicateDeclaration(e.name, entry.span));
      continue;
    }
    entry.facts.enumerator = () => {
      if (e.value) {
        const value = constantInteger(env, e.value, 'the value of an enumerator');
        return value === undefined ? undefined : int4(value, e.span);
      }
      const previous = last && env.scope.names.get(last.name.text);
      if (!previous) return int4(0, e.span);
      const meaning = previous.meaning ?? env.file.resolve(previous);
      if (meaning.kind !== 'constant' || meaning.value.kind !== 'constant') return undefined;
      return typeof meaning.value.value === 'bigint' ? int4(meaning.value.value + 1n, e.span) : undefined;
    };
    before = e;
  }
}

function interfaceBlock(env: Env, d: tree.Interface): void {
  for (const m of d.members) {
    if (m.kind === 'interface-procedures') continue;
    const entry = declare(env, m.name);
    if (entry.facts.interfaceBody || entry.facts.unit)
      env.file.report(nameErrors.duplicateDeclaration(m.name, entry.span));
    else {
      if (entry.facts.typeAt && !entry.facts.words.has('external'))
        env.file.report(declarationErrors.describedTwice(m.name.text, entry.facts.typeAt, m.name.span));
      entry.facts.interfaceBody = { unit: m, abstract: d.abstract };
    }
  }
  if (!d.spec) return;
  const key = keyOf(d.spec);
  const entry = d.spec.kind === 'name' ? declare(env, d.spec) : operatorEntry(env, key, d.span);
  entry.facts.generics = [...(entry.facts.generics ?? []), { env, members: d.members }];
}

function operatorEntry(env: Env, key: string, at: Span): Entry {
  const known = env.scope.operators.get(key);
  if (known) return known;
  const entry = newEntry(env, key, at);
  env.scope.operators.set(key, entry);
  return entry;
}

function procedureDeclaration(env: Env, d: tree.ProcedureDeclaration): void {
  for (const entity of d.entities) {
    const entry = declare(env, entity.name);
    const { facts } = entry;
    facts.procedure = d;
    for (const a of d.attributes) attribute(env, facts, a);
    accessOf(env, entry);
    if (entity.initial) facts.procedureInitial = entity.initial;
  }
}

function ignoreTkr(env: Env, d: tree.IgnoreTkr): void {
  for (const item of d.items) declare(env, item.name).facts.ignoreTkr = item.letters === '' ? 'tkrdmca' : item.letters;
  if (d.items.length > 0) return;
  for (const entry of env.scope.names.values()) if (entry.facts.dummy) entry.facts.ignoreTkr = 'tkrdmca';
}

/** `f(x) = …`, where f is no array: true if it was taken as a statement function. */
export function statementFunction(env: Env, a: tree.Assignment): boolean {
  if (a.target.kind !== 'call-or-index' || a.target.base.kind !== 'name') return false;
  const name = a.target.base;
  const entry = env.scope.names.get(name.text);
  if (entry && (entry.facts.shape || entry.facts.dummy || entry.facts.procedure)) return false;
  if (entry && (entry.meaning || entry.facts.unit || entry.facts.interfaceBody)) return false;
  if (a.target.arguments.some((x) => x.value.kind !== 'name')) return false;
  if (!entry && isReferable(lookup(env, name.text))) return false;
  declare(env, name).facts.statementFunction = a;
  return true;
}

/** A name of the host or of a used module that may stand with parentheses on the left of an assignment. */
function isReferable(outer: Entry | undefined): boolean {
  if (!outer) return false;
  const { facts, meaning } = outer;
  if (facts.shape || facts.unit || facts.interfaceBody || facts.procedure || facts.generics) return true;
  return meaning !== undefined && (meaning.kind !== 'variable' || meaning.shape !== undefined);
}

/** A name that is known from the start. */
export function define(env: Env, name: tree.Name, meaning: Entry['meaning'] & object): void {
  env.scope.names.set(name.text, readyEntry(env, name.text, name.span, meaning));
}
