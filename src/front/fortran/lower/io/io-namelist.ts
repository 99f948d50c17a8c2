/** Namelist groups: every member is described to the runtime, of derived types every component. */
import { i32, i64, mul } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import { ioKeyNumber, ioTypes } from '../../../../library/io-keys.ts';
import { notSupported } from '../../errors/lowering.ts';
import type { Component, DerivedType, Expr, Namelist, Type, Variable } from '../../program.ts';
import { extentBetween } from '../arrays/view.ts';
import { type Context, plus } from '../context.ts';
import { lowerAddress, lowerLength } from '../designator.ts';
import { allComponents, componentOffset, constantLength, isDescribed, layoutOf, rankOf } from '../objects/layout.ts';

export function lowerNamelist(ctx: Context, n: Namelist): void {
  ctx.runtime('io.set-text', i32(ioKeyNumber('namelist')), ctx.text(n.name), i64(n.name.length));
  for (const v of n.variables) member(ctx, v);
}

const typeNames: readonly string[] = ioTypes;

type Dimension = { readonly lower: Expression; readonly extent: Expression; readonly stride: Expression };
type Item = {
  /** Components as `a%b`. */
  readonly name: string;
  readonly type: Type;
  /** The kind; of characters the length. */
  readonly kind: Expression;
  readonly address: Expression;
  /** Its own first, then those of what it is a component of. */
  readonly dimensions: readonly Dimension[];
};

function member(ctx: Context, v: Variable): void {
  const e: Expr = { kind: 'variable', variable: v, type: v.type, rank: rankOf(v.shape), span: v.span };
  const kind = v.type.base === 'character' ? ctx.keep(lowerLength(ctx, e)) : kindOf(v.type);
  const place = e.rank > 0 ? placed(ctx, e) : { address: lowerAddress(ctx, e), dimensions: [] };
  describe(ctx, { name: v.name, type: v.type, kind, ...place });
}

function kindOf(type: Type): Expression {
  if (type.base === 'character') return i64(constantLength(type) ?? 0);
  return i64('kind' in type ? type.kind : 0);
}

function placed(ctx: Context, e: Expr): { readonly address: Expression; readonly dimensions: readonly Dimension[] } {
  const place = ctx.parts.arrayPlace(ctx, e);
  let next = ctx.parts.elementBytes(ctx, e);
  const dimensions = place.dimensions.map((d) => {
    const extent = ctx.keep(d.extent ?? i64(1));
    const stride = ctx.keep(d.stride ?? next);
    next = ctx.keep(mul(stride, extent));
    return { lower: d.lower, extent, stride };
  });
  return { address: place.base, dimensions };
}

function describe(ctx: Context, item: Item): void {
  const { type } = item;
  if (type.base === 'derived' && !type.polymorphic) return void components(ctx, item, type.type);
  const base = typeNames.indexOf(type.base);
  const wide = item.type.base === 'character' && item.type.kind === 4;
  if (base < 0 || wide) return void ctx.module.diagnostics.push(notSupported(ctx.at, `\`${item.name}\` in a namelist`));
  const rank = item.dimensions.length;
  const dimensions = ctx.slot('bounds', Math.max(8, 24 * rank), 8);
  item.dimensions.forEach((d, i) => {
    ctx.store('i64', dimensions, d.lower, 24 * i);
    ctx.store('i64', dimensions, d.extent, 24 * i + 8);
    ctx.store('i64', dimensions, d.stride, 24 * i + 16);
  });
  const { name, kind, address } = item;
  ctx.runtime('io.namelist-item', ctx.text(name), i64(name.length), i32(base), kind, address, i32(rank), dimensions);
}

function components(ctx: Context, whole: Item, type: DerivedType): void {
  const address = ctx.keep(whole.address);
  for (const c of allComponents(type)) {
    if (c.parameter) continue;
    const name = `${whole.name}%${c.name}`;
    if (isDescribed(c.type, c.shape, c.attributes) || c.procedure)
      return void ctx.module.diagnostics.push(notSupported(ctx.at, `\`${name}\` in a namelist`));
    describe(ctx, {
      name,
      type: c.type,
      kind: kindOf(c.type),
      address: plus(address, componentOffset(type, c)),
      dimensions: [...ownDimensions(ctx, c), ...whole.dimensions],
    });
  }
}

function ownDimensions(ctx: Context, c: Component): Dimension[] {
  if (c.shape?.kind !== 'explicit') return [];
  let next: Expression = i64(layoutOf(c.type)?.size ?? 0);
  return c.shape.bounds.map((b) => {
    const lower = ctx.parts.index(ctx, b.lower);
    const extent = ctx.keep(extentBetween(lower, ctx.parts.index(ctx, b.upper)));
    const stride = next;
    next = mul(stride, extent);
    return { lower, extent, stride };
  });
}
