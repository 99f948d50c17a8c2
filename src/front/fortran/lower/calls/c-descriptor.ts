/**
 * Descriptors that procedures of C read (ISO_Fortran_binding.h): ours, in whose word of the rank the kind of object and its type are told too. Arrays that are neither allocatable nor pointers
 * count from 0 there (F2018 18.5.3).
 */
import { add, i64, load, mul, nullPointer, op } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import { descriptorBytes, descriptorFields, dimensionFields } from '../../layout.ts';
import type { Expr, Variable } from '../../program.ts';
import { rankIn } from '../arrays/descriptor.ts';
import { type Context, notNull } from '../context.ts';
import { cTypeNumber } from '../objects/c-type-number.ts';
import { tableFields } from '../objects/type-tables.ts';

const attribute = { pointer: 0, allocatable: 1, other: 2 } as const;
const version = 1;
const mostRank = 15;

/** The descriptor `own` of `actual` as a procedure of C gets it for the dummy `d`. */
export function descriptorForC(ctx: Context, d: Variable, actual: Expr, own: Expression): Expression {
  const kept = d.attributes.allocatable || d.attributes.pointer;
  const given = actual.kind === 'null' || kept ? own : ctx.slot('for.c', descriptorBytes(mostRank), 8);
  const isOpen = actual.kind === 'variable' && actual.variable.shape?.kind === 'assumed-rank';
  const fill = (): void => {
    const rank = isOpen ? ctx.keep(rankIn(ctx, own), 'rank') : i64(Math.max(0, actual.rank));
    if (given !== own) {
      ctx.copy(given, own, add(i64(descriptorFields.dimensions), mul(rank, i64(dimensionFields.bytes))));
      ctx.count(rank, (k) => {
        const at = add(i64(descriptorFields.dimensions + dimensionFields.lower), mul(k, i64(dimensionFields.bytes)));
        ctx.store('i64', op('offset', [given, at]), i64(0));
      });
    }
    ctx.store(
      'i64',
      given,
      op('or', [op('or', [rank, i64(toldToC(d))]), typeToldToC(ctx, d, actual, own)]),
      descriptorFields.rank,
    );
    // C does not do it on entry, as a procedure of Fortran does (F2018 18.6).
    if (d.attributes.allocatable && d.attributes.intent === 'out') ctx.parts.freeAllocatable(ctx, d, own);
  };
  if (!d.attributes.optional) {
    fill();
    return given;
  }
  ctx.if(notNull(own), fill);
  return given === own ? own : ctx.keep(op('select', [notNull(own), given, nullPointer(ctx.slotPointer)]));
}

/** attribute and version behind the rank. */
function toldToC(d: Variable): number {
  const { allocatable, pointer } = d.attributes;
  const kind = allocatable ? attribute.allocatable : pointer ? attribute.pointer : attribute.other;
  return kind * 2 ** 8 + version * 2 ** 32;
}

/** The number of the type, in its place; what has come as `type(*)` or `class(*)` brings a table that knows it. */
function typeToldToC(ctx: Context, d: Variable, actual: Expr, own: Expression): Expression {
  const type = d.type.base === 'any' ? actual.type : d.type;
  if (type.base !== 'any') return i64(cTypeNumber(type) * 2 ** 16);
  const table = ctx.keep(load('ptr.host', own, descriptorFields.type), 'type');
  const number = ctx.variable('number', 'i64');
  // What came from C has it in its place.
  ctx.set(number.index, op('and', [load('i64', own, descriptorFields.rank), i64(0xffff * 2 ** 16)]));
  ctx.if(notNull(table), () => ctx.set(number.index, op('shl', [load('i64', table, tableFields.cNumber), i64(16)])));
  return number;
}
