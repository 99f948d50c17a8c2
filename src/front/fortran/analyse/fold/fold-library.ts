/** Functions of library modules whose value is known at compile time. */
import type { Span } from '../../../../base/source.ts';
import type { Expr, LibraryRoutine, ProcedureRef, Type } from '../../program.ts';
import { foldInquiry } from './fold-inquiry.ts';

type Args = readonly (Expr | ProcedureRef | undefined)[];

/** c_sizeof of what has a constant size. */
export function foldLibraryCall(r: LibraryRoutine, args: Args, type: Type, span: Span): Expr | undefined {
  return r.routine.effect?.kind === 'size' ? foldInquiry('sizeof', args, type, span) : undefined;
}
