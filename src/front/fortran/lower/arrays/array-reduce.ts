/** Intrinsics that fold an array, or one of its dimensions, into one value: sum, product, maxval, any, count … */
import { InternalError } from '../../../../base/impossible.ts';
import { add, bool, f32, f64, i32, i64, not, op, select } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import { huge } from '../../analyse/fold/fold-inquiry.ts';
import { valueTypeOf } from '../../layout.ts';
import type { Expr, Type } from '../../program.ts';
import type { Context } from '../context.ts';
import { convertValue } from '../convert.ts';
import { applyUnary, numberOf } from '../operators.ts';
import { plain, plainOf, type Value } from '../value.ts';
import { axisOf } from './array-axis.ts';
import { newCell } from './array-cell.ts';
import { nest, turns } from './array-loop.ts';
import { knownBytes, materialized, temporaryMemory } from './array-temporary.ts';
import { allFlat, type Elements } from './array-value.ts';
import { product } from './view.ts';

export type IntrinsicExpr = Expr & { readonly kind: 'intrinsic' };

/** How an intrinsic folds: from `start`, `step` with each element; `stop`, where true, ends the loop; `finish` makes the result. */
export type Fold = {
  readonly start: (type: Type) => Value;
  readonly step: (ctx: Context, sum: Value, x: Value, type: Type, element: Type) => Value;
  readonly stop?: (sum: Expression) => Expression;
  readonly finish?: (sum: Value) => Value;
  /** Arguments: which one is the mask, which one the dimension. */
  readonly mask: number | undefined;
  readonly dim: number | undefined;
};

const number =
  (n: number) =>
  (type: Type): Value => {
    const x = numberOf(valueTypeOf(type), n);
    return type.base === 'complex' ? { kind: 'complex', re: x, im: numberOf(x.type, 0) } : plain(x);
  };
const combine =
  (operator: 'add' | 'multiply') =>
  (ctx: Context, sum: Value, x: Value, type: Type): Value =>
    ctx.parts.binary(ctx, operator, sum, x, type, type);
const bitwise =
  (name: 'and' | 'or' | 'xor') =>
  (_: Context, sum: Value, x: Value): Value =>
    plain(op(name, [plainOf(sum), plainOf(x)]));
const extreme =
  (name: 'max' | 'min') =>
  (ctx: Context, sum: Value, x: Value, type: Type): Value =>
    ctx.parts.elemental(ctx, name, [sum, x], [type, type], type);

const numeric = { dim: 1, mask: 2 } as const;
const logical = { dim: 1, mask: undefined } as const;

export const folds: Readonly<Record<string, Fold>> = {
  sum: { start: number(0), step: combine('add'), ...numeric },
  product: { start: number(1), step: combine('multiply'), ...numeric },
  maxval: { start: (t) => plain(extremeOf(t, -1)), step: extreme('max'), ...numeric },
  minval: { start: (t) => plain(extremeOf(t, 1)), step: extreme('min'), ...numeric },
  iall: { start: number(-1), step: bitwise('and'), ...numeric },
  iany: { start: number(0), step: bitwise('or'), ...numeric },
  iparity: { start: number(0), step: bitwise('xor'), ...numeric },
  any: { start: () => plain(bool(false)), step: bitwise('or'), stop: (x) => x, ...logical },
  all: { start: () => plain(bool(true)), step: bitwise('and'), stop: not, ...logical },
  parity: { start: () => plain(bool(false)), step: bitwise('xor'), ...logical },
  count: {
    start: number(0),
    step: (_, sum, x) => {
      const one = op('to.i32', [plainOf(x)]);
      const n = plainOf(sum);
      return plain(add(n, n.type === 'i64' ? op('extend', [one]) : one));
    },
    ...logical,
  },
  norm2: {
    start: number(0),
    step: (_, sum, x) => plain(add(plainOf(sum), op('mul', [plainOf(x), plainOf(x)]))),
    finish: (sum) => plain(op('sqrt', [plainOf(sum)])),
    dim: 1,
    mask: undefined,
  },
};

/** What maxval (-1) or minval (1) of nothing is: the number of the largest size with that sign. */
function extremeOf(t: Type, sign: 1 | -1): Expression {
  const most = huge(t);
  if (most === undefined) throw new InternalError(`no largest value of ${t.base}`);
  const type = valueTypeOf(t);
  if (typeof most === 'number') return type === 'f64' ? f64(sign * most) : f32(sign * most);
  const value = sign > 0 ? most : -most - 1n;
  return type === 'i64' ? i64(value) : i32(Number(value));
}

/** The value of a fold of rank 0. */
export function foldToScalar(ctx: Context, e: IntrinsicExpr): Value {
  const fold = folds[e.name];
  const first = e.args[0];
  if (!fold || !first) throw new InternalError(`no fold ${e.name}`, e.span);
  if (first.type.base === 'character') return extremeText(ctx, e, first);
  const array = ctx.parts.elements(ctx, first);
  const mask = maskOf(ctx, e, fold);
  if (e.name === 'norm2' && e.type.base === 'real' && e.type.kind === 4) return wideNorm(ctx, fold, e.type, array);
  return foldElements(ctx, fold, e.type, array, mask);
}

/** Squares of real(4) stay within real(8). */
function wideNorm(ctx: Context, fold: Fold, type: Type, array: Elements): Value {
  const wide: Type = { base: 'real', kind: 8 };
  const at: Elements['at'] = (indexes) => convertValue(ctx, array.at(indexes), type, wide);
  const { view: _, ...rest } = array;
  const sum = foldElements(ctx, fold, wide, { ...rest, type: wide, bytes: i64(8), at }, undefined);
  return convertValue(ctx, sum, wide, type);
}

export function maskOf(ctx: Context, e: IntrinsicExpr, fold: Pick<Fold, 'mask'>): Elements | undefined {
  const m = fold.mask === undefined ? undefined : e.args[fold.mask];
  return m && ctx.parts.elements(ctx, m);
}

/** All elements folded, those alone for which `mask` is true. */
export function foldElements(ctx: Context, fold: Fold, type: Type, array: Elements, mask: Elements | undefined): Value {
  const sum = newCell(ctx, seeded(fold, type));
  const flat = allFlat([array, mask]);
  const label = ctx.freshLabel('fold');
  const loop = (): void =>
    nest(ctx, flat ? [product(array.extents)] : array.extents, (indexes) => {
      step(ctx, fold, type, array, mask, indexes, sum);
      if (fold.stop) ctx.if(fold.stop(plainOf(sum.get())), () => ctx.break(label));
    });
  if (fold.stop) ctx.block(label, loop);
  else loop();
  const total = product(array.extents);
  const any =
    mask &&
    ((note: () => void): void => nest(ctx, flat ? [total] : array.extents, (i) => ctx.if(plainOf(mask.at(i)), note)));
  return fold.finish ? fold.finish(sum.get()) : unseeded(ctx, type, fold, sum.get(), total, any);
}

/** Of reals, maxval starts below every number: infinities count. */
function seeded(fold: Fold, type: Type): Value {
  if (type.base !== 'real' || (fold !== folds.maxval && fold !== folds.minval)) return fold.start(type);
  const infinite = fold === folds.maxval ? -Infinity : Infinity;
  return plain(type.kind === 8 ? f64(infinite) : f32(infinite));
}

/** The largest of nothing is the largest number with its sign; infinities stay. `any` notes each element that the mask lets through. */
function unseeded(
  ctx: Context,
  type: Type,
  fold: Fold,
  sum: Value,
  count: Expression,
  any: ((note: () => void) => void) | undefined,
): Value {
  const seed = seeded(fold, type);
  const start = fold.start(type);
  if (seed.kind !== 'plain' || start.kind !== 'plain' || sum.kind !== 'plain') return sum;
  if (type.base !== 'real' || (fold !== folds.maxval && fold !== folds.minval)) return sum;
  if (!any && count.kind === 'const') return Number(count.value) > 0 ? sum : start;
  if (!any) return plain(select(op('eq', [count, i64(0)]), start.x, sum.x));
  const result = ctx.variable('extreme', sum.x.type);
  ctx.set(result.index, sum.x);
  ctx.if(op('eq', [result, seed.x]), () => {
    ctx.set(result.index, start.x);
    any(() => ctx.set(result.index, seed.x));
  });
  return plain(result);
}

function step(
  ctx: Context,
  fold: Fold,
  type: Type,
  array: Elements,
  mask: Elements | undefined,
  indexes: readonly Expression[],
  sum: { readonly get: () => Value; readonly set: (v: Value) => void },
): void {
  const take = (): void => {
    const x = array.at(indexes);
    const value = fold === folds.norm2 && x.kind === 'plain' ? plain(ctx.keep(x.x)) : x;
    sum.set(fold.step(ctx, sum.get(), value, type, array.type));
  };
  if (mask) ctx.if(plainOf(mask.at(indexes)), take);
  else take();
}

/** Folds of one dimension: each element of the result is computed when it is asked for. */
function foldDimension(ctx: Context, e: IntrinsicExpr): Elements {
  const fold = folds[e.name];
  const first = e.args[0];
  if (!fold || !first) throw new InternalError(`no fold ${e.name}`, e.span);
  if (first.type.base === 'character') return extremeTexts(ctx, e, first);
  const array = ctx.parts.elements(ctx, first);
  const mask = maskOf(ctx, e, fold);
  const line = lineAlong(ctx, fold.dim === undefined ? undefined : e.args[fold.dim], array.extents);
  return {
    type: e.type,
    extents: line.rest,
    bytes: knownBytes(e.type) ?? i64(0),
    flat: false,
    at: (indexes) => foldLine(ctx, fold, e.type, array, mask, line, indexes),
  };
}

function foldLine(
  ctx: Context,
  fold: Fold,
  type: Type,
  array: Elements,
  mask: Elements | undefined,
  line: Line,
  indexes: readonly Expression[],
): Value {
  const sum = newCell(ctx, seeded(fold, type));
  const label = ctx.freshLabel('fold');
  const loop = (): void =>
    turns(ctx, line.length, false, (i) => {
      step(ctx, fold, type, array, mask, line.through(indexes, i), sum);
      if (fold.stop) ctx.if(fold.stop(plainOf(sum.get())), () => ctx.break(label));
    });
  if (fold.stop) ctx.block(label, loop);
  else loop();
  const any =
    mask &&
    ((note: () => void): void =>
      turns(ctx, line.length, false, (i) => ctx.if(plainOf(mask.at(line.through(indexes, i))), note)));
  return fold.finish ? fold.finish(sum.get()) : unseeded(ctx, type, fold, sum.get(), line.length, any);
}

/** The lines of an array along one dimension. */
export type Line = {
  readonly length: Expression;
  /** The extents of the other dimensions. */
  readonly rest: readonly Expression[];
  /** All indexes of element `i` of the line at `indexes` of the other dimensions. */
  readonly through: (indexes: readonly Expression[], i: Expression) => readonly Expression[];
};

export function lineAlong(ctx: Context, dimension: Expr | undefined, extents: readonly Expression[]): Line {
  const axis = axisOf(ctx, dimension);
  return { length: axis.of(extents), rest: axis.without(extents), through: axis.inserted };
}

export const reductions: Readonly<Record<string, (ctx: Context, e: IntrinsicExpr) => Elements>> = Object.fromEntries(
  Object.keys(folds).map((name) => [name, foldDimension]),
);

/** maxval and minval of characters: where the extreme one lies. */
function extremeText(ctx: Context, e: IntrinsicExpr, first: Expr): Value {
  const search = textSearch(ctx, e, first);
  return search.best((visit) => nest(ctx, search.extents, visit));
}

/** The same along one dimension. */
function extremeTexts(ctx: Context, e: IntrinsicExpr, first: Expr): Elements {
  const search = textSearch(ctx, e, first);
  const line = lineAlong(ctx, e.args[1], search.extents);
  return {
    type: e.type,
    extents: line.rest,
    bytes: search.length,
    flat: false,
    at: (indexes) => search.best((visit) => turns(ctx, line.length, false, (i) => visit(line.through(indexes, i)))),
  };
}

function textSearch(ctx: Context, e: IntrinsicExpr, first: Expr) {
  const array = materialized(ctx, ctx.parts.elements(ctx, first));
  const mask = e.args[2] && ctx.parts.elements(ctx, e.args[2]);
  const length = array.bytes;
  const least = temporaryMemory(ctx, length);
  ctx.fill(least, e.name === 'maxval' ? 0 : 255, length);
  const better = e.name === 'maxval' ? 'gt' : 'lt';
  const best = (over: (visit: (indexes: readonly Expression[]) => void) => void): Value => {
    const cell = newCell(ctx, { kind: 'character', address: least, length });
    over((indexes) => {
      const take = (): void => {
        const x = array.at(indexes);
        ctx.if(plainOf(ctx.parts.binary(ctx, better, x, cell.get(), first.type, first.type)), () => cell.set(x));
      };
      if (mask) ctx.if(plainOf(mask.at(indexes)), take);
      else take();
    });
    return cell.get();
  };
  return { extents: array.extents, length, best };
}

/** dot_product. */
export function dotProduct(ctx: Context, e: IntrinsicExpr): Value {
  const [a, b] = e.args;
  if (!a || !b) throw new InternalError('dot_product of what', e.span);
  const x = ctx.parts.elements(ctx, a);
  const y = ctx.parts.elements(ctx, b);
  const truth = e.type.base === 'logical';
  const sum = newCell(ctx, truth ? plain(bool(false)) : number(0)(e.type));
  turns(ctx, x.extents[0]!, false, (i) => {
    const left = x.at([i]);
    const first = left.kind === 'complex' ? conjugate(left) : left;
    const term = ctx.parts.binary(ctx, truth ? 'and' : 'multiply', first, y.at([i]), a.type, b.type);
    sum.set(ctx.parts.binary(ctx, truth ? 'or' : 'add', sum.get(), term, e.type, e.type));
  });
  return sum.get();
}

function conjugate(z: Value & { readonly kind: 'complex' }): Value {
  const type: Type = { base: 'real', kind: z.im.type === 'f64' ? 8 : 4 };
  return { ...z, im: plainOf(applyUnary('negate', type, plain(z.im))) };
}
