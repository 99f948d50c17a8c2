/** Transformational functions of constant arrays. */
import type { Span } from '../../../../base/source.ts';
import type { ConstantValue, DerivedType, Expr, Type } from '../../program.ts';
import { constant } from '../expressions/make.ts';
import { allComponents, integer8, integerOf } from '../types.ts';
import { bytesOf, bytesOfType, valueOfBytes } from './constant-bytes.ts';
import { foldBinary, isPair } from './fold.ts';
import { foldReduction, linesOf } from './fold-reductions.ts';

type Args = readonly (Expr | undefined)[];
type ArrayExpr = Extract<Expr, { kind: 'constant-array' }>;
type Fold = (args: Args, type: Type, span: Span) => Expr | undefined;

export function foldArrayIntrinsic(name: string, args: Args, type: Type, _rank: number, span: Span): Expr | undefined {
  return folds.get(name)?.(args, type, span) ?? foldReduction(name, args, type, span);
}

function arrayOf(e: Expr | undefined): ArrayExpr | undefined {
  return e?.kind === 'constant-array' ? e : e?.kind === 'array-constructor' ? arrayOfStructures(e) : undefined;
}

/** `[t(1), t(2)]`, `[list, t(3)]`. */
export function arrayOfStructures(e: Extract<Expr, { kind: 'array-constructor' }>): ArrayExpr | undefined {
  const known: ConstantValue[] = [];
  for (const i of e.items) {
    if (i.kind !== 'value') return undefined;
    const array = arrayOf(i.value);
    const value = array ? undefined : constantOf(i.value);
    if (!array && value === undefined) return undefined;
    if (array) for (const v of array.values) known.push(v);
    else if (value !== undefined) known.push(value);
  }
  return { ...e, kind: 'constant-array', extents: [known.length], values: known };
}

export function constantOf(e: Expr): ConstantValue | undefined {
  if (e.kind === 'constant') return e.value;
  if (e.kind !== 'structure' || e.type.base !== 'derived') return undefined;
  const open = allComponents(e.type.type).map((c) => c.attributes.allocatable || c.attributes.pointer);
  const { type } = e.type;
  const values = e.values.map((v, i) => (v?.kind === 'null' && startsNull(type, i) ? undefined : v));
  if (values.some((v, i) => v && open[i])) return undefined;
  const components = values.map((v) => v && (arrayOf(v)?.values ?? constantOf(v)));
  return components.some((c, i) => c === undefined && values[i]) ? undefined : { components };
}

/** Null, or unallocated, where nothing is said. */
function startsNull(type: DerivedType, component: number): boolean {
  const initial = allComponents(type)[component]?.initial;
  return initial === undefined || (initial.kind === 'target' && initial.target === 'null');
}

function result(extents: readonly number[], values: readonly ConstantValue[], type: Type, span: Span): Expr {
  return { kind: 'constant-array', extents, values, type, rank: extents.length, span };
}

function neutral(type: Type): ConstantValue | undefined {
  if (type.base === 'integer') return 0n;
  if (type.base === 'real') return 0;
  return type.base === 'complex' ? [0, 0] : undefined;
}

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

/** Sum of the products of two lists of one length. */
function dot(a: readonly ConstantValue[], b: readonly ConstantValue[], type: Type, span: Span): Expr | undefined {
  const start = neutral(type);
  let sum: Expr | undefined = start === undefined ? undefined : constant(start, type, span);
  for (const [i, x] of a.entries()) {
    const y = b[i];
    if (y === undefined || !sum) return undefined;
    const product = foldBinary('multiply', constant(x, type, span), constant(y, type, span), type, span);
    sum = product && foldBinary('add', sum, product, type, span);
  }
  return sum;
}

const dotProduct: Fold = (args, type, span) => {
  const [a, b] = [arrayOf(args[0]), arrayOf(args[1])];
  if (!a || !b) return undefined;
  if (type.base === 'logical')
    return constant(
      a.values.some((x, i) => x === true && b.values[i] === true),
      type,
      span,
    );
  const first = a.values.map((x): ConstantValue => (isPair(x) ? [x[0], -x[1]] : x));
  return dot(first, b.values, type, span);
};

const matmul: Fold = (args, type, span) => {
  const [a, b] = [arrayOf(args[0]), arrayOf(args[1])];
  if (!a || !b) return undefined;
  const inner = b.extents[0] ?? 0;
  const rows = a.rank === 2 ? (a.extents[0] ?? 0) : 1;
  const columns = b.rank === 2 ? (b.extents[1] ?? 0) : 1;
  const values: ConstantValue[] = [];
  for (let j = 0; j < columns; j++)
    for (let i = 0; i < rows; i++) {
      const row = a.values.filter((_, k) => k % rows === i);
      const sum = dot(row, b.values.slice(j * inner, (j + 1) * inner), type, span);
      if (sum?.kind !== 'constant') return undefined;
      values.push(sum.value);
    }
  const extents = [...(a.rank === 2 ? [rows] : []), ...(b.rank === 2 ? [columns] : [])];
  return result(extents, values, type, span);
};

/** Element `i` of an array, or the scalar. */
function at(e: Expr, i: number): ConstantValue | undefined {
  return e.kind === 'constant-array' ? e.values[i] : e.kind === 'constant' ? e.value : undefined;
}

const pack: Fold = (args, type, span) => {
  const [array, mask] = args;
  const a = arrayOf(array);
  if (!a || !mask) return undefined;
  const chosen = a.values.filter((_, i) => at(mask, i) === true);
  const filler = args[2] ? arrayOf(args[2]) : undefined;
  if (args[2] && !filler) return undefined;
  const values = [...chosen, ...(filler?.values.slice(chosen.length) ?? [])];
  return result([values.length], values, type, span);
};

const unpack: Fold = (args, type, span) => {
  const [vector, mask, field] = [arrayOf(args[0]), arrayOf(args[1]), args[2]];
  if (!vector || !mask || !field) return undefined;
  let next = 0;
  const values: ConstantValue[] = [];
  for (const [i, m] of mask.values.entries()) {
    const value = m === true ? vector.values[next++] : at(field, i);
    if (value === undefined) return undefined;
    values.push(value);
  }
  return result(mask.extents, values, type, span);
};

/** An array whose lines along a dimension are shifted, each by its own number of places. */
function shifted(
  array: Expr | undefined,
  shift: Expr | undefined,
  dim: Expr | undefined,
  type: Type,
  span: Span,
  moved: (line: readonly ConstantValue[], by: number, number: number) => readonly (ConstantValue | undefined)[],
): Expr | undefined {
  const a = arrayOf(array);
  const lines = a && linesOf(a, dim ?? constant(1n, integer8, span));
  if (!lines) return undefined;
  const values = [...a.values];
  for (const [n, line] of lines.lines.entries()) {
    const by = shift && at(shift, n);
    if (typeof by !== 'bigint') return undefined;
    const now = moved(
      line.map((i) => a.values[i]!),
      Number(by),
      n,
    );
    for (const [k, i] of line.entries()) {
      const value = now[k];
      if (value === undefined) return undefined;
      values[i] = value;
    }
  }
  return result(a.extents, values, type, span);
}

const eoshift: Fold = ([array, shift, boundary, dim], type, span) => {
  const blank = blankOf(arrayOf(array));
  return shifted(array, shift, dim, type, span, (line, by, n) => {
    const filler = boundary ? at(boundary, n) : blank;
    return line.map((_, i) => line[i + by] ?? filler);
  });
};

function blankOf(a: ArrayExpr | undefined): ConstantValue | undefined {
  const [first] = a?.values ?? [];
  if (typeof first === 'boolean') return false;
  if (typeof first === 'string') return ' '.repeat(first.length);
  return a && neutral(a.type);
}

const cshift: Fold = ([array, shift, dim], type, span) =>
  shifted(array, shift, dim, type, span, (line, by) => {
    const start = ((by % line.length) + line.length) % line.length;
    return [...line.slice(start), ...line.slice(0, start)];
  });

const transfer: Fold = (args, type, span) => {
  const [source, mold] = args;
  const size = integerOf(args[2]);
  const bytes = source && (allBytes(source) ?? bytesOfTransfer(source));
  const each = bytesOfType(type);
  if (!bytes || !mold || each === undefined || (args[2] && size === undefined)) return undefined;
  if (each === 0 && (size === undefined) !== (mold.rank === 0)) return undefined;
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

/** What an inner transfer gives, where its type has no constant for it: a logical that is neither true nor false. */
function bytesOfTransfer(e: Expr): Uint8Array | undefined {
  if (e.kind !== 'intrinsic' || e.name !== 'transfer') return undefined;
  const [source, , size] = e.args;
  const given = source && (allBytes(source) ?? bytesOfTransfer(source));
  const each = bytesOfType(e.type);
  const asked = integerOf(size);
  if (!given || !each || (size && asked === undefined)) return undefined;
  const count = asked !== undefined ? Number(asked) : e.rank === 0 ? 1 : Math.ceil(given.length / each);
  const bytes = new Uint8Array(count * each);
  bytes.set(given.subarray(0, bytes.length));
  return bytes;
}

function allBytes(e: Expr): Uint8Array | undefined {
  const each = bytesOfType(e.type);
  const scalar = constantOf(e);
  const values = arrayOf(e)?.values ?? (scalar === undefined ? undefined : [scalar]);
  if (each === undefined || !values) return undefined;
  const all = new Uint8Array(each * values.length);
  for (const [i, v] of values.entries()) {
    const bytes = bytesOf(v, e.type);
    if (!bytes) return undefined;
    all.set(bytes, i * each);
  }
  return all;
}

const folds: ReadonlyMap<string, Fold> = new Map<string, Fold>([
  ['reshape', reshape],
  ['transpose', transpose],
  ['spread', spread],
  ['dot_product', dotProduct],
  ['matmul', matmul],
  ['pack', pack],
  ['unpack', unpack],
  ['eoshift', eoshift],
  ['cshift', cshift],
  ['transfer', transfer],
]);
