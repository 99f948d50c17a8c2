/** Variables and their parts: elements, sections, substrings, components. */
import type { Span } from '../../../../base/source.ts';
import * as typeErrors from '../../errors/derived-types.ts';
import * as deviceErrors from '../../errors/device.ts';
import * as loopErrors from '../../errors/kernel-loops.ts';
import * as subscriptErrors from '../../errors/subscripts.ts';
import { onDevice } from '../../placement.ts';
import { plainAttributes } from '../../plain-attributes.ts';
import type {
  Component,
  ConstantValue,
  DerivedType,
  Expr,
  Shape,
  StructureValue,
  Subscript,
  Type,
  Variable,
} from '../../program.ts';
import type * as tree from '../../tree.ts';
import type { BuiltinName, Env } from '../context.ts';
import { holdsBack, isThreadsOwn } from '../cuda/held-arrays.ts';
import { tellBuiltin } from '../cuda/host-code.ts';
import { isIncomplete } from '../declarations/incomplete.ts';
import { parameterValue } from '../declarations/parameterized-types.ts';
import { foldBinary, isPair, toInteger8 } from '../fold/fold.ts';
import { arrayOfStructures } from '../fold/fold-arrays.ts';
import { builtinMeant, nearest } from '../suggest.ts';
import { constantExtents, constantLength, integer4, integer8, integerOf, rankOf } from '../types.ts';
import { constant, int8, knownLength } from './make.ts';

export function variableReference(env: Env, v: Variable, span: Span): Expr | undefined {
  if (env.file.options.cuda && !usable(env, v, span)) return undefined;
  return { kind: 'variable', variable: v, type: v.type, rank: rankOf(v.shape), span };
}

/** Whether code that runs here may touch the variable. */
function usable(env: Env, v: Variable, span: Span): boolean {
  const { placement } = v.attributes;
  if (env.kernelLoop) {
    if (!v.shape || onDevice(placement) || v.storage === 'index') return true;
    if (env.file.options.unified || env.offload || isThreadsOwn(env, v)) return true;
    const { pointer } = v.attributes;
    if (env.file.options.managed && (pointer || v.storage === 'dummy' || v.storage === 'associate')) return true;
    return holdsBack(env, v, span) || tell(env, v, () => deviceErrors.hostArrayOnDevice(v, span, 'kernel-loop'));
  }
  if (env.side === 'device') return usableOnDevice(env, v, span);
  return true;
}

function usableOnDevice(env: Env, v: Variable, span: Span): boolean {
  if (onDevice(v.attributes.placement) || v.attributes.reached || v.pointee) return true;
  if (v.storage === 'dummy' || v.storage === 'result' || v.storage === 'index' || v.storage === 'associate')
    return true;
  const targets = v.owner?.signature.targets;
  if (targets && (targets.global || targets.device)) return true;
  return tell(env, v, () =>
    v.shape ? deviceErrors.hostArrayOnDevice(v, span, 'device') : deviceErrors.hostVariableOnDevice(v, span),
  );
}

/** One message per variable and procedure. */
function tell(env: Env, v: Variable, message: () => Parameters<Env['file']['report']>[0]): false {
  const key = `${v.linkName} ${v.span.from} ${env.unit?.procedure.linkName ?? ''} ${env.kernelLoop}`;
  if (!env.file.told.has(key)) env.file.report(message());
  env.file.told.add(key);
  return false;
}

export function builtinReference(env: Env, name: BuiltinName, axis: string | undefined, span: Span): Expr | undefined {
  if (env.side === 'host' && !env.kernelLoop && name !== 'warpsize') return tellBuiltin(env, name, span);
  if (env.kernelLoop) return void env.file.report(loopErrors.builtinInKernelLoop(name, span));
  if (name === 'warpsize') return { kind: 'builtin', name, axis: undefined, type: integer4, rank: 0, span };
  if (axis !== 'x' && axis !== 'y' && axis !== 'z')
    return void env.file.report(deviceErrors.builtinWithoutComponent(name, span));
  return { kind: 'builtin', name, axis, type: integer4, rank: 0, span };
}

// ---- elements and sections --------------------------------------------------------------------------------------

/** The shape that subscripts of this expression are for. */
export function subscriptedShape(e: Expr): Shape | undefined {
  if (e.kind === 'variable') return e.variable.shape;
  return e.kind === 'part' ? e.component.shape : undefined;
}

function subscriptedRank(e: Expr): number {
  return e.kind === 'variable' || e.kind === 'part' ? rankOf(subscriptedShape(e)) : e.rank;
}

/** `shape`: the declared one of a named constant. */
export function elementOf(
  env: Env,
  written: Expr,
  args: readonly tree.Argument[],
  span: Span,
  shape: Shape | undefined = subscriptedShape(written),
): Expr | undefined {
  // Subscripts of constants count from 1 from here on.
  const base: Expr = written.kind === 'constant-array' ? { ...written, lowers: [] } : written;
  const rank = subscriptedRank(base);
  if (args.length !== rank) return void env.file.report(subscriptErrors.subscriptCount(base, rank, args.length, span));
  const subscripts: Subscript[] = [];
  for (const a of args) {
    const s = subscript(env, base, a);
    if (!s) return undefined;
    subscripts.push(s);
  }
  if (!inBounds(env, base, shape, subscripts)) return undefined;
  if (base.kind === 'constant-array' && shape?.kind === 'explicit')
    for (const [i, s] of subscripts.entries()) subscripts[i] = fromOne(s, integerOf(shape.bounds[i]?.lower) ?? 1n);
  let own = 0;
  for (const s of subscripts) if (s.kind !== 'index') own++;
  const before = base.kind === 'part' ? base.base.rank : 0;
  if (own > 0 && before > 0) return void env.file.report(subscriptErrors.twoArrayParts(span));
  return (
    foldElement(base, subscripts, span) ?? {
      kind: 'element',
      base,
      subscripts,
      type: base.type,
      rank: own + before,
      span,
    }
  );
}

function subscript(env: Env, base: Expr, a: tree.Argument): Subscript | undefined {
  if (a.keyword) return void env.file.report(subscriptErrors.keywordInSubscript(a.keyword));
  const v = a.value;
  switch (v.kind) {
    case 'section':
      return range(env, base, v);
    case 'star':
    case 'alternate-return':
    case 'passed-by':
      return void env.file.report(subscriptErrors.badSubscript(v.span));
    default: {
      const value = integerSubscript(env, base, v, 1);
      return value && (value.rank === 1 ? { kind: 'vector', value } : { kind: 'index', value });
    }
  }
}

function range(env: Env, base: Expr, s: tree.Section): Subscript | undefined {
  const bound = (e: tree.Expression | undefined) => (e ? (integerSubscript(env, base, e, 0) ?? 'bad') : undefined);
  const from = bound(s.from);
  const to = bound(s.to);
  const step = bound(s.step);
  if (from === 'bad' || to === 'bad' || step === 'bad') return undefined;
  if (integerOf(step) === 0n) return void env.file.report(subscriptErrors.zeroStep(s.span));
  return { kind: 'range', from, to, step };
}

function integerSubscript(env: Env, base: Expr, e: tree.Expression, maxRank: number): Expr | undefined {
  const value = env.file.expression(env, e);
  if (!value) return undefined;
  if (value.type.base === 'real' && value.rank <= maxRank) env.file.report(subscriptErrors.realSubscript(base, value));
  else if (value.type.base !== 'integer' || value.rank > maxRank)
    return void env.file.report(subscriptErrors.notAnIntegerSubscript(base, value));
  return toInteger8(value);
}

function inBounds(env: Env, base: Expr, shape: Shape | undefined, subscripts: readonly Subscript[]): boolean {
  if (shape?.kind !== 'explicit') return true;
  for (let i = 0; i < subscripts.length; i++) {
    const s = subscripts[i]!;
    const { lower, upper } = shape.bounds[i]!;
    const low = integerOf(lower);
    const high = integerOf(upper);
    const at = s.kind === 'index' ? integerOf(s.value) : undefined;
    if (at === undefined || low === undefined || high === undefined || s.kind !== 'index') continue;
    if (at >= low && at <= high) continue;
    env.file.report(subscriptErrors.outOfBounds(base, i + 1, at, low, high, s.value.span));
    return false;
  }
  return true;
}

/** Elements and sections of a constant, where all subscripts are constants. */
function foldElement(array: Expr, subscripts: readonly Subscript[], span: Span): Expr | undefined {
  const base = array.kind === 'array-constructor' ? arrayOfStructures(array) : array;
  if (base?.kind !== 'constant-array') return undefined;
  let indices = [0];
  let stride = 1;
  const extents: number[] = [];
  for (const [i, s] of subscripts.entries()) {
    const places = placesOf(s, base.extents[i]!);
    if (!places) return undefined;
    if (s.kind !== 'index') extents.push(places.length);
    const step = stride;
    indices = places.flatMap((p) => indices.map((at) => at + (p - 1) * step));
    stride *= base.extents[i]!;
  }
  const values: ConstantValue[] = [];
  for (const i of indices) {
    const value = base.values[i];
    if (value === undefined) return undefined;
    values.push(value);
  }
  if (extents.length > 0)
    return { kind: 'constant-array', extents, values, type: base.type, rank: extents.length, span };
  const [value] = values;
  return value === undefined ? undefined : { kind: 'constant', value, type: base.type, rank: 0, span };
}

/** The places that a constant subscript names, from 1. */
function placesOf(s: Subscript, extent: number): number[] | undefined {
  if (s.kind === 'index') {
    const at = integerOf(s.value);
    return at === undefined ? undefined : [Number(at)];
  }
  if (s.kind === 'vector') return s.value.kind === 'constant-array' ? s.value.values.map(Number) : undefined;
  const from = s.from ? integerOf(s.from) : 1n;
  const to = s.to ? integerOf(s.to) : BigInt(extent);
  const step = s.step ? integerOf(s.step) : 1n;
  if (from === undefined || to === undefined || step === undefined) return undefined;
  const places: number[] = [];
  for (let i = from; step > 0n ? i <= to : i >= to; i += step) places.push(Number(i));
  return places;
}

/** A named constant's elements count from its declared lower bounds, those of its value from 1. */
function fromOne(s: Subscript, lower: bigint): Subscript {
  if (lower === 1n) return s;
  const down = (e: Expr): Expr => {
    const by = int8(lower - 1n, e.span);
    return (
      foldBinary('subtract', e, by, integer8, e.span) ?? {
        kind: 'binary',
        operator: 'subtract',
        left: e,
        right: by,
        type: integer8,
        rank: e.rank,
        span: e.span,
      }
    );
  };
  if (s.kind !== 'range') return { ...s, value: down(s.value) };
  return { ...s, from: s.from && down(s.from), to: s.to && down(s.to) };
}

export function substringOf(env: Env, base: Expr, s: tree.Section, span: Span): Expr | undefined {
  if (s.step) return void env.file.report(subscriptErrors.stepInSubstring(s.step.span));
  const bound = (e: tree.Expression | undefined) => (e ? (integerSubscript(env, base, e, 0) ?? 'bad') : undefined);
  const from = bound(s.from);
  const to = bound(s.to);
  if (from === 'bad' || to === 'bad' || base.type.base !== 'character') return undefined;
  const low = from ? integerOf(from) : 1n;
  const high = to ? integerOf(to) : constantLength(base.type);
  const outside = outsideOfString(low, high, constantLength(base.type), !to);
  if (outside !== undefined)
    return void env.file.report(subscriptErrors.substringOutOfBounds(base, outside, constantLength(base.type), span));
  const length =
    low !== undefined && high !== undefined
      ? knownLength(high >= low ? high - low + 1n : 0n, span)
      : { kind: 'assumed' as const };
  const type: Type = { ...base.type, length };
  return (
    foldSubstring(base, low, high, type, span) ?? { kind: 'substring', base, from, to, type, rank: base.rank, span }
  );
}

/** A bound that names no character, where it is known that the substring is not empty. */
function outsideOfString(low: bigint | undefined, high: bigint | undefined, length: bigint | undefined, open: boolean) {
  if (low !== undefined && high !== undefined && low > high) return undefined;
  if (low !== undefined && low < 1n && (high !== undefined || open)) return low;
  return low !== undefined && high !== undefined && length !== undefined && high > length ? high : undefined;
}

function foldSubstring(
  base: Expr,
  low: bigint | undefined,
  high: bigint | undefined,
  type: Type,
  span: Span,
): Expr | undefined {
  if (low === undefined || high === undefined) return undefined;
  const part = (v: ConstantValue) =>
    typeof v === 'string' && high >= low ? v.slice(Number(low) - 1, Number(high)) : '';
  if (base.kind === 'constant') return { ...base, value: part(base.value), type, span };
  if (base.kind === 'constant-array') return { ...base, values: base.values.map(part), type, span };
  return undefined;
}

// ---- components -------------------------------------------------------------------------------------------------

export function findComponent(type: DerivedType, name: string): Component | undefined {
  for (let t: DerivedType | undefined = type; t; t = t.extends) {
    const found = t.components.find((c) => c.name === name);
    if (found) return found;
  }
  return undefined;
}

/** The map of a union that has a field of this name. */
function mapWith(type: DerivedType, name: string): Component | undefined {
  return type.components.find(
    (c) =>
      c.union !== undefined &&
      c.type.base === 'derived' &&
      (findComponent(c.type.type, name) ?? mapWith(c.type.type, name)),
  );
}

const parents = new WeakMap<DerivedType, Component>();

/** `object%parent`: the inherited part as a whole lies at its start. */
export function parentComponent(type: DerivedType, name: string): Component | undefined {
  for (let t = type; t.extends; t = t.extends) {
    if (parentName(t) !== name) continue;
    const known = parents.get(t);
    if (known) return known;
    const made = parentOf(t.extends, name);
    parents.set(t, made);
    return made;
  }
  return undefined;
}

/** The name of the component that is all of what a type inherits. */
export function parentName(type: DerivedType): string {
  return type.parentName ?? (type.extends ? nameInSource(type.extends) : '');
}

/** Without the values of its parameters. */
function nameInSource(t: DerivedType): string {
  return t.name.split('(')[0] ?? t.name;
}

function parentOf(t: DerivedType, name: string): Component {
  return {
    kind: 'component',
    name,
    span: t.span,
    type: { base: 'derived', type: t, polymorphic: false },
    shape: undefined,
    attributes: plainAttributes,
    private: false,
    initial: undefined,
    procedure: undefined,
  };
}

/** `blokIdx%x`, where implicit typing makes a variable of it. */
function builtinNear(env: Env, base: Expr): string | undefined {
  if (!env.file.options.cuda || base.kind !== 'variable' || base.variable.type.base === 'derived') return undefined;
  return env.side === 'host' && !env.kernelLoop ? undefined : builtinMeant(base.variable.name);
}

export function partOf(env: Env, base: Expr, name: tree.Name, span: Span): Expr | undefined {
  if (base.type.base === 'complex' && (name.text === 're' || name.text === 'im'))
    return (
      foldComplexPart(base, name.text, span) ?? {
        kind: 'complex-part',
        base,
        part: name.text,
        type: { base: 'real', kind: base.type.kind },
        rank: base.rank,
        span,
      }
    );
  if (base.type.base !== 'derived')
    return void env.file.report(typeErrors.notDerived(base, name, builtinNear(env, base)));
  const { type } = base.type;
  const component = findComponent(type, name.text) ?? parentComponent(type, name.text);
  const map = component ? undefined : mapWith(type, name.text);
  if (map) {
    const around: Expr = { kind: 'part', base, component: map, type: map.type, rank: base.rank, span };
    return partOf(env, around, name, span);
  }
  const parameter = component ? undefined : parameterValue(type, name.text, span);
  if (parameter) return parameter;
  if (!component && isIncomplete(type)) return undefined;
  if (!component)
    return void env.file.report(typeErrors.unknownComponent(type, name, nearest(name.text, componentNames(type))));
  return component && componentPart(env, base, component, type, name, span);
}

function foldComplexPart(base: Expr, part: 're' | 'im', span: Span): Expr | undefined {
  if (base.kind !== 'constant' || base.type.base !== 'complex' || !isPair(base.value)) return undefined;
  const value = base.value[part === 're' ? 0 : 1];
  return { kind: 'constant', value, type: { base: 'real', kind: base.type.kind }, rank: 0, span };
}

function componentPart(
  env: Env,
  base: Expr,
  component: Component,
  type: DerivedType,
  name: tree.Name,
  span: Span,
): Expr | undefined {
  if (component.private && !seesPrivate(env, type, component))
    return void env.file.report(typeErrors.privateComponent(type, name));
  if (!componentUsable(env, component))
    return void env.file.report(deviceErrors.hostComponentOnDevice(component, name));
  const folded = foldPart(base, component, type, span);
  if (folded) return folded;
  const rank = base.rank + rankOf(component.shape);
  return { kind: 'part', base, component, type: component.type, rank, span };
}

export function seesPrivate(env: Env, type: DerivedType, component: Component): boolean {
  if (type.library) return env.scope.module !== undefined && type.id.startsWith(`${env.scope.module}::`);
  let owner: DerivedType | undefined = type;
  while (owner && !owner.components.includes(component)) owner = owner.extends;
  return owner?.id.startsWith(`${env.scope.module}::`) ?? false;
}

function componentUsable(env: Env, c: Component): boolean {
  if (!env.file.options.cuda || !env.kernelLoop) return true;
  if (env.offload) return true;
  return !c.attributes.allocatable || onDevice(c.attributes.placement) || env.file.options.managed;
}

function foldPart(base: Expr, component: Component, type: DerivedType, span: Span): Expr | undefined {
  if (base.kind === 'structure') {
    const at = flatComponents(type).indexOf(component);
    const value = base.values[at] ?? (component.initial?.kind === 'value' ? component.initial.value : undefined);
    return value && { ...value, span };
  }
  if (base.kind === 'constant' && isStructure(base.value)) {
    const value = base.value.components[flatComponents(type).indexOf(component)];
    if (value === undefined)
      return component.initial?.kind === 'value' ? { ...component.initial.value, span } : undefined;
    const extents = constantExtents(component.shape)?.map(Number);
    if (!extents) return isList(value, component.type) ? undefined : constant(value, component.type, span);
    const one = isList(value, component.type) ? undefined : value;
    const count = extents.reduce((a, b) => a * b, 1);
    const values = isList(value, component.type) ? value : Array.from({ length: count }, () => one ?? 0n);
    return { kind: 'constant-array', extents, values, type: component.type, rank: extents.length, span };
  }
  return base.kind === 'constant-array' ? foldParts(base, component, type, span) : undefined;
}

/** `list%name` of a constant array. */
function foldParts(
  base: Extract<Expr, { kind: 'constant-array' }>,
  component: Component,
  type: DerivedType,
  span: Span,
): Expr | undefined {
  const at = flatComponents(type).indexOf(component);
  const { initial } = component;
  const otherwise = initial?.kind === 'value' && initial.value.kind === 'constant' ? initial.value.value : undefined;
  const values = base.values.map((v) => (isStructure(v) ? (v.components[at] ?? otherwise) : undefined));
  const known = values.filter((v) => v !== undefined && !isList(v, component.type));
  if (component.shape || known.length < values.length) return undefined;
  return { ...base, values: known as readonly ConstantValue[], type: component.type, span };
}

function isStructure(v: ConstantValue): v is StructureValue {
  return typeof v === 'object' && !Array.isArray(v);
}

/** Values of the elements: a complex number is a pair of numbers, and no list. */
function isList(v: ConstantValue | readonly ConstantValue[], type: Type): v is readonly ConstantValue[] {
  return Array.isArray(v) && !(type.base === 'complex' && typeof v[0] === 'number');
}

function flatComponents(type: DerivedType): Component[] {
  return type.extends ? [...flatComponents(type.extends), ...type.components] : type.components;
}

function* componentNames(type: DerivedType): Iterable<string> {
  for (let t: DerivedType | undefined = type; t; t = t.extends) {
    for (const c of t.components) yield c.name;
    for (const b of t.bindings) yield b.name;
  }
}
