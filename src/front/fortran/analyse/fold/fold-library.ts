/** Functions of library modules whose value is known at compile time. */
import type { Span } from '../../../../base/source.ts';
import { i32, i64 } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import type { Expr, LibraryRoutine, ProcedureRef, Type } from '../../program.ts';
import { foldInquiry } from './fold-inquiry.ts';

type Args = readonly (Expr | ProcedureRef | undefined)[];

/** c_sizeof of what has a constant size, and what is made of constant integers. */
export function foldLibraryCall(r: LibraryRoutine, args: Args, type: Type, span: Span): Expr | undefined {
  if (r.routine.always !== undefined) return { kind: 'constant', value: r.routine.always, type, rank: 0, span };
  if (r.routine.effect?.kind === 'size') return foldInquiry('sizeof', args, type, span);
  if (type.base === 'logical') return foldTruth(r, type, span);
  return type.base === 'integer' ? foldNumber(r, args, type, span) : undefined;
}

/** What a row says without a look at its arguments: ieee_support_nan. */
function foldTruth(r: LibraryRoutine, type: Type, span: Span): Expr | undefined {
  const { lower } = r.routine;
  const made = lower?.length === 0 ? lower([], (x) => x) : undefined;
  return made?.kind === 'const' ? { kind: 'constant', value: made.value === true, type, rank: 0, span } : undefined;
}

/** An integer that a row makes of constant integers: ieee_selected_real_kind. */
function foldNumber(r: LibraryRoutine, args: Args, type: Type, span: Span): Expr | undefined {
  const values: Expression[] = [];
  for (const a of args) {
    if (a?.kind !== 'constant' || typeof a.value !== 'bigint' || a.type.base !== 'integer') return undefined;
    values.push(a.type.kind === 8 ? i64(a.value) : i32(Number(a.value)));
  }
  const made = r.routine.lower?.(values, (x) => x);
  if (made?.kind !== 'const' || typeof made.value === 'boolean') return undefined;
  return { kind: 'constant', value: BigInt(made.value), type, rank: 0, span };
}
