/** Objects of derived type: defaults, assignment with allocatable components, release. */
import {
  copierName,
  copyCallName,
  endCallName,
  enderName,
  startCallName,
  starterName,
} from '../../../../ir/bound-calls.ts';
import { i64, load, mul } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import type { ValueType } from '../../../../ir/types.ts';
import { allComponents, constantExtents, structureOf } from '../../layout.ts';
import type { Component, DerivedType } from '../../program.ts';
import type { Parts } from '../context.ts';
import { Context, generic, notNull, plus } from '../context.ts';
import type { FunctionsOfType, ModuleBuilder } from '../module-builder.ts';
import { releaseArray } from './final-arrays.ts';
import { endContiguous, endObject, hasFinals, isFinalized, isInline } from './finalization.ts';
import { defaultImage, defaultObject, hasDefaults } from './static-data.ts';
import { tableFields } from './type-tables.ts';

/** Has an object of the type memory of its own elsewhere? */
export function ownsMemory(type: DerivedType): boolean {
  return allComponents(type).some(
    (c) => c.attributes.allocatable || (isInline(c) && c.type.base === 'derived' && ownsMemory(c.type.type)),
  );
}

/** Is there something to do when an object of the type ends? */
export function needsRelease(type: DerivedType): boolean {
  if (hasFinals(type) || ownsMemory(type)) return true;
  return allComponents(type).some((c) => isInline(c) && c.type.base === 'derived' && needsRelease(c.type.type));
}

/** Calls the final procedures for an object that is about to be assigned to. */
export function finalize(ctx: Context, type: DerivedType, address: Expression): void {
  if (isFinalized(type)) endObject(ctx, type, address, 'finalize', finalize);
}

export function initializeDerived(ctx: Context, type: DerivedType, address: Expression): void {
  if (!hasDefaults(type)) return;
  const { size, align } = structureOf(type);
  const image = defaultImage(ctx, type);
  if (image) ctx.copy(address, image, i64(size), align);
  else ctx.fill(address, 0, i64(size));
}

/** Components one by one where some are allocatable; otherwise the bytes. */
export function assignDerived(ctx: Context, type: DerivedType, to: Expression, from: Expression): void {
  const { size, align } = structureOf(type);
  if (!ownsMemory(type)) return void ctx.copy(to, from, i64(size), align);
  if (isRecursive(type) && ctx.mode === 'device') callOnDevice(ctx, 'assign', [to, from], type);
  else if (isRecursive(type)) callOwn(ctx, 'assign', [to, from], type);
  else assignOwning(ctx, type, [to, from]);
}

function assignOwning(ctx: Context, type: DerivedType, [to, from]: readonly Expression[]): void {
  if (!to || !from) return;
  const target = ctx.keep(to, 'to');
  const source = ctx.keep(from, 'from');
  if (!isRecursive(type)) return void copyParts(ctx, type, target, source);
  // The source may be a part of the target.
  const size = structureOf(type).size;
  const made = ctx.slot('copy', size, 8);
  ctx.parts.initialize(ctx, type, made);
  copyParts(ctx, type, made, source);
  releaseParts(ctx, type, target);
  ctx.copy(target, made, i64(size), structureOf(type).align);
}

/** Components that are copied in a way of their own. */
export type Special = {
  readonly has: (c: Component) => boolean;
  readonly copy: (ctx: Context, c: Component, to: Expression, from: Expression) => void;
};

export function copyParts(
  ctx: Context,
  type: DerivedType,
  target: Expression,
  source: Expression,
  special?: Special,
): void {
  const { offsets, align } = structureOf(type);
  for (const run of runsOf(type, special)) {
    const at = offsets.get(run.first) ?? 0;
    if (run.bytes > 0)
      ctx.copy(plus(target, at), plus(source, at), i64(run.bytes), at === 0 ? align : Math.min(align, at & -at));
    else if (special?.has(run.first)) special.copy(ctx, run.first, plus(target, at), plus(source, at));
    else copyOwning(ctx, run.first, plus(target, at), plus(source, at));
  }
}

type Run = { readonly first: Component; readonly bytes: number };

/** Stretches of components that are copied as bytes (bytes > 0), and single ones that own memory. */
function runsOf(type: DerivedType, special: Special | undefined): readonly Run[] {
  const { size, offsets } = structureOf(type);
  const list = allComponents(type);
  const runs: Run[] = [];
  let start: Component | undefined;
  const close = (end: number) => {
    if (start) runs.push({ first: start, bytes: end - (offsets.get(start) ?? 0) });
    start = undefined;
  };
  for (const c of list) {
    const owns = c.attributes.allocatable || (isInline(c) && c.type.base === 'derived' && ownsMemory(c.type.type));
    if (!owns && !special?.has(c)) start ??= c;
    else {
      close(offsets.get(c) ?? 0);
      runs.push({ first: c, bytes: 0 });
    }
  }
  close(size);
  return runs;
}

function copyOwning(ctx: Context, c: Component, to: Expression, from: Expression): void {
  if (c.attributes.allocatable) return void ctx.parts.copyAllocatable(ctx, c, to, from, false);
  eachObject(ctx, c, (type, at) => assignDerived(ctx, type, plus(to, at), plus(from, at)));
}

/** Each object of derived type in an inline component. */
export function eachObject(ctx: Context, c: Component, visit: (type: DerivedType, at: Expression) => void): void {
  if (c.type.base !== 'derived') return;
  const type = c.type.type;
  const count = c.shape ? (constantExtents(c.shape) ?? []).reduce((a, b) => a * b, 1) : 1;
  if (count === 1) return void visit(type, i64(0));
  ctx.for('at', i64(0), i64(count), i64(structureOf(type).size), (at) => visit(type, at));
}

/** Calls final procedures, frees what the allocatable components hold and leaves them unallocated. */
export function releaseDerived(ctx: Context, type: DerivedType, address: Expression): void {
  if (!needsRelease(type)) return;
  if (ctx.mode === 'device') releaseOnDevice(ctx, type, address);
  else if (isRecursive(type) || hasFinals(type)) callOwn(ctx, 'release', [address], type);
  else releaseOwning(ctx, type, [address]);
}

/** Objects of an array that lie one after the other. */
export function releaseContiguous(
  ctx: Context,
  type: DerivedType,
  base: Expression,
  extents: readonly Expression[],
): void {
  if (ctx.mode === 'host') return void endContiguous(ctx, type, base, extents, 'release', releaseDerived);
  if (extents.length === 0) return void releaseDerived(ctx, type, base);
  const count = extents.reduce((a, b) => mul(a, b));
  ctx.count(count, (i) => releaseDerived(ctx, type, plus(base, mul(i, i64(structureOf(type).size)))));
}

function releaseOnDevice(ctx: Context, type: DerivedType, address: Expression): void {
  const object = ctx.keep(address, 'object');
  if (isRecursive(type)) callOnDevice(ctx, 'release', [object], type);
  else releaseOwning(ctx, type, [object]);
}

function releaseOwning(ctx: Context, type: DerivedType, [address]: readonly Expression[]): void {
  if (address) endObject(ctx, type, address, 'release', releaseDerived);
}

/** Memory only: the object lives on elsewhere. */
function releaseParts(ctx: Context, type: DerivedType, object: Expression): void {
  const offsets = structureOf(type).offsets;
  for (const c of allComponents(type)) {
    const at = plus(object, offsets.get(c) ?? 0);
    if (c.attributes.allocatable) ctx.parts.freeAllocatable(ctx, c, at);
    else if (isInline(c)) eachObject(ctx, c, (inner, k) => releaseDerived(ctx, inner, plus(at, k)));
  }
}

// ---- types that hold themselves -----------------------------------------------------------------------------------------

/** Can an object of the type own another one of it, through allocatable components? */
export function isRecursive(type: DerivedType): boolean {
  const seen = new Set<DerivedType>();
  const reaches = (t: DerivedType): boolean =>
    allComponents(t).some((c) => {
      if (c.type.base !== 'derived' || c.attributes.pointer || c.procedure) return false;
      if (c.type.type === type) return true;
      if (seen.has(c.type.type)) return false;
      seen.add(c.type.type);
      return reaches(c.type.type);
    });
  return reaches(type);
}

type Body = (ctx: Context, type: DerivedType, params: readonly Expression[]) => void;
const own = {
  release: { body: releaseOwning, params: ['ptr.host'] },
  assign: { body: assignOwning, params: ['ptr.host', 'ptr.host'] },
  'release-array': { body: releaseArray, params: ['ptr.host', 'i64'] },
} as const satisfies Record<string, { readonly body: Body; readonly params: readonly ValueType[] }>;

/** What would be endless or long in place is a function of its own. */
function callOwn(ctx: Context, what: keyof typeof own, args: readonly Expression[], type: DerivedType): void {
  ctx.call({ kind: 'direct', name: ownFunction(ctx.module, ctx.parts, what, type) }, args, []);
}

/** The same in device code. */
function callOnDevice(ctx: Context, what: 'release' | 'assign', args: readonly Expression[], type: DerivedType): void {
  const name = `${what}:${type.id}@device`;
  const takes = what === 'assign' ? 2 : 1;
  needDeviceFunction(ctx, type, name, takes, (own, first, second) => {
    if (what === 'assign') assignOwning(own, type, [first, second]);
    else releaseOwning(own, type, [first]);
  });
  ctx.call({ kind: 'direct', name }, args.map(generic), []);
}

function ownFunction(m: ModuleBuilder, parts: Parts, what: keyof typeof own, type: DerivedType): string {
  const name = `${what}:${type.id}`;
  if (m.hasFunction(name) || m.externOf(name)) return name;
  const { body, params } = own[what];
  m.needExtern({ name, from: 'object', params, results: [] });
  const ctx = new Context(m, parts, { name, mode: 'host', procedure: undefined, at: type.span }, new Set());
  body(
    ctx,
    type,
    params.map((t, i) => ctx.variable(`p${i}`, t)),
  );
  ctx.emit({ kind: 'return', values: [] });
  m.addFunction({
    name,
    kind: 'host',
    params: params.length,
    results: [],
    locals: ctx.locals,
    slots: ctx.slots,
    body: ctx.statements,
    at: type.span,
    shareable: true,
  });
  return name;
}

/** For the table of the type. */
export function functionsOfType(m: ModuleBuilder, parts: Parts, type: DerivedType): FunctionsOfType {
  return {
    ...(hasDefaults(type) && { defaults: defaultObject(m, type) }),
    ...(needsRelease(type) && { release: ownFunction(m, parts, 'release', type) }),
    ...(ownsMemory(type) && { assign: ownFunction(m, parts, 'assign', type) }),
    ...(hasFinals(type) && { releaseArray: ownFunction(m, parts, 'release-array', type) }),
  };
}

/** Releases an object whose type is known by its table. */
export function releaseDynamic(ctx: Context, table: Expression, address: Expression): void {
  if (ctx.mode === 'device') return void callByTable(ctx, endCallName, address, table);
  const known = ctx.keep(table);
  ctx.if(notNull(known), () => {
    const pointer = ctx.keep(load('ptr.host', known, tableFields.release));
    ctx.if(notNull(pointer), () => {
      ctx.call({ kind: 'indirect', pointer, params: ['ptr.host'], results: [] }, [address], []);
    });
  });
}

/** Releases the objects of an array whose type is known by its table; `each` visits them one by one. */
export function releaseArrayDynamic(
  ctx: Context,
  table: Expression,
  descriptor: Expression,
  rank: number,
  each: (release: (address: Expression) => void) => void,
): void {
  const known = ctx.keep(table);
  if (ctx.mode === 'device') return void each((address) => releaseDynamic(ctx, known, address));
  ctx.if(notNull(known), () => {
    const pointer = ctx.keep(load('ptr.host', known, tableFields.releaseArray));
    const whole = () =>
      ctx.call({ kind: 'indirect', pointer, params: ['ptr.host', 'i64'], results: [] }, [descriptor, i64(rank)], []);
    ctx.if(
      notNull(pointer),
      () => void whole(),
      () => each((address) => releaseDynamic(ctx, known, address)),
    );
  });
}

/** Device code calls the function of the type that the table is of. */
function callByTable(ctx: Context, name: string, address: Expression, table: Expression): void {
  ctx.module.needExtern({ name, from: 'object', params: ['ptr.generic', 'ptr.host'], results: [] });
  ctx.call({ kind: 'direct', name }, [generic(ctx.keep(address)), table], []);
}

/** Gives an object whose type is known by its table its default values. */
export function initializeDynamic(ctx: Context, table: Expression, address: Expression): void {
  if (ctx.mode === 'device') {
    callByTable(ctx, startCallName, address, table);
    return;
  }
  const known = ctx.keep(table);
  ctx.if(notNull(known), () => {
    const defaults = ctx.keep(load('ptr.host', known, tableFields.defaults));
    ctx.if(notNull(defaults), () => ctx.copy(address, defaults, load('i64', known, tableFields.bytes)));
  });
}

/** Copies an object whose type is known by its table into memory that holds nothing. `size`: of characters, whose table does not know; in device code always given. */
export function copyDynamic(
  ctx: Context,
  table: Expression,
  to: Expression,
  from: Expression,
  size?: Expression,
): void {
  if (ctx.mode === 'device' && size) return void copyOnDevice(ctx, table, to, from, size);
  const known = ctx.keep(table);
  const bytes = size ?? load('i64', known, tableFields.bytes);
  const pointer = ctx.keep(load('ptr.host', known, tableFields.assign));
  ctx.if(
    notNull(pointer),
    () => {
      ctx.fill(to, 0, bytes);
      ctx.call({ kind: 'indirect', pointer, params: ['ptr.host', 'ptr.host'], results: [] }, [to, from], []);
    },
    () => ctx.copy(to, from, bytes),
  );
}

/** The bytes, and then what the object owns, by a function for its type. */
function copyOnDevice(ctx: Context, table: Expression, to: Expression, from: Expression, size: Expression): void {
  const [target, source] = [generic(ctx.keep(to)), generic(ctx.keep(from))];
  ctx.copy(target, source, size);
  const name = copyCallName('');
  ctx.module.needExtern({ name, from: 'object', params: ['ptr.generic', 'ptr.generic', 'ptr.host'], results: [] });
  ctx.call({ kind: 'direct', name }, [target, source, table], []);
}

/** Makes the functions that copy, begin and end objects of this type for polymorphic ones in device code; called where device code first names the type's table. */
export function needDeviceFunctions(ctx: Context, type: DerivedType, table: string): void {
  if (ownsMemory(type))
    needDeviceFunction(ctx, type, copierName(table), 2, (own, to, from) => {
      own.fill(to, 0, i64(structureOf(type).size));
      copyParts(own, type, to, from);
    });
  if (hasDefaults(type))
    needDeviceFunction(ctx, type, starterName(table), 1, (own, object) => own.parts.initialize(own, type, object));
  if (needsRelease(type))
    needDeviceFunction(ctx, type, enderName(table), 1, (own, object) => releaseDerived(own, type, object));
}

/** A function of one or two addresses. */
function needDeviceFunction(
  ctx: Context,
  type: DerivedType,
  name: string,
  takes: 1 | 2,
  body: (own: Context, first: Expression, second: Expression) => void,
): void {
  const m = ctx.module;
  if (m.hasFunction(name) || m.externOf(name)) return;
  const params = Array.from({ length: takes }, (): ValueType => 'ptr.generic');
  m.needExtern({ name, from: 'object', params, results: [] });
  const own = new Context(m, ctx.parts, { name, mode: 'device', procedure: undefined, at: type.span }, new Set());
  const first = own.variable('to', 'ptr.generic');
  body(own, first, takes === 2 ? own.variable('from', 'ptr.generic') : first);
  own.emit({ kind: 'return', values: [] });
  m.addFunction({
    name,
    kind: 'device',
    params: params.length,
    results: [],
    locals: own.locals,
    slots: own.slots,
    body: own.statements,
    at: type.span,
    shareable: true,
  });
}
