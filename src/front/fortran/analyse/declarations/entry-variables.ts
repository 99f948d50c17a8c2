/** Variables from what declarations say: type, shape, attributes, storage, initial value. */
import type { Diagnostic } from '../../../../base/diagnostic.ts';
import * as declarationErrors from '../../errors/declarations.ts';
import * as typeErrors from '../../errors/derived-types.ts';
import * as deviceErrors from '../../errors/device.ts';
import * as imageErrors from '../../errors/images.ts';
import * as nameErrors from '../../errors/names.ts';
import * as pointerErrors from '../../errors/pointers.ts';
import { plainAttributes } from '../../plain-attributes.ts';
import type { Attributes, Expr, Initial, Placement, Shape, Type, Variable } from '../../program.ts';
import type * as tree from '../../tree.ts';
import { procedureNamed } from '../calls/procedure-names.ts';
import { substitute } from '../calls/substitute.ts';
import type { Entry, Env, Scope } from '../context.ts';
import { tellShared } from '../cuda/host-code.ts';
import { constantValueFor } from '../fold/constant-values.ts';
import { rootOf } from '../mistakes/walk.ts';
import { scopeOfUnit } from '../places.ts';
import { declarationProblem, hasInitialSizes, isAutomatic, unknownLastExtent } from '../rules/declarations.ts';
import { isTarget } from '../rules/pointers.ts';
import { implicitTypeOf, isExcused, lookup, meaningOf } from '../scope.ts';
import { codimensionsOf } from '../statements/codimensions.ts';
import { integerOf, rankOf } from '../types.ts';
import { inSubscript, someInside } from '../walk-program.ts';
import { shapeOf, typeOf } from './type-specs.ts';

/** The declared or implicit type; told where there is neither. */
export function typeOfEntry(entry: Entry): Type | undefined {
  const { env, facts } = entry;
  const spec = facts.type ?? implicitTypeOf(env, entry.name);
  if (facts.isCrayPointer) return { base: 'integer', kind: 8 };
  if (spec === undefined) {
    if (isExcused(env, entry.name)) return undefined;
    env.file.report(
      facts.result ? nameErrors.resultWithoutType(entry.name, entry.span) : nameErrors.untyped(entry.name, entry.span),
    );
    return undefined;
  }
  if (spec === 'default') return defaultImplicit(env, entry.name);
  return typeOf(env, spec, { length: facts.length, bytes: facts.bytes });
}

export function defaultImplicit(env: Env, name: string): Type {
  const { defaultInteger: integer, defaultReal: real } = env.file.options;
  return name >= 'i' && name < 'o' ? { base: 'integer', kind: integer } : { base: 'real', kind: real };
}

export function variable(entry: Entry): Variable | undefined {
  const { facts } = entry;
  const type = typeOfEntry(entry);
  if (!type) return undefined;
  const v = bareVariable(entry, type);
  v.attributes = attributesOf(entry);
  // What gives an object new parts keeps its length parameters.
  if (type.base === 'derived' && type.type.open && v.attributes.intent === 'out')
    v.attributes = { ...v.attributes, intent: 'inout' };
  if (facts.shape) {
    // Bounds may ask for the length and the kind.
    entry.meaning = v;
    const shape = entryShape(entry, facts.shape);
    entry.meaning = undefined;
    if (!shape) return undefined;
    const made = withLengths(shape);
    if (boundsOf(made).some((e) => reads(e, v))) return void entry.env.file.report(nameErrors.circular(v.name, v.span));
    v.shape = made;
  }
  if (isLeftOutOfSave(entry, v)) v.storage = 'automatic';
  if (facts.coshape && !makeCoarray(entry, v, facts.coshape)) return undefined;
  if (!checkVariable(entry, v)) return undefined;
  takeAsMeant(entry, v);
  const problem = declarationProblem(entry, v);
  if (problem) return void entry.env.file.report(problem);
  entry.meaning = v;
  if (facts.cray) pointTo(entry, v, facts.cray);
  finish(entry, v);
  if (facts.initial) v.initial = initialOf(entry, v, facts.initial);
  return v;
}

/** With `len(itself)` as the expression of its declaration. */
function withLengths(shape: Shape): Shape {
  const now = (e: Expr) => substitute(e, new Map());
  if (shape.kind !== 'explicit') return shape;
  return { ...shape, bounds: shape.bounds.map((b) => ({ lower: now(b.lower), upper: now(b.upper) })) };
}

function boundsOf(shape: Shape): readonly Expr[] {
  return shape.kind === 'explicit' ? shape.bounds.flatMap((b) => [b.lower, b.upper]) : [];
}

function reads(e: Expr, v: Variable): boolean {
  if (e.kind === 'constant') return false;
  if (e.kind === 'variable') return e.variable === v;
  if (e.kind === 'call' && e.callee.kind === 'procedure' && e.callee.procedure.name === v.name) return true;
  return someInside(e, (x) => reads(x, v));
}

/** What other compilers accept although the standard does not, with a warning. */
function takeAsMeant({ env, facts, name, span }: Entry, v: Variable): void {
  const { report } = env.file;
  if (v.attributes.contiguous && facts.dummy && v.shape?.kind === 'explicit') {
    report(declarationErrors.alwaysContiguous(name, span));
    v.attributes = { ...v.attributes, contiguous: false };
  }
  const last = v.shape?.kind === 'explicit' ? v.shape.bounds.at(-1) : undefined;
  const unknown = last && unknownLastExtent(v);
  if (unknown && v.shape?.kind === 'explicit') {
    report(declarationErrors.lastExtentUnknown(name, unknown.used, unknown.at));
    v.shape = { kind: 'assumed-size', bounds: v.shape.bounds.slice(0, -1), lastLower: last.lower };
  }
  if (isMainArray(env, facts, v) && hasInitialSizes(v.shape)) {
    report(declarationErrors.sizeFromInitialValue(name, span));
    v.storage = 'automatic';
  }
}

/** An array of the main program that is static for that reason alone, of a size that is no constant. */
function isMainArray(env: Env, facts: Entry['facts'], v: Variable): boolean {
  const main = env.scope.owner?.origin === 'main' && env.scope.kind === 'procedure';
  const said = facts.words.has('save') || facts.initial !== undefined || facts.common !== undefined || facts.data;
  return main && v.storage === 'static' && !said && !facts.cray && isAutomatic(v.shape);
}

/** `save` without a list is about what can be saved: nothing whose size is known only when the procedure is called. */
function isLeftOutOfSave({ env, facts }: Entry, v: Variable): boolean {
  const unit = scopeOfUnit(env.scope);
  if (v.storage !== 'static' || unit.kind !== 'procedure' || !unit.static || unit.owner?.origin === 'main')
    return false;
  if (facts.words.has('save') || facts.words.has('static') || facts.initial || facts.common !== undefined || facts.data)
    return false;
  const { type } = v;
  const length = type.base === 'character' && type.length.kind === 'known' ? type.length.value.kind : 'constant';
  return !facts.cray && (isAutomatic(v.shape) || length !== 'constant');
}

function makeCoarray(entry: Entry, v: Variable, coshape: tree.Shape): boolean {
  const { env, facts, name, span } = entry;
  const shape = codimensionsOf(env, coshape, v.attributes.allocatable);
  if (!shape) return false;
  v.codimensions = shape;
  if (v.storage === 'static' || facts.dummy || v.attributes.allocatable) return true;
  env.file.report(imageErrors.coarrayNotSaved(name, span));
  return false;
}

function entryShape(entry: Entry, shape: tree.Shape): Shape | undefined {
  const { words } = entry.facts;
  const open = words.has('allocatable') || words.has('pointer') ? 'deferred' : entry.facts.dummy ? 'assumed' : 'none';
  if (open === 'deferred' && shape.dimensions.some((d) => d.kind !== 'deferred' && d.kind !== 'assumed-rank')) {
    entry.env.file.report(declarationErrors.allocatableWithBounds(entry.name, shape.span, shape.dimensions.length));
    return undefined;
  }
  return shapeOf(entry.env, shape, open);
}

/** A block is a scope of its own: its variables are no variables of the main program, and `save` outside means others. */
function isStaticScope(scope: Scope): boolean {
  return scope.ownStorage ? scope.static : scopeOfUnit(scope).static;
}

export function bareVariable(entry: Entry, type: Type): Variable {
  const { env, facts, name, span } = entry;
  const initial = facts.initial !== undefined || facts.procedureInitial !== undefined;
  const saved = facts.words.has('save') || facts.words.has('static') || initial;
  const fixed =
    env.scope.kind === 'module' || isStaticScope(env.scope) || saved || facts.common !== undefined || facts.data;
  const automatic = facts.words.has('automatic') || (env.kernelLoop && !saved && facts.common === undefined);
  const storage = facts.dummy ? 'dummy' : facts.result ? 'result' : fixed && !automatic ? 'static' : 'automatic';
  // An empty name: no name that C could know.
  const bindName = (facts.bind && bindNameOf(entry)) || undefined;
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

export function attributesOf(entry: Entry): Attributes {
  const { facts, env } = entry;
  const has = (w: tree.AttributeWord) => facts.words.has(w);
  const placement = placementOfEntry(entry);
  if (facts.words.size === 0 && facts.intent === undefined && placement === 'host' && !env.file.options.unified)
    return plainAttributes;
  const plain: Attributes = {
    placement,
    allocatable: has('allocatable'),
    pointer: has('pointer'),
    target: has('target'),
    optional: has('optional'),
    value: has('value'),
    contiguous: has('contiguous'),
    volatile: has('volatile') || has('asynchronous'),
    intent: facts.intent,
  };
  const reached = env.file.options.unified && placement === 'host' && env.scope.kind === 'module';
  const owner = has('protected') ? env.scope.module : undefined;
  const asynchronous = has('asynchronous');
  if (!has('unified') && !reached && !asynchronous && owner === undefined) return plain;
  return {
    ...plain,
    ...(asynchronous && { asynchronous }),
    ...(has('unified') && { unified: true }),
    ...(reached && { reached: true }),
    ...(owner !== undefined && { protected: owner }),
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
    return report(declarationErrors.conflictingAttributes(name, 'allocatable', 'pointer', span));
  if (type.base === 'character' && type.length.kind === 'deferred' && !open)
    return report(declarationErrors.deferredLength(name, span));
  // The heading that names it as a dummy, or the declaration, could not be read.
  const forDummies = attributes.intent || attributes.optional || attributes.value;
  if (!facts.dummy && env.file.damaged.has(name) && forDummies) return false;
  if (type.base === 'character' && type.length.kind === 'assumed' && !facts.dummy && !facts.result)
    return report(declarationErrors.assumedLength(name, span));
  const free = (type.base === 'derived' && type.polymorphic) || type.base === 'any';
  if (free && !facts.dummy && (!open || (type.base === 'any' && type.assumed)))
    return report(declarationErrors.classWithoutPointer(name, span));
  if (type.base === 'derived' && !type.polymorphic && type.type.abstract)
    return report(typeErrors.abstractType(type.type.name, span));
  if (attributes.intent && facts.intent && !facts.dummy) {
    if (!facts.result) return report(declarationErrors.notADummy(name, 'intent', span));
    env.file.report(declarationErrors.intentOfResult(name, span));
    v.attributes = { ...v.attributes, intent: undefined };
  }
  if (attributes.optional && !facts.dummy) return report(declarationErrors.notADummy(name, 'optional', span));
  if (attributes.value && !facts.dummy) {
    env.file.report(declarationErrors.valueWithoutDummy(name, span));
    v.attributes = { ...v.attributes, value: false };
  }
  if (isSharedOfHost(entry, v)) {
    tellShared(env, name, span);
    return false;
  }
  const placed = placementMistake(entry, v);
  if (placed) return report(placed);
  if (v.shape?.kind === 'assumed-size' && !facts.dummy && attributes.placement !== 'shared' && !facts.cray)
    return report(declarationErrors.starOutsideDummy(name, span));
  if (v.shape?.kind === 'explicit' && env.scope.kind === 'module' && !constantBounds(v.shape))
    return report(declarationErrors.automaticInModule(name, span));
  if (rankOf(v.shape) > 15) return report(declarationErrors.tooManyDimensions(name, span));
  return true;
}

function isSharedOfHost({ env, facts }: Entry, v: Variable): boolean {
  const { placement, allocatable, pointer } = v.attributes;
  if (!env.file.options.cuda || placement !== 'shared' || facts.dummy || facts.initial || allocatable || pointer)
    return false;
  return env.scope.kind === 'module' || env.side === 'host';
}

function placementMistake(entry: Entry, v: Variable): Diagnostic | undefined {
  const { env, facts, name, span } = entry;
  const { placement, allocatable, pointer, target } = v.attributes;
  if (!env.file.options.cuda) return undefined;
  const [one, other] = facts.words.size > 1 ? [...facts.words.keys()].filter((w) => placements[w] !== undefined) : [];
  if (one && other) return declarationErrors.conflictingAttributes(name, one, other, span);
  if (placement === 'texture' && !pointer && !facts.dummy) return deviceErrors.textureNotPointer(name, span);
  if (placement === 'shared' && facts.initial) return declarationErrors.initialOf(name, 'shared memory', span);
  if (placement === 'pinned' && env.side === 'device' && !facts.dummy)
    return declarationErrors.conflictingAttributes(name, 'pinned', 'a variable of device code', span);
  const open = allocatable ? 'allocatable' : pointer ? 'pointer' : undefined;
  if (placement === 'constant' && target)
    return declarationErrors.conflictingAttributes(name, placement, 'target', span);
  if ((placement === 'shared' || placement === 'constant') && open)
    return declarationErrors.conflictingAttributes(name, placement, open, span);
  if (placement === 'constant' && env.scope.kind === 'procedure' && !facts.dummy)
    return deviceErrors.constantInProcedure(name, span);
  if (placement === 'pinned' && pointer)
    return declarationErrors.conflictingAttributes(name, 'pinned', 'pointer', span);
  if (placement === 'pinned' && !allocatable && !facts.dummy)
    env.file.report(deviceErrors.pinnedNotAllocatable(name, span));
  return undefined;
}

export function constantBounds(shape: Extract<Shape, { kind: 'explicit' }>): boolean {
  return shape.bounds.every((b) => b.lower.kind === 'constant' && b.upper.kind === 'constant');
}

/** The Cray pointer of a pointee. */
export function pointTo(entry: Entry, v: Variable, pointer: tree.Name): void {
  const found = lookup(entry.env, pointer.text);
  const meaning = found && meaningOf(found);
  if (meaning?.kind === 'variable') v.pointee = meaning;
}

/** Enters a variable in the list of its scope. */
export function finish(entry: Entry, v: Variable): void {
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
  if (target.kind === 'null' && target.molded) return void env.file.report(pointerErrors.moldedInitial(target.span));
  if (target.kind !== 'null' && target.kind !== 'procedure' && !isTarget(target))
    return void env.file.report(pointerErrors.notATarget(target));
  const moving = target.kind === 'null' || target.kind === 'procedure' ? undefined : movingPart(target);
  if (moving)
    return void env.file.report(declarationErrors.notConstant(moving.span, 'a subscript of an initial target'));
  const root = rootOf(target);
  if (root && root.storage !== 'static') return void env.file.report(pointerErrors.targetNotSaved(target, root));
  const through = target.kind === 'null' || target.kind === 'procedure' ? undefined : pointedAt(target);
  if (through !== undefined) return void env.file.report(pointerErrors.targetMoves(target, through));
  keepTarget(target);
  return { kind: 'target', target: target.kind === 'null' ? 'null' : target };
}

/** The part that has no place before the program runs. */
function pointedAt(e: Expr): string | undefined {
  if (e.kind === 'variable' || e.kind === 'part') {
    const { name, attributes } = e.kind === 'part' ? e.component : e.variable;
    if (attributes.pointer) return `\`${name}\` is a pointer`;
    if (attributes.allocatable) return `\`${name}\` is allocatable`;
  }
  return e.kind === 'part' || e.kind === 'element' || e.kind === 'substring' || e.kind === 'complex-part'
    ? pointedAt(e.base)
    : undefined;
}

/** What keeps the place of a target from being known when the program is compiled. */
function movingPart(e: Expr): Expr | undefined {
  switch (e.kind) {
    case 'variable':
      return undefined;
    case 'part':
    case 'complex-part':
      return movingPart(e.base);
    case 'element':
      return movingPart(e.base) ?? firstMoving(e.subscripts.flatMap(inSubscript));
    case 'substring':
      return movingPart(e.base) ?? firstMoving([e.from, e.to]);
    default:
      return e;
  }
}

function firstMoving(list: readonly (Expr | undefined)[]): Expr | undefined {
  return list.find((x) => x !== undefined && integerOf(x) === undefined);
}

/** What an initial value points to lies in memory from the start. */
export function keepTarget(e: Expr): void {
  if (e.kind === 'part' || e.kind === 'element') keepTarget(e.base);
  else if (e.kind === 'variable' && e.variable.storage === 'automatic') e.variable.storage = 'static';
}
