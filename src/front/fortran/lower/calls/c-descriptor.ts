/**
 * Descriptors that procedures of C read (ISO_Fortran_binding.h): ours, in whose word of the rank the kind of object and its type are told too. Arrays that are neither allocatable nor pointers
 * count from 0 there (F2018 18.5.3).
 */
import { add, i64, mul, nullPointer, op } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import { descriptorBytes, descriptorFields, dimensionFields, layoutOf } from '../../layout.ts';
import type { Expr, Type, Variable } from '../../program.ts';
import { rankIn } from '../arrays/descriptor.ts';
import { type Context, notNull } from '../context.ts';

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
    ctx.store('i64', given, op('or', [rank, i64(toldToC(d, actual))]), descriptorFields.rank);
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

/** attribute, type and version behind the rank. */
function toldToC(d: Variable, actual: Expr): number {
  const { allocatable, pointer } = d.attributes;
  const kind = allocatable ? attribute.allocatable : pointer ? attribute.pointer : attribute.other;
  const type = typeNumber(d.type.base === 'any' ? actual.type : d.type);
  return kind * 2 ** 8 + type * 2 ** 16 + version * 2 ** 32;
}

const numbers = { integer: 1, logical: 2, real: 3, complex: 4, character: 5 } as const;

/** What the header calls CFI_type_…: the sort of type, and the bytes of one number of it. */
function typeNumber(type: Type): number {
  if (type.base === 'any') return 0;
  if (type.base === 'derived') return type.type.name === 'c_ptr' ? 7 : type.type.name === 'c_funptr' ? 8 : 6;
  const bytes = type.base === 'character' ? type.kind : (layoutOf(type)?.size ?? 0);
  return numbers[type.base] + bytes * 2 ** 8;
}
