/** Data of directives: what the runtime is asked for before and after a body, and where names that stand for data of the device live. */

import { placeOf } from '../../../../base/source.ts';
import { i32, i64, local, op } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import { entering, leaving, synchronous } from '../../../../machine/offload.ts';
import { descriptorBytes, isDescribed, layoutOf, rankOf } from '../../layout.ts';
import type { Expr, MapEntry, Stmt } from '../../program.ts';
import { viewOf } from '../arrays/section.ts';
import { isDeviceAddress, strideOf, type View } from '../arrays/view.ts';
import { addressNumber, type Context, type Place } from '../context.ts';
import { plainOf } from '../value.ts';

type Mapped = Stmt & { readonly kind: 'mapped' };
type Area = {
  readonly cell: Expression;
  readonly base: Expression;
  readonly name: readonly [Expression, Expression];
  readonly place: readonly [Expression, Expression];
};

export function lowerMapped(ctx: Context, s: Mapped): void {
  const queue = s.queue ? ctx.keep(ctx.parts.index(ctx, s.queue), 'queue') : i64(synchronous);
  const areas = s.entries.map((e) => areaOf(ctx, e));
  for (const [i, e] of s.entries.entries()) begin(ctx, e, areas[i], queue);
  ctx.parts.statements(ctx, s.body);
  for (const [i, e] of [...s.entries.entries()].reverse()) if (!e.atExit) end(ctx, e, areas[i], queue);
}

function begin(ctx: Context, e: MapEntry, a: Area | undefined, queue: Expression): void {
  if (!a) return;
  if (e.enter !== undefined) enter(ctx, e, e.enter, a, queue);
  if (e.update) {
    const how = (e.update.to === 'device' ? 1 : 0) | (e.update.ifPresent ? 2 : 0);
    ctx.runtime('offload.update', a.cell, ...a.name, ...a.place, i32(how), queue);
  }
  if (e.atExit) ctx.onExit(() => end(ctx, e, areaOf(ctx, e), queue));
}

function enter(ctx: Context, e: MapEntry, how: number, a: Area, queue: Expression): void {
  const [there] = ctx.runtime('offload.enter', a.cell, ...a.name, ...a.place, i32(how), queue);
  if (e.inner && there) ctx.bind(e.inner, devicePlace(ctx, e.outer, there));
  if (how & (entering.dynamic | entering.stays)) forgetAtEnd(ctx, e);
  const descriptor = pointerOf(ctx, e.outer);
  if (descriptor && there)
    ctx.runtime('offload.attach', descriptor.address, i64(descriptor.bytes), descriptor.address, there);
}

/** What a routine puts on the device. */
export function forgetAtEndOf(ctx: Context, outer: Expr): void {
  const root = wholeOf(outer);
  const name = root.kind === 'variable' ? root.variable.name : '';
  const nothing = { inner: undefined, enter: undefined, leave: undefined, update: undefined };
  forgetAtEnd(ctx, { name, outer: root, ...nothing, span: outer.span });
}

/** acc_attach, acc_detach: of a pointer whose target may be missing, which nobody counts. */
export function lowerAttach(ctx: Context, outer: Expr, how: 'attach' | 'detach' | 'finalize'): void {
  const descriptor = pointerOf(ctx, outer);
  if (!descriptor) return;
  const { address, bytes } = descriptor;
  if (how !== 'attach') return void ctx.runtime('offload.detach', address, i32(how === 'finalize' ? 1 : 0));
  const [found] = ctx.runtime('offload.find', placed(ctx, outer).base, i64(1));
  if (!found) return;
  const there = ctx.keep(found, 'there');
  const isThere = op('ne', [addressNumber(there), i64(0)]);
  ctx.if(isThere, () => ctx.runtime('offload.attach', address, i64(bytes), address, there));
}

/** What `enter data` leaves on the device of a local variable goes with the variable. */
function forgetAtEnd(ctx: Context, e: MapEntry): void {
  const root = wholeOf(e.outer);
  if (root.kind !== 'variable' || root.variable.storage !== 'automatic' || ctx.procedure?.origin === 'main') return;
  if (root.variable.owner !== ctx.procedure || root.variable.attributes.pointer) return;
  ctx.onExit(() => {
    const a = areaOf(ctx, { ...e, outer: root });
    ctx.runtime('offload.exit', a.cell, ...a.name, ...a.place, i32(leaving.finalize), i64(synchronous));
  });
}

function end(ctx: Context, e: MapEntry, a: Area | undefined, queue: Expression): void {
  if (!a || e.leave === undefined) return;
  const descriptor = pointerOf(ctx, e.outer);
  if (descriptor) ctx.runtime('offload.detach', descriptor.address, i32(e.leave & leaving.finalize ? 1 : 0));
  if (e.leave & leaving.pointerOnly) return;
  ctx.runtime('offload.exit', a.cell, ...a.name, ...a.place, i32(e.leave), queue);
}

/** The section and its variable, in a record that the runtime reads. */
function areaOf(ctx: Context, e: MapEntry): Area {
  const part = placed(ctx, e.outer);
  const whole = wholeOf(e.outer);
  const base = whole === e.outer ? part.base : placed(ctx, whole).base;
  const rank = part.axes.length;
  const cell = ctx.slot('area', 32 + 16 * rank, 8);
  const put = (i: number, value: Expression): void => ctx.store('i64', cell, value, 8 * i);
  put(0, addressNumber(base));
  put(1, addressNumber(part.base));
  put(2, part.bytes);
  put(3, i64(rank));
  part.axes.forEach((axis, k) => {
    put(4 + 2 * k, axis.extent);
    put(5 + 2 * k, strideOf(part, k));
  });
  return { cell, base, name: text(ctx, e.name), place: text(ctx, placeText(ctx)) };
}

export function text(ctx: Context, value: string): readonly [Expression, Expression] {
  return [ctx.text(value), i64(value.length)];
}

export function placeText(ctx: Context): string {
  const at = placeOf(ctx.at);
  const line = /:(\d+):\d+$/.exec(at)?.[1] ?? '0';
  const file = at.replace(/:\d+:\d+$/, '');
  return `${file}:${ctx.procedure?.name ?? ctx.name}:${line}`;
}

/** A designator in memory; a scalar has no axes. */
function placed(ctx: Context, e: Expr): View {
  if (e.rank > 0) {
    const view = viewOf(ctx, e);
    return {
      ...view,
      base: ctx.keep(view.base, 'base'),
      axes: view.axes.map((a) => ({ ...a, extent: ctx.keep(a.extent), stride: a.stride && ctx.keep(a.stride) })),
    };
  }
  return {
    type: e.type,
    base: ctx.keep(ctx.parts.address(ctx, e), 'base'),
    axes: [],
    bytes: ctx.keep(bytesOf(ctx, e)),
  };
}

function bytesOf(ctx: Context, e: Expr): Expression {
  const layout = layoutOf(e.type);
  return layout ? i64(layout.size) : ctx.parts.elementBytes(ctx, e);
}

function wholeOf(e: Expr): Expr {
  return e.kind === 'element' || e.kind === 'substring' ? wholeOf(e.base) : e;
}

/** Bounds and strides are those of the host's. */
function devicePlace(ctx: Context, outer: Expr, there: Expression): Place {
  const whole = wholeOf(outer);
  if (whole.rank === 0) {
    const length = whole.type.base === 'character' ? { length: ctx.keep(ctx.parts.elementBytes(ctx, whole)) } : {};
    return { kind: 'memory', address: there, ...length };
  }
  const view = placed(ctx, whole);
  return {
    kind: 'array',
    base: there,
    dimensions: view.axes.map((a) => ({
      lower: ctx.keep(a.lower),
      extent: isOpen(a.extent) ? undefined : a.extent,
      stride: a.stride,
    })),
    ...((view.type.base === 'character' || !layoutOf(view.type)) && { length: ctx.keep(view.bytes) }),
  };
}

function isOpen(extent: Expression): boolean {
  return extent.kind === 'const' && Number(extent.value) === -1;
}

/** The descriptor of an allocatable or pointer component: what the device's object points with. */
function pointerOf(ctx: Context, e: Expr): { readonly address: Expression; readonly bytes: number } | undefined {
  const whole = wholeOf(e);
  if (whole.kind !== 'part') return undefined;
  const { component } = whole;
  if (!isDescribed(component.type, component.shape, component.attributes)) return undefined;
  const address = ctx.keep(ctx.parts.descriptorAddress(ctx, whole));
  return isDeviceAddress(address) ? undefined : { address, bytes: descriptorBytes(rankOf(component.shape)) };
}

export function lowerQueueWait(ctx: Context, s: Stmt & { readonly kind: 'queue-wait' }): void {
  const later = s.later ? ctx.keep(ctx.parts.index(ctx, s.later), 'queue') : i64(0);
  const inQueue = i32(s.later ? 1 : 0);
  if (s.queues.length === 0) ctx.runtime('offload.wait', i32(0), i64(0), inQueue, later);
  for (const q of s.queues) ctx.runtime('offload.wait', i32(1), ctx.parts.index(ctx, q), inQueue, later);
}

/** As ACC_DEVICE_TYPE and acc_set_device_type have it. */
function isChosenByType(device: Expr): boolean {
  return device.kind === 'constant' && device.value === -2n;
}

/** A number below 0 asks for the device that the program has chosen. */
export function lowerOnDevice(ctx: Context, s: Stmt & { readonly kind: 'on-device' }): void {
  const there = ctx.variable('there', 'i32');
  const ask = (): void => {
    const wanted = s.device ? ctx.keep(op('wrap', [ctx.parts.index(ctx, s.device)]), 'device') : i32(-1);
    ctx.set(there.index, ctx.runtime('offload.begin', wanted)[0] ?? i32(0));
  };
  ctx.set(there.index, i32(0));
  if (s.condition) ctx.if(plainOf(ctx.parts.scalar(ctx, s.condition)), ask);
  else ask();
  ctx.if(
    op('ne', [local(there.index, 'i32'), i32(0)]),
    () => {
      ctx.parts.statements(ctx, s.body);
      if (s.device && !isChosenByType(s.device)) ctx.runtime('offload.end');
    },
    () => ctx.parts.statements(ctx, s.otherwise),
  );
}

const settings = { device: 0, queue: 1, targets: 2, versions: 3 } as const;

export function lowerOffloadSet(ctx: Context, s: Stmt & { readonly kind: 'offload-set' }): void {
  ctx.runtime('offload.set', i32(settings[s.what]), ctx.parts.index(ctx, s.value));
}
