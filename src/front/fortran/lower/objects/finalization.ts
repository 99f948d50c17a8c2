/**
 * The end of objects (Fortran 2018, 7.5.6.2): the final procedure of the type, then the components of that type, then the same for the type that it extends. For an
 * array the final procedure is the one of its rank, or an elemental one.
 */
import { i64, op } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import { parentComponent, parentName } from '../../analyse/expressions/designators.ts';
import { allComponents, constantExtents, isDescribed, structureOf } from '../../layout.ts';
import { madeVariable } from '../../made-variable.ts';
import type { Component, DerivedType, Expr, Procedure, Stmt } from '../../program.ts';
import { type Context, generic, plus } from '../context.ts';

/** `release`: what allocatable components hold is freed; `finalize`: they are left to the assignment that follows. */
export type Ending = 'release' | 'finalize';

export function hasFinals(type: DerivedType): boolean {
  for (let t: DerivedType | undefined = type; t; t = t.extends) if (t.finals.length > 0) return true;
  return false;
}

/** Has the type, or a component, a final procedure? Allocatable components look after themselves. */
export function isFinalized(type: DerivedType): boolean {
  return (
    hasFinals(type) ||
    allComponents(type).some((c) => isInline(c) && c.type.base === 'derived' && isFinalized(c.type.type))
  );
}

export function isInline(c: Component): boolean {
  return !c.procedure && !isDescribed(c.type, c.shape, c.attributes);
}

type EndInner = (ctx: Context, type: DerivedType, address: Expression) => void;

/** `inner` ends an object of derived type within. */
export function endObject(ctx: Context, type: DerivedType, address: Expression, ending: Ending, inner: EndInner): void {
  const object = ctx.keep(address, 'object');
  for (let t: DerivedType | undefined = type; t; t = t.extends) {
    const final = callable(ctx, finalOf(t, 0));
    if (final && isAssumedRank(final)) callWithScalar(ctx, final, t, object);
    else if (final) callFinal(ctx, final, object);
    endComponents(ctx, type, t, object, ending, inner);
  }
}

/** Device code leaves out final procedures of the host. */
function callable(ctx: Context, final: Procedure | undefined): Procedure | undefined {
  return ctx.mode === 'host' || final?.signature.targets.device ? final : undefined;
}

export function callFinal(ctx: Context, p: Procedure, object: Expression): void {
  const side = ctx.mode === 'host' ? 'host' : 'device';
  const argument = side === 'host' ? object : generic(ctx.keep(object));
  ctx.call({ kind: 'direct', name: ctx.module.needProcedure(p, side) }, [argument], []);
}

function callWithScalar(ctx: Context, p: Procedure, type: DerivedType, object: Expression): void {
  const scalar = madeVariable(type.name, { base: 'derived', type, polymorphic: false }, type.span);
  ctx.bind(scalar, { kind: 'memory', address: object });
  const e: Expr = { kind: 'variable', variable: scalar, type: scalar.type, rank: 0, span: type.span };
  ctx.parts.statements(ctx, [finalCall(p, e)]);
}

/** The one for this rank, else the one for any rank. */
export function finalOf(t: DerivedType, rank: number | undefined): Procedure | undefined {
  const ofRank = t.finals.find((p) => !p.signature.elemental && rankOfDummy(p) === rank);
  return ofRank ?? t.finals.find((p) => p.signature.elemental || isAssumedRank(p));
}

/** The ranks from 1 for which the type, or one that it extends, has a final procedure of their own. */
export function ranksOfFinals(type: DerivedType): readonly number[] {
  const ranks = new Set<number>();
  for (let t: DerivedType | undefined = type; t; t = t.extends)
    for (const p of t.finals) if (!p.signature.elemental) ranks.add(rankOfDummy(p));
  return [...ranks].filter((rank) => rank > 0);
}

function isAssumedRank(p: Procedure): boolean {
  return rankOfDummy(p) === anyRank;
}

const anyRank = -1;

function rankOfDummy(p: Procedure): number {
  const d = p.signature.dummies[0];
  if (d === undefined || d === 'alternate-return' || !d.shape) return 0;
  const { shape } = d;
  if (shape.kind === 'assumed-shape') return shape.lowers.length;
  if (shape.kind === 'explicit') return shape.bounds.length;
  return shape.kind === 'assumed-size' ? shape.bounds.length + 1 : anyRank;
}

/** Components that `level` itself declares, of an object of `type`. */
export function endComponents(
  ctx: Context,
  type: DerivedType,
  level: DerivedType,
  object: Expression,
  ending: Ending,
  inner: EndInner,
): void {
  const { offsets } = structureOf(type);
  for (const c of level.components) {
    const at = plus(object, offsets.get(c) ?? 0);
    if (c.attributes.allocatable) {
      if (ending === 'release') ctx.parts.freeAllocatable(ctx, c, at);
    } else if (isInline(c) && c.type.base === 'derived') endPart(ctx, c, c.type.type, at, ending, inner);
  }
}

function endPart(ctx: Context, c: Component, type: DerivedType, at: Expression, ending: Ending, inner: EndInner): void {
  if (!c.shape) return void inner(ctx, type, at);
  const extents = (constantExtents(c.shape) ?? []).map((n) => i64(n));
  endContiguous(ctx, type, at, extents, ending, inner);
}

/** Objects that lie one after the other. */
export function endContiguous(
  ctx: Context,
  type: DerivedType,
  base: Expression,
  extents: readonly Expression[],
  ending: Ending,
  inner: EndInner,
): void {
  const bytes = i64(structureOf(type).size);
  if (extents.length === 0) return void inner(ctx, type, base);
  if (!isFinalized(type)) {
    if (ctx.capture(() => inner(ctx, type, base)).length === 0) return;
    const count = extents.reduce((a, b) => op('mul', [a, b]));
    return void ctx.count(count, (i) => inner(ctx, type, plus(base, op('mul', [i, bytes]))));
  }
  const array = madeVariable(type.name, { base: 'derived', type, polymorphic: false }, type.span, extents.length);
  const dimensions = extents.map((extent) => ({
    lower: i64(1),
    extent: ctx.keep(extent, 'extent'),
    stride: undefined,
  }));
  ctx.bind(array, { kind: 'array', base: ctx.keep(base, 'objects'), dimensions });
  endArray(
    ctx,
    type,
    { kind: 'variable', variable: array, type: array.type, rank: extents.length, span: type.span },
    ending,
    inner,
  );
}

export function endArray(ctx: Context, type: DerivedType, e: Expr, ending: Ending, inner: EndInner): void {
  let part = e;
  for (let t: DerivedType | undefined = type; t; t = t.extends) {
    const level = t;
    const final = callable(ctx, finalOf(t, e.rank));
    if (final && !final.signature.elemental) ctx.parts.statements(ctx, [finalCall(final, part)]);
    else if (final) ctx.parts.eachElement(ctx, e, (_, at) => at && callFinal(ctx, final, at));
    const work = ctx.capture(() =>
      endComponents(ctx, type, level, { kind: 'const', type: 'ptr.host', value: 0n }, ending, inner),
    );
    if (work.length > 0)
      ctx.parts.eachElement(ctx, e, (_, at) => at && endComponents(ctx, type, level, at, ending, inner));
    const component = t.extends && parentComponent(t, parentName(t));
    if (component) part = { kind: 'part', base: part, component, type: component.type, rank: e.rank, span: e.span };
  }
}

function finalCall(p: Procedure, array: Expr): Stmt {
  return {
    kind: 'call',
    callee: { kind: 'procedure', procedure: p },
    args: [array],
    span: array.span,
    label: undefined,
  };
}
