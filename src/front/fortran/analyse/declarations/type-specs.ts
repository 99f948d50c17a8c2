/** Types as they are written, and shapes, turned into types of the program. */
import { impossible } from '../../../../base/impossible.ts';
import type { Span } from '../../../../base/source.ts';
import * as declarationErrors from '../../errors/declarations.ts';
import { notSupported } from '../../errors/message.ts';
import * as nameErrors from '../../errors/names.ts';
import type { Bounds, Expr, Length, Shape, Type } from '../../program.ts';
import type * as tree from '../../tree.ts';
import type { Env } from '../context.ts';
import { int8, knownLength } from '../expressions/make.ts';
import { toInteger8 } from '../fold/fold.ts';
import { isExcused, lookupType, suggestion } from '../scope.ts';
import { nearest } from '../suggest.ts';
import { integer4, integerOf } from '../types.ts';
import { libraryOffer } from './library-offer.ts';
import { isToldToUse, moduleWith, typeSeenElsewhere } from './module-with.ts';

/** `length` and `bytes` of an entity (`c*5`, `i*8`) win over those of the type. */
export type Overrides = { readonly length?: tree.TypeParameter | undefined; readonly bytes?: number | undefined };

export function typeOf(env: Env, spec: tree.TypeSpec, more: Overrides = {}): Type | undefined {
  switch (spec.kind) {
    case 'any-type':
      return { base: 'any', assumed: !spec.polymorphic };
    case 'derived-type':
      return derivedTypeOf(env, spec);
    case 'intrinsic-type':
      return intrinsicTypeOf(env, spec, more);
    default:
      return impossible(spec);
  }
}

function derivedTypeOf(env: Env, spec: tree.DerivedType): Type | undefined {
  const name = spec.name.text;
  const entry = lookupType(env, name) ?? lookupType(env, `structure ${name}`);
  if (entry) {
    const type = entry.meaning?.kind === 'derived-type' ? entry.meaning : env.file.resolveType(entry);
    const found = type && env.file.instance(env, type, spec.parameters, spec.span);
    if (!type || !found) return undefined;
    const lengths = found.open && env.file.lengths(env, type, found, spec.parameters);
    return { base: 'derived', type: found, polymorphic: spec.polymorphic, ...(lengths && { lengths }) };
  }
  const builtin = env.file.options.cuda && name === 'dim3' ? libraryOffer('cudafor')?.findType(name) : undefined;
  if (builtin) return { base: 'derived', type: builtin, polymorphic: false };
  if (!isExcused(env, name) && !isToldToUse(env, name))
    env.file.report(
      nameErrors.unknownType(
        spec.name,
        nearest(name, typeNames(env)) ?? suggestion(env, name),
        typeSeenElsewhere(env, name),
      ),
    );
  return undefined;
}

function* typeNames(env: Env): Iterable<string> {
  for (let scope: Env['scope'] | undefined = env.scope; scope; scope = scope.parent) yield* scope.types.keys();
}

function intrinsicTypeOf(env: Env, spec: tree.IntrinsicType, more: Overrides): Type | undefined {
  if (spec.type === 'character') {
    const kind = spec.kindParameter ? kindOf(env, spec.kindParameter, 'character', [1, 4]) : 1;
    if (kind === undefined) return undefined;
    const length = lengthOfSpec(env, more.length ?? spec.length, spec.span);
    return length && { base: 'character', kind: kind === 4 ? 4 : 1, length };
  }
  if (spec.type === 'byte') return { base: 'integer', kind: 1 };
  if (spec.type === 'double precision') return { base: 'real', kind: 8 };
  if (spec.type === 'double complex') return { base: 'complex', kind: 8 };
  const bytes = more.bytes ?? spec.bytes;
  return numberType(env, spec, bytes === undefined ? undefined : spec.type === 'complex' ? bytes / 2 : bytes);
}

const kinds = { integer: [1, 2, 4, 8], logical: [1, 2, 4, 8], real: [2, 4, 8], complex: [4, 8] } as const;

function numberType(env: Env, spec: tree.IntrinsicType, written: number | undefined): Type | undefined {
  const { defaultInteger: integer, defaultReal: real } = env.file.options;
  const base = spec.type;
  if (base !== 'integer' && base !== 'logical' && base !== 'real' && base !== 'complex') return undefined;
  const kind = spec.kindParameter
    ? kindOf(env, spec.kindParameter, base, kinds[base])
    : written === undefined
      ? base === 'integer' || base === 'logical'
        ? integer
        : real
      : checkKind(env, written, base, kinds[base], spec.span);
  return kind === undefined ? undefined : typeOfKind(base, kind);
}

/** One object for each type, the default kind first. */
const numberTypes = {
  integer: ([4, 1, 2, 8] as const).map((kind) => ({ base: 'integer', kind }) as const),
  logical: ([4, 1, 2, 8] as const).map((kind) => ({ base: 'logical', kind }) as const),
  real: ([4, 2, 8] as const).map((kind) => ({ base: 'real', kind }) as const),
  complex: ([4, 8] as const).map((kind) => ({ base: 'complex', kind }) as const),
};

export function typeOfKind(base: 'integer' | 'logical' | 'real' | 'complex', kind: number): Type {
  const types: readonly (Type & { readonly kind: number })[] = numberTypes[base];
  for (const type of types) if (type.kind === kind) return type;
  return types[0]!;
}

function kindOf(env: Env, e: tree.Expression, base: string, kinds: readonly number[]): number | undefined {
  const written = e.kind === 'integer' && !e.kindParameter ? Number(e.digits) : undefined;
  if (written !== undefined && kinds.includes(written)) return written;
  const value = constantInteger(env, e, 'a kind');
  return value === undefined ? undefined : checkKind(env, Number(value), base, kinds, e.span, nameOf(e));
}

function nameOf(e: tree.Expression): string | undefined {
  return e.kind === 'name' ? e.text : undefined;
}

/** `name`: of the constant that the kind is given by; a kind that is too large is told once for it. */
export function checkKind(
  env: Env,
  kind: number,
  base: string,
  kinds: readonly number[],
  at: Span,
  name?: string,
): number | undefined {
  if (kinds.includes(kind)) return kind;
  const wide = kind === 16 || (kind === 10 && base === 'real') || (kind < 0 && base !== 'character');
  if (wide && base !== 'logical') tooLarge(env, base, kind, at, name);
  else if (kind === 2 && base === 'complex') env.file.report(notSupported(`${base}(${kind})`, at));
  else env.file.report(declarationErrors.noSuchKind(base, kind, kinds, at));
  return undefined;
}

function tooLarge({ file }: Env, base: string, kind: number, at: Span, name: string | undefined): void {
  const key = `kind ${base} ${kind} ${name ?? ''}`;
  if (name === undefined || !file.told.has(key)) file.report(declarationErrors.kindTooLarge(base, kind, at, name));
  file.told.add(key);
}

/** An integer constant expression; anything else is told. */
export function constantInteger(env: Env, e: tree.Expression, what: string): bigint | undefined {
  const value = env.file.expression({ ...env, specification: true }, e);
  if (!value) return undefined;
  const known = integerOf(value);
  if (known === undefined || value.type.base !== 'integer')
    env.file.report(
      declarationErrors.notConstantInteger(what, e.span, e.kind === 'name' ? moduleWith(e.text) : undefined),
    );
  return value.type.base === 'integer' ? known : undefined;
}

function lengthOfSpec(env: Env, length: tree.TypeParameter | undefined, at: Span): Length | undefined {
  if (!length) return knownLength(1, at);
  if (length.kind === 'star') return { kind: 'assumed' };
  if (length.kind === 'colon') return { kind: 'deferred' };
  const value = integerExpression(env, length, 'a character length');
  if (!value) return undefined;
  const known = integerOf(value);
  return { kind: 'known', value: known !== undefined && known < 0n ? int8(0, length.span) : value };
}

/** A scalar integer as integer(8). */
export function integerExpression(env: Env, e: tree.Expression, what: string): Expr | undefined {
  const value = env.file.expression(env, e);
  if (!value) return undefined;
  if (value.type.base === 'integer' && value.rank === 0) return toInteger8(value);
  env.file.report(declarationErrors.notAnInteger(what, value));
  return undefined;
}

/** Of a scalar integer; kept in its own kind. */
export function scalarInteger(env: Env, e: tree.Expression, what: string): Expr | undefined {
  const value = env.file.expression(env, e);
  if (!value) return undefined;
  if (value.type.base === 'integer' && value.rank === 0) return value;
  env.file.report(declarationErrors.notAnInteger(what, value));
  return undefined;
}

export function defaultInteger(env: Env): Type {
  return env.file.options.defaultInteger === 8 ? { base: 'integer', kind: 8 } : integer4;
}

/** `open` says whether `:` means deferred (allocatable, pointer) or assumed from the actual argument. */
export function shapeOf(env: Env, shape: tree.Shape, open: 'deferred' | 'assumed' | 'none'): Shape | undefined {
  const dimensions = shape.dimensions;
  if (dimensions.some((d) => d.kind === 'assumed-rank')) return { kind: 'assumed-rank' };
  if (dimensions.some((d) => d.kind === 'deferred')) return openShape(env, shape, open);
  const bounds: Bounds[] = [];
  let last: Expr | undefined;
  for (const [i, d] of dimensions.entries()) {
    if (d.kind !== 'explicit' && d.kind !== 'assumed-size') return undefined;
    const lower = d.lower ? integerExpression(env, d.lower, 'an array bound') : int8(1, d.span);
    if (!lower) return undefined;
    if (d.kind === 'assumed-size') {
      if (i < dimensions.length - 1) return void env.file.report(declarationErrors.starNotLast(d.span));
      last = lower;
      continue;
    }
    const upper = integerExpression(env, d.upper, 'an array bound');
    if (!upper) return undefined;
    bounds.push({ lower, upper });
  }
  return last ? { kind: 'assumed-size', bounds, lastLower: last } : { kind: 'explicit', bounds };
}

function openShape(env: Env, shape: tree.Shape, open: 'deferred' | 'assumed' | 'none'): Shape | undefined {
  const closed = shape.dimensions.find((d) => d.kind !== 'deferred');
  if (closed) return void env.file.report(declarationErrors.mixedShape(shape.span, open));
  if (open === 'none') return void env.file.report(declarationErrors.deferredShapeOfOrdinary(shape.span));
  if (open === 'deferred') return { kind: 'deferred', rank: shape.dimensions.length };
  const lowers: Expr[] = [];
  for (const d of shape.dimensions) {
    const lower =
      d.kind === 'deferred' && d.lower ? integerExpression(env, d.lower, 'an array bound') : int8(1, d.span);
    if (!lower) return undefined;
    lowers.push(lower);
  }
  return { kind: 'assumed-shape', lowers };
}
