/**
 * Kernels that the compiler makes out of host code: a function of its own whose parameters are whatever its body turns out to need. Host scalars are passed
 * by value, data of the device by address and bounds.
 */
import { InternalError } from '../../../../base/impossible.ts';
import { i64, load, local, op } from '../../../../ir/build.ts';
import type { Expression, Statement } from '../../../../ir/module.ts';
import { mapExpression, mapStatement } from '../../../../ir/walk.ts';
import { originOf } from '../../analyse/directives/map-entries.ts';
import { allComponents, componentOffset, layoutOf, memoryTypeOf, valueTypeOf } from '../../layout.ts';
import type { Type, Variable } from '../../program.ts';
import { viewOfVariable } from '../arrays/array-place.ts';
import { isDeviceAddress, type View } from '../arrays/view.ts';
import { Context, type Place } from '../context.ts';
import { isTrue } from '../memory.ts';
import { notYet } from '../not-yet.ts';
import { shapeOf } from './array-shapes.ts';
import { overlappingOf } from './overlapping.ts';
import { type Stretch, wordsRead } from './words-read.ts';

export type Outline = {
  /** The kernel's own context. */
  readonly kernel: Context;
  /** The value of a host expression, as a parameter of the kernel. */
  readonly pass: (host: Expression, name: string) => Expression;
  /** An array of the host program whose data the kernel can reach. */
  readonly passView: (v: View) => View;
  /** What runs before all else: a variable may first be met inside a branch. */
  readonly prologue: Statement[];
  /** Parameters that are addresses of pointers' and targets' data. */
  readonly overlapping: Expression[];
  /** What is passed when the body stands: parts of objects that it turned out to read. */
  readonly late: (() => void)[];
  /** Arrays of the host program. */
  readonly arrays: Extract<Place, { kind: 'array' }>[];
};

export type OutlinedKernel = { readonly name: string; readonly args: readonly Expression[] };

/** Makes the kernel `name`; `build` fills its body. It is tried again where a variable turns out to need an address. */
export function outlineKernel(ctx: Context, name: string, build: (o: Outline) => void): OutlinedKernel {
  const addressed = new Set<Variable>();
  for (let attempt = 0; attempt < 9; attempt++) {
    const made = tryOutline(ctx, name, addressed, build);
    if (made) return made;
  }
  throw new InternalError(`outlining ${name} does not end`, ctx.at);
}

function tryOutline(
  ctx: Context,
  name: string,
  addressed: Set<Variable>,
  build: (o: Outline) => void,
): OutlinedKernel | undefined {
  const passed: { readonly local: number; readonly host: Expression }[] = [];
  const parts = { ...ctx.parts, declare: (_: Context, v: Variable): Place => captured(ctx, outline, v) };
  const head = { name, mode: 'device', procedure: undefined, at: ctx.at } as const;
  const kernel = new Context(ctx.module, parts, head, addressed);
  const pass = (host: Expression, what: string): Expression => {
    if (host.kind === 'const') return host;
    const value = ctx.keep(host, what);
    const index = kernel.newLocal(what, value.type);
    passed.push({ local: index, host: value });
    return local(index, value.type);
  };
  const outline: Outline = {
    kernel,
    pass,
    passView: (v) => passedView(pass, v),
    prologue: [],
    overlapping: [],
    late: [],
    arrays: [],
  };
  kernel.scope(() => build(outline));
  if (kernel.again) return undefined;
  for (const passRest of outline.late) passRest();
  addKernel(
    ctx,
    outline,
    passed.map((p) => p.local),
  );
  return { name, args: passed.map((p) => p.host) };
}

function passedView(pass: Outline['pass'], v: View): View {
  const base = reachable(v.base);
  return {
    type: v.type,
    base: pass(base, 'base'),
    bytes: pass(v.bytes, 'bytes'),
    axes: v.axes.map((a) => ({
      lower: pass(a.lower, 'lower'),
      extent: pass(a.extent, 'extent'),
      stride: a.stride && pass(a.stride, 'stride'),
    })),
  };
}

/** Managed and pinned data as the device sees them. */
function reachable(base: Expression): Expression {
  return base.type === 'ptr.host' ? op('cast.space', [base], 'ptr.global') : base;
}

/** Where a variable of the host program lives in the kernel. */
function captured(ctx: Context, o: Outline, v: Variable): Place {
  if (isStaticOnDevice(v)) return ctx.parts.declare(o.kernel, v);
  const place = ctx.placeOf(v);
  if (v.shape) return capturedArray(ctx, o, v);
  switch (place.kind) {
    case 'register':
      return valuePlace(o, v, [local(place.local, place.type)]);
    case 'complex-register':
      return valuePlace(o, v, [local(place.re, place.type), local(place.im, place.type)]);
    case 'memory':
      return capturedScalar(ctx, o, v, place.address, place.length);
    case 'descriptor': {
      const view = viewOfVariable(ctx, v);
      return capturedScalar(ctx, o, v, ctx.keep(view.base), view.bytes);
    }
    case 'array':
      throw new InternalError(`scalar ${v.name} as an array`, v.span);
  }
}

/** Explicit-shape data with a name of its own on the device needs no parameter. */
function isStaticOnDevice(v: Variable): boolean {
  const p = v.attributes.placement;
  const described = v.attributes.allocatable || v.attributes.pointer;
  return (
    v.storage === 'static' &&
    !described &&
    (p === 'device' || p === 'constant') &&
    (!v.shape || v.shape.kind === 'explicit')
  );
}

function capturedArray(ctx: Context, o: Outline, v: Variable): Place {
  const view = viewOfVariable(ctx, v);
  const passed = o.passView(view);
  const { pointer, target } = originOf(v).attributes;
  if (pointer || target) o.overlapping.push(passed.base);
  const place = {
    kind: 'array',
    base: passed.base,
    dimensions: passed.axes.map((a) => ({ lower: a.lower, extent: a.extent, stride: a.stride })),
    ...(v.type.base === 'character' && { length: passed.bytes }),
  } as const;
  o.arrays.push(place);
  return place;
}

function capturedScalar(
  ctx: Context,
  o: Outline,
  v: Variable,
  address: Expression,
  length: Expression | undefined,
): Place {
  const managed = v.attributes.placement === 'managed';
  if (isDeviceAddress(address) || managed)
    return {
      kind: 'memory',
      address: o.pass(reachable(address), v.name),
      ...(length && { length: o.pass(length, 'length') }),
    };
  switch (v.type.base) {
    case 'integer':
    case 'real':
      return valuePlace(o, v, [load(memoryTypeOf(v.type), address)]);
    case 'logical':
      return valuePlace(o, v, [isTrue(load(memoryTypeOf(v.type), address))]);
    case 'complex': {
      const cell = memoryTypeOf(v.type);
      return valuePlace(o, v, [load(cell, address), load(cell, address, v.type.kind)]);
    }
    case 'character':
    case 'derived':
    case 'any':
      return bytesPlace(ctx, o, v, address);
  }
}

/** A thread's own copy of a host scalar. */
function valuePlace(o: Outline, v: Variable, values: readonly Expression[]): Place {
  const [first, second] = values.map((x) => o.pass(asParameter(x), v.name));
  if (!first) throw new InternalError(`no value of ${v.name}`, v.span);
  const plainFirst = v.type.base === 'logical' ? op('ne', [first, zeroLike(first)]) : first;
  if (o.kernel.addressed.has(v)) return inSlot(o, v, plainFirst, second);
  const type = valueTypeOf(v.type);
  const index = o.kernel.newLocal(v.name, type);
  o.prologue.push({ kind: 'set', local: index, value: plainFirst });
  if (!second) return { kind: 'register', local: index, type };
  const im = o.kernel.newLocal(v.name, type);
  o.prologue.push({ kind: 'set', local: im, value: second });
  return { kind: 'complex-register', re: index, im, type };
}

function zeroLike(x: Expression): Expression {
  return { kind: 'const', type: x.type, value: x.type === 'i64' ? 0n : 0 };
}

/** Truth values travel as integers. */
function asParameter(x: Expression): Expression {
  return x.type === 'bool' ? op('to.i32', [x]) : x;
}

function inSlot(o: Outline, v: Variable, first: Expression, second: Expression | undefined): Place {
  const layout = layoutOf(v.type) ?? { size: 8, align: 8 };
  const address = o.kernel.slot(v.name, layout.size, layout.align);
  const cell = memoryTypeOf(v.type);
  const word = first.type === 'bool' ? op('to.i32', [first]) : first;
  const value = word.type === 'i32' && cell === 'i64' ? op('extend', [word]) : word;
  o.prologue.push({ kind: 'store', memory: cell, to: address, offset: 0, value });
  if (second) o.prologue.push({ kind: 'store', memory: cell, to: address, offset: layout.size / 2, value: second });
  return { kind: 'memory', address };
}

/** Bytes of all parameters that a kernel of CUDA may have. */
const parameterBytes = 4096;

/** A thread's own copy of an object of constant size: its words that the kernel touches go along, all where that is not seen. */
function bytesPlace(ctx: Context, o: Outline, v: Variable, address: Expression): Place {
  const size = layoutOf(v.type)?.size;
  const count = Math.max(1, Math.ceil((size ?? 0) / 8));
  const own = o.kernel.slot(v.name, 8 * count, 8);
  if (size === undefined || own.kind !== 'slot') {
    notYet(ctx, `\`${v.name}\` of variable size in a kernel loop`);
    return { kind: 'memory', address: own };
  }
  o.late.push(() => {
    const reach = (offset: number) => componentAt(v.type, offset, size);
    const words = wordsRead(o.kernel.statements, own.index, reach) ?? Array.from({ length: count }, (_, k) => k);
    if (8 * words.length > parameterBytes)
      notYet(ctx, `\`${v.name}\` of more than ${parameterBytes} bytes in a kernel loop`);
    else passWords(ctx, o, v, { words, size, from: address, own });
  });
  return { kind: 'memory', address: own, ...(v.type.base === 'character' && { length: i64(size) }) };
}

/** Where the component at `offset` lies; the whole object where it may be meant, or its first component. */
function componentAt(type: Type, offset: number, size: number): Stretch {
  const whole = { from: 0, to: size };
  if (offset <= 0 || type.base !== 'derived') return whole;
  const components = allComponents(type.type);
  const starts = components.map((c) => componentOffset(type.type, c));
  // A constant added to the address of the first component may come from its bounds.
  if (components.some((c, k) => starts[k] === 0 && (c.shape?.kind === 'explicit' || c.type.base === 'derived')))
    return whole;
  return {
    from: Math.max(...starts.filter((s) => s <= offset)),
    to: Math.min(size, ...starts.filter((s) => s > offset)),
  };
}

type Words = {
  readonly words: readonly number[];
  /** Bytes of the object. */
  readonly size: number;
  readonly from: Expression;
  readonly own: Expression;
};

function passWords(ctx: Context, o: Outline, v: Variable, { words, size, from, own }: Words): void {
  for (const k of words) {
    const value = o.pass(wordAt(ctx, from, 8 * k, size), v.name);
    o.prologue.push({ kind: 'store', memory: 'i64', to: own, offset: 8 * k, value });
  }
}

/** Eight bytes of an object, the last ones filled up. */
function wordAt(ctx: Context, from: Expression, at: number, size: number): Expression {
  if (at + 8 <= size) return load('i64', from, at);
  const room = ctx.slot('last', 8, 8);
  ctx.copy(room, op('offset', [from, i64(at)]), i64(size - at));
  return load('i64', room);
}

/** The function, its parameters moved to the front of its locals. */
function addKernel(ctx: Context, o: Outline, params: readonly number[]): void {
  const { kernel } = o;
  const order = [...params, ...kernel.locals.map((_, i) => i).filter(notIn(params))];
  const moved = new Map(order.map((old, now) => [old, now]));
  const index = (i: number): number => moved.get(i) ?? i;
  const expression = (e: Expression): Expression =>
    mapExpression(e, (x) => (x.kind === 'local' ? { ...x, index: index(x.index) } : x));
  const body = (list: readonly Statement[]): readonly Statement[] =>
    list.map((s) => mapStatement(s, { expression, body, local: index }));
  const shapes = o.arrays.flatMap((place) => shapeOf(place, params.length, expression) ?? []);
  const overlapping = o.overlapping.flatMap((e) => (e.kind === 'local' ? [index(e.index)] : []));
  const statements = body([...o.prologue, ...kernel.statements]);
  ctx.module.addFunction({
    name: kernel.name,
    kind: 'kernel',
    params: params.length,
    results: [],
    locals: order.map((i) => kernel.locals[i]!),
    slots: kernel.slots,
    body: statements,
    at: ctx.at,
    ...overlappingOf(overlapping, statements),
    ...(shapes.length > 0 && { shapes }),
  });
}

function notIn(list: readonly number[]): (i: number) => boolean {
  const set = new Set(list);
  return (i) => !set.has(i);
}
