/** Transformational functions of constant arrays. */
import type { Span } from '../../../base/source.ts';
import type { ConstantValue, Expr, Type } from '../program.ts';
import { bytesOf, bytesOfType, valueOfBytes } from './constant-bytes.ts';
import { foldBinary } from './fold.ts';
import { constant } from './make.ts';
import { integerOf } from './types.ts';

type Args = readonly (Expr | undefined)[];
type ArrayExpr = Extract<Expr, { kind: 'constant-array' }>;
type Fold = (args: Args, type: Type, span: Span) => Expr | undefined;

export function foldArrayIntrinsic(name: string, args: Args, type: Type, _rank: number, span: Span): Expr | undefined {
  return folds.get(name)?.(args, type, span);
}

function arrayOf(e: Expr | undefined): ArrayExpr | undefined {
  return e?.kind === 'constant-array' ? e : undefined;
}

function result(extents: readonly number[], values: readonly ConstantValue[], type: Type, span: Span): Expr {
  return { kind: 'constant-array', extents, values, type, rank: extents.length, span };
}

/** Elements where the mask (third argument) is true; undefined where `dim` is given. */
function chosen(args: Args): readonly ConstantValue[] | undefined {
  const array = arrayOf(args[0]);
  const mask = args[2];
  if (!array || args[1]) return undefined;
  if (!mask) return array.values;
  if (mask.kind === 'constant') return mask.value === true ? array.values : [];
  return mask.kind === 'constant-array' ? array.values.filter((_, i) => mask.values[i] === true) : undefined;
}

/** From left to right, each step rounded to the type. */
const combined =
  (operator: 'add' | 'multiply', start: 0 | 1): Fold =>
  (args, type, span) => {
    const values = chosen(args);
    const zero = values && neutral(type, start);
    if (zero === undefined) return undefined;
    let all: Expr | undefined = constant(zero, type, span);
    for (const v of values ?? []) all = all && foldBinary(operator, all, constant(v, type, span), type, span);
    return all;
  };

function neutral(type: Type, start: 0 | 1): ConstantValue | undefined {
  if (type.base === 'integer') return BigInt(start);
  if (type.base === 'real') return start;
  return type.base === 'complex' ? [start, 0] : undefined;
}

/** The value that is in front by `better`; none of an empty array. */
const extreme =
  (better: 'gt' | 'lt'): Fold =>
  (args, type, span) => {
    const values = chosen(args);
    const best = values && bestPlace(values, type, better, span);
    return best === undefined || best < 0 ? undefined : constant(values![best]!, type, span);
  };

function bestPlace(values: readonly ConstantValue[], type: Type, better: 'gt' | 'lt', span: Span): number {
  let best = -1;
  for (const [i, v] of values.entries()) {
    if (best >= 0) {
      const wins = foldBinary(better, constant(v, type, span), constant(values[best]!, type, span), type, span);
      if (wins?.kind !== 'constant' || wins.value !== true) continue;
    }
    best = i;
  }
  return best;
}

const located =
  (better: 'gt' | 'lt'): Fold =>
  (args, type, span) => {
    const array = arrayOf(args[0]);
    if (!array || args[1] || args[2] || args[4]) return undefined;
    let rest = bestPlace(array.values, array.type, better, span);
    const places = array.extents.map((n) => {
      if (rest < 0) return 0n;
      const place = BigInt((rest % n) + 1);
      rest = Math.floor(rest / n);
      return place;
    });
    return result([places.length], places, type, span);
  };

const counted =
  (of: (values: readonly ConstantValue[]) => ConstantValue): Fold =>
  (args, type, span) => {
    const array = arrayOf(args[0]);
    return array && !args[1] ? constant(of(array.values), type, span) : undefined;
  };

function integers(e: Expr | undefined): number[] | undefined {
  const array = arrayOf(e);
  return array?.values.every((v) => typeof v === 'bigint') ? array.values.map(Number) : undefined;
}

const reshape: Fold = (args, type, span) => {
  const source = arrayOf(args[0]);
  const extents = integers(args[1]);
  const pad = args[2] ? arrayOf(args[2])?.values : [];
  const order = args[3] ? integers(args[3])?.map((n) => n - 1) : extents?.map((_, i) => i);
  if (!source || !extents || !pad || !order || extents.some((n) => n < 0)) return undefined;
  const size = extents.reduce((all, n) => all * n, 1);
  if (size > source.values.length && pad.length === 0) return undefined;
  const values = new Array<ConstantValue>(size);
  const subscripts = extents.map(() => 0);
  const strides = extents.map((_, i) => extents.slice(0, i).reduce((all, n) => all * n, 1));
  for (let i = 0; i < size; i++) {
    const from = i < source.values.length ? source.values[i] : pad[(i - source.values.length) % pad.length];
    if (from === undefined) return undefined;
    values[subscripts.reduce((at, s, d) => at + s * strides[d]!, 0)] = from;
    for (const d of order) {
      subscripts[d] = (subscripts[d] ?? 0) + 1;
      if (subscripts[d]! < extents[d]!) break;
      subscripts[d] = 0;
    }
  }
  return result(extents, values, type, span);
};

const transpose: Fold = (args, type, span) => {
  const a = arrayOf(args[0]);
  const [rows, columns] = a?.extents ?? [];
  if (!a || rows === undefined || columns === undefined) return undefined;
  const values = a.values.map((_, i) => a.values[Math.floor(i / columns) + (i % columns) * rows]!);
  return result([columns, rows], values, type, span);
};

const spread: Fold = (args, type, span) => {
  const source = args[0];
  const dim = integerOf(args[1]);
  const copies = integerOf(args[2]);
  if (!source || dim === undefined || copies === undefined) return undefined;
  const [extents, values] =
    source.kind === 'constant-array' ? [source.extents, source.values] : [[], scalarList(source)];
  const inner = extents.slice(0, Number(dim) - 1).reduce((all, n) => all * n, 1);
  const count = Math.max(0, Number(copies));
  const spreadOut = Array.from({ length: values.length * count }, (_, i) => {
    const outer = Math.floor(i / (inner * count));
    return values[(i % inner) + outer * inner]!;
  });
  return result(
    [...extents.slice(0, Number(dim) - 1), count, ...extents.slice(Number(dim) - 1)],
    spreadOut,
    type,
    span,
  );
};

const scalarList = (e: Expr): readonly ConstantValue[] => (e.kind === 'constant' ? [e.value] : []);

const dotProduct: Fold = (args, type, span) => {
  const [a, b] = [arrayOf(args[0]), arrayOf(args[1])];
  if (!a || !b || (type.base !== 'integer' && type.base !== 'real')) return undefined;
  let sum: Expr | undefined = constant(neutral(type, 0)!, type, span);
  for (const [i, x] of a.values.entries()) {
    const y = b.values[i];
    if (y === undefined || !sum) return undefined;
    const product = foldBinary('multiply', constant(x, type, span), constant(y, type, span), type, span);
    sum = product && foldBinary('add', sum, product, type, span);
  }
  return sum;
};

const cshift: Fold = (args, type, span) => {
  const a = arrayOf(args[0]);
  const shift = integerOf(args[1]);
  if (a?.rank !== 1 || shift === undefined) return undefined;
  const n = a.values.length;
  const by = ((Number(shift) % n) + n) % n;
  return result(a.extents, [...a.values.slice(by), ...a.values.slice(0, by)], type, span);
};

const transfer: Fold = (args, type, span) => {
  const [source, mold] = args;
  const size = integerOf(args[2]);
  const bytes = source && allBytes(source);
  const each = bytesOfType(type);
  if (!bytes || !mold || each === undefined || each === 0 || (args[2] && size === undefined)) return undefined;
  const at = (i: number) => valueOfBytes(bytes.subarray(i * each), type);
  if (size === undefined && mold.rank === 0) {
    const value = at(0);
    return value === undefined ? undefined : constant(value, type, span);
  }
  const count = size === undefined ? Math.ceil(bytes.length / each) : Number(size);
  const values: ConstantValue[] = [];
  for (let i = 0; i < count; i++) {
    const value = at(i);
    if (value === undefined) return undefined;
    values.push(value);
  }
  return result([count], values, type, span);
};

function allBytes(e: Expr): Uint8Array | undefined {
  const each = bytesOfType(e.type);
  const values = e.kind === 'constant-array' ? e.values : scalarList(e);
  if (each === undefined) return undefined;
  const all = new Uint8Array(each * values.length);
  for (const [i, v] of values.entries()) {
    const bytes = bytesOf(v, e.type);
    if (!bytes) return undefined;
    all.set(bytes, i * each);
  }
  return all;
}

const isTrue = (v: ConstantValue) => v === true;

const folds: ReadonlyMap<string, Fold> = new Map<string, Fold>([
  ['sum', combined('add', 0)],
  ['product', combined('multiply', 1)],
  ['maxval', extreme('gt')],
  ['minval', extreme('lt')],
  ['maxloc', located('gt')],
  ['minloc', located('lt')],
  ['all', counted((v) => v.every(isTrue))],
  ['any', counted((v) => v.some(isTrue))],
  ['count', counted((v) => BigInt(v.filter(isTrue).length))],
  ['reshape', reshape],
  ['transpose', transpose],
  ['spread', spread],
  ['dot_product', dotProduct],
  ['cshift', cshift],
  ['transfer', transfer],
]);
