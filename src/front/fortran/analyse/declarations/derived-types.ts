/** Definitions of derived types: components, what they inherit, procedures bound to them. */
import type { Span } from '../../../../base/source.ts';
import * as declarationErrors from '../../errors/declarations.ts';
import * as typeErrors from '../../errors/derived-types.ts';
import * as deviceErrors from '../../errors/device.ts';
import * as nameErrors from '../../errors/names.ts';
import { plainAttributes } from '../../plain-attributes.ts';
import type { Attributes, Binding, Component, DerivedType, Expr, Procedure, Shape, Signature } from '../../program.ts';
import type * as tree from '../../tree.ts';
import type { Entry, Env } from '../context.ts';
import { constantValueFor } from '../fold/constant-values.ts';
import { parameterProblems } from '../rules/type-parameters.ts';
import { hasBrokenUse, isExcused, lookup, lookupType, meaningOf } from '../scope.ts';
import { codimensionsOf } from '../statements/codimensions.ts';
import { allComponents, constantExtents } from '../types.ts';
import { keyOf } from './declare.ts';
import { constantBounds, targetInitial } from './entry-variables.ts';
import { isBroken, isIncomplete, markIncomplete } from './incomplete.ts';
import { afterMeanings } from './late-bindings.ts';
import { lengthComponents, sizedComponent } from './length-parameters.ts';
import { declaresParameter, instanceOf, isTemplate, markTemplate, parentArguments } from './parameterized-types.ts';
import { signatureNamed, tellNoProcedure } from './signatures.ts';
import { constantInteger, shapeOf, typeOf } from './type-specs.ts';

export function resolveType(entry: Entry): DerivedType | undefined {
  if (entry.meaning) return entry.meaning.kind === 'derived-type' ? entry.meaning : undefined;
  const d = entry.facts.definition;
  if (!d) return undefined;
  const { env } = entry;
  const type: DerivedType = {
    kind: 'derived-type',
    name: d.name.text,
    id: `${env.scope.prefix.replaceAll('.', '::')}::${d.name.text}`,
    span: d.name.span,
    extends: undefined,
    abstract: d.abstract,
    sequence: d.sequence,
    bindC: d.bind !== undefined,
    components: [],
    bindings: [],
    generics: new Map(),
    finals: [],
    library: undefined,
  };
  entry.meaning = type;
  entry.state = 'done';
  const parent = d.extends && parentOf(env, type, d.extends);
  if (d.parameters.length > 0 || (parent && isTemplate(parent))) {
    markTemplate(type, entry, parent, d);
    for (const problem of parameterProblems(d)) env.file.report(problem);
    return type;
  }
  for (const problem of parameterProblems(d)) env.file.report(problem);
  if (d.extends) inherit(type, parent, d.extends);
  unbound.set(type, []);
  fill(env, type, d);
  bindAll(env, type, d);
  return type;
}

/** The type that a name means with these parameters (mostly none). */
export function namedType(
  env: Env,
  type: DerivedType,
  args: readonly tree.TypeArgument[],
  span: Span,
): DerivedType | undefined {
  return args.length === 0 && !type.template ? type : instance(env, type, args, span);
}

/** One type of a definition with parameters. */
export function instance(
  env: Env,
  template: DerivedType,
  args: readonly tree.TypeArgument[],
  span: Span,
): DerivedType | undefined {
  return instanceOf(env, template, args, span, (inside, _, d, type) => {
    const parent = d.extends && parentOf(inside, type, d.extends);
    const from =
      parent && isTemplate(parent) ? instance(inside, parent, parentArguments(inside, parent), span) : parent;
    if (d.extends) inherit(type, from, d.extends);
    unbound.set(type, []);
    fill(inside, type, d);
    afterMeanings(env.file, () => bindAll(inside, type, d));
  });
}

function fill(env: Env, type: DerivedType, d: tree.TypeDefinition): void {
  const components = d.components.filter((c) => !declaresParameter(c));
  type.components = lengthComponents(type.open);
  const lacksEnd = isBroken(env, d.heading);
  const told = lacksEnd ? { ...env, file: { ...env.file, report: () => {} } } : env;
  for (const c of components) type.components.push(...componentsOf(told, type, d, c));
  if (lacksEnd) excuse(env, components);
  const wanted = components.reduce((n, c) => n + c.entities.length, 0);
  const lost = type.components.length < wanted + (type.open?.own.length ?? 0);
  if (lost || isBroken(env, d.span) || (type.extends && isIncomplete(type.extends))) markIncomplete(type);
  checkNames(env, type);
}

/** Without `end type` the variables that are declared behind it seem to be components. */
function excuse(env: Env, components: tree.TypeDefinition['components']): void {
  for (const c of components) for (const e of c.entities) env.file.damaged.add(e.name.text);
}

/** Types whose bindings are not known yet, and what waits for them: headings of bound procedures may name extensions of the type. */
const unbound = new WeakMap<DerivedType, (() => void)[]>();

function bindAll(env: Env, type: DerivedType, d: tree.TypeDefinition): void {
  const now = (): void => {
    if (d.bindings.length > 0 || type.extends) bind(env, type, d);
    const waiting = unbound.get(type) ?? [];
    unbound.delete(type);
    for (const next of waiting) next();
  };
  const parent = type.extends && unbound.get(type.extends);
  if (parent) parent.push(now);
  else now();
}

function parentOf(env: Env, type: DerivedType, from: tree.Name): DerivedType | undefined {
  const entry = lookupType(env, from.text);
  const parent = entry && (entry.meaning?.kind === 'derived-type' ? entry.meaning : env.file.resolveType(entry));
  if (!entry && !hasBrokenUse(env)) env.file.report(nameErrors.unknownType(from, undefined));
  if (parent !== type) return parent;
  return void env.file.report(nameErrors.circular(from.text, from.span));
}

function inherit(type: DerivedType, parent: DerivedType | undefined, written: tree.Name): void {
  if (!parent) {
    markIncomplete(type);
    return;
  }
  type.extends = parent;
  if (parent.name.split('(')[0] !== written.text) type.parentName = written.text;
}

function componentsOf(
  env: Env,
  owner: DerivedType,
  d: tree.TypeDefinition,
  c: tree.TypeDeclaration | tree.ProcedureDeclaration,
): Component[] {
  if (c.kind === 'procedure-declaration') return c.entities.flatMap((e) => procedureComponent(env, d, c, e) ?? []);
  return c.entities.flatMap((e) => dataComponent(env, owner, d, c, e) ?? []);
}

function procedureComponent(
  env: Env,
  d: tree.TypeDefinition,
  c: tree.ProcedureDeclaration,
  e: tree.ProcedureEntity,
): Component | undefined {
  const signature = signatureNamed(env, c.interface);
  if (!signature) return undefined;
  const has = (w: tree.AttributeWord) => c.attributes.some((a) => a.kind === 'word-attribute' && a.word === w);
  if (!has('pointer')) env.file.report(typeErrors.procedureComponent(e.name));
  const pass = signature.implicit ? undefined : passOf(c.attributes, signature);
  if (pass === 'missing' || (signature.implicit && !has('nopass')))
    return void env.file.report(typeErrors.noPassedObject(e.name, d.name.text));
  return {
    kind: 'component',
    name: e.name.text,
    span: e.name.span,
    type: signature.result?.type ?? { base: 'integer', kind: 4 },
    shape: undefined,
    attributes: { ...plainAttributes, pointer: true },
    private: isPrivate(d, c.attributes),
    initial: e.initial && targetInitial(env, e.initial),
    procedure: signature,
    pass,
  };
}

function dataComponent(
  env: Env,
  owner: DerivedType,
  d: tree.TypeDefinition,
  c: tree.TypeDeclaration,
  e: tree.Entity,
): Component | undefined {
  const type = typeOf(env, c.type, { length: e.length, bytes: e.bytes });
  if (!type) return undefined;
  const attributes = componentAttributes(env, c.attributes);
  const open = attributes.allocatable || attributes.pointer;
  if (type.base === 'derived' && !open && holds(type.type, owner))
    return void env.file.report(typeErrors.containsItself(e.name, owner.name));
  if (!open && type.base === 'derived' && type.polymorphic)
    return void env.file.report(declarationErrors.classWithoutPointer(e.name.text, e.name.span));
  if (attributes.allocatable && e.initial?.kind === 'initial-value')
    return void env.file.report(declarationErrors.initialOf(e.name.text, 'allocatable', e.name.span));
  if (env.file.options.cuda && attributes.placement === 'device' && !open)
    return void env.file.report(deviceErrors.deviceComponent(e.name));
  const written = e.shape ?? c.attributes.flatMap((a) => (a.kind === 'dimension' ? [a.shape] : []))[0];
  if (open && written?.dimensions.some((d) => d.kind !== 'deferred'))
    return void env.file.report(
      declarationErrors.allocatableWithBounds(e.name.text, written.span, written.dimensions.length),
    );
  const shape: Shape | undefined = written && shapeOf(env, written, open ? 'deferred' : 'none');
  if (written && !shape) return undefined;
  const coshape = e.coshape ?? c.attributes.flatMap((a) => (a.kind === 'codimension' ? [a.shape] : []))[0];
  const codimensions = coshape && codimensionsOf(env, coshape, attributes.allocatable);
  if (coshape && !codimensions) return undefined;
  const assumed = type.base === 'character' && type.length.kind === 'assumed';
  const sized = !open && !hasConstantSize(type, shape);
  if (assumed || (sized && !owner.open)) return void env.file.report(declarationErrors.componentNotConstant(e.name));
  if (attributes.contiguous && !(attributes.pointer && shape))
    env.file.report(declarationErrors.contiguousWithoutPointer(e.name.text, e.name.span));
  const made: Component = {
    kind: 'component',
    name: e.name.text,
    span: e.name.span,
    type,
    shape,
    attributes,
    private: isPrivate(d, c.attributes),
    initial: e.initial && componentInitial(env, e, type, shape),
    ...(codimensions && { codimensions }),
    ...(e.union !== undefined && { union: e.union }),
    procedure: undefined,
  };
  return sized && owner.open ? sizedComponent(owner.open, made) : made;
}

/** Is there an object of the one in each object of the other? */
function holds(type: DerivedType, owner: DerivedType): boolean {
  return (
    type === owner ||
    (type.extends !== undefined && holds(type.extends, owner)) ||
    type.components.some(
      (c) =>
        c.type.base === 'derived' && !c.attributes.pointer && !c.attributes.allocatable && holds(c.type.type, owner),
    )
  );
}

function hasConstantSize(type: Component['type'], shape: Shape | undefined): boolean {
  const { length } = type.base === 'character' ? type : {};
  if (length && (length.kind !== 'known' || length.value.kind !== 'constant')) return false;
  return shape?.kind !== 'explicit' || constantBounds(shape);
}

function componentInitial(
  env: Env,
  e: tree.Entity,
  type: Component['type'],
  shape: Shape | undefined,
): Component['initial'] {
  if (e.initial?.kind === 'initial-target') return targetInitial(env, e.initial.target);
  if (!e.initial) return undefined;
  const written = e.initial.kind === 'initial-data' ? listed(env, e.initial, shape) : e.initial.value;
  const raw = written && env.file.expression({ ...env, specification: true }, written);
  const extents =
    e.initial.kind === 'initial-data' && raw?.kind === 'constant-array' ? constantExtents(shape) : undefined;
  const whole = extents?.every((n) => n !== undefined) && raw?.kind === 'constant-array';
  const shaped: Expr | undefined = whole ? { ...raw, extents: extents.map(Number), rank: extents.length } : raw;
  const value = shaped && constantValueFor(env, shaped, type, shape, { name: e.name.text, span: e.name.span });
  return value && { kind: 'value', value };
}

/** `/1, 2*0/` as a value, or as an array. */
function listed(
  env: Env,
  initial: Extract<tree.Initial, { kind: 'initial-data' }>,
  shape: Shape | undefined,
): tree.Expression | undefined {
  const items = initial.values.flatMap((v) => {
    const count = v.repeat ? constantInteger(env, v.repeat, 'a repeat count') : 1n;
    return Array.from({ length: Number(count ?? 0n) }, () => v.value);
  });
  if (shape) return { kind: 'array-constructor', span: initial.span, type: undefined, items };
  if (items.length !== 1) env.file.report(declarationErrors.dataCount(initial.span, 1, items.length));
  return items[0];
}

function componentAttributes(env: Env, attributes: readonly tree.Attribute[]): Attributes {
  const words = new Set(attributes.flatMap((a) => (a.kind === 'word-attribute' ? [a.word] : [])));
  const placement = words.has('device')
    ? 'device'
    : words.has('managed') || words.has('unified')
      ? 'managed'
      : words.has('pinned')
        ? 'pinned'
        : env.file.options.managed && words.has('allocatable')
          ? 'managed'
          : 'host';
  return {
    ...plainAttributes,
    placement,
    ...(words.has('unified') && { unified: true }),
    allocatable: words.has('allocatable'),
    pointer: words.has('pointer'),
    contiguous: words.has('contiguous'),
    volatile: words.has('volatile'),
  };
}

function isPrivate(d: tree.TypeDefinition, attributes: readonly tree.Attribute[]): boolean {
  const has = (w: tree.AttributeWord) => attributes.some((a) => a.kind === 'word-attribute' && a.word === w);
  return has('private') || (d.privateComponents && !has('public'));
}

function checkNames(env: Env, type: DerivedType): void {
  const seen = new Map<string, Component>();
  for (const c of allComponents(type)) {
    const before = seen.get(c.name);
    if (before) env.file.report(typeErrors.duplicateComponent(type.name, c, before));
    seen.set(c.name, c);
  }
}

// ---- bindings ---------------------------------------------------------------------------------------------------

function bind(env: Env, type: DerivedType, d: tree.TypeDefinition): void {
  type.bindings = [...(type.extends?.bindings ?? [])];
  type.generics = new Map(type.extends?.generics ?? []);
  if (type.extends?.privateGenerics) type.privateGenerics = type.extends.privateGenerics;
  for (const b of d.bindings) {
    switch (b.kind) {
      case 'bound-procedures':
        for (const item of b.items) add(type, binding(env, type, d, b, item));
        break;
      case 'bound-generic': {
        const key = keyOf(b.spec);
        const names = [...(type.generics.get(key) ?? []), ...b.names.map((n) => n.text)];
        type.generics.set(key, [...new Set(names)]);
        hideGeneric(
          type,
          key,
          (b.access ?? (d.privateBindings ? 'private' : 'public')) === 'private' && env.scope.module,
        );
        break;
      }
      default:
        for (const n of b.names) {
          const p = procedureNamed(env, n);
          if (p) type.finals.push(p);
        }
    }
  }
}

/** `module`: the one that may use the name; false where all may. */
function hideGeneric(type: DerivedType, key: string, module: string | undefined | false): void {
  if (!module && !type.privateGenerics?.has(key)) return;
  type.privateGenerics = new Map(type.privateGenerics);
  if (module) type.privateGenerics.set(key, module);
  else type.privateGenerics.delete(key);
}

function add(type: DerivedType, b: Binding | undefined): void {
  if (!b) return;
  const at = type.bindings.findIndex((x) => x.name === b.name);
  if (at < 0) type.bindings.push(b);
  else type.bindings[at] = b;
}

function binding(
  env: Env,
  type: DerivedType,
  d: tree.TypeDefinition,
  b: Extract<tree.Binding, { kind: 'bound-procedures' }>,
  item: tree.BindingItem,
): Binding | undefined {
  const deferred = b.attributes.some((a) => a.kind === 'word-attribute' && a.word === 'deferred');
  const procedure = deferred ? undefined : procedureNamed(env, item.procedure ?? item.name);
  const signature = deferred ? b.interface && signatureNamed(env, b.interface) : procedure?.signature;
  if (!signature) return undefined;
  const pass = passOf(b.attributes, signature);
  if (pass === 'missing') return void env.file.report(typeErrors.noPassedObject(item.name, type.name));
  const has = (w: tree.AttributeWord) => b.attributes.some((a) => a.kind === 'word-attribute' && a.word === w);
  const hidden = has('private') || (d.privateBindings && !has('public'));
  const module = hidden ? env.scope.module : undefined;
  return { name: item.name.text, procedure, signature, pass, ...(module !== undefined && { module }) };
}

/** Which dummy gets the object. */
export function passOf(attributes: readonly tree.Attribute[], s: Signature): number | undefined | 'missing' {
  if (attributes.some((a) => a.kind === 'word-attribute' && a.word === 'nopass')) return undefined;
  const named = attributes.find((a) => a.kind === 'pass')?.name?.text;
  const at = named === undefined ? 0 : s.dummies.findIndex((d) => d !== 'alternate-return' && d.name === named);
  return at < 0 || at >= s.dummies.length ? 'missing' : at;
}

function procedureNamed(env: Env, n: tree.Name): Procedure | undefined {
  const found = lookup(env, n.text);
  const meaning = found && meaningOf(found);
  if (meaning?.kind === 'procedure') return meaning;
  const specific = meaning?.kind === 'generic' ? meaning.procedures.find((p) => p.name === n.text) : undefined;
  if (specific?.kind === 'procedure') return specific;
  if (meaning?.kind !== 'error' && !isExcused(env, n.text)) tellNoProcedure(env, n);
  return undefined;
}
