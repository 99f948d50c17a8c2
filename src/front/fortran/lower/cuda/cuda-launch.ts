/** Kernel launches: configuration and arguments. */

import { InternalError } from '../../../../base/impossible.ts';
import { i32, i64, load, op } from '../../../../ir/build.ts';
import type { Expression, Triple } from '../../../../ir/module.ts';
import { temporary } from '../../../../library/runtime-calls.ts';
import type { Actual, Expr, Signature, Stmt, Variable } from '../../program.ts';
import { signatureOf } from '../../signature-of.ts';
import { arrayArgument } from '../arrays/array-argument.ts';
import { frozen } from '../arrays/array-temporary.ts';
import { inSpace } from '../arrays/scalar-descriptor.ts';
import { viewOf } from '../arrays/section.ts';
import { isDeviceAddress, strideOf } from '../arrays/view.ts';
import { type Passing, passingOf, symbolName } from '../calls/abi.ts';
import { absentArgument, byValue, handle } from '../calls/argument.ts';
import type { Context } from '../context.ts';
import { isDesignator } from '../designator.ts';
import { alignmentOf, scratch, sizeOfType, storeValue } from '../memory.ts';
import { notYet } from '../not-yet.ts';
import { addressOf, plainOf } from '../value.ts';
import { copyBytes } from './cuda-transfer.ts';
import { launchThrough } from './kernel-value.ts';
import { shapeOf } from './launch-shape.ts';

type Launch = Stmt & { readonly kind: 'launch' };

export function lowerLaunch(ctx: Context, s: Launch): void {
  ctx.scope(() => {
    const { callee } = s;
    const block = tripleOf(ctx, s.block);
    const grid = gridOf(ctx, s, block);
    const shared = s.shared ? op('wrap', [ctx.parts.index(ctx, s.shared)]) : i32(0);
    const stream = s.stream ? ctx.parts.index(ctx, s.stream) : i64(0);
    const signature = signatureOf(callee);
    const args = kernelArguments(ctx, signature, s.args);
    const launch = { grid, block, shared: ctx.keep(shared, 'shared'), stream, args };
    if (callee.kind === 'pointer')
      return launchThrough(ctx, plainOf(ctx.parts.scalar(ctx, callee.pointer)), signature, launch);
    if (callee.kind === 'bound') throw new InternalError('a kernel bound to a type', s.span);
    ctx.emit({ kind: 'launch', kernel: { kind: 'direct', name: symbolName(callee.procedure, 'kernel') }, ...launch });
  });
}

/** `*`: as many blocks as the device can run at once, which the runtime knows; through a pointer the launcher asks it. */
function gridOf(ctx: Context, s: Launch, block: Triple): Triple {
  if (s.grid !== 'star') return tripleOf(ctx, s.grid);
  if (s.callee.kind !== 'procedure') return [i32(-1), i32(1), i32(1)];
  const kernel = symbolName(s.callee.procedure, 'kernel');
  const none = { trips: i64(-1) };
  return shapeOf(ctx, kernel, [none, none, none], [i32(-1), i32(-1), i32(-1)], block).grid;
}

/** An integer is the x size; a dim3 has all three. */
export function tripleOf(ctx: Context, e: Expr): Triple {
  if (e.type.base !== 'derived') {
    const x = ctx.parts.index(ctx, e);
    return [ctx.keep(op('wrap', [x]), 'x'), i32(1), i32(1)];
  }
  const address = ctx.keep(addressOf(ctx.parts.scalar(ctx, e)), 'dim3');
  const part = (at: number): Expression => ctx.keep(load('i32', address, at), 'size');
  return [part(0), part(4), part(8)];
}

export function kernelArguments(ctx: Context, signature: Signature, actuals: readonly Actual[]): readonly Expression[] {
  return signature.dummies.flatMap((d, i) => {
    if (d === 'alternate-return') throw new InternalError('a label passed to a kernel', ctx.at);
    const passing = passingOf(d, 'kernel', signature.bindC);
    const actual = actuals[i];
    if (actual === undefined) return absentArgument(passing);
    if (actual.kind === 'alternate-return') throw new InternalError('a label passed to a kernel', ctx.at);
    return argumentOf(ctx, d, passing, actual);
  });
}

function argumentOf(ctx: Context, d: Variable, passing: Passing, actual: Expr): readonly Expression[] {
  switch (passing.how) {
    case 'value':
      return byValue(d.type, ctx.parts.scalar(ctx, actual)).map((x) => ctx.keep(x, d.name));
    case 'handle':
      return [handle(ctx, passing.type, actual)];
    case 'pieces':
      return pieces(ctx, d, passing.count, actual);
    case 'address':
      return [addressFor(ctx, d, actual, passing.type), ...lengthOf(ctx, passing.length, actual)];
    case 'descriptor':
      return [inSpace(ctx, passing.type, arrayArgument(ctx, d, actual)), ...lengthOf(ctx, passing.length, actual)];
    case 'spread':
      return [...spread(ctx, actual), ...lengthOf(ctx, passing.length, actual)];
    case 'procedure':
      notYet(ctx, 'a procedure as an argument of a kernel');
      return absentArgument(passing);
  }
}

function lengthOf(ctx: Context, wanted: boolean, actual: Expr): readonly Expression[] {
  if (!wanted) return [];
  return [actual.type.base === 'character' ? ctx.parts.elementBytes(ctx, actual) : i64(0)];
}

/** The bytes of a derived type in pieces of 8. */
function pieces(ctx: Context, d: Variable, count: number, actual: Expr): readonly Expression[] {
  const room = ctx.slot(d.name, 8 * count, 8);
  ctx.copy(room, addressOf(ctx.parts.scalar(ctx, actual)), i64(sizeOfType(d.type)), alignmentOf(d.type));
  return Array.from({ length: count }, (_, k) => ctx.keep(load('i64', room, 8 * k), d.name));
}

function addressFor(ctx: Context, d: Variable, actual: Expr, wanted: 'ptr.global' | Expression['type']): Expression {
  const address = d.shape
    ? arrayArgument(ctx, d, actual)
    : isDesignator(actual)
      ? ctx.parts.address(ctx, actual)
      : onDevice(ctx, actual);
  if (wanted !== 'ptr.global') return address;
  const there =
    address.type === 'ptr.host' && !d.shape && isPlainHost(actual) ? sent(ctx, actual, address, d) : address;
  return inSpace(ctx, 'ptr.global', there);
}

function isPlainHost(actual: Expr): boolean {
  return actual.kind === 'variable' && actual.variable.attributes.placement === 'host';
}

/** A host scalar for a dummy by reference: the kernel gets a copy in device memory, freed when the kernel has run. */
function sent(ctx: Context, actual: Expr, address: Expression, d: Variable): Expression {
  const bytes = ctx.keep(ctx.parts.elementBytes(ctx, actual), 'bytes');
  const copy = ctx.keep(ctx.runtime('device.allocate', bytes, i32(temporary))[0]!, d.name);
  copyBytes(ctx, copy, address, bytes);
  ctx.defer(() => ctx.runtime('device.free', copy));
  return copy;
}

function onDevice(ctx: Context, actual: Expr): Expression {
  const value = ctx.parts.scalar(ctx, actual);
  const bytes = ctx.parts.elementBytes(ctx, actual);
  const memory =
    value.kind === 'character' || value.kind === 'derived' ? value.address : scratch(ctx, actual.type, bytes);
  if (value.kind === 'plain' || value.kind === 'complex') storeValue(ctx, actual.type, memory, value);
  if (isDeviceAddress(memory)) return memory;
  const copy = ctx.keep(ctx.runtime('device.allocate', bytes, i32(temporary))[0]!, 'argument');
  copyBytes(ctx, copy, memory, bytes);
  ctx.defer(() => ctx.runtime('device.free', copy));
  return copy;
}

/** Base, then lower bound, extent and stride of each dimension. */
function spread(ctx: Context, actual: Expr): readonly Expression[] {
  const view = frozen(ctx, viewOf(ctx, actual));
  const numbers = view.axes.flatMap((a, k) => [i64(1), a.extent, ctx.keep(strideOf(view, k), 'stride')]);
  return [inSpace(ctx, 'ptr.global', view.base), ...numbers];
}
