/** Calls and launches. Structures go by the address of a copy, to kernels in parts; a structure as a result goes to an address that comes first. */
import { i32, i64, load, local, nullPointer, op } from '../../../ir/build.ts';
import type { Callee, Expression as Ir, Triple } from '../../../ir/module.ts';
import {
  sizeOf as bytesIn,
  isPointer as isPointerIr,
  loadedType,
  type PointerType,
  type ValueType,
} from '../../../ir/types.ts';
import type { ArgumentPart } from '../../../machine/kernel.ts';
import { notSupported } from '../errors.ts';
import { isNew } from '../parse/operators.ts';
import type { Expression, FunctionSymbol } from '../tree.ts';
import { alignOf, type FunctionType, isSigned, sizeOf, type Type, underlying } from '../types.ts';
import { partsAt, partType, partTypes, storeParts } from './complex-values.ts';
import { allocateOnHeap, freeOnHeap } from './device-heap.ts';
import type { FunctionLowering, Place } from './function.ts';
import { lowerDevicePrint } from './print.ts';
import { copyRecord, type Leaf, leavesOf, shifted, wordsOf } from './records.ts';
import { addressType, type Mode, memoryType, symbolIn, valueType } from './represent.ts';
import { virtualCallee } from './tables.ts';
import { afterCall } from './unwind.ts';

/** How a function of C looks in the IR. */
export function signatureOf(
  type: FunctionType,
  mode: Mode,
): { readonly params: ValueType[]; readonly results: ValueType[] } {
  const params: ValueType[] = type.params.flatMap(
    (t) => partTypes(t) ?? (t.kind === 'record' ? addressType(mode) : valueType(t, mode)),
  );
  if (type.variadic) params.push(mode === 'host' ? 'i64' : 'ptr.generic');
  const parts = partTypes(type.result);
  if (parts) return { params, results: [...parts] };
  if (type.result.kind === 'record') return { params: [addressType(mode), ...params], results: [] };
  return { params, results: type.result.kind === 'void' ? [] : [valueType(type.result, mode)] };
}

/** Which parameters machine code takes as addresses; -1: what it gives is one. */
export function pointersOf(type: FunctionType): readonly number[] {
  if (type.result.kind === 'record' && !partType(type.result)) return [];
  const numbered = type.params.flatMap((t) => (partType(t) ? [undefined, undefined] : [t]));
  const places = numbered.flatMap((t, i) => (t?.kind === 'pointer' || t?.kind === 'reference' ? [i] : []));
  return type.result.kind === 'pointer' ? [...places, -1] : places;
}

export function lowerCall(
  f: FunctionLowering,
  e: Expression & { readonly kind: 'call' },
  wanted: boolean,
  into?: Place,
): Ir | undefined {
  const { callee } = e;
  const fn = callee.kind === 'function' ? callee.fn : undefined;
  if (fn && f.mode === 'device' && !fn.body) {
    if (fn.name === 'printf') return lowerDevicePrint(f, e);
    if (fn.name === 'malloc') return allocateOnHeap(f, e.args);
    if (fn.name === 'free') return freeOnHeap(f, e.args);
  }
  const type = fn
    ? fn.type
    : callee.type.kind === 'pointer' && callee.type.to.kind === 'function'
      ? callee.type.to
      : undefined;
  if (!type) return undefined;
  const part = partType(e.type);
  const isRecord = e.type.kind === 'record' && !part;
  const result = e.type.kind === 'record' ? (into ?? f.slotFor('result', e.type)) : undefined;
  let pointer: Ir | undefined;
  const runs: (() => Ir)[] = [];
  if (!fn) runs.push(() => f.value(callee));
  for (const [i, a] of e.args.entries()) runs.push(() => argument(f, a, type.params[i]));
  const values = f.inOrder(runs);
  if (!fn) pointer = values.shift();
  const isOld = fn?.type.open === true && (fn.body ?? fn.pending) !== undefined;
  const last = type.variadic ? type.params.length : values.length;
  const given = values.slice(0, last).flatMap((v, i): readonly Ir[] => {
    const own = partType(e.args[i]!.type);
    return own ? partsAt(f, own, f.placeAt(v)) : [v];
  });
  const args = type.variadic
    ? [...given, rest(f, e.args.slice(last), values.slice(last))]
    : isOld
      ? fitting(given, signatureOf(type, f.mode).params.slice(isRecord ? 1 : 0))
      : given;
  let virtual: Ir | undefined;
  if (e.virtualSlot && args[0]) {
    for (const [i, a] of args.entries()) args[i] = f.keep(a);
    const found = virtualCallee(f, args[0], e.virtualSlot.slot);
    virtual = found.fn;
    args[0] = found.self;
  }
  if (result && isRecord) args.unshift(f.addressOf(result));
  const results: readonly ValueType[] =
    partTypes(e.type) ?? (isRecord || e.type.kind === 'void' ? [] : [valueType(e.type, f.mode)]);
  const taken = results.map((r) => f.newLocal('r', r));
  const to = taken[0];
  f.emit({
    kind: 'call',
    callee: calleeOf(f, virtual ? undefined : fn, virtual ?? pointer, args, results),
    args,
    results: taken,
  });
  afterCall(f, virtual ? undefined : fn);
  if (result && part)
    storeParts(
      f,
      part,
      result,
      taken.map((r) => local(r, part)),
    );
  if (result) {
    if (!into) f.temporary(result, e.type);
    return f.addressOf(result);
  }
  if (to === undefined) return undefined;
  f.fixed(to);
  void wanted;
  return local(to, results[0]!);
}

/** Arguments of a function that was declared without its parameters, as its definition takes them: too many are left out, missing ones are zero. */
function fitting(values: readonly Ir[], types: readonly ValueType[]): Ir[] {
  return types.map((type, i) => {
    const v = values[i];
    if (v?.type === type) return v;
    if (v?.type === 'i32' && type === 'i64') return op('extend', [v]);
    if (v?.type === 'i64' && type === 'i32') return op('wrap', [v]);
    if (type === 'f32' || type === 'f64')
      return v?.type === 'f64' || v?.type === 'f32'
        ? op(type === 'f32' ? 'to.f32' : 'to.f64', [v])
        : { kind: 'const', type, value: 0 };
    return type === 'i64' ? i64(0) : type === 'i32' ? i32(0) : nullPointer(type as PointerType);
  });
}

function calleeOf(
  f: FunctionLowering,
  fn: FunctionSymbol | undefined,
  pointer: Ir | undefined,
  args: readonly Ir[],
  results: readonly ValueType[],
): Callee {
  const params = args.map((a) => a.type);
  if (fn) {
    f.unit.useFunction(fn, f.mode, params, results);
    return { kind: 'direct', name: symbolIn(fn, f.mode) };
  }
  const address = pointer!;
  return {
    kind: 'indirect',
    pointer: isPointerIr(address.type) ? address : op('from.address', [address], 'ptr.host'),
    params,
    results,
  };
}

function argument(f: FunctionLowering, e: Expression, param: Type | undefined): Ir {
  if (e.type.kind !== 'record') return f.value(e);
  const from = f.place(e);
  void param;
  if (isNew(e)) return f.addressOf(from);
  const copy = f.slotFor('copy', e.type);
  copyRecord(f, copy, from, e.type);
  return f.addressOf(copy);
}

/** What comes behind the declared arguments: 8 bytes each, structures as many as they need; their address. */
function rest(f: FunctionLowering, args: readonly Expression[], values: readonly Ir[]): Ir {
  if (args.length === 0) return f.addressOf({ pointer: f.newSlot('arguments', 8, 8), offset: 0 });
  const sizes = args.map((a) => (a.type.kind === 'record' ? Math.max(8, 8 * Math.ceil((sizeOf(a.type) ?? 8) / 8)) : 8));
  const at = {
    pointer: f.newSlot(
      'arguments',
      sizes.reduce((x, y) => x + y, 0),
      8,
    ),
    offset: 0,
  };
  let offset = 0;
  for (const [i, a] of args.entries()) {
    const v = values[i]!;
    const to = shifted(at, offset);
    if (a.type.kind === 'record') copyRecord(f, to, f.placeAt(v), a.type);
    else if (v.type === 'i32') f.store('i64', to, op('extend', [v]));
    else if (v.type === 'f32') f.store('f64', to, op('to.f64', [v]));
    else f.store(v.type === 'bool' ? 'i8' : v.type, to, v);
    offset += sizes[i]!;
  }
  return f.addressOf(at);
}

/** A constructor makes its object there. */
export function constructAt(f: FunctionLowering, at: Place, e: Expression & { readonly kind: 'construct' }): void {
  const [self, ...args] = f.inOrder([
    () => f.addressOf(at),
    ...e.args.map((a, i) => () => argument(f, a, e.fn.type.params[i + 1])),
  ]);
  const { type } = e.fn;
  const last = type.variadic ? type.params.length - 1 : args.length;
  const more = type.variadic ? [rest(f, e.args.slice(last), args.slice(last))] : [];
  callWith(f, e.fn, [self!, ...args.slice(0, last), ...more]);
  afterCall(f, e.fn);
}

/** With values that are there, for a function that gives nothing. */
export function callWith(f: FunctionLowering, fn: FunctionSymbol, args: readonly Ir[]): void {
  f.unit.useFunction(
    fn,
    f.mode,
    args.map((a) => a.type),
    [],
  );
  f.emit({ kind: 'call', callee: { kind: 'direct', name: symbolIn(fn, f.mode) }, args, results: [] });
}

// ---- kernels ----

/** A parameter of a kernel in scalar parts. */
export function kernelParts(type: Type): readonly (Leaf & { readonly type: ValueType })[] {
  if (type.kind !== 'record') {
    const v = valueType(type, 'device');
    return [
      { offset: 0, memory: isPointerIr(v) ? 'ptr.global' : (v as 'i32'), type: isPointerIr(v) ? 'ptr.global' : v },
    ];
  }
  const leaves = leavesOf(type, 'device', 64) ?? wordsOf(sizeOf(type) ?? 0, alignOf(type));
  return leaves.map((leaf) => ({ ...leaf, type: isPointerIr(leaf.memory) ? 'ptr.global' : loadedType(leaf.memory) }));
}

/** The same, as those who have the addresses of its arguments find them. */
export function argumentParts(params: readonly Type[]): readonly ArgumentPart[] {
  return params.flatMap((type, argument) => {
    const isSmall = type.kind !== 'record' && isSigned(underlying(type)) && (sizeOf(type) ?? 4) < 4;
    const leaves = type.kind === 'record' ? kernelParts(type) : [{ offset: 0, memory: memoryType(type, 'device') }];
    return leaves.map(({ offset, memory }): ArgumentPart => {
      const as = memory === 'f16' ? 'half' : isSmall ? 'signed' : 'bits';
      return { argument, offset, bytes: bytesIn(memory), as };
    });
  });
}

export function lowerLaunch(f: FunctionLowering, e: Expression & { readonly kind: 'launch' }): void {
  if (f.mode === 'device') {
    f.report(notSupported('a launch in device code (dynamic parallelism)', e.at));
    return;
  }
  const grid = extent(f, e.grid);
  const block = extent(f, e.block);
  const shared = e.shared ? f.keep(op('wrap', [f.value(e.shared)])) : i32(0);
  const stream = e.stream ? f.keep(f.value(e.stream)) : i64(0);
  const args = e.args.flatMap((a) => kernelArgument(f, a));
  if (e.kernel.kind !== 'function') {
    const pointer = op('from.address', [f.value(e.kernel)], 'ptr.host');
    f.emit({
      kind: 'launch',
      kernel: { kind: 'indirect', pointer, params: args.map((a) => a.type), results: [] },
      grid,
      block,
      shared,
      stream,
      args,
    });
    return;
  }
  const types = args.map((a) => a.type);
  f.unit.useFunction(e.kernel.fn, 'device', types, []);
  f.emit({ kind: 'launch', kernel: { kind: 'direct', name: e.kernel.fn.symbol }, grid, block, shared, stream, args });
}

function kernelArgument(f: FunctionLowering, e: Expression): Ir[] {
  const parts = kernelParts(e.type);
  if (e.type.kind !== 'record') {
    const v = f.keep(f.value(e));
    return [isPointerIr(parts[0]!.type) && v.type === 'i64' ? op('from.address', [v], 'ptr.global') : v];
  }
  const from = f.place(e);
  const at = { ...from, pointer: f.keep(from.pointer) };
  return parts.map((part) => {
    if (!isPointerIr(part.memory)) return f.keep(load(part.memory, at.pointer, at.offset + part.offset));
    return op('from.address', [f.keep(load('i64', at.pointer, at.offset + part.offset))], 'ptr.global');
  });
}

/** A number of blocks or threads, or three. */
function extent(f: FunctionLowering, e: Expression): Triple {
  if (e.type.kind !== 'record') return [f.keep(f.value(e)), i32(1), i32(1)];
  const from = f.place(e);
  const at = { ...from, pointer: f.keep(from.pointer) };
  const part = (offset: number): Ir => f.keep(load('i32', at.pointer, at.offset + offset));
  return [part(0), part(4), part(8)];
}
