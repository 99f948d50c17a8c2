/** Actual arguments that may turn out to be absent: optional dummies passed on, and pointers and allocatables that hold nothing given to optional dummies that are neither. */
import type { Span } from '../../../../base/source.ts';
import { bool, i64, local, mul } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import { ownParameters, type Param } from '../../../../library/intrinsics/row.ts';
import { intrinsics } from '../../../../library/intrinsics/table.ts';
import { valueTypeOf } from '../../layout.ts';
import type { Actual, Attributes, Expr, Signature, Variable } from '../../program.ts';
import type { IntrinsicExpr } from '../arrays/array-reduce.ts';
import { contiguousView, elementsOfView, fillView, materialized } from '../arrays/array-temporary.ts';
import type { Elements } from '../arrays/array-value.ts';
import { isAllocated } from '../arrays/descriptor.ts';
import { product } from '../arrays/view.ts';
import type { Context } from '../context.ts';
import { isDescribedDesignator, lowerDescriptorAddress } from '../designator.ts';
import { ownsMemory } from '../objects/derived.ts';
import type { Value } from '../value.ts';
import { isPresent } from './presence.ts';

/** The first argument that may be absent and is none of `settled`; -1 where there is none. */
export function openArgument(args: readonly Actual[], signature: Signature, settled: ReadonlySet<number>): number {
  return args.findIndex((a, i) => {
    const d = signature.dummies[i];
    if (!a || a.kind === 'alternate-return' || settled.has(i) || !d || d === 'alternate-return') return false;
    return a.kind === 'null' || isOptionalDummy(a) || (d.attributes.optional && mayHoldNothing(d, a));
  });
}

export function isOptionalDummy(a: Actual): a is Expr & { readonly kind: 'variable' } {
  return a?.kind === 'variable' && a.variable.attributes.optional;
}

function mayHoldNothing(d: Variable, a: Expr): boolean {
  const own = attributesOf(a);
  return !d.attributes.pointer && !d.attributes.allocatable && (own?.pointer || own?.allocatable) === true;
}

function attributesOf(a: Expr): Attributes | undefined {
  if (a.kind === 'variable') return a.variable.attributes;
  return a.kind === 'part' ? a.component.attributes : undefined;
}

/** Whether there is an argument for a dummy that is neither a pointer nor allocatable. */
export function isThere(ctx: Context, a: Actual): Expression {
  if (!a || a.kind === 'null') return bool(false);
  if (a.kind === 'alternate-return') return bool(true);
  const own = attributesOf(a);
  const present = isOptionalDummy(a) ? isPresent(ctx, a.variable) : bool(true);
  if (!(own?.pointer || own?.allocatable) || !isDescribedDesignator(ctx, a)) return present;
  const held = ctx.variable('there', 'bool');
  ctx.set(held.index, bool(false));
  ctx.if(present, () => ctx.set(held.index, isAllocated(lowerDescriptorAddress(ctx, a))));
  return held;
}

// ---- intrinsic functions ------------------------------------------------------------------------------------------------

/** A reference to an intrinsic procedure. */
type Reference = { readonly name: string; readonly args: readonly (Expr | undefined)[]; readonly span: Span };

/** An argument of an intrinsic procedure that is an optional dummy, where the procedure may go without it: its variable. */
function openIn(e: Reference): { readonly index: number; readonly variable: Variable } | undefined {
  const row = intrinsics.get(e.name);
  if (!row || e.name === 'associated' || e.name === 'present') return undefined;
  const params = ownParameters(row);
  const last = params.length - 1;
  for (let index = 0; index < e.args.length; index++) {
    const a = e.args[index];
    const [name, param] = params[Math.min(index, last)] ?? [];
    if (!param || !a || !mayMiss(param, index)) continue;
    if (name === 'dim' && row.rank !== 'scalar' && typeof row.rank !== 'object') continue;
    const variable = dummyIn(a);
    if (variable) return { index, variable };
  }
  return undefined;
}

function mayMiss(param: Param, index: number): boolean {
  return param.optional === true || (param.repeats === true && index > 1);
}

function dummyIn(a: Expr): Variable | undefined {
  if (a.kind === 'convert') return dummyIn(a.value);
  return isOptionalDummy(a) ? a.variable : undefined;
}

function withKnown(a: Expr, known: Variable): Expr {
  if (a.kind === 'convert') return { ...a, value: withKnown(a.value, known) };
  return a.kind === 'variable' ? { ...a, variable: known } : a;
}

type Ways<R> = { readonly there: Expression; readonly withIt: R; readonly without: R };

function waysOf<R extends Reference>(ctx: Context, e: R): Ways<R> | undefined {
  const open = openIn(e);
  if (!open) return undefined;
  const { index, variable } = open;
  const known: Variable = { ...variable, attributes: { ...variable.attributes, optional: false } };
  ctx.bind(known, ctx.placeOf(variable));
  const args = (of: (a: Expr) => Expr | undefined) => e.args.map((a, i) => (a && i === index ? of(a) : a));
  return {
    there: isThere(ctx, { kind: 'variable', variable, type: variable.type, rank: 0, span: e.span }),
    withIt: { ...e, args: args((a) => withKnown(a, known)) },
    without: { ...e, args: args(() => undefined) },
  };
}

/** Lowers a call of an intrinsic subroutine with and without an argument that may be absent; false where all are there. */
export function callEitherWay<R extends Reference>(ctx: Context, s: R, lower: (s: R) => void): boolean {
  const ways = waysOf(ctx, s);
  if (!ways) return false;
  ctx.if(
    ways.there,
    () => lower(ways.withIt),
    () => lower(ways.without),
  );
  return true;
}

/** The value of an intrinsic function, with and without an argument that may be absent; undefined where all are there. */
export function intrinsicEitherWay(ctx: Context, e: IntrinsicExpr): Value | undefined {
  if (e.type.base === 'derived' || e.type.base === 'any') return undefined;
  const ways = waysOf(ctx, e);
  if (!ways) return undefined;
  if (e.type.base === 'character') return textEitherWay(ctx, ways);
  const type = e.type.base === 'logical' ? 'bool' : valueTypeOf(e.type);
  const [first, second] = [ctx.variable('either', type), ctx.variable('either', type)];
  const way = (x: IntrinsicExpr) => (): void => {
    const value = ctx.parts.scalar(ctx, x);
    if (value.kind === 'complex') {
      ctx.set(second.index, value.im);
      ctx.set(first.index, value.re);
    } else if (value.kind === 'plain') ctx.set(first.index, value.x);
  };
  ctx.if(ways.there, way(ways.withIt), way(ways.without));
  const re = local(first.index, type);
  return e.type.base === 'complex' ? { kind: 'complex', re, im: local(second.index, type) } : { kind: 'plain', x: re };
}

function textEitherWay(ctx: Context, ways: Ways<IntrinsicExpr>): Value | undefined {
  if (ctx.mode === 'device') return undefined;
  const address = ctx.variable('either', 'ptr.host');
  const length = ctx.variable('length', 'i64');
  const way = (x: IntrinsicExpr) => (): void => {
    const value = ctx.parts.scalar(ctx, x);
    if (value.kind !== 'character') return;
    ctx.set(length.index, value.length);
    ctx.set(address.index, ctx.runtime('memory.allocate', length)[0]!);
    ctx.copy(address, value.address, length);
  };
  ctx.if(ways.there, way(ways.withIt), way(ways.without));
  ctx.defer(() => ctx.runtime('memory.free', address));
  return { kind: 'character', address, length };
}

/** The same of an intrinsic function that gives an array. */
export function arrayEitherWay(ctx: Context, e: IntrinsicExpr): Elements | undefined {
  if (ctx.mode === 'device' || (e.type.base === 'derived' && ownsMemory(e.type.type))) return undefined;
  const ways = waysOf(ctx, e);
  if (!ways) return undefined;
  const base = ctx.variable('either', 'ptr.host');
  const bytes = ctx.variable('bytes', 'i64');
  const extents = Array.from({ length: e.rank }, () => ctx.variable('extent', 'i64'));
  const way = (x: IntrinsicExpr) => (): void => {
    const made = materialized(ctx, ctx.parts.elements(ctx, x));
    ctx.set(bytes.index, made.bytes);
    extents.forEach((v, k) => {
      ctx.set(v.index, made.extents[k] ?? i64(1));
    });
    ctx.set(base.index, ctx.runtime('memory.allocate', mul(product(extents), bytes))[0]!);
    fillView(ctx, contiguousView(base, e.type, extents, bytes), made);
  };
  ctx.if(ways.there, way(ways.withIt), way(ways.without));
  ctx.defer(() => ctx.runtime('memory.free', base));
  return elementsOfView(ctx, contiguousView(base, e.type, extents, bytes));
}
