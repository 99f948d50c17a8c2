/** Memory of allocatables and pointers, by where it lies. */

import { startOf } from '../../../../base/source.ts';
import { i32, i64, mul, nullPointer, op } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import { descriptorFields } from '../../layout.ts';
import type { Attributes, Variable } from '../../program.ts';
import { type Described, isAllocated, tableFor, writeAxis, writeHead } from '../arrays/descriptor.ts';
import { product } from '../arrays/view.ts';
import { Context } from '../context.ts';
import { allocateOnHeap, freeOnHeap } from '../cuda/device-heap.ts';
import { dataPointer, loadField } from '../designator.ts';
import { allocateOnHost } from '../host-memory.ts';
import { concatenate } from '../text.ts';
import { type Text, textOf } from '../value.ts';

/** New memory of `bytes` (i64), null where there is no room. */
export function allocateBytes(ctx: Context, attributes: Attributes, bytes: Expression): Expression {
  if (ctx.mode === 'device') {
    const base = allocateOnHeap(ctx, bytes);
    const wanted = dataPointer(ctx, attributes);
    return wanted === 'ptr.global' ? base : op('cast.space', [base], wanted);
  }
  switch (attributes.placement) {
    case 'device':
    case 'constant':
    case 'texture':
      return ctx.runtime('device.allocate', bytes, i32(0))[0]!;
    case 'managed':
      return ctx.runtime('managed.allocate', bytes)[0]!;
    case 'pinned':
      return ctx.runtime('pinned.allocate', bytes)[0]!;
    case 'host':
    case 'shared':
      return allocateOnHost(ctx, bytes);
  }
}

export function freeBytes(ctx: Context, attributes: Attributes, base: Expression): void {
  if (ctx.mode === 'device') {
    freeOnHeap(ctx, base);
    return;
  }
  switch (attributes.placement) {
    case 'device':
    case 'constant':
    case 'texture':
      ctx.runtime('device.free', base);
      return;
    case 'managed':
      ctx.runtime('managed.free', base);
      return;
    case 'pinned':
      ctx.runtime('pinned.free', base);
      return;
    case 'host':
    case 'shared':
      ctx.runtime('memory.free', base);
      return;
  }
}

export type NewBounds = { readonly lower: Expression; readonly extent: Expression };

/** Fills a descriptor for contiguous data of these bounds. */
export function describeNew(
  ctx: Context,
  of: Described,
  descriptor: Expression,
  base: Expression,
  bounds: readonly NewBounds[],
  bytes: Expression,
  dynamic?: Expression,
): void {
  writeHead(ctx, descriptor, { base, bytes, type: dynamic ?? tableFor(ctx, of.type), rank: bounds.length });
  let stride = bytes;
  bounds.forEach((b, k) => {
    writeAxis(ctx, descriptor, k, { lower: b.lower, extent: b.extent, stride });
    stride = mul(stride, b.extent);
  });
}

/** Allocation on assignment: an allocatable that is not allocated, or of another shape, becomes one with these bounds; `keeps`: where it stays as it is. */
export function allocateForAssignment(
  ctx: Context,
  of: Described,
  descriptor: Expression,
  bounds: readonly NewBounds[],
  bytes: Expression,
  keeps?: () => void,
): void {
  const at = ctx.keep(descriptor, 'descriptor');
  const kept = bounds.map((b) => ctx.keep(b.extent, 'extent'));
  const size = ctx.keep(bytes, 'bytes');
  const fits = ctx.newLocal('fits', 'bool');
  ctx.set(fits, isAllocated(at));
  const same = { kind: 'local', type: 'bool', index: fits } as const;
  ctx.if(same, () => {
    let all: Expression | undefined;
    const both = (x: Expression): void => {
      all = all ? op('and', [all, x]) : x;
    };
    kept.forEach((x, k) => {
      both(op('eq', [loadField(ctx, at, descriptorFields.dimensions + 24 * k + 8, 'i64'), x]));
    });
    if (deferredLength(of)) both(op('eq', [loadField(ctx, at, descriptorFields.elementBytes, 'i64'), size]));
    if (all) ctx.set(fits, all);
  });
  const allocateAnew = (): void => {
    ctx.if(isAllocated(at), () => ctx.parts.freeAllocatable(ctx, of, at));
    const total = ctx.keep(mul(product(kept), size), 'total');
    const base = ctx.keep(allocateBytes(ctx, of.attributes, total), 'base');
    outOfMemory(ctx, base, total);
    describeNew(
      ctx,
      of,
      at,
      base,
      kept.map((extent, k) => ({ lower: bounds[k]!.lower, extent })),
      size,
    );
    if (of.type.base === 'derived' && (ctx.mode === 'device' || base.type === 'ptr.host')) {
      const type = of.type.type;
      ctx.count(product(kept), (i) => ctx.parts.initialize(ctx, type, op('offset', [base, mul(i, size)])));
    }
  };
  ctx.if(op('not', [same]), allocateAnew, keeps);
}

export function deferredLength(of: Pick<Described, 'type'>): boolean {
  return of.type.base === 'character' && of.type.length.kind === 'deferred';
}

/** Ends the program where `base` is null. */
export function outOfMemory(ctx: Context, base: Expression, bytes: Expression): void {
  ctx.if(isNullAddress(base), () => failAllocation(ctx, base, bytes));
}

export function isNullAddress(base: Expression): Expression {
  return op('eq', [op('to.address', [base]), i64(0)]);
}

/** Ends the program with the message of an allocation that found no room: by a function, as it stands at many places. */
export function failAllocation(ctx: Context, base: Expression, bytes: Expression): void {
  if (ctx.mode === 'device') {
    ctx.emit({ kind: 'trap', message: 'ALLOCATE: not enough memory in the heap of the device' });
    return;
  }
  const device = base.type === 'ptr.global';
  const name = device ? 'cufort.device-allocation-failed' : 'cufort.allocation-failed';
  if (!ctx.module.hasFunction(name)) addFailure(ctx, name, base);
  ctx.call({ kind: 'direct', name }, [bytes, line(ctx)], []);
}

function addFailure(ctx: Context, name: string, base: Expression): void {
  const own = new Context(ctx.module, ctx.parts, { name, mode: 'host', procedure: undefined, at: ctx.at }, new Set());
  const bytes = own.variable('bytes', 'i64');
  const where = own.variable('line', 'i32');
  own.scope(() => {
    if (base.type === 'ptr.global') return void own.runtime('program.allocation-failed', bytes, where);
    const message = allocationMessage(own, base, bytes);
    own.runtime('program.fail', message.address, message.length, where);
  });
  ctx.module.addFunction({
    name,
    kind: 'host',
    params: 2,
    results: [],
    locals: own.locals,
    slots: own.slots,
    body: [...own.statements, { kind: 'return', values: [], at: ctx.at }],
    at: ctx.at,
    shareable: true,
  });
}

/** The message of an allocation that found no room. */
export function allocationMessage(ctx: Context, base: Expression, bytes: Expression): Text {
  const why = base.type === 'ptr.global' ? 'not enough memory: 2(out of memory)' : 'not enough memory';
  const room = ctx.slot('number', 24, 8);
  const length = decimal(ctx, room, bytes);
  const piece = (t: string): Text => ({ address: ctx.text(t), length: i64(t.length) });
  const all = concatenate(ctx, [piece('ALLOCATE: '), { address: room, length }, piece(` bytes requested; ${why}`)]);
  return textOf(all);
}

/** Writes `n` in decimal and gives the number of digits. */
function decimal(ctx: Context, to: Expression, n: Expression): Expression {
  const digits = ctx.variable('digits', 'i64');
  const power = ctx.variable('power', 'i64');
  ctx.set(digits.index, i64(1));
  ctx.set(power.index, i64(1));
  const label = ctx.freshLabel('digits');
  ctx.loop(label, () => {
    ctx.if(op('lt', [op('div', [n, power]), i64(10)]), () => ctx.break(label));
    ctx.set(power.index, op('mul', [power, i64(10)]));
    ctx.set(digits.index, op('add', [digits, i64(1)]));
  });
  ctx.count(digits, (i) => {
    const digit = op('rem', [op('div', [n, power]), i64(10)]);
    ctx.store('i8', op('offset', [to, i]), op('wrap', [op('add', [digit, i64(48)])]));
    ctx.if(op('lt', [i64(1), power]), () => ctx.set(power.index, op('div', [power, i64(10)])));
  });
  return digits;
}

/** The line of the statement, for messages. */
export function line(ctx: Context): Expression {
  return i32(startOf(ctx.at).line);
}

/** The base that a descriptor holds now. */
export function heldBase(ctx: Context, attributes: Attributes, descriptor: Expression): Expression {
  return loadField(ctx, descriptor, descriptorFields.base, dataPointer(ctx, attributes));
}

export function setUnallocated(ctx: Context, attributes: Attributes, descriptor: Expression): void {
  const pointer = dataPointer(ctx, attributes);
  ctx.store(pointer, descriptor, nullPointer(pointer), descriptorFields.base);
}

/** In host code, before the descriptor of `of` changes: kernels that reach it by name are done then. */
export function settleNamed(ctx: Context, of: Described | Variable): void {
  if (ctx.mode !== 'host' || !('storage' in of)) return;
  const isNamed = of.storage === 'dummy' || (of.storage === 'static' && of.owner === undefined);
  if (isNamed && onDevice.has(of.attributes.placement)) ctx.runtime('device.settle');
}

const onDevice: ReadonlySet<Attributes['placement']> = new Set(['device', 'managed', 'constant', 'texture']);
