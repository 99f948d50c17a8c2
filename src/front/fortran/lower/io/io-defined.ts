/** Items that procedures of their types transfer: of lists, and members of namelist groups. */
import { i32, i64, load, op } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import type { DefinedItem, DefinedMember, Expr, Variable } from '../../program.ts';
import { newDescriptor } from '../arrays/scalar-descriptor.ts';
import { assignValue } from '../assignment.ts';
import type { Context } from '../context.ts';
import { convertValue } from '../convert.ts';
import { tableFields } from '../objects/type-tables.ts';
import { plain, plainOf } from '../value.ts';

/** The procedure's own statements go on with the record of this one. */
export function definedItem(ctx: Context, item: DefinedItem): void {
  const unit = ctx.keep(ctx.runtime('io.begin-defined')[0] ?? i32(0));
  setInteger(ctx, item.unit, op('extend', [unit]));
  setInteger(ctx, item.iostat, i64(0));
  if (item.style) setStyle(ctx, item.style);
  const message = addressOf(ctx, item.iomsg);
  const length = ctx.parts.elementBytes(ctx, reference(item.iomsg));
  ctx.fill(message, 32, length);
  ctx.parts.statements(ctx, [item.call]);
  ctx.runtime('io.end-defined', longOf(ctx, item.iostat), message, length);
}

function setStyle(ctx: Context, style: NonNullable<DefinedItem['style']>): void {
  const room = ctx.parts.elementBytes(ctx, reference(style.type));
  setInteger(ctx, style.length, ctx.runtime('io.defined-type', addressOf(ctx, style.type), room)[0] ?? i64(0));
  const list = ctx.parts.arrayPlace(ctx, reference(style.list));
  const most = list.dimensions[0]?.extent ?? i64(0);
  setInteger(ctx, style.count, ctx.runtime('io.defined-list', list.base, most)[0] ?? i64(0));
}

function reference(v: Variable): Expr {
  return { kind: 'variable', variable: v, type: v.type, rank: v.shape ? 1 : 0, span: v.span };
}

function addressOf(ctx: Context, v: Variable): Expression {
  return ctx.keep(ctx.parts.address(ctx, reference(v)));
}

function setInteger(ctx: Context, to: Variable, x: Expression): void {
  assignValue(ctx, reference(to), convertValue(ctx, plain(x), { base: 'integer', kind: 8 }, to.type));
}

function longOf(ctx: Context, v: Variable): Expression {
  const value = ctx.parts.scalar(ctx, reference(v));
  return plainOf(convertValue(ctx, value, v.type, { base: 'integer', kind: 8 }));
}

/** A member, or a component of one, and the table of the type that it has where it is polymorphic. */
export type NamelistMember = { readonly member: DefinedMember; readonly table: Expression | undefined };

/** The runtime says which member is next, by its number, until all is done. */
export function transferMembers(ctx: Context, members: readonly NamelistMember[]): void {
  const label = ctx.freshLabel('members');
  ctx.loop(label, () => {
    const number = ctx.keep(ctx.runtime('io.namelist-next')[0] ?? i64(-1), 'member');
    ctx.if(op('lt', [number, i64(0)]), () => ctx.break(label));
    const address = ctx.keep(ctx.runtime('io.namelist-element')[0] ?? i64(0), 'element');
    for (const [k, m] of members.entries())
      ctx.if(op('eq', [number, i64(k)]), () => {
        bindObject(ctx, m, address);
        definedItem(ctx, m.member.item);
      });
  });
}

function bindObject(ctx: Context, { member, table }: NamelistMember, address: Expression): void {
  if (!table) return void ctx.bind(member.object, { kind: 'memory', address });
  const descriptor = newDescriptor(ctx, address, load('i64', table, tableFields.bytes), table);
  ctx.bind(member.object, { kind: 'descriptor', address: descriptor });
}
