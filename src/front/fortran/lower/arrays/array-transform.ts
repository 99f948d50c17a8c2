/** Intrinsics whose result is an array of another shape or order: transpose, reshape, spread, pack, cshift, matmul … */
import { InternalError } from '../../../../base/impossible.ts';
import { add, i64, local, mul, op, sub } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import type { Expr } from '../../program.ts';
import type { Context } from '../context.ts';
import { loadValue } from '../memory.ts';
import { numberOf } from '../operators.ts';
import { plain, plainOf, type Value } from '../value.ts';
import { type Axis, axisOf } from './array-axis.ts';
import { boundsArray, shapeArray } from './array-inquiry.ts';
import { nest, turns, unflatten } from './array-loop.ts';
import { matmul } from './array-matmul.ts';
import type { IntrinsicExpr } from './array-reduce.ts';
import {
  contiguousView,
  elementsOfView,
  fillView,
  knownBytes,
  materialized,
  newArray,
  newElements,
  ownBytes,
  placeAt,
  storeElement,
} from './array-temporary.ts';
import { bytesTransferred } from './array-transfer.ts';
import { allFlat, type Elements } from './array-value.ts';
import { atLeastZero, product, type View } from './view.ts';

type Transform = (ctx: Context, e: IntrinsicExpr) => Elements;

function argument(e: IntrinsicExpr, k: number): Expr {
  const a = e.args[k];
  if (!a) throw new InternalError(`${e.name} without argument ${k + 1}`, e.span);
  return a;
}

const transpose: Transform = (ctx, e) => {
  const x = ctx.parts.elements(ctx, argument(e, 0));
  return {
    type: x.type,
    bytes: x.bytes,
    flat: false,
    extents: [x.extents[1]!, x.extents[0]!],
    at: ([i, j]) => x.at([j!, i!]),
  };
};

/** An operand that may be asked for the same element many times. */
function ready(ctx: Context, e: Expr): Elements {
  const x = ctx.parts.elements(ctx, e);
  return x.view || x.extents.length === 0 ? x : materialized(ctx, x);
}

const spread: Transform = (ctx, e) => {
  const x = ready(ctx, argument(e, 0));
  const axis = axisOf(ctx, argument(e, 1));
  const copies = ctx.keep(atLeastZero(ctx.parts.index(ctx, argument(e, 2))), 'copies');
  return {
    type: e.type,
    bytes: x.bytes,
    flat: false,
    extents: axis.inserted(x.extents, copies),
    at: (indexes) => x.at(axis.without(indexes)),
  };
};

/** The values of a small integer array as i64 expressions. */
function integersOf(ctx: Context, e: Expr, count: number): readonly Expression[] {
  if (e.kind === 'constant-array') return e.values.map((v) => i64(typeof v === 'bigint' ? v : 0));
  const x = ctx.parts.elements(ctx, e);
  const values: Expression[] = [];
  for (let k = 0; k < count; k++) {
    const v = plainOf(x.at([i64(k)]));
    values.push(ctx.keep(v.type === 'i64' ? v : op('extend', [v]), 'n'));
  }
  return values;
}

const reshape: Transform = (ctx, e) => {
  const given = ctx.parts.elements(ctx, argument(e, 0));
  const source = inOrder(ctx, given);
  const extents = integersOf(ctx, argument(e, 1), e.rank).map(atLeastZero);
  const pad = e.args[2] && ready(ctx, e.args[2]);
  const order = e.args[3] ? integersOf(ctx, e.args[3], e.rank) : undefined;
  const count = product(source.extents);
  const padCount = pad && product(pad.extents);
  const at = (n: Expression): Value => {
    if (!pad || !padCount) return source.at([n]);
    return padded(ctx, source, pad, ctx.keep(n), count, padCount);
  };
  return {
    type: e.type,
    bytes: source.bytes,
    extents,
    flat: !order,
    at: (indexes) =>
      at(indexes.length === extents.length && extents.length > 1 ? flatten(indexes, extents, order) : indexes[0]!),
  };
};

/** Elements that can be asked for by one running number. */
function inOrder(ctx: Context, x: Elements): Elements {
  if (x.flat || x.extents.length < 2) return x;
  if (ctx.mode === 'host' || x.extents.every((n) => n.kind === 'const')) return packed(ctx, x);
  const one = (n: Expression): Value => x.at(unflatten(ctx, ctx.keep(n), x.extents));
  return { type: x.type, extents: x.extents, bytes: x.bytes, flat: true, at: ([n]) => one(n ?? i64(0)) };
}

/** A copy without gaps. */
function packed(ctx: Context, x: Elements): Elements {
  const extents = x.extents.map((n) => ctx.keep(n));
  const copy = newElements(ctx, x.type, extents, ctx.keep(x.bytes));
  fillView(ctx, copy, x);
  return elementsOfView(ctx, copy);
}

function padded(
  ctx: Context,
  source: Elements,
  pad: Elements,
  n: Expression,
  count: Expression,
  padCount: Expression,
): Value {
  const result = newElements(ctx, source.type, [], source.bytes);
  const length = ownBytes(source.type, source.bytes);
  ctx.if(
    op('lt', [n, count]),
    () => storeElement(ctx, source.type, result.base, source.at([n]), length),
    () => {
      const place = ctx.keep(op('rem', [sub(n, count), padCount]));
      const indexes = pad.flat ? [place] : unflatten(ctx, place, pad.extents);
      storeElement(ctx, source.type, result.base, pad.at(indexes), length);
    },
  );
  return loadValue(ctx, source.type, result.base, length);
}

/** The running number of an element; `order` tells which dimension (from 1) runs fastest, which next. */
function flatten(
  indexes: readonly Expression[],
  extents: readonly Expression[],
  order: readonly Expression[] | undefined,
): Expression {
  const dims = order ?? extents.map((_, k) => i64(k + 1));
  return dims.reduceRight<Expression>((n, d) => add(mul(n, chosenBy(d, extents)), chosenBy(d, indexes)), i64(0));
}

/** The value with number `d` (from 1). */
function chosenBy(d: Expression, values: readonly Expression[]): Expression {
  if (d.kind === 'const') return values[Number(d.value) - 1] ?? i64(0);
  return values.reduceRight((rest, v, k) => op('select', [op('eq', [d, i64(k + 1)]), v, rest]), i64(0));
}

const pack: Transform = (ctx, e) => {
  const x = ctx.parts.elements(ctx, argument(e, 0));
  const mask = ctx.parts.elements(ctx, argument(e, 1));
  const vector = e.args[2] && ready(ctx, e.args[2]);
  const total = product(x.extents);
  const room = vector ? vector.extents[0]! : total;
  const view = newElements(ctx, e.type, [ctx.keep(room, 'room')], x.bytes);
  const length = ownBytes(e.type, x.bytes);
  const next = ctx.newLocal('next', 'i64');
  ctx.set(next, i64(0));
  const at = local(next, 'i64');
  const flat = allFlat([x, mask]);
  nest(ctx, flat ? [total] : x.extents, (indexes) =>
    ctx.if(plainOf(mask.at(indexes)), () => {
      storeElement(ctx, e.type, placeAt(view, [at]), x.at(indexes), length);
      ctx.set(next, add(at, i64(1)));
    }),
  );
  if (!vector) {
    const count = ctx.keep(at, 'count');
    return elementsOfView(ctx, contiguousView(view.base, e.type, [count], x.bytes));
  }
  const start = ctx.keep(at, 'count');
  turns(ctx, atLeastZero(sub(room, start)), false, (i) => {
    const place = add(start, i);
    storeElement(ctx, e.type, placeAt(view, [place]), vector.at([place]), length);
  });
  return elementsOfView(ctx, view);
};

const unpack: Transform = (ctx, e) => {
  const vector = ready(ctx, argument(e, 0));
  const mask = ctx.parts.elements(ctx, argument(e, 1));
  const field = ctx.parts.elements(ctx, argument(e, 2));
  const view = newElements(
    ctx,
    e.type,
    mask.extents.map((x) => ctx.keep(x)),
    vector.bytes,
  );
  const length = ownBytes(e.type, vector.bytes);
  const next = ctx.newLocal('next', 'i64');
  ctx.set(next, i64(0));
  nest(ctx, mask.extents, (indexes) =>
    ctx.if(
      plainOf(mask.at(indexes)),
      () => {
        storeElement(ctx, e.type, placeAt(view, indexes), vector.at([local(next, 'i64')]), length);
        ctx.set(next, add(local(next, 'i64'), i64(1)));
      },
      () => storeElement(ctx, e.type, placeAt(view, indexes), field.at(indexes), length),
    ),
  );
  return elementsOfView(ctx, view);
};

/** A scalar or an array with one dimension less, asked by the indexes without the dimension `axis`. */
function alongside(x: Elements, indexes: readonly Expression[], axis: Axis): Value {
  return x.extents.length === 0 ? x.at([]) : x.at(axis.without(indexes));
}

function asIndex(v: Value): Expression {
  const x = plainOf(v);
  return x.type === 'i64' ? x : op('extend', [x]);
}

const cshift: Transform = (ctx, e) => {
  const x = ready(ctx, argument(e, 0));
  const shift = ready(ctx, argument(e, 1));
  const axis = axisOf(ctx, e.args[2]);
  const extent = axis.of(x.extents);
  return {
    type: e.type,
    bytes: x.bytes,
    extents: x.extents,
    flat: false,
    at: (indexes) => {
      const moved = add(axis.of(indexes), asIndex(alongside(shift, indexes, axis)));
      const rest = ctx.keep(op('rem', [moved, op('max', [extent, i64(1)])]));
      const place = ctx.keep(op('select', [op('lt', [rest, i64(0)]), add(rest, extent), rest]));
      return x.at(axis.replaced(indexes, place));
    },
  };
};

const eoshift: Transform = (ctx, e) => {
  const x = ready(ctx, argument(e, 0));
  const shift = ready(ctx, argument(e, 1));
  const boundary = e.args[2] && ready(ctx, e.args[2]);
  const axis = axisOf(ctx, e.args[3]);
  const extent = axis.of(x.extents);
  const length = ownBytes(e.type, x.bytes);
  return {
    type: e.type,
    bytes: x.bytes,
    extents: x.extents,
    flat: false,
    at: (indexes) => {
      const place = ctx.keep(add(axis.of(indexes), asIndex(alongside(shift, indexes, axis))));
      const inside = op('and', [op('le', [i64(0), place]), op('lt', [place, extent])]);
      const result = newElements(ctx, e.type, [], x.bytes);
      ctx.if(
        inside,
        () => storeElement(ctx, e.type, result.base, x.at(axis.replaced(indexes, place)), length),
        () => storeElement(ctx, e.type, result.base, edge(ctx, e, boundary, indexes, axis), length),
      );
      return loadValue(ctx, e.type, result.base, length);
    },
  };
};

function edge(
  ctx: Context,
  e: IntrinsicExpr,
  boundary: Elements | undefined,
  indexes: readonly Expression[],
  axis: Axis,
): Value {
  if (boundary) return alongside(boundary, indexes, axis);
  switch (e.type.base) {
    case 'logical':
      return plain({ kind: 'const', type: 'bool', value: false });
    case 'character':
      return { kind: 'character', address: ctx.text(''), length: i64(0) };
    case 'complex': {
      const zero = numberOf(e.type.kind === 8 ? 'f64' : 'f32', 0);
      return { kind: 'complex', re: zero, im: zero };
    }
    case 'real':
      return plain(numberOf(e.type.kind === 8 ? 'f64' : 'f32', 0));
    case 'integer':
      return plain(numberOf(e.type.kind === 8 ? 'i64' : 'i32', 0));
    default:
      throw new InternalError('eoshift without boundary', e.span);
  }
}

/** transfer(source, mold [, size]) with an array as result. */
const transferArray: Transform = (ctx, e) => elementsOfView(ctx, transferView(ctx, e));

function transferView(ctx: Context, e: IntrinsicExpr): View {
  const { address, bytes } = bytesTransferred(ctx, argument(e, 0));
  const element = knownBytes(e.type) ?? ctx.parts.elementBytes(ctx, argument(e, 1));
  const size = e.args[2]
    ? atLeastZero(ctx.parts.index(ctx, e.args[2]))
    : op('div', [add(bytes, sub(element, i64(1))), element]);
  const count = ctx.keep(size, 'count');
  const view = newArray(ctx, e.type, [count], element);
  const wanted = mul(count, element);
  ctx.copy(view.base, address, ctx.keep(op('min', [wanted, bytes])));
  return view;
}

export const transforms: Readonly<Record<string, Transform>> = {
  transpose,
  spread,
  reshape,
  pack,
  unpack,
  cshift,
  eoshift,
  matmul,
  transfer: transferArray,
  shape: shapeArray,
  lbound: boundsArray,
  ubound: boundsArray,
};
