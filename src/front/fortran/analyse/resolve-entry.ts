/** From what declarations say about a name to what it is. */
import type { Diagnostic } from '../../../base/diagnostic.ts';
import * as errors from '../errors.ts';
import type {
  Attributes,
  Expr,
  Generic,
  Initial,
  NamedConstant,
  Placement,
  Procedure,
  Shape,
  Signature,
  Type,
  Variable,
} from '../program.ts';
import type * as tree from '../tree.ts';
import { constantShape, constantValueFor } from './constant-values.ts';
import type { Entry, Env, Meaning } from './context.ts';
import { isIntrinsic } from './intrinsic-calls.ts';
import { scopeOfUnit } from './places.ts';
import { procedureNamed } from './procedure-names.ts';
import { prepare } from './procedures.ts';
import { hasBrokenUse, implicitTypeOf, lookup, meaningOf, used } from './scope.ts';
import { statementFunctionOf } from './statement-functions.ts';
import { shapeOf, typeOf } from './type-specs.ts';
import { rankOf } from './types.ts';
import { eachVariable } from './walk-program.ts';

export function resolveEntry(entry: Entry): Meaning {
  if (entry.meaning) return entry.meaning;
  const { env } = entry;
  if (entry.state === 'resolving') {
    env.file.report(errors.circular(entry.name, entry.span));
    entry.meaning = { kind: 'error' };
    return entry.meaning;
  }
  entry.state = 'resolving';
  const meaning = make(entry) ?? { kind: 'error' };
  entry.state = 'done';
  entry.meaning ??= meaning;
  return entry.meaning;
}

function make(entry: Entry): Meaning | undefined {
  const { env, facts } = entry;
  if (facts.generics) return generic(entry);
  return specific(env, entry);
}

function specific(env: Env, entry: Entry): Meaning | undefined {
  const { facts } = entry;
  if (facts.enumerator) return enumerator(entry, facts.enumerator);
  if (facts.words.has('parameter')) return constant(entry);
  if (facts.namelist) return namelist(entry, facts.namelist);
  if (facts.statementFunction) return statementFunctionOf(entry, facts.statementFunction);
  if (facts.unit && facts.unit.kind !== 'module-procedure') {
    const origin = env.scope.kind === 'file' ? 'external' : 'contained';
    return prepare({ ...env, unit: undefined }, facts.unit, origin).procedure;
  }
  if (facts.interfaceBody) return interfaceBody(entry, facts.interfaceBody);
  if (facts.procedure) return declaredProcedure(entry, facts.procedure);
  if (facts.words.has('intrinsic') && isIntrinsic(entry.name)) return { kind: 'intrinsic', name: entry.name };
  if (facts.words.has('external')) return externalProcedure(entry);
  return typedProcedure(entry) ?? variable(entry);
}

/** `real :: f` where this file has an external function f. */
function typedProcedure(entry: Entry): Procedure | undefined {
  const { env, facts } = entry;
  if (facts.dummy || facts.result || facts.shape || facts.words.size > 0 || facts.initial) return undefined;
  if (env.scope.kind === 'module' || facts.common !== undefined || facts.data) return undefined;
  const outside = env.file.externals.names.get(entry.name);
  if (outside?.facts.unit?.kind !== 'function') return undefined;
  const meaning = meaningOf(outside);
  return meaning.kind === 'procedure' ? meaning : undefined;
}

function enumerator(entry: Entry, value: () => Expr | undefined): NamedConstant | undefined {
  const known = value();
  return (
    known && { kind: 'constant', name: entry.name, span: entry.span, type: known.type, shape: undefined, value: known }
  );
}

function constant(entry: Entry): Meaning | undefined {
  const { env, facts, name, span } = entry;
  const type = typeOfEntry(entry);
  if (!type) return undefined;
  if (!facts.value) return void env.file.report(errors.constantWithoutValue(name, span));
  const quiet: Env = { ...env, specification: true };
  const written = facts.shape?.dimensions.some((d) => d.kind === 'assumed-size')
    ? undefined
    : facts.shape && shapeOf(quiet, facts.shape, 'none');
  if (facts.shape && !facts.shape.dimensions.some((d) => d.kind === 'assumed-size') && !written) return undefined;
  // Its value may ask for its shape or kind.
  const itself: Variable = { ...bareVariable(entry, type), shape: written };
  unfinished.add(itself);
  entry.meaning = itself;
  const raw = env.file.expression(quiet, facts.value);
  entry.meaning = { kind: 'error' };
  if (raw && readsUnfinished(raw)) return void env.file.report(errors.circular(name, span));
  const value = raw && constantValueFor(env, raw, type, written, entry);
  if (!value) return undefined;
  entry.meaning = undefined;
  return { kind: 'constant', name, span, type: value.type, shape: written ?? constantShape(value), value };
}

/** Named constants whose values are just being worked out. */
const unfinished = new WeakSet<Variable>();

function readsUnfinished(e: Expr): boolean {
  let found = false;
  eachVariable(e, (v) => {
    if (unfinished.has(v)) found = true;
  });
  return found;
}

function namelist(entry: Entry, names: readonly tree.Name[]): Meaning {
  const variables: Variable[] = [];
  for (const n of names) {
    const found = lookup(entry.env, n.text);
    const meaning = found ? meaningOf(found) : implicitVariable(entry.env, n);
    if (meaning.kind === 'variable') variables.push(meaning);
    else if (meaning.kind !== 'error') entry.env.file.report(errors.notAVariable(n));
  }
  return { kind: 'namelist', name: entry.name, span: entry.span, variables };
}

// ---- procedures -------------------------------------------------------------------------------------------------

function interfaceBody(entry: Entry, body: NonNullable<Entry['facts']['interfaceBody']>): Meaning {
  const { procedure } = prepare({ ...entry.env, unit: undefined }, body.unit, body.abstract ? 'abstract' : 'interface');
  if (entry.facts.dummy) return procedureVariable(entry, procedure.signature);
  if (entry.facts.words.has('pointer')) return procedureVariable(entry, procedure.signature);
  return procedure;
}

function declaredProcedure(entry: Entry, d: tree.ProcedureDeclaration): Meaning | undefined {
  const signature = signatureNamed(entry.env, d.interface);
  if (!signature) return undefined;
  if (entry.facts.dummy || entry.facts.words.has('pointer')) return procedureVariable(entry, signature);
  return external(entry, signature);
}

export function signatureNamed(env: Env, from: tree.ProcedureDeclaration['interface']): Signature | undefined {
  if (!from) return implicitSignature(undefined);
  if (from.kind !== 'name') {
    const type = typeOf(env, from);
    return type && implicitSignature(type);
  }
  const found = lookup(env, from.text);
  const meaning = found && meaningOf(found);
  if (meaning?.kind === 'error') return undefined;
  if (meaning?.kind === 'procedure') return meaning.signature;
  if (meaning?.kind === 'variable' && meaning.procedure) return meaning.procedure;
  if (!hasBrokenUse(env)) env.file.report(errors.notAProcedure(from));
  return undefined;
}

function procedureVariable(entry: Entry, signature: Signature): Variable {
  const v = bareVariable(
    entry,
    signature.result?.type ?? implicitType(entry.env, entry.name) ?? { base: 'integer', kind: 4 },
  );
  v.attributes = attributesOf(entry);
  v.procedure = signature;
  const initial =
    entry.facts.procedureInitial ??
    (entry.facts.initial?.kind === 'initial-target' ? entry.facts.initial.target : undefined);
  if (initial) v.initial = targetInitial(entry.env, initial);
  finish(entry, v);
  return v;
}

function externalProcedure(entry: Entry): Meaning | undefined {
  const outside = entry.env.file.externals.names.get(entry.name);
  if (outside?.facts.unit && !entry.facts.dummy) return meaningOf(outside);
  const typed = entry.facts.type ? typeOfEntry(entry) : undefined;
  if (entry.facts.type && !typed) return undefined;
  const signature = implicitSignature(typed);
  return entry.facts.dummy || entry.facts.words.has('pointer')
    ? procedureVariable(entry, signature)
    : external(entry, signature);
}

function external(entry: Entry, signature: Signature): Procedure {
  return externalNamed(entry.name, entry, signature);
}

export function externalNamed(name: string, at: { readonly span: Entry['span'] }, signature: Signature): Procedure {
  return {
    kind: 'procedure',
    name,
    span: at.span,
    linkName: name,
    signature,
    origin: 'external',
    host: undefined,
    module: undefined,
    bindC: false,
    recursive: false,
    body: undefined,
  };
}

/** Known only by name: `result` where it is known to be a function. */
export function implicitSignature(result: Type | undefined): Signature {
  return {
    subroutine: result === undefined,
    targets: { host: true, device: false, global: false, grid: false },
    dummies: [],
    result: result && plainResult(result),
    elemental: false,
    pure: false,
    bindC: false,
    launchBounds: [],
    clusterDims: undefined,
    implicit: true,
  };
}

function plainResult(type: Type): Variable {
  return {
    kind: 'variable',
    name: 'result',
    span: { source: { path: '', text: '' }, from: 0, to: 0 },
    type,
    shape: undefined,
    attributes: plainAttributes,
    storage: 'result',
    linkName: 'result',
    imported: false,
    initial: undefined,
    overlay: undefined,
    pointee: undefined,
    associated: undefined,
    owner: undefined,
    ignoreTkr: undefined,
    procedure: undefined,
    bindName: undefined,
  };
}

function generic(entry: Entry): Generic {
  const { env, name, span } = entry;
  const procedures = new Set<Generic['procedures'][number]>();
  const add = (m: Meaning | undefined): boolean => {
    if (m?.kind === 'procedure' || m?.kind === 'library-routine') procedures.add(m);
    else if (m?.kind === 'generic') for (const p of m.procedures) procedures.add(p);
    else return m?.kind === 'error';
    return true;
  };
  for (const part of entry.facts.generics ?? [])
    for (const m of part.members) {
      if (m.kind !== 'interface-procedures') {
        const body = env.scope.names.get(m.name.text);
        if (body === entry) add(specific(env, entry));
        else if (body) add(meaningOf(body));
        continue;
      }
      for (const n of m.names) {
        const found = n.text === name ? undefined : lookup(part.env, n.text);
        const meaning = n.text === name ? specific(env, entry) : found && meaningOf(found);
        if (!add(meaning) && !hasBrokenUse(part.env)) env.file.report(errors.notAProcedure(n));
      }
    }
  if (entry.facts.unit && entry.facts.generics) add(specific(env, entry));
  add(used(env, name));
  const outer = env.scope.parent && !env.scope.imports ? lookup({ ...env, scope: env.scope.parent }, name) : undefined;
  const meaning = outer && meaningOf(outer);
  if (meaning?.kind === 'generic' || meaning?.kind === 'library-routine') add(meaning);
  return { kind: 'generic', name, span, procedures: [...procedures] };
}

// ---- variables --------------------------------------------------------------------------------------------------

export const plainAttributes: Attributes = {
  placement: 'host',
  allocatable: false,
  pointer: false,
  target: false,
  optional: false,
  value: false,
  contiguous: false,
  volatile: false,
  intent: undefined,
};

/** The declared or implicit type; told where there is neither. */
function typeOfEntry(entry: Entry): Type | undefined {
  const { env, facts } = entry;
  const spec = facts.type ?? implicitTypeOf(env, entry.name);
  if (facts.isCrayPointer) return { base: 'integer', kind: 8 };
  if (spec === undefined) {
    env.file.report(
      facts.result ? errors.resultWithoutType(entry.name, entry.span) : errors.untyped(entry.name, entry.span),
    );
    return undefined;
  }
  if (spec === 'default') return defaultImplicit(env, entry.name);
  return typeOf(env, spec, { length: facts.length, bytes: facts.bytes });
}

function defaultImplicit(env: Env, name: string): Type {
  const { defaultInteger: integer, defaultReal: real } = env.file.options;
  return name >= 'i' && name < 'o' ? { base: 'integer', kind: integer } : { base: 'real', kind: real };
}

function variable(entry: Entry): Variable | undefined {
  const { env, facts } = entry;
  const type = typeOfEntry(entry);
  if (!type) return undefined;
  if (facts.coshape) return void env.file.report(errors.notSupported('coarrays', facts.coshape.span));
  const v = bareVariable(entry, type);
  v.attributes = attributesOf(entry);
  if (facts.shape) {
    const shape = entryShape(entry, facts.shape);
    if (!shape) return undefined;
    v.shape = shape;
  }
  if (!checkVariable(entry, v)) return undefined;
  entry.meaning = v;
  if (facts.cray) pointTo(entry, v, facts.cray);
  finish(entry, v);
  if (facts.initial) v.initial = initialOf(entry, v, facts.initial);
  return v;
}

function entryShape(entry: Entry, shape: tree.Shape): Shape | undefined {
  const { words } = entry.facts;
  const open = words.has('allocatable') || words.has('pointer') ? 'deferred' : entry.facts.dummy ? 'assumed' : 'none';
  if (open === 'deferred' && shape.dimensions.some((d) => d.kind !== 'deferred' && d.kind !== 'assumed-rank')) {
    entry.env.file.report(errors.allocatableWithBounds(entry.name, shape.span));
    return undefined;
  }
  return shapeOf(entry.env, shape, open);
}

function bareVariable(entry: Entry, type: Type): Variable {
  const { env, facts, name, span } = entry;
  const scope = scopeOfUnit(env.scope);
  const saved = facts.words.has('save') || facts.words.has('static') || facts.initial !== undefined;
  const fixed = env.scope.kind === 'module' || scope.static || saved || facts.common !== undefined || facts.data;
  const automatic = facts.words.has('automatic');
  const storage = facts.dummy ? 'dummy' : facts.result ? 'result' : fixed && !automatic ? 'static' : 'automatic';
  const bindName = facts.bind ? bindNameOf(entry) : undefined;
  return {
    kind: 'variable',
    name,
    span,
    type,
    shape: undefined,
    attributes: plainAttributes,
    storage,
    linkName: bindName ?? `${env.scope.prefix}.${name}`,
    imported: false,
    initial: undefined,
    overlay: undefined,
    pointee: undefined,
    associated: undefined,
    owner: env.scope.owner,
    ignoreTkr: facts.ignoreTkr,
    procedure: undefined,
    bindName,
  };
}

function bindNameOf(entry: Entry): string {
  const name = entry.facts.bind?.name && entry.env.file.expression(entry.env, entry.facts.bind.name);
  return name?.kind === 'constant' && typeof name.value === 'string' ? name.value.trim() : entry.name;
}

const placements: Partial<Record<tree.AttributeWord, Placement>> = {
  device: 'device',
  managed: 'managed',
  unified: 'managed',
  constant: 'constant',
  shared: 'shared',
  pinned: 'pinned',
  texture: 'texture',
};

function attributesOf(entry: Entry): Attributes {
  const { facts, env } = entry;
  const has = (w: tree.AttributeWord) => facts.words.has(w);
  return {
    placement: placementOfEntry(entry),
    allocatable: has('allocatable'),
    pointer: has('pointer'),
    target: has('target'),
    optional: has('optional'),
    value: has('value'),
    contiguous: has('contiguous'),
    volatile: has('volatile') || has('asynchronous'),
    intent: facts.intent,
  };
}

function placementOfEntry(entry: Entry): Placement {
  const { facts, env } = entry;
  for (const word of facts.words.keys()) {
    const placement = placements[word];
    if (placement) return placement;
  }
  const kernel = env.scope.kind === 'procedure' && env.scope.targets?.global === true;
  if (facts.dummy && kernel && !facts.words.has('value')) return 'device';
  const shared = env.file.options.managed && facts.words.has('allocatable') && env.side === 'host';
  return shared ? 'managed' : 'host';
}

function checkVariable(entry: Entry, v: Variable): boolean {
  const { env, facts, name, span } = entry;
  const { attributes, type } = v;
  const report = (d: Parameters<Env['file']['report']>[0]): false => {
    env.file.report(d);
    return false;
  };
  const open = v.shape?.kind === 'deferred' || attributes.pointer || attributes.allocatable;
  if (attributes.allocatable && attributes.pointer)
    return report(errors.conflictingAttributes(name, 'allocatable', 'pointer', span));
  if (type.base === 'character' && type.length.kind === 'deferred' && !open)
    return report(errors.deferredLength(name, span));
  if (type.base === 'character' && type.length.kind === 'assumed' && !facts.dummy && !facts.result)
    return report(errors.assumedLength(name, span));
  if (type.base === 'derived' && type.polymorphic && !facts.dummy && !open)
    return report(errors.classWithoutPointer(name, span));
  if (attributes.intent && facts.intent && !facts.dummy) return report(errors.notADummy(name, 'intent', span));
  if (attributes.optional && !facts.dummy) return report(errors.notADummy(name, 'optional', span));
  if (attributes.value && !facts.dummy) {
    env.file.report(errors.valueWithoutDummy(name, span));
    v.attributes = { ...v.attributes, value: false };
  }
  const placed = placementMistake(entry, v);
  if (placed) return report(placed);
  if (v.shape?.kind === 'assumed-size' && !facts.dummy && attributes.placement !== 'shared' && !facts.cray)
    return report(errors.starOutsideDummy(name, span));
  if (v.shape?.kind === 'explicit' && env.scope.kind === 'module' && !constantBounds(v.shape))
    return report(errors.automaticInModule(name, span));
  if (rankOf(v.shape) > 15) return report(errors.tooManyDimensions(name, span));
  return true;
}

function placementMistake(entry: Entry, v: Variable): Diagnostic | undefined {
  const { env, facts, name, span } = entry;
  const { placement, allocatable, pointer, target } = v.attributes;
  if (!env.file.options.cuda) return undefined;
  const open = allocatable ? 'allocatable' : pointer ? 'pointer' : target ? 'target' : undefined;
  if ((placement === 'shared' || placement === 'constant') && open)
    return errors.conflictingAttributes(name, placement, open, span);
  if (placement === 'shared' && !facts.dummy && (env.scope.kind === 'module' || env.side === 'host'))
    return errors.sharedInHost(name, span);
  if (placement === 'constant' && env.scope.kind === 'procedure' && !facts.dummy) return errors.constantInProcedure(name, span);
  if (placement === 'pinned' && pointer) return errors.conflictingAttributes(name, 'pinned', 'pointer', span);
  if (placement === 'pinned' && !allocatable && !facts.dummy) env.file.report(errors.pinnedNotAllocatable(name, span));
  return undefined;
}

function constantBounds(shape: Extract<Shape, { kind: 'explicit' }>): boolean {
  return shape.bounds.every((b) => b.lower.kind === 'constant' && b.upper.kind === 'constant');
}

function pointTo(entry: Entry, v: Variable, pointer: tree.Name): void {
  const found = lookup(entry.env, pointer.text);
  const meaning = found && meaningOf(found);
  if (meaning?.kind === 'variable') v.pointee = meaning;
}

/** Enters a variable in the list of its scope. */
function finish(entry: Entry, v: Variable): void {
  if (entry.facts.dummy) return;
  entry.env.scope.locals.push(v);
}

function initialOf(entry: Entry, v: Variable, initial: tree.Initial): Initial | undefined {
  const { env } = entry;
  switch (initial.kind) {
    case 'initial-target':
      return targetInitial(env, initial.target);
    case 'initial-data':
      return undefined;
    default: {
      const raw = env.file.expression({ ...env, specification: true }, initial.value);
      const value = raw && constantValueFor(env, raw, v.type, v.shape, entry);
      return value && { kind: 'value', value };
    }
  }
}

export function targetInitial(env: Env, e: tree.Expression): Initial | undefined {
  const target = (e.kind === 'name' && procedureNamed(env, e)) || env.file.expression(env, e);
  if (!target) return undefined;
  return { kind: 'target', target: target.kind === 'null' ? 'null' : target };
}

/** A variable of the implicit type, or an error (told once) where there is none. */
export function implicitVariable(env: Env, name: tree.Name): Meaning {
  const scope = scopeOfUnit(env.scope);
  const inner: Env = { ...env, scope };
  const entry: Entry = {
    name: name.text,
    span: name.span,
    env: inner,
    meaning: undefined,
    state: 'declared',
    facts: { words: new Map() },
  };
  const known = scope.names.get(name.text);
  if (known) return meaningOf(known);
  const spec = implicitTypeOf(env, name.text);
  scope.names.set(name.text, entry);
  if (spec === undefined) entry.meaning = { kind: 'error' };
  else return resolveEntry(entry);
  return entry.meaning;
}

export function implicitType(env: Env, name: string): Type | undefined {
  const spec = implicitTypeOf(env, name);
  if (spec === undefined) return undefined;
  return spec === 'default' ? defaultImplicit(env, name) : typeOf(env, spec);
}
