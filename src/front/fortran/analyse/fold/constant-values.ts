/** Values of named constants and initial values: constant, of the declared type, length and shape. */
import * as declarationErrors from '../../errors/declarations.ts';
import * as expressionErrors from '../../errors/expressions.ts';
import type { ConstantValue, Expr, Shape, Type } from '../../program.ts';
import type { Entry, Env } from '../context.ts';
import { withBits } from '../expressions/literals.ts';
import { int8, knownLength } from '../expressions/make.ts';
import { allComponents, constantExtents, integerOf, rankOf, sameType } from '../types.ts';
import { convert, isConstant } from './fold.ts';
import { arrayOfStructures, constantOf } from './fold-arrays.ts';

export function constantValueFor(
  env: Env,
  written: Expr,
  type: Type,
  shape: Shape | undefined,
  entry: Pick<Entry, 'name' | 'span'>,
): Expr | undefined {
  const given = withBits(env, written, type);
  const raw = (given.kind === 'array-constructor' && arrayOfStructures(given)) || nullFor(type, given);
  if (raw.kind === 'null') return raw;
  const allocated = allocatedComponent(raw);
  if (allocated) return void env.file.report(declarationErrors.allocatedAtStart(allocated.name, allocated.at));
  if (!isConstantLike(raw)) return void env.file.report(declarationErrors.notConstant(raw.span, entry.name));
  if (!assignableByExtension(type, raw.type))
    return void env.file.report(declarationErrors.initialType(entry, type, raw));
  const rank = rankOf(shape);
  if (raw.rank > 0 && shape && raw.rank !== rank)
    return void env.file.report(declarationErrors.initialRank(entry, rank, raw));
  if (isTooLong(type)) return void env.file.report(declarationErrors.textTooLong(entry.name, entry.span));
  const value = fitLength(
    convert(raw, type, (t) => env.file.report(expressionErrors.trouble(t, raw.span))),
    type,
  );
  const extents = constantExtents(shape);
  if (!extents || extents.some((e) => e === undefined)) return value;
  return shaped(env, value, extents.map(Number), entry);
}

/** `type(c_devptr) :: p = c_null_ptr`, as nvfortran takes it. */
function nullFor(type: Type, e: Expr): Expr {
  const named = (t: Type, name: string) => t.base === 'derived' && t.type.library !== undefined && t.type.name === name;
  return e.kind === 'constant' && named(type, 'c_devptr') && named(e.type, 'c_ptr') ? { ...e, type } : e;
}

/** As nvfortran has it, integers become logicals, and logicals numbers: `.true.` is -1. */
export function assignableByExtension(to: Type, from: Type): boolean {
  if (to.base === 'logical' && from.base === 'integer') return true;
  if (from.base === 'logical' && (to.base === 'integer' || to.base === 'real')) return true;
  return assignable(to, from);
}

export function assignable(to: Type, from: Type): boolean {
  if (to.base === 'derived' || from.base === 'derived') return sameType(to, from);
  if (to.base === 'character' || from.base === 'character') return to.base === from.base;
  if (to.base === 'logical' || from.base === 'logical') return to.base === from.base;
  return to.base !== 'any' && from.base !== 'any';
}

/** An allocatable component that is given a value. */
function allocatedComponent(e: Expr): { readonly name: string; readonly at: Expr['span'] } | undefined {
  if (e.kind === 'array-constructor') {
    for (const i of e.items) {
      const found = i.kind === 'value' ? allocatedComponent(i.value) : undefined;
      if (found) return found;
    }
    return undefined;
  }
  if (e.kind !== 'structure' || e.type.base !== 'derived') return undefined;
  const components = allComponents(e.type.type);
  for (const [i, v] of e.values.entries()) {
    const c = components[i];
    if (!v || !c || v.kind === 'null') continue;
    if (c.attributes.allocatable) return { name: c.name, at: v.span };
    const inner = allocatedComponent(v);
    if (inner) return inner;
  }
  return undefined;
}

/** Constants, and constructors made of constants. */
export function isConstantLike(e: Expr): boolean {
  switch (e.kind) {
    case 'constant':
    case 'constant-array':
    case 'null':
      return true;
    case 'structure':
      return !e.parent && e.values.every((v) => v === undefined || isConstantLike(v));
    case 'array-constructor':
      return e.items.every((i) => i.kind === 'value' && isConstantLike(i.value));
    case 'convert':
      return isConstantLike(e.value);
    case 'library-call':
      return false;
    default:
      return false;
  }
}

/** Constants are kept as texts of the compiler. */
const longest = 2n ** 28n;

/** Whether a value of that type is no constant of the compiler. */
export function isTooLong(type: Type): boolean {
  return type.base === 'character' && type.length.kind === 'known' && (integerOf(type.length.value) ?? 0n) > longest;
}

function fitLength(value: Expr, type: Type): Expr {
  if (type.base !== 'character' || value.type.base !== 'character' || type.length.kind !== 'known') return value;
  const length = Number(integerOf(type.length.value) ?? -1n);
  if (length < 0 || !isConstant(value)) return value;
  const fit = (v: ConstantValue) => (typeof v === 'string' ? v.slice(0, length).padEnd(length) : v);
  const fitted: Type = { ...type, length: knownLength(length, value.span) };
  if (value.kind === 'constant') return { ...value, value: fit(value.value), type: fitted };
  return { ...value, values: value.values.map(fit), type: fitted };
}

/** A scalar spread over the array; an array checked for its extents. */
function shaped(env: Env, value: Expr, extents: number[], entry: Pick<Entry, 'name' | 'span'>): Expr | undefined {
  const count = extents.reduce((a, b) => a * b, 1);
  if (value.kind === 'constant-array') {
    if (value.values.length !== count)
      return void env.file.report(declarationErrors.initialExtents(entry, extents, value));
    return { ...value, extents };
  }
  const one = value.kind === 'constant' || value.kind === 'structure' ? constantOf(value) : undefined;
  if (one !== undefined && count <= 1 << 16)
    return {
      kind: 'constant-array',
      extents,
      values: Array.from({ length: count }, () => one),
      type: value.type,
      rank: extents.length,
      span: value.span,
    };
  return value;
}

/** `lowers`: where not 1. */
export function constantShape(value: Expr, lowers: readonly number[] = []): Shape | undefined {
  const extents = value.kind === 'constant-array' ? value.extents : lengthOfConstructor(value);
  if (!extents) return undefined;
  return {
    kind: 'explicit',
    bounds: extents.map((n, i) => {
      const lower = lowers[i] ?? 1;
      return { lower: int8(lower, value.span), upper: int8(lower + n - 1, value.span) };
    }),
  };
}

function lengthOfConstructor(value: Expr): readonly number[] | undefined {
  return value.kind === 'array-constructor' ? [value.items.length] : undefined;
}
