/** Where variables live: statics, locals, dummies, results, variables of a host procedure. */
import { InternalError } from '../../../../base/impossible.ts';
import { add, i64, load, op } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import type { PointerType } from '../../../../ir/types.ts';
import {
  constantExtents,
  constantInteger,
  constantLength,
  descriptorBytes,
  descriptorFields,
  isDescribed,
  type Layout,
  layoutOf,
  rankOf,
  valueTypeOf,
} from '../../layout.ts';
import type { Shape, Variable } from '../../program.ts';
import { isOnDevice } from '../calls/abi.ts';
import { type Context, type Dimension, type Place, plus } from '../context.ts';
import { allocateOnHeap, freeOnHeap } from '../cuda/device-heap.ts';
import { dataPointer, lengthFromType } from '../designator.ts';
import { allocateOnHost } from '../host-memory.ts';
import { notYet } from '../not-yet.ts';
import { needsRelease, releaseContiguous } from '../objects/derived.ts';
import { storageSize } from '../objects/static-data.ts';
import { capturedPlace } from '../team/captures.ts';
import { type Frame, frameCell, framedByDescriptor } from './frame.ts';
import { needStatic, staticPlacement } from './globals.ts';

/** Larger local arrays are static, as nvfortran has it for the main program. */
const largestOnStack = 65536;

/** A variable that has no place yet: static storage, or a host procedure's variable seen from an internal one. */
export function declareVariable(ctx: Context, v: Variable): Place {
  if (v.ofThread) return ownPlace(ctx, v);
  if (ctx.captures && !v.pointee) return capturedPlace(ctx, ctx.captures, v);
  const frame = v.owner && v.owner !== ctx.procedure ? ctx.hostFrame : undefined;
  frame?.shared.add(v);
  if (v.pointee) return pointeePlace(ctx, v, v.pointee);
  if (isThreadsOwn(ctx, v)) return placeInSet(ctx, v);
  if (v.overlay || (v.storage === 'static' && (!frame || hasConstantSize(v)))) return staticPlace(ctx, v);
  if (frame) return framePlace(ctx, v, frame);
  if (isRegister(ctx, v)) return registerPlace(ctx, v);
  throw new InternalError(`no place for ${v.name}`, v.span);
}

// ---- static storage -------------------------------------------------------------------------------------------------

/** In host code, managed data and the descriptors of module-level device arrays are at hand as host data. */
function globalPointer(ctx: Context, placement: ReturnType<typeof staticPlacement>): PointerType {
  if (ctx.mode === 'host') return placement === 'host' || placement === 'managed' ? 'ptr.host' : 'ptr.global';
  switch (placement) {
    case 'constant':
      return 'ptr.constant';
    case 'shared':
      return 'ptr.shared';
    default:
      return 'ptr.global';
  }
}

function staticPlace(ctx: Context, v: Variable): Place {
  const name = needStatic(ctx.module, v);
  const type = globalPointer(ctx, staticPlacement(v));
  const address = plus({ kind: 'global', type, name }, v.overlay?.offset ?? 0);
  return placeAt(ctx, v, address);
}

/** The thread's own: as far from the first thread's as all of its variables. */
function ownPlace(ctx: Context, v: Variable): Place {
  const name = needStatic(ctx.module, v);
  const offset = ctx.mode === 'host' ? (ctx.runtime('team.own-offset')[0] ?? i64(0)) : i64(0);
  const first = plus({ kind: 'global', type: globalPointer(ctx, staticPlacement(v)), name }, v.overlay?.offset ?? 0);
  return placeAt(ctx, v, ctx.keep(plus(first, offset)));
}

/** Equivalent variables of a device procedure: each thread has them for itself. */
function isThreadsOwn(ctx: Context, v: Variable): boolean {
  if (ctx.mode !== 'device' || !v.overlay || v.attributes.placement !== 'host') return false;
  if (v.overlay.common) notYet(ctx, `\`${v.name}\` of a common block in device code`);
  else if (v.initial) notYet(ctx, `\`${v.name}\` with an initial value and equivalence in device code`);
  else if (v.owner !== ctx.procedure)
    notYet(ctx, `\`${v.name}\` of the host procedure with equivalence in device code`);
  return true;
}

const sets = new WeakMap<Context, Map<string, Expression>>();

function placeInSet(ctx: Context, v: Variable): Place {
  const known = sets.get(ctx) ?? new Map<string, Expression>();
  sets.set(ctx, known);
  const { name, offset } = v.overlay ?? { name: v.name, offset: 0 };
  let base = known.get(name);
  if (!base) {
    const members = (ctx.procedure?.body?.variables ?? [v]).filter((m) => m.overlay?.name === name);
    const ends = members.map((m) => (m.overlay?.offset ?? 0) + (storageSize(m)?.size ?? 0));
    base = ctx.slot(name, Math.max(1, ...ends), 16);
    known.set(name, base);
  }
  return placeAt(ctx, v, plus(base, offset));
}

/** A place of constant size (or with bounds evaluated here) at `address`. */
export function placeAt(ctx: Context, v: Variable, address: Expression): Place {
  if (v.procedure) return { kind: 'memory', address };
  if (isDescribed(v.type, v.shape, v.attributes)) return { kind: 'descriptor', address };
  const length = v.type.base === 'character' ? { length: lengthOf(ctx, v) } : {};
  if (!v.shape) return { kind: 'memory', address, ...length };
  return { kind: 'array', base: address, dimensions: explicitDimensions(ctx, v.shape), ...length };
}

export function lengthOf(ctx: Context, v: Variable): Expression {
  const constant = constantLength(v.type);
  if (constant !== undefined) return i64(constant);
  if (v.type.base === 'character' && v.type.length.kind === 'known')
    return ctx.keep(lengthFromType(ctx, v.type), `${v.name}.length`);
  throw new InternalError(`length of ${v.name}`, v.span);
}

/** Bounds of an explicit-shape or assumed-size array, evaluated once. */
export function explicitDimensions(ctx: Context, shape: Shape): readonly Dimension[] {
  if (shape.kind !== 'explicit' && shape.kind !== 'assumed-size')
    throw new InternalError(`bounds of a ${shape.kind} array`);
  const dimensions: Dimension[] = shape.bounds.map((b) => {
    const lower = ctx.keep(ctx.parts.index(ctx, b.lower), 'lower');
    const upper = ctx.parts.index(ctx, b.upper);
    const extent = isOne(lower) ? upper : add(op('sub', [upper, lower]), i64(1));
    return { lower, extent: ctx.keep(op('max', [extent, i64(0)]), 'extent'), stride: undefined };
  });
  if (shape.kind === 'assumed-size')
    dimensions.push({ lower: ctx.keep(ctx.parts.index(ctx, shape.lastLower)), extent: undefined, stride: undefined });
  return dimensions;
}

function isOne(x: Expression): boolean {
  return x.kind === 'const' && Number(x.value) === 1;
}

function pointeePlace(ctx: Context, v: Variable, pointer: Variable): Place {
  const value = ctx.parts.index(ctx, {
    kind: 'variable',
    variable: pointer,
    type: pointer.type,
    rank: 0,
    span: v.span,
  });
  // In a kernel it may lead to the memory of this block or another one of its cluster.
  const type = ctx.mode === 'host' ? dataPointer(ctx, v.attributes) : 'ptr.generic';
  const address = op('from.address', [value], type);
  return v.procedure ? procedureAt(ctx, v, address) : placeAt(ctx, v, address);
}

/** The address that the pointer holds is the procedure's own. */
function procedureAt(ctx: Context, v: Variable, address: Expression): Place {
  const held = ctx.variable(v.name, 'ptr.host');
  ctx.set(held.index, address);
  return { kind: 'register', local: held.index, type: held.type };
}

// ---- variables of the host procedure --------------------------------------------------------------------------------

/** Pure loads from the frame, or parameters: it holds in all of the procedure. */
function framePlace(ctx: Context, v: Variable, frame: Frame): Place {
  let cell = frameCell(frame, v);
  const next = (type: PointerType | 'i64'): Expression => frameValue(ctx, v, cell++, type);
  const code: PointerType = ctx.mode === 'host' ? 'ptr.host' : 'ptr.generic';
  if (v.procedure) return { kind: 'memory', address: next(code) };
  if (framedByDescriptor(v)) return { kind: 'descriptor', address: next(code), ...framedLowers(ctx, v) };
  const address = next(ctx.mode === 'host' && isOnDevice(v) ? 'ptr.global' : code);
  const length = v.type.base === 'character' ? { length: next('i64') } : {};
  if (!v.shape) return { kind: 'memory', address, ...length };
  const dimensions: Dimension[] = [];
  for (let i = 0; i < rankOf(v.shape); i++)
    dimensions.push({
      lower: next('i64'),
      extent: v.shape.kind === 'assumed-size' && i === v.shape.bounds.length ? undefined : next('i64'),
      stride: v.shape.kind === 'assumed-shape' && !v.attributes.contiguous ? next('i64') : undefined,
    });
  return { kind: 'array', base: address, dimensions, ...length };
}

function frameValue(ctx: Context, v: Variable, cell: number, type: PointerType | 'i64'): Expression {
  if (ctx.mode === 'device') return ctx.frameCells[cell] ?? { kind: 'const', type, value: 0n };
  if (!ctx.frame) throw new InternalError(`${v.name} of the host is not within reach`, v.span);
  return load(type, ctx.frame, 8 * cell);
}

function framedLowers(ctx: Context, v: Variable): { readonly lowers?: readonly Expression[] } {
  const shape = v.shape;
  if (shape?.kind !== 'assumed-shape' || shape.lowers.some((l) => constantInteger(l) === undefined)) return {};
  return { lowers: shape.lowers.map((l) => ctx.parts.index(ctx, l)) };
}

/** What the host stores for a variable that its internal procedures use, in the order in which framePlace reads. */
export function frameContents(place: Place): readonly Expression[] {
  switch (place.kind) {
    case 'descriptor':
      return [place.address];
    case 'memory':
      return [place.address, ...(place.length ? [place.length] : [])];
    case 'array':
      return [
        place.base,
        ...(place.length ? [place.length] : []),
        ...place.dimensions.flatMap((d) => [d.lower, ...(d.extent ? [d.extent] : []), ...(d.stride ? [d.stride] : [])]),
      ];
    default:
      throw new InternalError('a register in a frame');
  }
}

// ---- locals -----------------------------------------------------------------------------------------------------------

/** Can it be kept in a local of the IR? */
export function isRegister(ctx: Context, v: Variable): boolean {
  if (ctx.addressed.has(v) || v.shape || v.attributes.volatile || v.overlay) return false;
  if (isDescribed(v.type, v.shape, v.attributes) || v.procedure) return false;
  if (ctx.mode === 'host' && v.attributes.placement !== 'host' && v.attributes.placement !== 'pinned') return false;
  if (ctx.mode === 'device' && v.attributes.placement === 'shared') return false;
  return v.type.base === 'integer' || v.type.base === 'real' || v.type.base === 'logical' || v.type.base === 'complex';
}

export function registerPlace(ctx: Context, v: Variable): Place {
  const type = valueTypeOf(v.type);
  if (v.type.base !== 'complex') return { kind: 'register', local: ctx.newLocal(v.name, type), type };
  return {
    kind: 'complex-register',
    re: ctx.newLocal(`${v.name}.re`, type),
    im: ctx.newLocal(`${v.name}.im`, type),
    type,
  };
}

/**
 * Gives a local variable its place on entry of its procedure or block. main: of the main program, which runs once: large arrays are static. block: fresh on each
 * entry, unless it is initialised, also in the main program.
 */
export function declareLocal(ctx: Context, v: Variable, of: 'main' | 'call' | 'block'): void {
  if (v.pointee || v.storage === 'associate' || ctx.places.has(v)) return;
  if (v.overlay || v.ofThread || (v.storage === 'static' && staysStatic(ctx, v, of))) return;
  if (isRegister(ctx, v)) {
    ctx.bind(v, registerPlace(ctx, v));
    initializeRegister(ctx, v);
    return;
  }
  if (v.attributes.placement === 'shared' && ctx.mode === 'device') return void ctx.bind(v, sharedPlace(ctx, v));
  if (v.procedure) return void declareProcedurePointer(ctx, v);
  if (isDescribed(v.type, v.shape, v.attributes)) return void declareDescribed(ctx, v);
  const size = storageSize(v);
  const onDevice = ctx.mode === 'host' && v.attributes.placement !== 'host' && v.attributes.placement !== 'pinned';
  if (size && !onDevice && size.size <= largestOnStack) declareInSlot(ctx, v, size, of !== 'main');
  else if (size && !onDevice && mayBeStatic(ctx)) declareStatic(ctx, v);
  else if (size && of === 'main') declareStatic(ctx, v);
  else if (size && of === 'block' && !ctx.module.threads) declareStatic(ctx, v);
  else if (ctx.mode === 'device' && size) declareInSlot(ctx, v, size, true);
  else ctx.bind(v, automaticPlace(ctx, v));
}

/** No two calls are there at the same time. */
function mayBeStatic(ctx: Context): boolean {
  return ctx.mode === 'host' && !ctx.procedure?.recursive && !ctx.module.threads;
}

function staysStatic(ctx: Context, v: Variable, of: 'main' | 'call' | 'block'): boolean {
  return hasConstantSize(v) && !(of === 'main' && isRegisterOnce(ctx, v));
}

function hasConstantSize(v: Variable): boolean {
  return v.procedure !== undefined || storageSize(v) !== undefined;
}

/** A static variable of the main program that nobody else sees can be a register. */
function isRegisterOnce(ctx: Context, v: Variable): boolean {
  if (v.attributes.target) return false;
  return isRegister(ctx, v) && v.attributes.placement === 'host' && v.owner?.origin === 'main' && !v.bindName;
}

function initializeRegister(ctx: Context, v: Variable): void {
  if (v.initial?.kind !== 'value') return;
  const to = { kind: 'variable', variable: v, type: v.type, rank: 0, span: v.span } as const;
  ctx.parts.statements(ctx, [
    { kind: 'assign', span: v.span, label: undefined, to, value: v.initial.value, transfer: false },
  ]);
}

function declareInSlot(ctx: Context, v: Variable, size: Layout, ends: boolean): void {
  const address = isMeasured(ctx, v)
    ? measured(ctx, i64(size.size))
    : ctx.slot(v.name, Math.max(1, size.size), size.align);
  const place = placeAt(ctx, v, address);
  ctx.bind(v, place);
  initializeObjects(ctx, v, address, ends);
}

/** Where subscripts are checked, local arrays have blocks of their own: who gets one as `a(*)` can ask for its size. */
function isMeasured(ctx: Context, v: Variable): boolean {
  return ctx.module.checks.bounds && ctx.mode === 'host' && v.shape !== undefined && v.storage !== 'result';
}

function measured(ctx: Context, bytes: Expression): Expression {
  const address = allocateOnHost(ctx, bytes);
  ctx.onExit(() => ctx.runtime('memory.free', address));
  return address;
}

function declareStatic(ctx: Context, v: Variable): void {
  const name = needStatic(ctx.module, v);
  const address: Expression = { kind: 'global', type: globalPointer(ctx, staticPlacement(v)), name };
  ctx.bind(v, placeAt(ctx, v, address));
  if (v.storage !== 'static') initializeObjects(ctx, v, address, false);
}

function declareProcedurePointer(ctx: Context, v: Variable): void {
  const address = ctx.slot(v.name, 8, 8);
  ctx.store('i64', address, i64(0));
  ctx.bind(v, { kind: 'memory', address });
}

function declareDescribed(ctx: Context, v: Variable): void {
  const address = ctx.slot(v.name, descriptorBytes(rankOf(v.shape)), 8);
  ctx.parts.emptyDescriptor(ctx, v, address);
  if (v.type.base === 'character' && v.type.length.kind === 'known' && constantLength(v.type) === undefined)
    ctx.store('i64', address, lengthOf(ctx, v), descriptorFields.elementBytes);
  ctx.bind(v, { kind: 'descriptor', address });
  if (v.attributes.allocatable && v.storage !== 'result') ctx.onExit(() => ctx.parts.freeAllocatable(ctx, v, address));
}

/** Default initialisation of a local object or array of objects, and release of what its components hold at the end. */
function initializeObjects(ctx: Context, v: Variable, address: Expression, ends: boolean): void {
  if (v.type.base !== 'derived') return;
  const type = v.type.type;
  const extents = v.shape ? constantExtents(v.shape) : [];
  const count = (extents ?? []).reduce((a, b) => a * b, 1);
  const each = (visit: (at: Expression) => void) => {
    if (count === 1) visit(address);
    else
      ctx.for('at', i64(0), i64(count), i64(layoutOf(v.type)?.size ?? 0), (at) => {
        visit(plus(address, at));
      });
  };
  if (
    ctx
      .capture(() => each((at) => ctx.parts.initialize(ctx, type, at)))
      .some((s) => s.kind !== 'for' || s.body.length > 0)
  )
    each((at) => ctx.parts.initialize(ctx, type, at));
  if (!ends || v.storage === 'result') return;
  if (ctx.capture(() => ctx.parts.release(ctx, type, address)).length > 0)
    ctx.onExit(() => releaseContiguous(ctx, type, address, v.shape ? (extents ?? []).map((n) => i64(n)) : []));
}

/** Memory of a size known on entry, freed at the end. */
function automaticPlace(ctx: Context, v: Variable): Place {
  const length = v.type.base === 'character' ? lengthOf(ctx, v) : undefined;
  const dimensions = v.shape ? explicitDimensions(ctx, v.shape) : [];
  const element = length ?? i64(layoutOf(v.type)?.size ?? 0);
  const bytes = dimensions.reduce((all, d) => op('mul', [all, d.extent ?? i64(1)]), element);
  const address = allocated(ctx, v, bytes);
  if (v.type.base === 'derived' && (ctx.mode === 'device' || !isOnDevice(v))) {
    const type = v.type.type;
    const count = ctx.keep(op('div', [bytes, element]));
    ctx.for('at', i64(0), count, element, (at) => ctx.parts.initialize(ctx, type, plus(address, at)));
    const extents = dimensions.map((d) => d.extent ?? i64(1));
    if (v.storage !== 'result' && needsRelease(type)) ctx.onExit(() => releaseContiguous(ctx, type, address, extents));
  }
  if (!v.shape) return { kind: 'memory', address, ...(length && { length }) };
  return { kind: 'array', base: address, dimensions, ...(length && { length }) };
}

function allocated(ctx: Context, v: Variable, bytes: Expression): Expression {
  const from = (address: Expression | undefined): Expression => address ?? i64(0);
  if (ctx.mode === 'device') {
    const address = ctx.keep(allocateOnHeap(ctx, bytes), v.name);
    ctx.onExit(() => freeOnHeap(ctx, address));
    return address;
  }
  switch (v.attributes.placement) {
    case 'managed': {
      const address = from(ctx.runtime('managed.allocate', bytes)[0]);
      ctx.onExit(() => ctx.runtime('managed.free', address));
      return address;
    }
    case 'device':
    case 'constant':
    case 'texture':
    case 'shared': {
      const address = from(ctx.runtime('device.allocate', bytes, { kind: 'const', type: 'i32', value: 0 })[0]);
      ctx.onExit(() => ctx.runtime('device.free', address));
      return address;
    }
    default: {
      if (isMeasured(ctx, v)) return measured(ctx, bytes);
      const address = from(ctx.runtime('stack.take', bytes)[0]);
      ctx.onExit(() => ctx.runtime('stack.give', address));
      return address;
    }
  }
}

/** Static shared memory of a kernel; an array whose size is not constant lies in the dynamic part. */
function sharedPlace(ctx: Context, v: Variable): Place {
  const size = storageSize(v);
  if (!size || v.shape?.kind === 'assumed-size') {
    if (!v.shape) throw new InternalError(`shared ${v.name} without a size`, v.span);
    return dynamicShared(ctx, v, v.shape);
  }
  const name = `${ctx.name}.${v.name}`;
  ctx.module.needGlobal(name, () => ({
    name,
    placement: 'shared',
    size: size.size,
    align: Math.max(size.align, 16),
    linkage: 'define',
    init: [],
  }));
  return placeAt(ctx, v, { kind: 'global', type: 'ptr.shared', name });
}

/** Assumed-size arrays all begin where the dynamic shared memory does; automatic ones follow each other. */
function dynamicShared(ctx: Context, v: Variable, shape: Shape): Place {
  const start: Expression = { kind: 'dynamic-shared', type: 'ptr.shared' };
  const dimensions = explicitDimensions(ctx, shape);
  if (shape.kind === 'assumed-size') return { kind: 'array', base: start, dimensions };
  const layout = layoutOf(v.type) ?? { size: 1, align: 1 };
  const used = ctx.dynamicShared;
  const last = i64(layout.align - 1);
  const at = ctx.keep(op('and', [add(used, last), op('xor', [last, i64(-1)])]), `${v.name}.at`);
  const bytes = dimensions.reduce((all, d) => op('mul', [all, d.extent ?? i64(1)]), i64(layout.size));
  ctx.dynamicShared = ctx.keep(add(at, bytes), 'shared');
  return { kind: 'array', base: plus(start, at), dimensions };
}
