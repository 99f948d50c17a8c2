/** allocate, deallocate, nullify; what becomes of allocatables at the end. */
import { InternalError } from '../../../../base/impossible.ts';
import { bool, i32, i64, mul, op } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import { descriptorFields, dimensionFields, layoutOf, rankOf } from '../../layout.ts';
import type { Component, Expr, Stmt, Type, Variable } from '../../program.ts';
import { nest } from '../arrays/array-loop.ts';
import { contiguousView, elementsOfView, fillView, placeAt, storeElement } from '../arrays/array-temporary.ts';
import type { Elements } from '../arrays/array-value.ts';
import {
  type Described,
  emptyDescriptor,
  isAllocated,
  moveType,
  readDescriptor,
  resetType,
} from '../arrays/descriptor.ts';
import { viewOf } from '../arrays/section.ts';
import { extentBetween, isDeviceView, product, type View } from '../arrays/view.ts';
import { assignValue } from '../assignment.ts';
import { dynamicType } from '../calls/intrinsic.ts';
import { settledCall } from '../calls/settled-call.ts';
import { type Context, plus } from '../context.ts';
import { resizeInteger } from '../convert.ts';
import { copyElements, fillDevice, staged } from '../cuda/cuda-transfer.ts';
import { dataPointer, isDesignator, lengthFromType, loadField } from '../designator.ts';
import { alignmentOf, storeText } from '../memory.ts';
import { plain, type Text } from '../value.ts';
import {
  allocateBytes,
  allocationMessage,
  describeNew,
  failAllocation,
  freeBytes,
  heldBase,
  isNullAddress,
  line,
  type NewBounds,
  settleNamed,
  setUnallocated,
} from './allocation.ts';
import {
  copyDynamic,
  initializeDynamic,
  ownsMemory,
  releaseArrayDynamic,
  releaseContiguous,
  releaseDynamic,
} from './derived.ts';

type Allocate = Stmt & { readonly kind: 'allocate' };
type Item = Allocate['items'][number];

/** What the object of allocate or deallocate is declared as. */
function declared(e: Expr): Variable | Component {
  if (e.kind === 'variable') return e.variable;
  if (e.kind === 'part') return e.component;
  throw new InternalError(`allocate of ${e.kind}`, e.span);
}

/** A message, made where it is asked for, and what ends the program with it. */
type Failure = { readonly text: () => Text; readonly end: () => void };

/** stat= and errmsg=, and what happens without them. */
type Outcome = {
  /** Notes a failure; the rest of the statement is left out. */
  readonly fail: (code: number, failure: Failure) => void;
};

function withOutcome(
  ctx: Context,
  s: { readonly stat: Expr | undefined; readonly errmsg: Expr | undefined },
  work: (outcome: Outcome) => void,
): void {
  const stat = s.stat;
  if (!stat) {
    work({ fail: (_, failure) => failure.end() });
    return;
  }
  const setStat = (code: number): void => {
    const kind = stat.type.base === 'integer' ? stat.type.kind : 4;
    assignValue(ctx, stat, plain(resizeInteger(i32(code), 4, kind)));
  };
  setStat(0);
  const label = ctx.freshLabel('allocate');
  ctx.block(label, () =>
    work({
      fail: (code, { text }) => {
        setStat(code);
        if (s.errmsg) storeText(ctx, ctx.parts.address(ctx, s.errmsg), ctx.parts.elementBytes(ctx, s.errmsg), text());
        ctx.break(label);
      },
    }),
  );
}

function noRoom(ctx: Context): Text {
  return words(ctx, 'ALLOCATE: not enough memory in the heap of the device').text();
}

function words(ctx: Context, text: string): Failure {
  const made = (): Text => ({ address: ctx.text(text), length: i64(text.length) });
  return {
    text: made,
    end: () => {
      if (ctx.mode === 'device') ctx.emit({ kind: 'trap', message: text });
      else ctx.runtime('program.fail', made().address, made().length, line(ctx));
    },
  };
}

export function lowerAllocate(ctx: Context, s: Allocate): void {
  const pinned = s.pinned;
  if (pinned) assignValue(ctx, pinned, plain(bool(true)));
  withOutcome(ctx, s, (outcome) => {
    const given = s.source ?? s.mold;
    const model = given && settledCall(ctx, given);
    const values = s.source && model && ctx.parts.elements(ctx, model);
    for (const item of s.items) ctx.scope(() => allocateItem(ctx, s, item, model, values, outcome));
  });
}

function allocateItem(
  ctx: Context,
  s: Allocate,
  item: Item,
  model: Expr | undefined,
  values: Elements | undefined,
  outcome: Outcome,
): void {
  const of = declared(item.object);
  const descriptor = ctx.keep(ctx.parts.descriptorAddress(ctx, item.object), 'descriptor');
  if (of.attributes.allocatable)
    ctx.if(isAllocated(descriptor), () => outcome.fail(1, words(ctx, 'ALLOCATE: array already allocated')));
  else settleNamed(ctx, of);
  const bounds = boundsOf(ctx, item, model, values);
  const element = ctx.keep(elementBytes(ctx, item, model, values), 'bytes');
  const count = ctx.keep(product(bounds.map((b) => b.extent)), 'count');
  const total = ctx.keep(mul(count, element), 'total');
  const base = ctx.keep(memoryFor(ctx, s, of, total), 'base');
  ctx.if(isNullAddress(base), () =>
    outcome.fail(2, {
      text: () => (ctx.mode === 'device' ? noRoom(ctx) : allocationMessage(ctx, base, total)),
      end: () => failAllocation(ctx, base, total),
    }),
  );
  const found = dynamicTable(ctx, of, item, model, values);
  const table = found && ctx.keep(found, 'type');
  describeNew(ctx, of, descriptor, base, bounds, element, table);
  startValues(ctx, item, base, bounds, element, count, values, table);
}

function memoryFor(ctx: Context, s: Allocate, of: Described, total: Expression): Expression {
  if (s.stream && dataPointer(ctx, of.attributes) === 'ptr.global' && ctx.mode === 'host')
    return ctx.runtime('device.allocate.async', total, ctx.parts.index(ctx, s.stream))[0]!;
  return allocateBytes(ctx, of.attributes, total);
}

function boundsOf(
  ctx: Context,
  item: Item,
  model: Expr | undefined,
  values: Elements | undefined,
): readonly NewBounds[] {
  if (item.bounds.length > 0)
    return item.bounds.map((b) => {
      const lower = b.lower ? ctx.keep(ctx.parts.index(ctx, b.lower), 'lower') : i64(1);
      const upper = ctx.parts.index(ctx, b.upper);
      return { lower, extent: ctx.keep(extentBetween(lower, upper), 'extent') };
    });
  if (item.object.rank === 0 || !model) return [];
  if (!isDesignator(model))
    return (values ?? ctx.parts.elements(ctx, model)).extents.map((x) => ({
      lower: i64(1),
      extent: ctx.keep(x, 'extent'),
    }));
  const whole = model.kind === 'variable' || (model.kind === 'part' && model.base.rank === 0);
  return viewOf(ctx, model).axes.map((a) => ({
    lower: whole ? ctx.keep(a.lower, 'lower') : i64(1),
    extent: ctx.keep(a.extent, 'extent'),
  }));
}

function elementBytes(ctx: Context, item: Item, model: Expr | undefined, values: Elements | undefined): Expression {
  const type = item.type;
  if (type.base === 'character') {
    if (values && type === model?.type) return values.bytes;
    if (type.length.kind === 'known') return lengthFromType(ctx, type);
    if (model) return ctx.parts.elementBytes(ctx, model);
    const of = declared(item.object);
    if (of.type.base === 'character' && of.type.length.kind === 'known') return lengthFromType(ctx, of.type);
    return ctx.parts.elementBytes(ctx, item.object);
  }
  if (model && isPolymorphic(model.type)) return values?.dynamic ? values.bytes : ctx.parts.elementBytes(ctx, model);
  const layout = layoutOf(type);
  if (!layout) throw new InternalError('allocate of a type without a size', ctx.at);
  return i64(layout.size);
}

function isPolymorphic(t: Type): boolean {
  return t.base === 'any' || (t.base === 'derived' && t.polymorphic);
}

function dynamicTable(
  ctx: Context,
  of: Described,
  item: Item,
  model: Expr | undefined,
  values: Elements | undefined,
): Expression | undefined {
  if (!isPolymorphic(of.type)) return undefined;
  if (model && isPolymorphic(model.type)) return values?.dynamic ?? dynamicType(ctx, model);
  return ctx.parts.typeTable(ctx, item.type);
}

/** Values from source=, or the defaults of the type. */
function startValues(
  ctx: Context,
  item: Item,
  base: Expression,
  bounds: readonly NewBounds[],
  element: Expression,
  count: Expression,
  values: Elements | undefined,
  table: Expression | undefined,
): void {
  const view = contiguousView(
    base,
    values && isPolymorphic(item.type) ? values.type : item.type,
    bounds.map((b) => b.extent),
    element,
  );
  const reached = ctx.mode === 'device' || base.type === 'ptr.host';
  if (item.type.base === 'any' && reached && !values && table)
    eachObject(ctx, base, count, element, (at) => initializeDynamic(ctx, table, at));
  if (item.type.base === 'derived' && reached) {
    const type = item.type.type;
    if (!values && table && item.type.polymorphic)
      eachObject(ctx, base, count, element, (at) => initializeDynamic(ctx, table, at));
    else if (!values || ownsMemory(type))
      eachObject(ctx, base, count, element, (at) => ctx.parts.initialize(ctx, type, at));
  }
  if (!values) return;
  if (ctx.mode === 'host' && isDeviceView(view)) fillOnDevice(ctx, view, values);
  else if (table && isPolymorphic(values.type) && reached) copyObjects(ctx, view, values, table);
  else if (bounds.length === 0) storeSource(ctx, view, values);
  else fillView(ctx, view, values);
}

/** What allocatable components of the source hold is copied too, whatever its type. */
function copyObjects(ctx: Context, view: View, values: Elements, table: Expression): void {
  nest(
    ctx,
    view.axes.map((a) => a.extent),
    (indexes) => {
      const value = values.at(indexes);
      const to = indexes.length > 0 ? ctx.keep(placeAt(view, indexes)) : view.base;
      if (value.kind === 'derived') copyDynamic(ctx, value.dynamic ?? table, to, ctx.keep(value.address), view.bytes);
      else storeElement(ctx, values.type, to, value, undefined);
    },
  );
}

function storeSource(ctx: Context, view: View, values: Elements): void {
  const value = values.at([]);
  if (value.kind === 'derived' && isPolymorphic(values.type)) ctx.copy(view.base, value.address, view.bytes);
  else storeElement(ctx, view.type, view.base, value, view.type.base === 'character' ? view.bytes : undefined);
}

function fillOnDevice(ctx: Context, view: View, values: Elements): void {
  if (values.extents.length === 0) fillDevice(ctx, view, values.at([]), values);
  else if (values.view) copyElements(ctx, view, values.view);
  else staged(ctx, view, values);
}

function eachObject(
  ctx: Context,
  base: Expression,
  count: Expression,
  bytes: Expression,
  visit: (at: Expression) => void,
): void {
  if (ctx.capture(() => visit(base)).length === 0) return;
  if (count.kind === 'const' && Number(count.value) === 1) visit(base);
  else ctx.count(count, (i) => visit(plus(base, mul(i, bytes))));
}

export function lowerDeallocate(ctx: Context, s: Stmt & { readonly kind: 'deallocate' }): void {
  withOutcome(ctx, s, (outcome) => {
    for (const object of s.objects) {
      const of = declared(object);
      const descriptor = ctx.keep(ctx.parts.descriptorAddress(ctx, object), 'descriptor');
      ctx.if(op('not', [isAllocated(descriptor)]), () =>
        outcome.fail(1, words(ctx, 'DEALLOCATE: memory at (nil) not allocated')),
      );
      release(ctx, of, descriptor);
    }
  });
}

/** Frees what a descriptor that is allocated holds. */
function release(ctx: Context, of: Described, descriptor: Expression): void {
  settleNamed(ctx, of);
  const base = ctx.keep(heldBase(ctx, of.attributes, descriptor), 'base');
  if (ctx.mode === 'device' || base.type === 'ptr.host') {
    if (isPolymorphic(of.type)) releasePolymorphic(ctx, of, descriptor, base);
    else if (of.type.base === 'derived') {
      releaseContiguous(ctx, of.type.type, base, extentsIn(ctx, descriptor, rankOf(of.shape)));
    }
  }
  freeBytes(ctx, of.attributes, base);
  setUnallocated(ctx, of.attributes, descriptor);
}

/** Objects whose type stands in the descriptor. */
function releasePolymorphic(ctx: Context, of: Described, descriptor: Expression, base: Expression): void {
  const table = ctx.keep(loadField(ctx, descriptor, descriptorFields.type, 'ptr.host'));
  const bytes = ctx.keep(loadField(ctx, descriptor, descriptorFields.elementBytes, 'i64'));
  const rank = rankOf(of.shape);
  if (rank === 0) releaseDynamic(ctx, table, base);
  else
    releaseArrayDynamic(ctx, table, descriptor, rank, (one) =>
      eachObject(ctx, base, countIn(ctx, descriptor, rank), bytes, one),
    );
  resetType(ctx, of.type, descriptor);
}

function extentsIn(ctx: Context, descriptor: Expression, rank: number): Expression[] {
  return Array.from({ length: rank }, (_, k) =>
    loadField(ctx, descriptor, descriptorFields.dimensions + k * dimensionFields.bytes + dimensionFields.extent, 'i64'),
  );
}

function countIn(ctx: Context, descriptor: Expression, rank: number): Expression {
  let count: Expression = i64(1);
  for (let k = 0; k < rank; k++) {
    const at = descriptorFields.dimensions + k * dimensionFields.bytes + dimensionFields.extent;
    count = mul(count, loadField(ctx, descriptor, at, 'i64'));
  }
  return ctx.keep(count, 'count');
}

/** See `ArrayParts.freeAllocatable`. */
export function freeAllocatable(ctx: Context, of: Described, descriptor: Expression): void {
  const at = ctx.keep(descriptor, 'descriptor');
  ctx.if(isAllocated(at), () => release(ctx, of, at));
}

export function lowerNullify(ctx: Context, s: Stmt & { readonly kind: 'nullify' }): void {
  for (const object of s.objects) {
    const of = declared(object);
    const descriptor = ctx.keep(ctx.parts.descriptorAddress(ctx, object), 'pointer');
    settleNamed(ctx, of);
    setUnallocated(ctx, of.attributes, descriptor);
    resetType(ctx, object.type, descriptor);
  }
}

/** See `ArrayParts.copyAllocatable`. The copy is made before the old one goes: the two may be the same. */
export function copyAllocatable(ctx: Context, c: Component, to: Expression, from: Expression, fresh: boolean): void {
  const target = ctx.keep(to, 'to');
  const source = ctx.keep(from, 'from');
  if (fresh) emptyDescriptor(ctx, c, target);
  const copied = ctx.variable('copied', 'bool');
  ctx.set(copied.index, isAllocated(source));
  let made: ReturnType<typeof copyOf> | undefined;
  ctx.if(copied, () => {
    made = copyOf(ctx, c, source);
  });
  if (!fresh) freeAllocatable(ctx, c, target);
  ctx.if(copied, () => {
    if (made) describeNew(ctx, c, target, made.base, made.bounds, made.bytes, made.table);
  });
}

function copyOf(ctx: Context, c: Component, source: Expression) {
  const view = readDescriptor(ctx, source, c.type, rankOf(c.shape), dataPointer(ctx, c.attributes), true);
  const bounds = view.axes.map((a) => ({ lower: ctx.keep(a.lower), extent: ctx.keep(a.extent) }));
  const extents = bounds.map((b) => b.extent);
  const bytes = ctx.keep(view.bytes, 'bytes');
  const count = ctx.keep(product(extents), 'count');
  const total = ctx.keep(mul(count, bytes), 'total');
  const base = ctx.keep(allocateBytes(ctx, c.attributes, total), 'base');
  const table = isPolymorphic(c.type)
    ? ctx.keep(loadField(ctx, source, descriptorFields.type, 'ptr.host'), 'type')
    : undefined;
  const made = contiguousView(base, c.type, extents, bytes);
  const from = ctx.keep(view.base);
  if (table && (ctx.mode === 'device' || base.type === 'ptr.host'))
    ctx.count(count, (i) => {
      const at = ctx.keep(mul(i, bytes));
      copyDynamic(ctx, table, plus(base, at), plus(from, at), bytes);
    });
  else copyInto(ctx, c, made, { ...made, base: from }, total);
  return { base, bounds, bytes, table };
}

function copyInto(ctx: Context, c: Component, to: View, from: View, total: Expression): void {
  if (ctx.mode === 'host' && isDeviceView(to)) copyElements(ctx, to, from);
  else if (c.type.base === 'derived' && !c.type.polymorphic && ownsMemory(c.type.type)) {
    const type = c.type.type;
    const count = product(to.axes.map((a) => a.extent));
    eachObject(ctx, to.base, count, to.bytes, (at) => ctx.parts.initialize(ctx, type, at));
    fillView(ctx, to, elementsOfView(ctx, from));
  } else ctx.copy(to.base, from.base, total, alignmentOf(c.type));
}

/** move_alloc(from, to). */
export function moveAllocation(ctx: Context, from: Expr, to: Expr): void {
  const of = declared(to);
  const target = ctx.keep(ctx.parts.descriptorAddress(ctx, to), 'to');
  const source = ctx.keep(ctx.parts.descriptorAddress(ctx, from), 'from');
  settleNamed(ctx, of);
  settleNamed(ctx, declared(from));
  freeAllocatable(ctx, of, target);
  const bytes = descriptorFields.dimensions + dimensionFields.bytes * rankOf(of.shape);
  ctx.copy(target, source, i64(bytes), 8);
  setUnallocated(ctx, of.attributes, source);
  moveType(ctx, to.type, from.type, target, source);
}
