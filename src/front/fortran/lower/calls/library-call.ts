/** Calls of routines of library modules: flat arguments as library-module.ts says, or IR in their place. */
import { InternalError } from '../../../../base/impossible.ts';
import { bool, i32, i64, load, op, special } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import type { ValueType } from '../../../../ir/types.ts';
import type { Param, Routine } from '../../../../library/library-module.ts';
import { allComponents, memoryTypeOf, structureOf, valueTypeOf } from '../../layout.ts';
import { onDevice, placementOf } from '../../placement.ts';
import type { Expr, LibraryRoutine, ProcedureRef, Stmt, Type } from '../../program.ts';
import { setNewArray } from '../arrays/new-array.ts';
import type { Context } from '../context.ts';
import { lowerAddress } from '../designator.ts';
import { forgetAtEndOf, lowerAttach } from '../directives/mapped.ts';
import { isTrue, ofTruth } from '../memory.ts';
import { plain, plainOf, textOf, type Value } from '../value.ts';
import { lowerEffect } from './library-effect.ts';

export type LibraryCall = {
  readonly routine: LibraryRoutine;
  readonly form: number;
  readonly args: readonly (Expr | ProcedureRef | undefined)[];
  readonly span: Expr['span'];
};

export function lowerLibraryStatement(ctx: Context, s: Stmt & { readonly kind: 'library-call' }): void {
  const [data] = s.args;
  const { attaches } = s.routine.routine;
  const place = data && data.kind !== 'procedure' ? data : undefined;
  if (attaches && place) lowerAttach(ctx, place, attaches);
  else lowerLibraryCall(ctx, s, undefined);
  if (s.routine.routine.keepsData && place) forgetAtEndOf(ctx, place);
}

/** `type`: of the function's result, where it is one. */
export function lowerLibraryCall(ctx: Context, call: LibraryCall, type: Type | undefined): Value | undefined {
  const row = call.routine.routine;
  if (ctx.mode === 'device' && row.onDevice !== undefined) return onDeviceAnswer(row.onDevice, type);
  const effect = row.effectEach?.[call.form] ?? row.effect;
  if (effect) return lowerEffect(ctx, call, effect, type);
  if (row.lower) return inPlace(ctx, call, row, type);
  return runtimeCall(ctx, call, row, type);
}

function onDeviceAnswer(value: NonNullable<Routine['onDevice']>, type: Type | undefined): Value {
  if (value === 'team') return plain(special('ctaid.x'));
  if (value === 'teams') return plain(special('nctaid.x'));
  if (type?.base === 'logical') return plain(bool(value !== 0));
  if (type && valueTypeOf(type) === 'i64') return plain(i64(value));
  return plain(i32(value));
}

export function formOf(call: LibraryCall): readonly (readonly [string, Param])[] {
  const row = call.routine.routine;
  const takes = call.form === 0 ? row.takes : row.also?.[call.form - 1];
  return Object.entries(takes ?? {});
}

/** The value of an argument for IR in place: logicals as bool. */
function inPlace(ctx: Context, call: LibraryCall, row: Routine, type: Type | undefined): Value {
  const values: Expression[] = [];
  for (const a of call.args) {
    if (!a) continue;
    const v = ctx.parts.scalar(ctx, a);
    if (v.kind === 'complex') values.push(ctx.keep(v.re), ctx.keep(v.im));
    else if (v.kind === 'derived') values.push(ctx.keep(handleOf(a.type, v.address)));
    else values.push(ctx.keep(plainOf(v)));
  }
  const keep = (x: Expression) => ctx.keep(x);
  const made = row.lower?.(values, keep);
  if (!made) throw new InternalError(`${call.routine.name} without IR`, call.span);
  if (type?.base === 'derived') return handleObject(ctx, type, made);
  return plain(type?.base === 'logical' && made.type !== 'bool' ? isTrue(made) : made);
}

// ---- calls of the runtime -------------------------------------------------------------------------------------------

function runtimeCall(ctx: Context, call: LibraryCall, row: Routine, type: Type | undefined): Value | undefined {
  const base = `${call.routine.module.name}.${call.routine.name}`;
  const name = call.form === 0 ? base : `${base}#${call.form}`;
  const after: ((status: Expression | undefined) => void)[] = [];
  const args = formOf(call).flatMap(([, p], i) => passed(ctx, call, p, call.args[i], after));
  const gives = row.givesEach?.[call.form] ?? row.gives;
  if (gives?.base === 'character') return textCall(ctx, name, args, gives.length);
  const results: ValueType[] = gives ? [gives.base === 'derived' ? 'i64' : resultType(gives)] : [];
  const made = callRuntime(ctx, name, args, results)[0];
  for (const act of after) act(made);
  if (!made) return undefined;
  if (type?.base === 'derived') return handleObject(ctx, type, made);
  return plain(type?.base === 'logical' ? isTrue(made) : made);
}

/** A character result: the first two parameters are a buffer and its length. */
function textCall(ctx: Context, name: string, args: readonly Expression[], length: number): Value {
  const address = ctx.slot('text', Math.max(1, length), 1);
  callRuntime(ctx, name, [address, i64(length), ...args], []);
  return { kind: 'character', address, length: i64(length) };
}

/** A handle as a result: an object of its type, which has one component. */
function handleObject(ctx: Context, type: Type & { readonly base: 'derived' }, handle: Expression): Value {
  const object = ctx.slot(type.type.name, structureOf(type.type).size, 8);
  const first = allComponents(type.type)[0];
  // A component of derived type is an address (c_ptr).
  ctx.store(first && first.type.base !== 'derived' ? memoryTypeOf(first.type) : 'i64', object, handle);
  return { kind: 'derived', address: object };
}

function callRuntime(
  ctx: Context,
  name: string,
  args: readonly Expression[],
  results: readonly ValueType[],
): Expression[] {
  ctx.module.needExtern({ name, from: 'runtime', params: args.map((a) => a.type), results });
  return ctx.call({ kind: 'direct', name }, args, results);
}

function resultType(gives: {
  readonly base: 'integer' | 'real' | 'complex' | 'logical';
  readonly kind: number;
}): ValueType {
  if (gives.base === 'real') return gives.kind === 8 ? 'f64' : 'f32';
  return gives.kind === 8 ? 'i64' : 'i32';
}

const noAddress: Expression = { kind: 'const', type: 'ptr.host', value: 0n };

function passed(
  ctx: Context,
  call: LibraryCall,
  p: Param,
  a: Expr | ProcedureRef | undefined,
  after: ((status: Expression | undefined) => void)[],
): Expression[] {
  if (!a) return absent(p);
  switch (p.how) {
    case 'in':
      return [inValue(ctx, a)];
    case 'out':
      return p.anyKind ? [outAddress(ctx, a), i32(bytesOfKind(a.type))] : [outAddress(ctx, a)];
    case 'struct':
      return [outAddress(ctx, a)];
    case 'text':
    case 'textOut': {
      const t = textOf(ctx.parts.scalar(ctx, a));
      return [t.address, t.length];
    }
    case 'device':
      return deviceData(ctx, a, p.whole);
    case 'data':
      return anyData(ctx, a, p);
    case 'newDevice':
    case 'newHost':
      return newData(ctx, call, p, a, after);
    case 'kernel':
      return [kernelId(a)];
    case 'procedure': {
      const value = ctx.parts.scalar(ctx, a);
      return [value.kind === 'derived' ? load('ptr.host', value.address) : plainOf(value)];
    }
  }
}

function absent(p: Param): Expression[] {
  switch (p.how) {
    case 'in': {
      const type = p.type?.base === 'derived' || p.type?.base === 'character' || !p.type ? 'i32' : resultType(p.type);
      const value = p.optional ?? 0;
      return [{ kind: 'const', type, value: type === 'i64' ? BigInt(value) : value }];
    }
    case 'out':
      return p.anyKind ? [noAddress, i32(0)] : [noAddress];
    case 'text':
    case 'textOut':
      return [noAddress, i64(0)];
    case 'device':
      return [{ kind: 'const', type: 'ptr.global', value: 0n }, i64(0)];
    case 'data':
      return [i64(0), i32(0), i64(0)];
    case 'newDevice':
    case 'newHost':
      return [noAddress, i64(0)];
    case 'kernel':
      return [i32(0)];
    default:
      return [noAddress];
  }
}

function inValue(ctx: Context, a: Expr): Expression {
  const v = ctx.parts.scalar(ctx, a);
  if (v.kind === 'derived') return handleOf(a.type, v.address);
  const x = plainOf(v);
  return a.type.base === 'logical' ? ofTruth(x, 'i32') : x;
}

/** The integer in an object that is a handle (c_ptr, c_devptr, cudaEvent …). */
function handleOf(type: Type, address: Expression): Expression {
  const first = type.base === 'derived' ? allComponents(type.type)[0] : undefined;
  return load(first ? memoryTypeOf(first.type) : 'i64', address);
}

function bytesOfKind(type: Type): number {
  return 'kind' in type && typeof type.kind === 'number' ? type.kind : 0;
}

function outAddress(ctx: Context, a: Expr): Expression {
  if (a.rank > 0) return ctx.parts.arrayArgument(ctx, undefined, a);
  const address = lowerAddress(ctx, a);
  if (address.type !== 'ptr.global' || ctx.mode !== 'host') return address;
  const bytes = ctx.parts.elementBytes(ctx, a);
  const host = ctx.slot('out', 64, 8);
  const kept = ctx.keep(address);
  ctx.runtime('copy.to-host', host, kept, bytes);
  ctx.defer(() => ctx.runtime('copy.to-device', kept, host, bytes));
  return host;
}

function isHandle(type: Type, name: string): boolean {
  return type.base === 'derived' && type.type.name.toLowerCase() === name;
}

/** Where the data of a scalar, element, array or section begin. */
export function dataAddress(ctx: Context, a: Expr): Expression {
  if (a.rank > 0) return ctx.parts.arrayPlace(ctx, a).base;
  return lowerAddress(ctx, a);
}

function deviceData(ctx: Context, a: Expr, whole: boolean | undefined): Expression[] {
  if (isHandle(a.type, 'c_devptr') && a.rank === 0 && !onDevice(placementOf(a)))
    return [op('from.address', [inValue(ctx, a)], 'ptr.global'), i64(1)];
  const address = dataAddress(ctx, a);
  const onGlobal = address.type === 'ptr.global' ? address : op('cast.space', [address], 'ptr.global');
  return [onGlobal, whole ? bytesOf(ctx, a) : ctx.parts.elementBytes(ctx, a)];
}

function bytesOf(ctx: Context, a: Expr): Expression {
  return ctx.parts.index(ctx, {
    kind: 'intrinsic',
    name: 'sizeof',
    args: [a],
    type: { base: 'integer', kind: 8 },
    rank: 0,
    span: a.span,
  });
}

function anyData(ctx: Context, a: Expr, { packed, whole }: Param): Expression[] {
  const device = isHandle(a.type, 'c_devptr');
  if (a.rank === 0 && (device || isHandle(a.type, 'c_ptr'))) return [inValue(ctx, a), i32(device ? 1 : 0), i64(1)];
  const place = placementOf(a);
  const number = place === 'managed' ? 2 : onDevice(place) ? 1 : 0;
  const address = packed && a.rank > 0 ? ctx.parts.packedArray(ctx, a, packed === 'out') : dataAddress(ctx, a);
  return [op('to.address', [address]), i32(number), whole ? bytesOf(ctx, a) : ctx.parts.elementBytes(ctx, a)];
}

/** A cell for the address; after a call that gives 0 the array starts there. */
function newData(
  ctx: Context,
  call: LibraryCall,
  p: Param,
  a: Expr,
  after: ((status: Expression | undefined) => void)[],
): Expression[] {
  if (isHandle(a.type, 'c_devptr') || isHandle(a.type, 'c_ptr')) return [lowerAddress(ctx, a), i64(1)];
  const cell = ctx.slot('address', 8, 8);
  const bytes = ctx.keep(ctx.parts.elementBytes(ctx, a));
  const names = formOf(call).map(([n]) => n);
  const extents = (p.extents ?? []).map((n) => call.args[names.indexOf(n)]);
  after.push((status) => {
    const set = () => setNewArray(ctx, a, cell, bytes, extents);
    if (status) ctx.if(op('eq', [status, status.type === 'i64' ? i64(0) : i32(0)]), set);
    else set();
  });
  return [cell, bytes];
}

function kernelId(a: Expr | ProcedureRef): Expression {
  if (a.kind !== 'procedure') throw new InternalError('a kernel by name', a.span);
  const kernel: Expression = { kind: 'function', type: 'ptr.host', name: a.procedure.linkName };
  return op('wrap', [op('to.address', [kernel])]);
}
