/** What a variable of `local_init` begins with, as a statement in front of each iteration. */
import type { Span } from '../../base/source.ts';
import { rankOf } from './layout.ts';
import type { Expr, Stmt, Variable } from './program.ts';

export function initialOfLocal(inner: Variable, outer: Variable, span: Span): Stmt {
  const named = (variable: Variable): Expr => ({
    kind: 'variable',
    variable,
    type: variable.type,
    rank: rankOf(outer.shape),
    span,
  });
  const [to, from] = [named(inner), named(outer)];
  return outer.attributes.pointer
    ? { kind: 'pointer-assign', to, target: from, bounds: undefined, span, label: undefined }
    : { kind: 'assign', to, value: from, transfer: false, span, label: undefined };
}
