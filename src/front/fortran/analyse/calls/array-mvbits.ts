/** mvbits of arrays: an assignment, element by element. */
import type { Diagnostic } from '../../../../base/diagnostic.ts';
import type { Expr, Stmt } from '../../program.ts';
import type * as tree from '../../tree.ts';
import { int4 } from '../expressions/make.ts';
import { convert } from '../fold/fold.ts';
import { resolveIntrinsic } from './intrinsic-calls.ts';

/** `to = merge_bits(from moved to its place, to, ones at that place)`. */
export function arrayMvbits(
  args: readonly (Expr | undefined)[],
  s: tree.Call,
  report: (d: Diagnostic) => void,
): Stmt | undefined {
  const { span } = s;
  const [from, fromPlace, length, to, toPlace] = args;
  if (!from || !fromPlace || !length || !to || !toPlace || to.type.base !== 'integer') return undefined;
  const call = (name: string, ...values: (Expr | undefined)[]): Expr | undefined => {
    const given = values.flatMap((value) => (value ? [{ value }] : []));
    return given.length === values.length ? resolveIntrinsic(name, given, span, report) : undefined;
  };
  const field = call('shiftl', call('shiftr', convert(from, to.type), fromPlace), toPlace);
  const ones = call('shiftl', call('maskr', length, int4(to.type.kind, span)), toPlace);
  const value = call('merge_bits', field, to, ones);
  return value && { kind: 'assign', to, value, transfer: false, span, label: s.label?.value };
}
