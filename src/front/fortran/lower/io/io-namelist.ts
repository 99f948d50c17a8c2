/** Namelist groups: every member is described to the runtime, of derived types every component. */
import { i32, i64, mul } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import { ioKeyNumber, ioTypes } from '../../../../library/io-keys.ts';
import { notSupported } from '../../errors/lowering.ts';
import { allComponents, componentOffset, constantLength, isDescribed, layoutOf, rankOf } from '../../layout.ts';
import type { Component, DefinedMember, DerivedType, Expr, Namelist, Type, Variable } from '../../program.ts';
import { extentBetween } from '../arrays/view.ts';
import { dynamicType } from '../calls/intrinsic.ts';
import { type Context, plus } from '../context.ts';
import { lowerAddress, lowerLength } from '../designator.ts';
import type { NamelistMember } from './io-defined.ts';

/** `members`: types whose objects procedures transfer; the objects of these types, by the numbers that the runtime gets. */
export function lowerNamelist(ctx: Context, n: Namelist, members: readonly DefinedMember[]): readonly NamelistMember[] {
  ctx.runtime('io.set-text', i32(ioKeyNumber('namelist')), ctx.text(n.name), i64(n.name.length));
  const defined: NamelistMember[] = [];
  for (const v of n.variables) member(ctx, v, { members, defined });
  return defined;
}

type Found = { readonly members: readonly DefinedMember[]; readonly defined: NamelistMember[] };

const typeNames: readonly string[] = ioTypes;

type Dimension = { readonly lower: Expression; readonly extent: Expression; readonly stride: Expression };
type Item = {
  /** Components as `a%b`. */
  readonly name: string;
  readonly type: Type;
  /** The kind; of characters the bytes. */
  readonly kind: Expression;
  readonly address: Expression;
  /** Its own first, then those of what it is a component of. */
  readonly dimensions: readonly Dimension[];
  /** Of what is polymorphic. */
  readonly table: Expression | undefined;
};

function member(ctx: Context, v: Variable, found: Found): void {
  const e: Expr = { kind: 'variable', variable: v, type: v.type, rank: rankOf(v.shape), span: v.span };
  const kind = v.type.base === 'character' ? ctx.keep(lowerLength(ctx, e)) : kindOf(v.type);
  const place = e.rank > 0 ? placed(ctx, e) : { address: lowerAddress(ctx, e), dimensions: [] };
  const polymorphic = v.type.base === 'derived' && v.type.polymorphic;
  const table = polymorphic ? dynamicType(ctx, e) : undefined;
  describe(ctx, { name: v.name, type: v.type, kind, table, ...place }, found);
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

function describe(ctx: Context, item: Item, found: Found): void {
  const { type } = item;
  const own = type.base === 'derived' && found.members.find((m) => sameType(m.object.type, type));
  if (own) {
    tell(ctx, item, typeNames.indexOf('defined'), i64(found.defined.length));
    found.defined.push({ member: own, table: item.table });
    return;
  }
  if (type.base === 'derived' && !type.polymorphic) return void components(ctx, item, type.type, found);
  const wide = type.base === 'character' && type.kind === 4;
  const base = typeNames.indexOf(wide ? 'wide' : type.base);
  if (base < 0) return void ctx.module.diagnostics.push(notSupported(ctx.at, `\`${item.name}\` in a namelist`));
  tell(ctx, item, base, item.kind);
}

function sameType(a: Type, b: Type): boolean {
  return a.base === 'derived' && b.base === 'derived' && a.type === b.type && a.polymorphic === b.polymorphic;
}

function tell(ctx: Context, item: Item, base: number, kind: Expression): void {
  const rank = item.dimensions.length;
  const dimensions = ctx.slot('bounds', Math.max(8, 24 * rank), 8);
  item.dimensions.forEach((d, i) => {
    ctx.store('i64', dimensions, d.lower, 24 * i);
    ctx.store('i64', dimensions, d.extent, 24 * i + 8);
    ctx.store('i64', dimensions, d.stride, 24 * i + 16);
  });
  const { name, address } = item;
  ctx.runtime('io.namelist-item', ctx.text(name), i64(name.length), i32(base), kind, address, i32(rank), dimensions);
}

function components(ctx: Context, whole: Item, type: DerivedType, found: Found): void {
  const address = ctx.keep(whole.address);
  for (const c of allComponents(type)) {
    if (c.parameter) continue;
    const name = `${whole.name}%${c.name}`;
    if (isDescribed(c.type, c.shape, c.attributes) || c.procedure)
      return void ctx.module.diagnostics.push(notSupported(ctx.at, `\`${name}\` in a namelist`));
    const inner: Item = {
      name,
      type: c.type,
      kind: kindOf(c.type),
      address: plus(address, componentOffset(type, c)),
      dimensions: [...ownDimensions(ctx, c), ...whole.dimensions],
      table: undefined,
    };
    describe(ctx, inner, found);
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
