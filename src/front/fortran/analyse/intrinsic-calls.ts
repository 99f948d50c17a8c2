/** References to intrinsic procedures: which row is meant, whether the arguments fit, what type and rank comes out; constants are folded. */
import type { Diagnostic } from '../../../base/diagnostic.ts';
import type { Span } from '../../../base/source.ts';
import type { Expr } from '../program.ts';

/** `boz`: the value is a literal such as z'ff', given as an integer(8) constant of its bits. */
export type IntrinsicActual = { readonly keyword?: string; readonly value: Expr; readonly boz?: boolean };

/** Is there an intrinsic function or subroutine (or specific name such as `dabs`) of this name (lower case)? */
export function isIntrinsic(name: string): boolean {
  return name === '';
}

/** A function reference, with the arguments put into the row's order and converted; undefined after an error has been reported. */
export function resolveIntrinsic(
  name: string,
  args: readonly IntrinsicActual[],
  span: Span,
  report: (d: Diagnostic) => void,
): Expr | undefined {
  throw new Error(`${name}${args.length}${span.from}${report.length}`);
}

/** `call name(args)`: the name and arguments of an 'intrinsic-call' statement. */
export function resolveIntrinsicSubroutine(
  name: string,
  args: readonly IntrinsicActual[],
  span: Span,
  report: (d: Diagnostic) => void,
): { readonly name: string; readonly args: readonly (Expr | undefined)[] } | undefined {
  throw new Error(`${name}${args.length}${span.from}${report.length}`);
}
