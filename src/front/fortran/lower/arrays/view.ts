/**
 * An array in place: where its elements lie. All numbers are i64 expressions without effects, constant where known. The space of `base` tells where the data is:
 * in host code ptr.global and ptr.constant are the device's.
 */
import { add, i64, load, lt, mul, offset, op, sub } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import type { Type } from '../../program.ts';

export type Axis = {
  /** Fortran's lower bound. */
  readonly lower: Expression;
  /** -1 for the last one of an assumed-size array. */
  readonly extent: Expression;
  /** Of such a one, where subscripts are checked: the last subscript for which there is memory. */
  readonly top?: Expression | undefined;
  /** Bytes from one element to the next; undefined in all axes of a view whose elements follow each other without gaps. */
  readonly stride: Expression | undefined;
  /** Of a vector subscript: which element (from 0) of the array stands at place `i` (from 0). */
  readonly gather?: (i: Expression) => Expression;
};

export type View = {
  readonly type: Type;
  /** Address of the first element. */
  readonly base: Expression;
  readonly axes: readonly Axis[];
  /** Bytes of an element; of characters their length. */
  readonly bytes: Expression;
  /** The table of the type that polymorphic elements have at run time, where no variable tells it. */
  readonly dynamic?: Expression;
};

export function isContiguous(v: View): boolean {
  return v.axes.every((a) => a.stride === undefined && !a.gather);
}

export function hasGather(v: View): boolean {
  return v.axes.some((a) => a.gather !== undefined);
}

export function isDeviceView(v: View): boolean {
  return isDeviceAddress(v.base);
}

/** In host code: memory that the host cannot touch. */
export function isDeviceAddress(address: Expression): boolean {
  return address.type === 'ptr.global' || address.type === 'ptr.constant';
}

export function extentsOf(v: View): readonly Expression[] {
  return v.axes.map((a) => a.extent);
}

/** The number of elements. */
export function product(extents: readonly Expression[]): Expression {
  return extents.reduce((a, b) => mul(a, b), i64(1));
}

export function strideOf(v: View, k: number): Expression {
  const axis = v.axes[k]!;
  if (axis.stride) return axis.stride;
  let stride = v.bytes;
  for (let n = 0; n < k; n++) stride = mul(stride, v.axes[n]!.extent);
  return stride;
}

/** With the strides of all axes written out. */
export function withStrides(v: View): View {
  if (!isContiguous(v)) return v;
  return { ...v, axes: v.axes.map((a, k) => ({ ...a, stride: strideOf(v, k) })) };
}

/** The address of an element by its subscripts as Fortran counts them. */
export function elementAt(v: View, subscripts: readonly Expression[]): Expression {
  return addressAt(
    v,
    subscripts.map((s, k) => distance(s, v.axes[k]!.lower)),
  );
}

/** The address of an element by its indexes from 0. */
export function elementFromZero(v: View, indexes: readonly Expression[]): Expression {
  return addressAt(v, indexes.map(split));
}

/** The address of the element at place `i` (from 0) of a view without gaps. */
export function linearElement(v: View, i: Expression): Expression {
  const s = split(i);
  return placed(v.base, scaled(s, v.bytes));
}

/** A sum of a computed and a constant part. */
type Sum = { readonly computed: Expression | undefined; readonly constant: bigint };

function distance(subscript: Expression, lower: Expression): Sum {
  const s = split(subscript);
  if (lower.kind === 'const' && typeof lower.value === 'bigint') return { ...s, constant: s.constant - lower.value };
  if (!s.computed) return { computed: sub(i64(s.constant), lower), constant: 0n };
  return { computed: sub(s.computed, lower), constant: s.constant };
}

/** Constants drawn out of an index, also through its widening from integer(4): Fortran's subscripts do not overflow. */
function split(x: Expression): Sum {
  if (x.kind === 'const' && typeof x.value === 'bigint') return { computed: undefined, constant: x.value };
  if (x.kind !== 'op') return { computed: x, constant: 0n };
  const [a, b] = x.args;
  if (x.op === 'extend' && a?.kind === 'op' && (a.op === 'add' || a.op === 'sub')) {
    const inner = splitSmall(a);
    if (inner.constant !== 0n) return { computed: op('extend', [inner.computed]), constant: inner.constant };
  }
  if ((x.op === 'add' || x.op === 'sub') && b?.kind === 'const' && typeof b.value === 'bigint') {
    const s = split(a!);
    return { ...s, constant: x.op === 'add' ? s.constant + b.value : s.constant - b.value };
  }
  return { computed: x, constant: 0n };
}

function splitSmall(x: Expression): { readonly computed: Expression; readonly constant: bigint } {
  if (x.kind === 'op' && (x.op === 'add' || x.op === 'sub')) {
    const [a, b] = x.args;
    if (b?.kind === 'const' && typeof b.value === 'number') {
      const s = splitSmall(a!);
      const by = BigInt(b.value);
      return { computed: s.computed, constant: x.op === 'add' ? s.constant + by : s.constant - by };
    }
  }
  return { computed: x, constant: 0n };
}

function plusSum(a: Sum, b: Sum): Sum {
  const computed = a.computed && b.computed ? add(a.computed, b.computed) : (a.computed ?? b.computed);
  return { computed, constant: a.constant + b.constant };
}

function scaled(s: Sum, by: Expression): Sum {
  if (by.kind === 'const' && typeof by.value === 'bigint')
    return { computed: s.computed && mul(s.computed, by), constant: s.constant * by.value };
  if (!s.computed) return s.constant === 0n ? s : { computed: mul(i64(s.constant), by), constant: 0n };
  return { computed: mul(whole(s), by), constant: 0n };
}

function whole(s: Sum): Expression {
  return s.computed ? add(s.computed, i64(s.constant)) : i64(s.constant);
}

function addressAt(v: View, indexes: readonly Sum[]): Expression {
  const places = indexes.map((s, k) => {
    const gather = v.axes[k]!.gather;
    return gather ? split(gather(whole(s))) : s;
  });
  return placed(v.base, isContiguous(v) ? horner(v, places) : strided(v, places));
}

function strided(v: View, places: readonly Sum[]): Sum {
  return places.reduce<Sum>((sum, p, k) => plusSum(sum, scaled(p, strideOf(v, k))), {
    computed: undefined,
    constant: 0n,
  });
}

/** Bytes from the first element where there are no gaps: one multiplication for each axis but the last. */
function horner(v: View, places: readonly Sum[]): Sum {
  let sum = places[places.length - 1]!;
  for (let k = places.length - 2; k >= 0; k--) sum = plusSum(places[k]!, scaled(sum, v.axes[k]!.extent));
  return scaled(sum, v.bytes);
}

/** `base` and a sum of bytes: what is constant goes next to a constant base, or outermost where a load can take it up. */
function placed(base: Expression, bytes: Sum): Expression {
  if (!bytes.computed) return offset(base, i64(bytes.constant));
  if (base.kind === 'global' || bytes.constant < 0n) return offset(offset(base, i64(bytes.constant)), bytes.computed);
  return offset(offset(base, bytes.computed), i64(bytes.constant));
}

/** Whether the elements follow each other, asked when the program runs. */
export function contiguousNow(v: View): Expression {
  let wanted = v.bytes;
  let all: Expression | undefined;
  for (const a of v.axes) {
    const stride = a.stride ?? wanted;
    const same = op('or', [op('eq', [stride, wanted]), op('le', [a.extent, i64(1)])]);
    all = all ? op('and', [all, same]) : same;
    wanted = mul(wanted, a.extent);
  }
  return all ?? op('eq', [i64(0), i64(0)]);
}

/** Lower bounds 1. */
export function basedAtOne(v: View): View {
  return { ...v, axes: v.axes.map((a) => ({ ...a, lower: i64(1) })) };
}

/** max(0, n). */
export function atLeastZero(n: Expression): Expression {
  if (n.kind === 'const') return lt(n, i64(0)).kind === 'const' && Number(n.value) < 0 ? i64(0) : n;
  return op('max', [n, i64(0)]);
}

/** upper - lower + 1, not below 0. */
export function extentBetween(lower: Expression, upper: Expression): Expression {
  const s = split(upper);
  if (lower.kind === 'const' && typeof lower.value === 'bigint')
    return atLeastZero(whole({ ...s, constant: s.constant - lower.value + 1n }));
  const from = split(lower);
  if (s.computed && from.computed && sameExpression(s.computed, from.computed))
    return atLeastZero(i64(s.constant - from.constant + 1n));
  return atLeastZero(add(sub(upper, lower), i64(1)));
}

export function upperOf(a: Axis): Expression {
  if (a.lower.kind === 'const' && a.lower.value === 1n) return a.extent;
  return sub(add(a.lower, a.extent), i64(1));
}

export function sameExpression(a: Expression, b: Expression): boolean {
  if (a === b) return true;
  if (a.kind === 'const') return b.kind === 'const' && a.type === b.type && a.value === b.value;
  if (a.kind === 'local') return b.kind === 'local' && a.index === b.index;
  if (a.kind === 'global') return b.kind === 'global' && a.name === b.name;
  if (a.kind === 'slot') return b.kind === 'slot' && a.index === b.index;
  if (a.kind === 'load')
    return b.kind === 'load' && a.memory === b.memory && a.offset === b.offset && sameExpression(a.from, b.from);
  if (a.kind === 'op') return b.kind === 'op' && a.op === b.op && a.args.every((x, i) => sameExpression(x, b.args[i]!));
  return a.kind === 'special' && b.kind === 'special' && a.name === b.name;
}

export function loadIndex(from: Expression, at: number): Expression {
  return load('i64', from, at);
}
