/** Intrinsic subroutines on allocatables and bits: move_alloc, mvbits. */
import { InternalError } from '../../../../base/impossible.ts';
import { i32 } from '../../../../ir/build.ts';
import type { Expr, Stmt, Type } from '../../program.ts';
import { assignValue } from '../assignment.ts';
import type { Context } from '../context.ts';
import { resizeInteger } from '../convert.ts';
import { notYet } from '../not-yet.ts';
import { moveAllocation } from '../objects/allocate.ts';
import { plain, type Value } from '../value.ts';

export function lowerIntrinsicStatement(ctx: Context, s: Stmt & { readonly kind: 'intrinsic-call' }): void {
  const given = (k: number): Expr => {
    const a = s.args[k];
    if (!a) throw new InternalError(`${s.name} without argument ${k + 1}`, s.span);
    return a;
  };
  if (s.name === 'move_alloc') {
    moveAllocation(ctx, given(0), given(1));
    const stat = s.args[2];
    if (stat?.type.base === 'integer') assignValue(ctx, stat, plain(resizeInteger(i32(0), 4, stat.type.kind)));
  } else if (s.name === 'mvbits' && s.args.every((a) => a?.rank === 0))
    moveBits(ctx, given(0), given(1), given(2), given(3), given(4));
  else notYet(ctx, `\`${s.name}\` with arrays`);
}

/** mvbits(from, frompos, len, to, topos). */
function moveBits(ctx: Context, from: Expr, fromPlace: Expr, length: Expr, to: Expr, toPlace: Expr): void {
  const t = to.type;
  const scalar = (e: Expr): Value => ctx.parts.scalar(ctx, e);
  const call = (name: string, args: readonly Value[], types: readonly Type[]): Value =>
    ctx.parts.elemental(ctx, name, args, types, t);
  const zero = plain(resizeInteger(i32(0), 4, t.base === 'integer' ? t.kind : 4));
  const place = scalar(toPlace);
  const n = scalar(length);
  const field = call('ibits', [scalar(from), scalar(fromPlace), n], [from.type, fromPlace.type, length.type]);
  const first = plain(i32(0));
  const ones = call('ibits', [call('not', [zero], [t]), first, n], [t, { base: 'integer', kind: 4 }, length.type]);
  const hole = call('not', [call('ishft', [ones, place], [t, toPlace.type])], [t]);
  const kept = call('iand', [scalar(to), hole], [t, t]);
  const result = call('ior', [kept, call('ishft', [field, place], [t, toPlace.type])], [t, t]);
  assignValue(ctx, to, result);
}
