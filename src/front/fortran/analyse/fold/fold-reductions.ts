/** Reductions of constant arrays, whole or along a dimension, and the places of elements. */
import type { Span } from '../../../../base/source.ts';
import type { BinaryOp, ConstantValue, Expr, Type } from '../../program.ts';
import { constant } from '../expressions/make.ts';
import { constantLength, integerOf } from '../types.ts';
import { foldBinary, roundReal } from './fold.ts';
import { huge } from './fold-inquiry.ts';

type Args = readonly (Expr | undefined)[];
type ArrayExpr = Extract<Expr, { kind: 'constant-array' }>;
type Values = readonly ConstantValue[];
/** What the elements of one line (or of all) give, in the type of the result; `of` is the type of the elements. */
type Reduce = (values: Values, type: Type, span: Span) => ConstantValue | undefined;

export function foldReduction(name: string, args: Args, type: Type, span: Span): Expr | undefined {
  const reduce = reductions.get(name);
  if (reduce) return reduced(args[0], args[1], reduce.masked ? args[2] : undefined, reduce.of, type, span);
  const better = places.get(name);
  if (better) return located(args[0], args[1], args[2], args[4], better, type, span);
  return name === 'findloc' ? found(args, type, span) : undefined;
}

/** Elements, by their places, that make one element of the result. */
type Lines = { readonly extents: readonly number[]; readonly lines: readonly (readonly number[])[] };

export function linesOf(array: ArrayExpr, dim: Expr | undefined): Lines | undefined {
  const { extents } = array;
  if (!dim) return { extents: [], lines: [array.values.map((_, i) => i)] };
  const d = Number(integerOf(dim) ?? 0n) - 1;
  const length = extents[d];
  if (length === undefined) return undefined;
  const inner = extents.slice(0, d).reduce((all, n) => all * n, 1);
  const rest = extents.filter((_, i) => i !== d);
  const count = rest.reduce((all, n) => all * n, 1);
  const lines = Array.from({ length: count }, (_, i) => {
    const start = (i % inner) + Math.floor(i / inner) * inner * length;
    return Array.from({ length }, (_, k) => start + k * inner);
  });
  return { extents: rest, lines };
}

/** Is element `i` chosen? Undefined: no mask. */
function chooser(mask: Expr | undefined): ((i: number) => boolean) | undefined {
  if (!mask) return () => true;
  if (mask.kind === 'constant') return () => mask.value === true;
  return mask.kind === 'constant-array' ? (i) => mask.values[i] === true : undefined;
}

function shaped(extents: readonly number[], values: Values, type: Type, span: Span): Expr | undefined {
  const [first] = values;
  if (extents.length === 0) return first === undefined ? undefined : constant(first, type, span);
  return { kind: 'constant-array', extents, values, type, rank: extents.length, span };
}

function reduced(
  array: Expr | undefined,
  dim: Expr | undefined,
  mask: Expr | undefined,
  of: Reduce,
  type: Type,
  span: Span,
): Expr | undefined {
  const lines = array?.kind === 'constant-array' ? linesOf(array, dim) : undefined;
  const chosen = chooser(mask);
  if (array?.kind !== 'constant-array' || !lines || !chosen) return undefined;
  const values: ConstantValue[] = [];
  for (const line of lines.lines) {
    const value = of(
      line.filter(chosen).map((i) => array.values[i]!),
      type,
      span,
    );
    if (value === undefined) return undefined;
    values.push(value);
  }
  return shaped(lines.extents, values, type, span);
}

const constantOf = (e: Expr | undefined) => (e?.kind === 'constant' ? e.value : undefined);

/** From left to right, each step rounded to the type. */
const combined =
  (operator: 'add' | 'multiply', start: 0 | 1): Reduce =>
  (values, type, span) => {
    const first = neutral(type, start);
    let all: Expr | undefined = first === undefined ? undefined : constant(first, type, span);
    for (const v of values) all = all && foldBinary(operator, all, constant(v, type, span), type, span);
    return constantOf(all);
  };

function neutral(type: Type, start: 0 | 1): ConstantValue | undefined {
  if (type.base === 'integer') return BigInt(start);
  if (type.base === 'real') return start;
  return type.base === 'complex' ? [start, 0] : undefined;
}

const ofBits =
  (start: bigint, of: (a: bigint, b: bigint) => bigint): Reduce =>
  (values) =>
    values.reduce((all: bigint, v) => (typeof v === 'bigint' ? of(all, v) : all), start);

function holds(better: BinaryOp, a: ConstantValue, b: ConstantValue, type: Type, span: Span): boolean {
  return constantOf(foldBinary(better, constant(a, type, span), constant(b, type, span), type, span)) === true;
}

/** Which of the values is in front; the last of equal ones with `back`. */
function best(values: Values, better: 'gt' | 'lt', back: boolean, type: Type, span: Span): number {
  const wins: BinaryOp = back ? (better === 'gt' ? 'ge' : 'le') : better;
  let place = -1;
  for (const [i, v] of values.entries()) if (place < 0 || holds(wins, v, values[place]!, type, span)) place = i;
  return place;
}

const extreme =
  (better: 'gt' | 'lt'): Reduce =>
  (values, type, span) =>
    values[best(values, better, false, type, span)] ?? farthest(better, type);

/** What the extreme of no elements is: the number of the largest size with the other sign. */
function farthest(better: 'gt' | 'lt', type: Type): ConstantValue | undefined {
  if (type.base === 'character') return farthestText(better, type);
  const largest = huge(type);
  if (better === 'lt' || largest === undefined) return largest;
  return typeof largest === 'bigint' ? -largest - 1n : -largest;
}

/** Characters of the least or the greatest code (those of kind 4 beyond U+FFFF are no constants here). */
function farthestText(better: 'gt' | 'lt', type: Extract<Type, { base: 'character' }>): ConstantValue | undefined {
  const length = constantLength(type);
  if (length === undefined || (better === 'lt' && type.kind !== 1)) return undefined;
  return (better === 'lt' ? '\xff' : '\0').repeat(Number(length));
}

const truth =
  (of: (values: Values) => ConstantValue): Reduce =>
  (values) =>
    of(values);

const isTrue = (v: ConstantValue) => v === true;
const trues = (values: Values) => values.filter(isTrue).length;

const reductions: ReadonlyMap<string, { readonly of: Reduce; readonly masked: boolean }> = new Map([
  ['sum', { of: combined('add', 0), masked: true }],
  ['product', { of: combined('multiply', 1), masked: true }],
  ['norm2', { of: norm, masked: false }],
  ['maxval', { of: extreme('gt'), masked: true }],
  ['minval', { of: extreme('lt'), masked: true }],
  ['iall', { of: ofBits(-1n, (a, b) => a & b), masked: true }],
  ['iany', { of: ofBits(0n, (a, b) => a | b), masked: true }],
  ['iparity', { of: ofBits(0n, (a, b) => a ^ b), masked: true }],
  ['all', { of: truth((v) => v.every(isTrue)), masked: false }],
  ['any', { of: truth((v) => v.some(isTrue)), masked: false }],
  ['parity', { of: truth((v) => trues(v) % 2 === 1), masked: false }],
  ['count', { of: truth((v) => BigInt(trues(v))), masked: false }],
]);

const places: ReadonlyMap<string, 'gt' | 'lt'> = new Map([
  ['maxloc', 'gt'],
  ['minloc', 'lt'],
]);

function located(
  array: Expr | undefined,
  dim: Expr | undefined,
  mask: Expr | undefined,
  back: Expr | undefined,
  better: 'gt' | 'lt',
  type: Type,
  span: Span,
): Expr | undefined {
  if (array?.kind !== 'constant-array' || (back && back.kind !== 'constant')) return undefined;
  const last = constantOf(back) === true;
  return inLines(array, dim, mask, type, span, (values) => best(values, better, last, array.type, span));
}

function found(args: Args, type: Type, span: Span): Expr | undefined {
  const [array, wanted, dim, mask, , back] = args;
  const value = constantOf(wanted);
  if (array?.kind !== 'constant-array' || value === undefined || (back && back.kind !== 'constant')) return undefined;
  const same = (v: ConstantValue) => holds('eq', v, value, array.type, span);
  const last = constantOf(back) === true;
  return inLines(array, dim, mask, type, span, (values) =>
    last ? values.findLastIndex(same) : values.findIndex(same),
  );
}

/** The place that `of` picks among the chosen elements of each line: along `dim`, or as subscripts of the whole array; 0 for none. */
function inLines(
  array: ArrayExpr,
  dim: Expr | undefined,
  mask: Expr | undefined,
  type: Type,
  span: Span,
  of: (values: Values) => number,
): Expr | undefined {
  const lines = linesOf(array, dim);
  const chosen = chooser(mask);
  if (!lines || !chosen) return undefined;
  const picked = lines.lines.map((line) => {
    const members = line.filter(chosen);
    return line.indexOf(members[of(members.map((i) => array.values[i]!))] ?? -1);
  });
  if (dim)
    return shaped(
      lines.extents,
      picked.map((i) => BigInt(i + 1)),
      type,
      span,
    );
  let rest = picked[0] ?? -1;
  const subscripts = array.extents.map((n) => {
    if (rest < 0) return 0n;
    const subscript = BigInt((rest % n) + 1);
    rest = Math.floor(rest / n);
    return subscript;
  });
  return shaped([subscripts.length], subscripts, type, span);
}

function norm(values: Values, type: Type): ConstantValue | undefined {
  if (type.base !== 'real' || !values.every((v) => typeof v === 'number')) return undefined;
  return roundReal(Math.hypot(...values), type.kind);
}
