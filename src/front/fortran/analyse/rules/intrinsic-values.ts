/** Values of arguments of intrinsic functions that are known when the program is compiled, and have no meaning there (Fortran 2018, 16.9). */
import type { Diagnostic } from '../../../../base/diagnostic.ts';
import * as argumentErrors from '../../errors/intrinsic-arguments.ts';
import * as intrinsicErrors from '../../errors/intrinsics.ts';
import type { Expr } from '../../program.ts';
import type { Reference } from '../calls/intrinsic-reference.ts';
import { extentsOf } from '../fold/expr-extents.ts';
import { allComponents, constantLength } from '../types.ts';

type Limit = {
  /** A number, or how many bits the argument has that stands first (or that is named). */
  readonly most?: number | 'bits' | 'bits-1';
  readonly least?: number | '-bits';
  readonly of?: string;
};
type Limits = Readonly<Record<string, Limit>>;

const position: Limits = { pos: { least: 0, most: 'bits-1' } };
const oneWay: Limits = { shift: { least: 0, most: 'bits' } };
const twoWays: Limits = { shift: { least: '-bits', most: 'bits' } };

const limits: Readonly<Record<string, Limits>> = {
  btest: position,
  ibset: position,
  ibclr: position,
  ibits: { pos: { least: 0, most: 'bits' }, len: { least: 0, most: 'bits' } },
  ishft: twoWays,
  ishftc: { ...twoWays, size: { least: 1, most: 'bits' } },
  shiftl: oneWay,
  shiftr: oneWay,
  shifta: oneWay,
  dshiftl: oneWay,
  dshiftr: oneWay,
  mvbits: {
    frompos: { least: 0, most: 'bits-1' },
    len: { least: 0, most: 'bits' },
    topos: { least: 0, most: 'bits-1', of: 'to' },
  },
  repeat: { ncopies: { least: 0 } },
  char: { i: { least: 0, most: 255 } },
  achar: { i: { least: 0, most: 255 } },
};

/** The first argument whose value is out of its limits, or that is too small for what is asked. */
export function valueProblem(r: Reference, name: string): Diagnostic | undefined {
  const own = limits[name];
  for (const [param, limit] of own ? Object.entries(own) : []) {
    const value = argument(r, param);
    const found = value && outside(r, param, value, limit);
    if (found) return found;
  }
  return fieldProblem(r, name) ?? sizes[name]?.(r);
}

function argument(r: Reference, param: string): Expr | undefined {
  return r.args[r.params.findIndex(([n]) => n === param)];
}

function outside(r: Reference, param: string, value: Expr, limit: Limit): Diagnostic | undefined {
  const bits = bitsOf(limit.of === undefined ? r.args[0] : argument(r, limit.of));
  // Characters of kind 4 have more codes.
  if (typeof limit.most === 'number' && argument(r, 'kind')) return undefined;
  if (bits === undefined && (typeof limit.most === 'string' || limit.least === '-bits')) return undefined;
  const low = limit.least === '-bits' ? -(bits ?? 0) : limit.least;
  const high = limit.most === 'bits' ? bits : limit.most === 'bits-1' ? (bits ?? 0) - 1 : limit.most;
  const wrong = integersOf(value).find((n) => (low !== undefined && n < low) || (high !== undefined && n > high));
  return wrong === undefined ? undefined : intrinsicErrors.valueOutside(r.name, param, wrong, low, high, value.span);
}

function bitsOf(e: Expr | undefined): number | undefined {
  return e?.type.base === 'integer' ? 8 * e.type.kind : undefined;
}

function integersOf(e: Expr): readonly bigint[] {
  if (e.kind === 'constant') return typeof e.value === 'bigint' ? [e.value] : [];
  return e.kind === 'constant-array' ? e.values.filter((v) => typeof v === 'bigint') : [];
}

/** Bits that begin inside and end outside. */
function fieldProblem(r: Reference, name: string): Diagnostic | undefined {
  if (name !== 'ibits' && name !== 'mvbits') return undefined;
  const [from, of] = name === 'ibits' ? ['pos', 'i'] : ['frompos', 'from'];
  const [first, count] = [argument(r, from), argument(r, 'len')];
  const bits = bitsOf(argument(r, of));
  if (!first || !count || bits === undefined) return undefined;
  const [a] = integersOf(first);
  const [b] = integersOf(count);
  if (a === undefined || b === undefined || first.rank + count.rank > 0 || a + b <= bits) return undefined;
  return intrinsicErrors.fieldOutside(r.name, a, b, bits, count.span);
}

// ---- sizes ------------------------------------------------------------------------------------------------------

const count = (e: Expr | undefined): number | undefined => e && extentsOf(e)?.reduce((n, x) => n * x, 1);

/** How many elements are true, where that is known. */
function trues(mask: Expr | undefined): number | undefined {
  return mask?.kind === 'constant-array' ? mask.values.filter((v) => v === true).length : undefined;
}

function tooFew(r: Reference, param: string, wanted: number | undefined): Diagnostic | undefined {
  const value = argument(r, param);
  const given = count(value);
  if (!value || wanted === undefined || given === undefined || value.rank === 0 || given >= wanted) return undefined;
  return intrinsicErrors.tooFewElements(r.name, param, wanted, given, value.span);
}

const sizes: Readonly<Record<string, (r: Reference) => Diagnostic | undefined>> = {
  reshape(r) {
    const shape = argument(r, 'shape');
    const extents = shape && integersOf(shape);
    if (!shape || !extents || extents.length === 0 || extents.length !== count(shape)) return undefined;
    const negative = extents.find((n) => n < 0n);
    if (negative !== undefined)
      return intrinsicErrors.valueOutside(r.name, 'shape', negative, 0, undefined, shape.span);
    const wrong = wrongOrder(argument(r, 'order'), extents.length);
    if (wrong) return intrinsicErrors.badOrder(extents.length, wrong.span);
    const pad = argument(r, 'pad');
    if (pad && count(pad) !== 0) return undefined;
    return tooFew(r, 'source', Number(extents.reduce((n, x) => n * x, 1n)));
  },
  pack(r) {
    const mask = argument(r, 'mask');
    const all = mask?.kind === 'constant' && mask.value === true;
    return tooFew(r, 'vector', all ? count(argument(r, 'array')) : trues(mask));
  },
  transfer(r) {
    const mold = argument(r, 'mold');
    const empty = mold?.type.base === 'derived' && allComponents(mold.type.type).length === 0;
    return empty && argument(r, 'size') ? intrinsicErrors.emptyMold(mold.span) : undefined;
  },
  merge(r) {
    const [a, b] = [argument(r, 'tsource'), argument(r, 'fsource')];
    const [x, y] = [a, b].map((e) => e && constantLength(e.type));
    return a && b && x !== undefined && y !== undefined && x !== y
      ? argumentErrors.otherLengths('merge', a, x, b, y)
      : undefined;
  },
  nearest(r) {
    const s = argument(r, 's');
    return s?.kind === 'constant' && s.value === 0 ? argumentErrors.nearestOfZero(s.span) : undefined;
  },
  maskl: maskBits,
  maskr: maskBits,
  unpack: (r) => tooFew(r, 'vector', trues(argument(r, 'mask'))),
};

/** As many bits as the result has, at most. */
function maskBits(r: Reference): Diagnostic | undefined {
  const [count, kind] = [argument(r, 'i'), argument(r, 'kind')];
  const bytes = kind ? integersOf(kind)[0] : 4n;
  if (!count || bytes === undefined) return undefined;
  const bits = 8 * Number(bytes);
  const wrong = integersOf(count).find((n) => n < 0n || n > BigInt(bits));
  return wrong === undefined ? undefined : intrinsicErrors.valueOutside(r.name, 'i', wrong, 0, bits, count.span);
}

/** It names each of the dimensions once. */
function wrongOrder(order: Expr | undefined, rank: number): Expr | undefined {
  if (order?.kind !== 'constant-array') return undefined;
  const named = new Set(integersOf(order).filter((n) => n >= 1n && n <= BigInt(rank)));
  return named.size === rank && order.values.length === rank ? undefined : order;
}
